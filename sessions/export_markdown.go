package sessions

import (
	"fmt"
	"io"
	"regexp"
	"strings"
)

// WriteMarkdown writes the session as a report: what was swept on which data,
// the table of its points with the best marked, what the numbers mean and the
// command that gives them again.
func (s *Session) WriteMarkdown(w io.Writer) error {
	var b strings.Builder
	r := s.report()
	fmt.Fprintf(&b, "# %s\n", escapeMarkdown(r.title))
	for _, part := range r.blocks {
		b.WriteByte('\n')
		switch x := part.(type) {
		case heading:
			fmt.Fprintf(&b, "## %s\n", escapeMarkdown(string(x)))
		case paragraph:
			fmt.Fprintln(&b, escapeMarkdown(string(x)))
		case bullets:
			for _, line := range x {
				fmt.Fprintf(&b, "- %s\n", escapeMarkdown(line))
			}
		case code:
			fence := fenceFor(string(x))
			fmt.Fprintf(&b, "%ssh\n%s\n%[1]s\n", fence, x)
		case grid:
			x.writeMarkdown(&b)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeMarkdown writes a table in which columns of numbers stand to the right.
func (g grid) writeMarkdown(b *strings.Builder) {
	mark := func(i int) string {
		switch {
		case g.best < 0:
			return "| "
		case i == g.best:
			return "| ★ | "
		}
		return "| | "
	}
	line := func(start string, cells []string) {
		escaped := make([]string, len(cells))
		for i, c := range cells {
			escaped[i] = escapeMarkdown(c)
		}
		fmt.Fprintf(b, "%s%s |\n", start, strings.Join(escaped, " | "))
	}
	line(mark(-1), g.head)
	b.WriteByte('|')
	if g.best >= 0 {
		b.WriteString("---|")
	}
	for j := range g.head {
		if g.numeric(j) {
			b.WriteString("---:|")
		} else {
			b.WriteString("---|")
		}
	}
	b.WriteByte('\n')
	for i, row := range g.body {
		line(mark(i), row)
	}
}

var numeral = regexp.MustCompile(`^(–|[-+]?[0-9.]+(e[-+]?[0-9]+)?( ± .*)?)$`)

// numeric says that a column holds numbers.
func (g grid) numeric(j int) bool {
	for _, row := range g.body {
		if !numeral.MatchString(row[j]) {
			return false
		}
	}
	return true
}

var special = regexp.MustCompile("[\\\\`*_{}\\[\\]<>#|~&]")

// escapeMarkdown keeps text from meaning anything: a session may come from a
// stranger.
func escapeMarkdown(text string) string { return special.ReplaceAllString(text, `\$0`) }

// fenceFor is a fence that the text of a block of code does not hold.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

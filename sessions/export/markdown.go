package export

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/report"
)

// markdownReport is a session as a report: what was swept on which data, the table
// of its points with the best marked, what the numbers mean and the command that
// gives them again.
var markdownReport = Exporter{
	Extension: "md",
	Doc: `a report: what was swept, on which data, the table with the best marked,
what the numbers mean, what a paper's methods section states, the command
that gives the numbers again, and the papers to cite as BibTeX`,
	Summary: "report",
	Write:   writeMarkdown,
}

func writeMarkdown(_ context.Context, w io.Writer, s *sessions.Session, _ Options) error {
	var b strings.Builder
	r := report.Of(s)
	fmt.Fprintf(&b, "# %s\n", escapeMarkdown(r.Title))
	for _, part := range r.Blocks {
		b.WriteByte('\n')
		switch x := part.(type) {
		case report.Heading:
			fmt.Fprintf(&b, "## %s\n", escapeMarkdown(string(x)))
		case report.Paragraph:
			fmt.Fprintln(&b, escapeMarkdown(string(x)))
		case report.Bullets:
			for _, line := range x {
				fmt.Fprintf(&b, "- %s\n", escapeMarkdown(line))
			}
		case report.Code:
			writeFenced(&b, "sh", string(x))
		case report.BibTeX:
			writeFenced(&b, "bibtex", string(x))
		case report.Table:
			writeMarkdownTable(&b, x)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeMarkdownTable writes a table in which columns of numbers stand to the right.
func writeMarkdownTable(b *strings.Builder, t report.Table) {
	mark := func(i int) string {
		switch {
		case t.Marks == nil:
			return "| "
		case i < 0 || t.Marks[i] == "":
			return "| | "
		}
		return "| " + t.Marks[i] + " | "
	}
	line := func(start string, cells []string) {
		escaped := make([]string, len(cells))
		for i, c := range cells {
			escaped[i] = escapeMarkdown(c)
		}
		fmt.Fprintf(b, "%s%s |\n", start, strings.Join(escaped, " | "))
	}
	line(mark(-1), t.Head)
	b.WriteByte('|')
	if t.Marks != nil {
		b.WriteString("---|")
	}
	for j := range t.Head {
		if t.Numeric(j) {
			b.WriteString("---:|")
		} else {
			b.WriteString("---|")
		}
	}
	b.WriteByte('\n')
	for i, row := range t.Body {
		line(mark(i), row)
	}
}

var special = regexp.MustCompile("[\\\\`*_{}\\[\\]<>#|~&]")

// escapeMarkdown keeps text from meaning anything: a session may come from a
// stranger.
func escapeMarkdown(text string) string { return special.ReplaceAllString(text, `\$0`) }

// writeFenced writes a block of code of a language.
func writeFenced(b *strings.Builder, language, text string) {
	fence := fenceFor(text)
	fmt.Fprintf(b, "%s%s\n%s\n%[1]s\n", fence, language, text)
}

// fenceFor is a fence that the text of a block of code does not hold.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

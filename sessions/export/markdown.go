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

// markdownReport writes a session as a report: the data and the sweep, the
// table of points with the best marked, the definitions of the measures, and
// the command that reproduces them.
var markdownReport = Exporter{
	Extension: "md",
	Doc: `a report: what was swept, on which data, the table with the best marked,
what the numbers mean, what a paper's methods section states, the command
that reproduces the numbers, and the papers to cite as BibTeX`,
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
			WriteMarkdownTable(&b, x)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// WriteMarkdownTable writes a table with numeric columns aligned to the right.
func WriteMarkdownTable(b *strings.Builder, t report.Table) {
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

// escapeMarkdown escapes text that may come from a stranger's session.
func escapeMarkdown(text string) string { return special.ReplaceAllString(text, `\$0`) }

// writeFenced writes a code block of a language.
func writeFenced(b *strings.Builder, language, text string) {
	fence := fenceFor(text)
	fmt.Fprintf(b, "%s%s\n%s\n%[1]s\n", fence, language, text)
}

// fenceFor returns a fence that does not occur in the text of a code block.
func fenceFor(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

package cli

import (
	"fmt"
	"io"
	"strings"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
)

// Wrapped prints a paragraph wrapped to the width of tables, each line
// indented.
func Wrapped(w io.Writer, indent, text string) {
	for _, line := range layout.Wrap(clean.Of(text), Columns()-len(indent)) {
		fmt.Fprintln(w, indent+string(line))
	}
}

// Sentence prints a line of prose, wrapped if w is a terminal, else as one
// line.
func Sentence(w io.Writer, line string) { sentence(w, line, IsTerminal(w)) }

func sentence(w io.Writer, line string, wrap bool) {
	if !wrap {
		fmt.Fprintln(w, line)
		return
	}
	text := strings.TrimLeft(line, " ")
	Wrapped(w, line[:len(line)-len(text)], text)
}

// Paragraphs prints a text that was wrapped to another width. It joins
// continuation lines, and wraps the result with [Hanging].
func Paragraphs(w io.Writer, text string) {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if last := len(out) - 1; last >= 0 && line != "" && out[last] != "" {
			before, begins := hangingIndent(out[last])
			if indent, _ := hangingIndent(line); indent == begins && (indent == 0 || before < begins) {
				out[last] += " " + line[indent:]
				continue
			}
		}
		out = append(out, line)
	}
	for _, line := range out {
		Hanging(w, line)
	}
}

// hangingIndent returns the columns in which a line and its text begin; the
// text follows a term, if there is one.
func hangingIndent(line string) (indent, text int) {
	word := strings.TrimLeft(line, " ")
	indent = len(line) - len(word)
	if at := strings.Index(word, "  "); indent > 0 && at > 0 {
		return indent, len(line) - len(strings.TrimLeft(word[at:], " "))
	}
	return indent, indent
}

// Hanging prints a line. If it is too wide, it continues below the start of its
// text.
func Hanging(w io.Writer, line string) {
	_, indent := hangingIndent(line)
	width := Columns()
	if layout.Width(clean.Of(line)) <= width || indent > width/2 {
		fmt.Fprintln(w, line)
		return
	}
	for i, part := range layout.Wrap(clean.Of(line[indent:]), width-indent) {
		head := strings.Repeat(" ", indent)
		if i == 0 {
			head = line[:indent]
		}
		fmt.Fprintln(w, head+string(part))
	}
}

// Markdown prints paragraphs and list items wrapped to the width of tables,
// without the marks. Indented and fenced text is unchanged.
func Markdown(w io.Writer, text string) {
	paragraph, indent, fenced := "", "", false
	flush := func() {
		if paragraph == "" {
			return
		}
		for i, line := range layout.Wrap(clean.Of(paragraph), Columns()-len(indent)) {
			head := indent
			if i == 0 && indent != "" {
				head = "- "
			}
			fmt.Fprintln(w, head+string(line))
		}
		paragraph, indent = "", ""
	}
	marks := strings.NewReplacer("`", "", "**", "")
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		item, isItem := strings.CutPrefix(line, "- ")
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			fenced = !fenced
		case fenced, strings.HasPrefix(line, "    "), line == "", strings.HasPrefix(line, "# "):
			flush()
			fmt.Fprintln(w, strings.TrimPrefix(line, "# "))
		case isItem:
			flush()
			paragraph, indent = marks.Replace(item), "  "
		default:
			paragraph = strings.TrimSpace(paragraph + " " + marks.Replace(strings.TrimSpace(line)))
		}
	}
	flush()
}

// Pad appends blanks to a text up to a width, at least two.
func Pad(text string, w int) string {
	n := len([]rune(text))
	return text + strings.Repeat(" ", max(w-n, 2))
}

// TextWidth is the width of sentences.
const TextWidth = 80

// Fact prints a line, wrapped below its second column.
func Fact(w io.Writer, line string) {
	const column = 12
	rest := layout.Wrap(clean.Text(line[min(column, len(line)):]), TextWidth-column)
	fmt.Fprintln(w, line[:min(column, len(line))]+strings.TrimRight(string(rest[0]), " "))
	for _, more := range rest[1:] {
		fmt.Fprintln(w, strings.Repeat(" ", column)+strings.TrimRight(string(more), " "))
	}
}

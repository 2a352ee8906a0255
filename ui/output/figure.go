package output

import (
	"cmp"
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/x/ansi"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/export"
	"example.com/sfatui/sessions/export/raster"
	"example.com/sfatui/sessions/export/report"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// Written is the message that the page's content was written to a file, or why not.
type Written struct {
	path string
	over bool
	as   format
	note string // a remark about the file; "" for none
	err  error
}

// format is a way to write the page's content, selected by the file extension.
type format struct {
	ending, content string
	write           func(io.Writer) error
	note            func() string // a remark about the file; nil for none
}

// AskFigure prompts for the file to write the page's content to. Its extension selects the format.
func (o *Output) AskFigure(sc *page.Scene, _ string) tea.Cmd {
	shown := o.capture()
	formats := formatsOf(sc, shown)
	name := fileName(sc, shown) + "." + formats[0].ending
	check := func(path string) error {
		_, err := formatFor(formats, path)
		return err
	}
	sc.Prompt = &page.Prompt{Label: "write to", Input: input.New(name), Hint: endings(formats), Complete: page.CompletePath, Typed: check,
		Done: func(path string) tea.Cmd {
			f, err := formatFor(formats, path)
			if err != nil {
				sc.Message = clean.Of(err.Error())
				return nil
			}
			return o.writeFigure(sc, strings.TrimSpace(path), f, false)
		}}
	return nil
}

// formatsOf returns the formats for the page on the screen, the proposed one first: those of
// pictures, of the table of points, or of a page of text.
func formatsOf(sc *page.Scene, shown page.Capture) []format {
	style := *sc.Style // it may change before the file is written
	if d := drawingOf(sc, shown.Figures); d != nil {
		return []format{
			{"svg", "vectors", func(w io.Writer) error { return svg.Write(w, d) }, nil},
			{"png", "image", func(w io.Writer) error { return raster.Write(w, d) }, func() string { return raster.Note(d) }},
			{"txt", "as on the screen", func(w io.Writer) error { return writeText(w, &style, linesOf(shown.Figures)) }, nil},
		}
	}
	if w := shown.TableWidth; w > 0 && len(sc.Table.Order) > 0 {
		exact, text := sc.Table.Tabulate(&sc.Sweep, w, true), sc.Table.Tabulate(&sc.Sweep, w, false)
		return []format{
			{"csv", "all digits", func(w io.Writer) error { return writeCSV(w, exact) }, nil},
			{"md", "as on the screen", func(w io.Writer) error {
				var b strings.Builder
				export.WriteMarkdownTable(&b, text)
				_, err := io.WriteString(w, b.String())
				return err
			}, nil},
		}
	}
	return []format{{"txt", "as on the screen", func(w io.Writer) error { return writeText(w, &style, shown.Text) }, nil}}
}

// drawingOf returns the pictures as one drawing, several below each other; nil for none.
func drawingOf(sc *page.Scene, figures []page.Figure) svg.Drawing {
	name, _ := sc.DataFacts()
	if r := sc.Table.Row(&sc.Sweep); r != nil && page.PointPages.With(sc.Tabs).Has(sc.Shown) {
		name = clean.Join([]clean.Text{name, sc.Starred(r)}, " · ")
	}
	titled := func(text clean.Text) clean.Text {
		if name == "" {
			return text
		}
		return text + " · " + name
	}
	var parts []svg.Drawing
	for i, f := range figures {
		title := f.Name
		if len(figures) == 1 {
			title = titled(title)
		}
		if d := figures[i].Drawing(title); d != nil {
			parts = append(parts, d)
		}
	}
	switch len(parts) {
	case 0:
		return nil
	case 1:
		return parts[0]
	}
	return svg.Sheet{Title: string(titled(clean.Of(string(sc.Shown)))), Parts: parts}
}

// linesOf returns the pictures as text, each below its name.
func linesOf(figures []page.Figure) []clean.Text {
	var lines []clean.Text
	for i, f := range figures {
		if i > 0 {
			lines = append(lines, "")
		}
		lines = append(append(lines, f.Name), f.Lines...)
	}
	return lines
}

// writeText writes lines without styles and without blanks at their ends, spelled in ASCII where
// the screen is.
func writeText(w io.Writer, style *theme.Style, lines []clean.Text) error {
	var b strings.Builder
	for _, line := range lines {
		text := ansi.Strip(string(line))
		if style.ASCII {
			text = theme.ToASCII(text, ansi.StringWidth(text), style.Scripts)
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	_, err := io.WriteString(w, strings.TrimRight(b.String(), "\n")+"\n")
	return err
}

// writeCSV writes a table with the marks of its rows in the first column.
func writeCSV(w io.Writer, t report.Table) error {
	out := csv.NewWriter(w)
	out.Write(append([]string{"mark"}, t.Head...)) // Error returns the first error of a write
	for i, row := range t.Body {
		out.Write(append([]string{t.Mark(i)}, row...))
	}
	out.Flush()
	return out.Error()
}

// formatFor returns the format of a path's ending.
func formatFor(formats []format, path string) (format, error) {
	path = strings.TrimSpace(path)
	ending := filepath.Ext(path)
	for _, f := range formats {
		if "."+f.ending == ending && filepath.Base(path) != ending {
			return f, nil
		}
	}
	if ending == filepath.Base(path) {
		return format{}, errors.New("type a name that ends with " + string(endings(formats)))
	}
	return format{}, errors.New("end it with " + string(endings(formats)))
}

// endings returns the possible endings with their contents.
func endings(formats []format) clean.Text {
	var parts []clean.Text
	for _, f := range formats {
		parts = append(parts, "."+clean.Of(f.ending)+" "+clean.Of(f.content))
	}
	return clean.Join(parts, "  ")
}

// mostName is the largest length of a proposed name without its ending, in bytes.
const mostName = 48

// fileName proposes a name without an ending: the data, and the picture or the page.
func fileName(sc *page.Scene, shown page.Capture) string {
	what := clean.Of(string(sc.Shown))
	switch {
	case len(shown.Figures) == 1:
		head, _, _ := strings.Cut(string(shown.Figures[0].Name), " · ")
		what = clean.Of(head)
	case len(shown.Figures) == 0 && shown.TableWidth > 0:
		what = "points"
	}
	data, _ := sc.DataFacts()
	name := strings.Trim(unsafeInNames.ReplaceAllString(strings.ToLower(string(data)+"-"+string(what)), "-"), "-.")
	if len(name) > mostName {
		name = name[:max(strings.LastIndexByte(name[:mostName+1], '-'), mostName/2)]
	}
	return cmp.Or(strings.TrimRight(name, "-."), "figure")
}

// writeFigure returns a command that writes a file.
func (o *Output) writeFigure(sc *page.Scene, path string, f format, over bool) tea.Cmd {
	sc.Message = "writing " + clean.Of(path) + " …"
	return func() tea.Msg {
		w := Written{path: path, over: over, as: f, err: store.Save(input.Path(path), over, f.write)}
		if f.note != nil && w.err == nil {
			w.note = f.note()
		}
		return w
	}
}

// handleWritten shows that a file was written, or asks the user whether to overwrite one.
func (o *Output) handleWritten(sc *page.Scene, msg Written) {
	switch {
	case errors.Is(msg.err, fs.ErrExist) && !msg.over:
		sc.AskOver(msg.path, func() tea.Cmd { return o.writeFigure(sc, msg.path, msg.as, true) })
	case msg.err != nil:
		sc.Message = "not written: " + clean.Of(msg.err.Error())
	case msg.note != "":
		sc.Message = "wrote " + clean.Of(msg.path) + "; " + clean.Of(msg.note)
	default:
		sc.Message = "wrote " + clean.Of(msg.path)
	}
}

// Package output copies text from a sweep to the clipboard or writes it to a file.
package output

import (
	"errors"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	tea "github.com/charmbracelet/bubbletea"
)

// Copied is the message that a text was sent to the clipboard.
type Copied struct {
	What clean.Text
	Text string
	Err  error
}

// doCopy copies the command, the row or a value of the selected point, as the user chooses.
func (o *Output) doCopy(sc *page.Scene, _ string) tea.Cmd {
	r := sc.Table.Row(&sc.Sweep)
	sc.Ask = &page.Question{Text: "Copy:", Answers: []page.Answer{
		{Key: "c", Does: "command that computes it", Do: func() tea.Cmd {
			text, err := commandOf(sc, r)
			if err != nil {
				sc.Message = clean.Of(err.Error())
				return nil
			}
			return o.Copy("the command", text)
		}},
		{Key: "r", Does: "row", Do: func() tea.Cmd { return o.Copy("the row", rowText(sc, r)) }},
		{Key: "v", Does: "value of sort column", Do: func() tea.Cmd {
			c, _ := sc.Table.Sorted(&sc.Sweep, sweepview.ColumnsOf(&sc.Sweep, sweepview.Terse))
			return o.Copy(clean.Of(c.ID), c.Exact(r))
		}},
		{Key: "esc", Does: "nothing"},
	}}
	return nil
}

// Copy returns a command that sends a text to the clipboard.
func (o *Output) Copy(what clean.Text, text string) tea.Cmd {
	w := o.wire
	return func() tea.Msg { return Copied{what, text, w.Copy(text)} }
}

// handleCopied shows that a text was copied.
func (o *Output) handleCopied(sc *page.Scene, msg Copied) {
	if msg.Err != nil {
		sc.Message = "not copied: " + clean.Of(msg.Err.Error())
		return
	}
	sc.Message = "copied " + msg.What + ": " + clean.Of(strings.ReplaceAll(msg.Text, "\n", " "))
}

// commandOf returns the command line that computes a row's points again, with the same keys.
func commandOf(sc *page.Scene, r *choose.Row) (string, error) {
	if sc.Session == nil {
		return "", errors.New("the sweep is not started yet")
	}
	spec, ok := sessions.Sweep(sc.Sweep.Outline.Of(r.Config), sc.Session.Header.Data.Overlap)
	if !ok {
		return "", errors.New("some folds of this point are not planned: no single command computes it")
	}
	return sc.Session.Command(spec) + " --json", nil
}

// rowText returns a row with its headings, separated by tabs: all parameters and all measures
// with all digits.
func rowText(sc *page.Scene, r *choose.Row) string {
	var heads, cells []string
	add := func(head, cell string) { heads, cells = append(heads, head), append(cells, message.Clean(cell)) }
	for _, d := range sweepview.Parameters() {
		if !d.Usual(r.Config) || sweepview.Varies(sc.Sweep.Axes, d.Name) {
			add(d.Name, string(d.Label(r.Config)))
		}
	}
	for _, q := range sc.Sweep.Quantities() {
		add(q.ID, clean.Exactly(q.Of(r)))
		if q.Stat != nil && q.Stat(r).N > 1 {
			add(q.ID+" ±", clean.Exactly(q.Stat(r).SE))
		}
	}
	if text := sc.Sweep.Notes[r.Config]; text != "" {
		add("note", string(text))
	}
	return strings.Join(heads, "\t") + "\n" + strings.Join(cells, "\t")
}

// Actions returns the actions that copy and export.
func (o *Output) Actions() []page.Action {
	const group = "Points"
	return []page.Action{
		{ID: "copy", Group: group, Who: page.Anyone, Keys: []string{"y"}, Short: "copy", Long: "copy the command that recomputes the point, its row or a value; also over SSH",
			Modes: page.AnyMode, Pages: page.AtPoint, Footer: 12, Off: page.NoPoint, Do: o.doCopy},
		{ID: "figure", Group: group, Who: page.Local, Keys: []string{"Y"}, Short: "figure", Long: "write what is shown to a file: a picture as .svg, .png or .txt, the table of points as .csv or .md with its rows and columns, other pages as .txt",
			Modes: page.AnyMode, Pages: page.But(page.Home, page.Editor, page.Settings, page.Palette), Footer: 14, Off: o.offFigure, Do: o.AskFigure},
		{ID: "export", Group: group, Who: page.Local, Keys: []string{"ctrl+s"}, Short: "export", Long: "write the point's features or, on tab M of the point, its model (.npz), its model for other programs (.onnx), or all points as a table (.csv, .json) or a report (.html, .md)",
			Modes: page.AnyMode, Pages: page.SweepPages, Footer: 15, Off: o.offExport, Do: o.doExport},
	}
}

// Update handles the results of copying and exporting.
func (o *Output) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case Copied:
		o.handleCopied(sc, msg)
	case Exported:
		o.handleExported(sc, msg)
	case Written:
		o.handleWritten(sc, msg)
	}
	return nil
}

package ui

import (
	"errors"
	"strings"

	"example.com/sfatui/datasets/message"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/points"
)

// copied tells what was sent to the clipboard.
type copied struct {
	what clean.Text
	text string
	err  error
}

// doCopy asks what of the selected point to copy.
func doCopy(m *model, _ string) tea.Cmd {
	m.Ask = &page.Question{Text: "Copy: c command that computes it  r row  v value sorted by  other keys: nothing",
		Keys: []string{"c", "r", "v"}, Pick: func(key string) tea.Cmd {
			r := m.Table.Row(&m.Sweep)
			var what clean.Text
			var text string
			var err error
			switch key {
			case "c":
				what = "the command"
				text, err = m.commandOf(r)
			case "r":
				what, text = "the row", m.rowText(r)
			case "v":
				c, _ := m.Table.Sorted(&m.Sweep, points.ColumnsOf(&m.Sweep, points.Terse))
				what, text = clean.Of(c.ID), c.Exact(r)
			}
			if err != nil {
				m.Message = clean.Of(err.Error())
				return nil
			}
			return m.copyText(what, text)
		}}
	return nil
}

// copyText sends a text to the clipboard.
func (m *model) copyText(what clean.Text, text string) tea.Cmd {
	w := m.wire
	return func() tea.Msg { return copied{what, text, w.Copy(text)} }
}

// copied takes up that a text was sent.
func (m *model) copied(msg copied) {
	if msg.err != nil {
		m.Message = "not copied: " + clean.Of(msg.err.Error())
		return
	}
	m.Message = "copied " + msg.what + ": " + clean.Of(strings.ReplaceAll(msg.text, "\n", " "))
}

// commandOf is the command line that computes a row's points anew, with the
// same keys.
func (m *model) commandOf(r *choose.Row) (string, error) {
	if m.Session == nil {
		return "", errors.New("the sweep is not started yet")
	}
	spec, ok := m.sweepOf(r.Config)
	if !ok {
		return "", errors.New("not all folds of this point are planned: no command computes it alone")
	}
	return m.Session.Command(spec) + " --json", nil
}

// sweepOf is the sweep that computes one configuration on all of its folds.
func (m *model) sweepOf(config part.Point) (sweep.Spec, bool) {
	return sessions.Sweep(m.Sweep.Outline.Of(config), m.Session.Header.Data.Overlap)
}

// rowText is a row with its headings, apart by tabs: all parameters and all
// measures, as exactly as they are known.
func (m *model) rowText(r *choose.Row) string {
	var heads, cells []string
	add := func(head, cell string) { heads, cells = append(heads, head), append(cells, message.Clean(cell)) }
	for _, d := range parameter.All {
		if !d.Usual(r.Config) || parameter.Varies(m.Sweep.Axes, d.Name) {
			add(d.Name, string(d.Label(r.Config)))
		}
	}
	for _, q := range m.Sweep.Quantities() {
		add(q.ID, humanize.Exactly(q.Of(r)))
		if q.Stat != nil && q.Stat(r).N > 1 {
			add(q.ID+" ±", humanize.Exactly(q.Stat(r).SE))
		}
	}
	if text := m.Sweep.Notes[r.Config]; text != "" {
		add("note", string(text))
	}
	return strings.Join(heads, "\t") + "\n" + strings.Join(cells, "\t")
}

// noted tells that a note was written, with its records where this program is
// not computing.
type noted struct {
	records []record.Record
	err     error
}

// doNote asks for a note on the selected point.
func doNote(m *model, _ string) tea.Cmd {
	config := m.Table.Row(&m.Sweep).Config
	m.Prompt = &page.Prompt{Label: "note", Input: input.New(string(m.Sweep.Notes[config])), Hint: "your words about this point; empty takes the note away",
		Done: func(text string) tea.Cmd {
			s, e := m.Session, m.exec
			return func() tea.Msg {
				if e != nil { // its records come through the feed
					return noted{err: e.Note(config, text)}
				}
				records, err := s.Note(config, text)
				return noted{records, err}
			}
		}}
	return nil
}

// noted takes up a note.
func (m *model) noted(msg noted) {
	if msg.err != nil {
		m.Message = clean.Sprintf("the note is not kept: %v", msg.err)
		return
	}
	m.reduce(msg.records)
	m.Message = "the note is kept in the session"
}

// recordActions take something along from a point, or leave something there.
func recordActions() []action {
	const group = "Points"
	return []action{
		{id: "copy", group: group, keys: []string{"y"}, short: "copy", long: "copy the command that computes the point anew, its row or a value; over SSH too",
			modes: page.AnyMode, pages: page.Only(page.Overview, page.Point), footer: 12, off: on(page.NoPoint), do: doCopy},
		{id: "export", group: group, keys: []string{"Y"}, short: "export", long: "write the point's features (.npz), or all points as a table (.csv, .json) or a report (.html, .md)",
			modes: page.AnyMode, pages: page.SweepPages, footer: 14, off: offExport, do: doExport},
		{id: "note", group: group, keys: []string{"n"}, short: "note", long: "write a note on the selected point; it is kept in the session",
			modes: page.Live | page.Opened, pages: page.Only(page.Overview, page.Point), off: func(m *model) clean.Text {
				if why := page.NoSession(m.Scene); why != "" {
					return why
				}
				return page.NoPoint(m.Scene)
			}, do: doNote},
	}
}

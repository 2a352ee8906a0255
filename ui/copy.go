package ui

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/datasets/message"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/parameter"
)

// copied tells what was sent to the clipboard.
type copied struct {
	what clean.Text
	text string
	err  error
}

// doCopy asks what of the selected point to copy.
func doCopy(m *model, _ string) tea.Cmd {
	m.ask = &question{text: "Copy: c command that computes it  r row  v value sorted by  other keys: nothing",
		keys: []string{"c", "r", "v"}, pick: func(key string) tea.Cmd {
			r := m.table.row(&m.scene)
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
				c, _ := m.table.sorted(&m.scene, columnsOf(&m.scene, terse))
				what, text = clean.Of(c.id), c.exact(r)
			}
			if err != nil {
				m.message = clean.Of(err.Error())
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
		m.message = "not copied: " + clean.Of(msg.err.Error())
		return
	}
	m.message = "copied " + msg.what + ": " + clean.Of(strings.ReplaceAll(msg.text, "\n", " "))
}

// commandOf is the command line that computes a row's points anew, with the
// same keys.
func (m *model) commandOf(r *choose.Row) (string, error) {
	if m.session == nil {
		return "", errors.New("the sweep is not started yet")
	}
	spec, ok := m.sweepOf(r.Config)
	if !ok {
		return "", errors.New("not all folds of this point are planned: no command computes it alone")
	}
	return m.session.Command(spec) + " --json", nil
}

// sweepOf is the sweep that computes one configuration on all of its folds.
func (m *model) sweepOf(config part.Point) (sweep.Spec, bool) {
	return sessions.Sweep(m.scene.Outline.Of(config))
}

// rowText is a row with its headings, apart by tabs: all parameters and all
// measures, as exactly as they are known.
func (m *model) rowText(r *choose.Row) string {
	var heads, cells []string
	add := func(head, cell string) { heads, cells = append(heads, head), append(cells, message.Clean(cell)) }
	for _, d := range parameter.All {
		if !d.Usual(r.Config) || parameter.Varies(m.scene.Axes, d.Name) {
			add(d.Name, string(d.Label(r.Config)))
		}
	}
	for _, q := range m.scene.Quantities() {
		add(q.ID, exactly(q.Of(r)))
		if q.Stat != nil && q.Stat(r).N > 1 {
			add(q.ID+" ±", exactly(q.Stat(r).SE))
		}
	}
	if text := m.scene.Notes[r.Config]; text != "" {
		add("note", string(text))
	}
	return strings.Join(heads, "\t") + "\n" + strings.Join(cells, "\t")
}

// exact is the column's value of a row, to the last digit.
func (c column) exact(r *choose.Row) string {
	number, word := c.value(r)
	if word != "" || math.IsNaN(number) {
		return string(word)
	}
	return exactly(number)
}

// exactly writes a number to the last digit, "" where there is none.
func exactly(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// noted tells that a note was written, with its records where this program is
// not computing.
type noted struct {
	records []record.Record
	err     error
}

// doNote asks for a note on the selected point.
func doNote(m *model, _ string) tea.Cmd {
	config := m.table.row(&m.scene).Config
	m.prompt = &prompt{label: "note", input: input.New(string(m.scene.Notes[config])), hint: "your words about this point; empty takes the note away",
		done: func(text string) tea.Cmd {
			s, e := m.session, m.exec
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
		m.message = clean.Sprintf("the note is not kept: %v", msg.err)
		return
	}
	m.reduce(msg.records)
	m.message = "the note is kept in the session"
}

func offNoPoint(m *model) clean.Text {
	if m.table.row(&m.scene) == nil {
		return "no point is selected"
	}
	return ""
}

// recordActions take something along from a point, or leave something there.
func recordActions() []action {
	const group = "Points"
	return []action{
		{id: "copy", group: group, keys: []string{"y"}, short: "copy", long: "copy the command that computes the point anew, its row or a value; over SSH too",
			modes: anyMode, pages: pageMain | pageDetail, footer: 12, off: offNoPoint, do: doCopy},
		{id: "export", group: group, keys: []string{"Y"}, short: "export", long: "write the point's features (.npz), or all points as a table (.csv, .json) or a report (.html, .md)",
			modes: anyMode, pages: everyPage, footer: 14, off: offExport, do: doExport},
		{id: "note", group: group, keys: []string{"n"}, short: "note", long: "write a note on the selected point; it is kept in the session",
			modes: live | opened, pages: pageMain | pageDetail, off: func(m *model) clean.Text {
				if why := offNoSession(m); why != "" {
					return why
				}
				return offNoPoint(m)
			}, do: doNote},
	}
}

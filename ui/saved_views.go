package ui

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/views"
)

// savedViews holds the stored views of the session of a place.
type savedViews struct {
	uuid    string
	file    *views.File
	book    views.Book
	begun   views.View // as the session was opened
	ready   bool       // the file was read
	written int        // number of the latest book
}

// viewsRead is the message with the stored views of a session.
type viewsRead struct {
	uuid string
	book views.Book
}

// viewsWritten is the message that the views were stored, or why not.
type viewsWritten struct {
	err error
	did clean.Text
}

// offViews returns why views cannot be stored, "" where they can.
func (m *model) offViews() clean.Text {
	switch {
	case m.Session == nil:
		return "the sweep is not started yet"
	case m.cfg.ViewsPath == "":
		return "there is no folder to store views in"
	case m.Mode == page.Replaying:
		return "a replay has no views of its own: sfatui open shows them"
	case !m.views.ready:
		return "the stored views are being read"
	}
	return ""
}

// readViews returns a command that reads the views of the session, once.
func (m *model) readViews() tea.Cmd {
	if m.Session == nil || m.cfg.ViewsPath == "" || m.cfg.Host != nil || m.Mode == page.Replaying || m.views.uuid == m.Session.Header.UUID {
		return nil
	}
	uuid := m.Session.Header.UUID
	file := views.Of(m.cfg.ViewsPath, uuid)
	m.views = savedViews{uuid: uuid, file: file, begun: m.view()}
	return func() tea.Msg { return viewsRead{uuid, file.Read()} }
}

// view returns how the sweep is looked at now.
func (m *model) view() views.View {
	return views.View{Table: m.Table.Saved(), Zoom: m.overviewPage().Zoom()}
}

// applyViews shows the last view of the session, unless the user has chosen another since it
// was opened.
func (m *model) applyViews(msg viewsRead) {
	if msg.uuid != m.views.uuid {
		return
	}
	m.views.ready, m.views.book = true, msg.book
	if !reflect.DeepEqual(m.view(), m.views.begun) || reflect.DeepEqual(msg.book.Last, views.View{}) {
		m.views.book.Last = m.view()
		return
	}
	m.showStored(msg.book.Last, "the last view")
	m.views.book.Last = m.view()
}

// showStored shows a stored view and names what is gone from the sweep.
func (m *model) showStored(v views.View, name clean.Text) {
	m.overviewPage().SetZoom(v.Zoom)
	if gone := m.Table.Restore(&m.Sweep, v.Table); len(gone) > 0 {
		m.Message = name + " is shown without " + clean.Join(gone, ", ") + ": the sweep does not have it"
	}
}

// keepView returns a command that stores the view if it has changed.
func (m *model) keepView() tea.Cmd {
	if m.offViews() != "" || m.cfg.Host != nil || m.Prompt != nil {
		return nil
	}
	now := m.view()
	if reflect.DeepEqual(now, m.views.book.Last) {
		return nil
	}
	m.views.book.Last = now
	return m.writeViews("")
}

// writeViews returns a command that stores the views; did is its message.
func (m *model) writeViews(did clean.Text) tea.Cmd {
	m.views.written++
	n, file, book := m.views.written, m.views.file, m.views.book
	book.Named = maps.Clone(book.Named)
	return func() tea.Msg { return viewsWritten{file.Write(n, book), did} }
}

// flushViews stores the views before the program ends.
func (m *model) flushViews() {
	if cmd := m.keepView(); cmd != nil {
		cmd()
	}
}

// viewActions returns the actions on columns and stored views.
func (m *model) viewActions() []page.Action {
	const group = "Views"
	return []page.Action{
		{ID: "columns", Group: group, Place: 9, Who: page.Anyone, Short: "columns", Long: "show only these columns of the table, such as :columns sigma acc; without names, all",
			Modes: page.AnyMode, Pages: page.SweepPages, Off: page.NoRows, Takes: "NAMES",
			Do: func(*page.Scene, string) tea.Cmd { return m.chooseColumns("") }, Take: func(_ *page.Scene, text string) tea.Cmd { return m.chooseColumns(text) }},
		{ID: "view", Group: group, Place: 10, Who: page.Local, Short: "view", Long: "show a stored view of columns, filter, sort order and zoom; :view save NAME stores the present one; without a name, list them",
			Modes: page.AnyMode, Pages: page.SweepPages, Off: page.Unless(m.offViews), Takes: "[save] NAME",
			Do: func(*page.Scene, string) tea.Cmd { return m.namedView("") }, Take: func(_ *page.Scene, text string) tea.Cmd { return m.namedView(text) }},
	}
}

// chooseColumns shows only the named columns of the table.
func (m *model) chooseColumns(text string) tea.Cmd {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if unknown := m.Table.ChooseColumns(&m.Sweep, words); unknown != "" {
		m.Message = clean.Of(unknown) + ": no such column; write " + clean.Of(m.Sweep.FilterNames())
		return nil
	}
	if len(words) == 0 {
		m.Message = "all columns are shown, as far as there is room"
	}
	return m.keepView()
}

// namedView shows or stores the view with a name, or lists the names.
func (m *model) namedView(text string) tea.Cmd {
	words := strings.Fields(text)
	names := clean.Join(clean.All(slices.Sorted(maps.Keys(m.views.book.Named))), ", ")
	switch {
	case len(words) == 0 && names == "":
		m.Message = "no view is stored: :view save NAME stores this one"
	case len(words) == 0:
		m.Message = "views: " + names
	case words[0] == "save" && len(words) == 2:
		if m.views.book.Named == nil {
			m.views.book.Named = map[string]views.View{}
		}
		m.views.book.Last = m.view()
		m.views.book.Named[words[1]] = m.views.book.Last
		return m.writeViews("view " + clean.Of(words[1]) + " is stored")
	case len(words) != 1 || words[0] == "save":
		m.Message = "write :view NAME, or :view save NAME with a name of one word"
	default:
		v, ok := m.views.book.Named[words[0]]
		if !ok {
			m.Message = "no view " + clean.Of(words[0]) + " is stored; stored: " + orNone(names)
			return nil
		}
		m.Message = "view " + clean.Of(words[0])
		m.Shown = page.Overview
		m.showStored(v, m.Message)
		return m.keepView()
	}
	return nil
}

// orNone returns names, or "none".
func orNone(names clean.Text) clean.Text {
	if names == "" {
		return "none"
	}
	return names
}

package ui

import (
	"cmp"
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
	m       *model
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

// off returns the reason why views cannot be stored; "" if they can.
func (sv *savedViews) off() clean.Text {
	switch {
	case sv.m.scene.Session == nil:
		return "the sweep is not started yet"
	case sv.m.cfg.ViewsPath == "":
		return "there is no folder to store views in"
	case sv.m.scene.Mode == page.Replaying:
		return "a replay has no views of its own: sfatui open shows them"
	case !sv.ready:
		return "the stored views are being read"
	}
	return ""
}

// read returns a command that reads the views of the session, once.
func (sv *savedViews) read() tea.Cmd {
	if sv.m.scene.Session == nil || sv.m.cfg.ViewsPath == "" || sv.m.cfg.Host != nil || sv.m.scene.Mode == page.Replaying || sv.uuid == sv.m.scene.Session.Header.UUID {
		return nil
	}
	uuid := sv.m.scene.Session.Header.UUID
	file := views.Of(sv.m.cfg.ViewsPath, uuid)
	*sv = savedViews{m: sv.m, uuid: uuid, file: file, begun: sv.view()}
	return func() tea.Msg { return viewsRead{uuid, file.Read()} }
}

// view returns the current view of the sweep.
func (sv *savedViews) view() views.View {
	return views.View{Table: sv.m.scene.Table.Saved(), Zoom: sv.m.overviewPage().Zoom()}
}

// apply shows the last view of the session, unless the user has chosen another since it
// was opened.
func (sv *savedViews) apply(msg viewsRead) {
	if msg.uuid != sv.uuid {
		return
	}
	sv.ready, sv.book = true, msg.book
	if !reflect.DeepEqual(sv.view(), sv.begun) || reflect.DeepEqual(msg.book.Last, views.View{}) {
		sv.book.Last = sv.view()
		return
	}
	sv.show(msg.book.Last, "the last view")
	sv.book.Last = sv.view()
}

// show shows a stored view and reports what the sweep no longer has.
func (sv *savedViews) show(v views.View, name clean.Text) {
	sv.m.overviewPage().SetZoom(v.Zoom)
	if gone := sv.m.scene.Table.Restore(&sv.m.scene.Sweep, v.Table); len(gone) > 0 {
		sv.m.scene.Message = name + " is shown without " + clean.Join(gone, ", ") + ": the sweep does not have it"
	}
}

// keep returns a command that stores the view if it has changed.
func (sv *savedViews) keep() tea.Cmd {
	if sv.off() != "" || sv.m.cfg.Host != nil || sv.m.scene.Prompt != nil {
		return nil
	}
	now := sv.view()
	if reflect.DeepEqual(now, sv.book.Last) {
		return nil
	}
	sv.book.Last = now
	return sv.write("")
}

// write returns a command that stores the views; did is its message.
func (sv *savedViews) write(did clean.Text) tea.Cmd {
	sv.written++
	n, file, book := sv.written, sv.file, sv.book
	book.Named = maps.Clone(book.Named)
	return func() tea.Msg { return viewsWritten{file.Write(n, book), did} }
}

// flush stores the views before the program ends.
func (sv *savedViews) flush() {
	if cmd := sv.keep(); cmd != nil {
		cmd()
	}
}

// actions returns the actions on columns and stored views.
func (sv *savedViews) actions() []page.Action {
	const group = "Views"
	return []page.Action{
		{ID: "columns", Group: group, Place: 9, Who: page.Anyone, Short: "columns", Long: "show only these columns of the table, such as :columns sigma acc; without names, all",
			Modes: page.AnyMode, Pages: page.SweepPages, Off: page.NoRows, Takes: "NAMES",
			Do: func(*page.Scene, string) tea.Cmd { return sv.columns("") }, Take: func(_ *page.Scene, text string) tea.Cmd { return sv.columns(text) }},
		{ID: "view", Group: group, Place: 10, Who: page.Local, Short: "view", Long: "show a stored view of columns, filter, sort order and zoom; :view save NAME stores the present one; without a name, list them",
			Modes: page.AnyMode, Pages: page.SweepPages, Off: page.Unless(sv.off), Takes: "[save] NAME",
			Do: func(*page.Scene, string) tea.Cmd { return sv.named("") }, Take: func(_ *page.Scene, text string) tea.Cmd { return sv.named(text) }},
	}
}

// columns shows only the named columns of the table.
func (sv *savedViews) columns(text string) tea.Cmd {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if unknown := sv.m.scene.Table.ChooseColumns(&sv.m.scene.Sweep, words); unknown != "" {
		sv.m.scene.Message = clean.Of(unknown) + ": no such column; write " + clean.Of(sv.m.scene.Sweep.FilterNames())
		return nil
	}
	if len(words) == 0 {
		sv.m.scene.Message = "all columns are shown, as far as there is room"
	}
	return sv.keep()
}

// named shows or stores the view with a name, or lists the names.
func (sv *savedViews) named(text string) tea.Cmd {
	words := strings.Fields(text)
	names := clean.Join(clean.All(slices.Sorted(maps.Keys(sv.book.Named))), ", ")
	switch {
	case len(words) == 0 && names == "":
		sv.m.scene.Message = "no view is stored: :view save NAME stores this one"
	case len(words) == 0:
		sv.m.scene.Message = "views: " + names
	case words[0] == "save" && len(words) == 2:
		if sv.book.Named == nil {
			sv.book.Named = map[string]views.View{}
		}
		sv.book.Last = sv.view()
		sv.book.Named[words[1]] = sv.book.Last
		return sv.write("view " + clean.Of(words[1]) + " is stored")
	case len(words) != 1 || words[0] == "save":
		sv.m.scene.Message = "write :view NAME, or :view save NAME with a name of one word"
	default:
		v, ok := sv.book.Named[words[0]]
		if !ok {
			sv.m.scene.Message = "no view " + clean.Of(words[0]) + " is stored; stored: " + cmp.Or(names, "none")
			return nil
		}
		sv.m.scene.Message = "view " + clean.Of(words[0])
		sv.m.scene.Shown = page.Overview
		sv.show(v, sv.m.scene.Message)
		return sv.keep()
	}
	return nil
}

package ui

import (
	"context"
	"errors"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/locate"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/sandbox"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/page/palette"
)

// opener opens what the user names.
type opener struct{ m *model }

// action returns the action that opens a session or data by the name typed in the palette.
func (op opener) action() page.Action {
	return page.Action{ID: "open", Group: "Pages", Place: 4, Who: page.Anyone, Takes: "PATH", Short: "open", Long: "open a session (path, number or part of its name) or data",
		Modes: page.AnyMode, Pages: page.But(page.Palette), Off: page.Unless(op.off),
		Do: func(*page.Scene, string) tea.Cmd {
			op.ask("", nil)
			return nil
		},
		Take: func(_ *page.Scene, word string) tea.Cmd { return op.named(word) }}
}

// ask prompts for what to open. text is the previous input, and err the reason why it was
// rejected.
func (op opener) ask(text string, err error) {
	op.m.scene.Prompt = &page.Prompt{Label: "open", Input: input.New(text), Hint: "a session or data", Err: err, Complete: op.complete(), Done: op.named}
}

// complete returns the function that completes paths, nil on a server.
func (op opener) complete() func(text string) tea.Cmd {
	if op.m.cfg.Host != nil {
		return nil
	}
	return page.CompletePath
}

// off returns the reason why nothing can be opened; "" if something can.
func (op opener) off() clean.Text {
	if op.m.cfg.Home == nil {
		return "no other data or session can be opened here"
	}
	return ""
}

// named returns a command that finds the session or data with a name, to open it.
func (op opener) named(word string) tea.Cmd {
	source, own := op.m.cfg.Home, op.m.cfg.Host == nil
	ctx := op.m.ctl.Work.Context
	return func() tea.Msg {
		c := resolveName(ctx, source, input.Path(strings.TrimSpace(word)), own)
		c.Typed = word
		return c
	}
}

// resolveName returns the session or data with a name. Paths are read only if own is true: on the
// user's own machine.
func resolveName(ctx context.Context, source home.Source, word string, own bool) home.Chosen {
	if own && list.IsSession(word) {
		s, err := source.Open(word)
		return home.Chosen{Session: s, Err: err}
	}
	items, err := source.Sessions(ctx)
	if err != nil {
		return home.Chosen{Err: err}
	}
	var names []string
	data, err := source.Data(ctx)
	for _, d := range data {
		if string(d.Name) == word {
			return chosen(d)
		}
		names = append(names, string(d.Name))
	}
	if own && locate.Matches(sandbox.Disk{}, word) != nil {
		return chosen(home.Datum{Name: clean.Of(word), Disk: &sandbox.Disk{}, Options: datasets.Options{Paths: []string{word}}, Spec: source.Proposed()})
	}
	i, among := list.Among(items, word)
	var unknown *list.UnknownError
	switch {
	case among == nil:
		s, err := source.Open(items[i].Dir)
		return home.Chosen{Session: s, Err: err}
	case !errors.As(among, &unknown):
		return home.Chosen{Err: among}
	case err != nil:
		return home.Chosen{Err: err}
	}
	for i := range items {
		names = append(names, list.Name(&items[i]))
	}
	return home.Chosen{Err: errors.New(message.Clean(word) + ": no such session or data; " + message.Or(word, names, "home lists both"))}
}

// chosen returns data, as described by its description file if there is one.
func chosen(d home.Datum) home.Chosen {
	d, err := d.Described()
	return home.Chosen{Datum: d, Err: err}
}

// list returns a command that lists the sessions for the palette.
func (op opener) list() tea.Cmd {
	source := op.m.cfg.Home
	if source == nil || op.m.ctl.Work == nil {
		return nil
	}
	ctx := op.m.ctl.Work.Context
	return func() tea.Msg {
		items, err := source.Sessions(ctx)
		if err != nil { // the home page shows the error
			return nil
		}
		found := palette.Listed{}
		for i := range items {
			it := &items[i]
			found = append(found, palette.Session{Name: clean.Of(list.Name(it)), About: clean.Of(it.Header.Data.Name) + " · " + clean.Of(it.Created.Local().Format("2 Jan 2006 15:04")),
				Open: func() tea.Cmd { return op.named(it.Dir) }})
		}
		return found
	}
}

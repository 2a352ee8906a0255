package home

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Manager is a source whose sessions the user may change. Commands call its methods, except
// Off, one at a time.
type Manager interface {
	Source
	// Off returns the reason why the user may not change a session; "" if that is permitted.
	// It reads no files.
	Off(dir string) clean.Text
	// Remove moves a session into the trash.
	Remove(ctx context.Context, dir string) error
	// Undo restores the session that was removed last, and returns its path.
	Undo(ctx context.Context) (dir string, err error)
	// Rename gives a session another name in its folder, and returns its path.
	Rename(ctx context.Context, dir, name string) (to string, err error)
	// Tag adds tags, or removes those with a leading minus, and returns the resulting tags.
	Tag(ctx context.Context, dir string, words []string) ([]string, error)
}

// Changed is the message that a session was moved or tagged, or why not.
type Changed struct {
	// Gone is the former path of a session that has left it, "" for none.
	Gone string
	on   string    // path to put the cursor on, "" to leave it
	tags *[]string // present tags of the session on, nil if they were not changed
	did  clean.Text
	err  error
	// again asks once more for a text that was refused; nil for no text.
	again func(sc *page.Scene, err error)
}

// management changes sessions and their list.
type management struct{ page *Page }

// actions returns the actions that change sessions and their list.
func (mg management) actions() []page.Action {
	act := func(id string, footer int, short, long clean.Text, off func(*page.Scene) clean.Text, do func(*page.Scene, string) tea.Cmd, keys ...string) page.Action {
		return page.Action{ID: id, Group: group, Who: page.Anyone, Keys: keys, Short: short, Long: long, Modes: page.AtHome, Footer: footer, Off: off, Do: do}
	}
	return []page.Action{
		act("home delete", 9, "delete", "move the session to the trash, after a question; u restores it", mg.offMove, page.Doing(mg.askRemove), "x"),
		act("home undo", 10, "undo", "restore the session that was moved to the trash last", mg.offUndo, page.Command(mg.undo), "u"),
		act("home rename", 11, "rename", "give the session another name in its folder", mg.offMove, page.Doing(func(sc *page.Scene) {
			e := mg.page.session()
			mg.askName(sc, e.Dir, list.Name(&e.Item), nil)
		}), "R"),
		act("home tag", 12, "tag", "add or remove tags of the session; / finds them", mg.offTag, page.Doing(mg.askTags), "#"),
		act("home sort", 13, "sort", "sort the sessions by start, data, points or state; O reverses the order", nil, page.Keyed(mg.page.turnSort), "o", "O"),
		act("home group", 14, "group", "group the sessions by data set, experiments of the papers apart; press again to stop", nil, page.Doing(func(sc *page.Scene) {
			mg.page.keepCursor(func() { mg.page.grouped = !mg.page.grouped })
		}), "d"),
		act("home settings", 0, "differences", "on a wide screen: show all settings of the session, or only those that differ from its neighbours", mg.offSettings, page.Doing(func(*page.Scene) { mg.page.allSettings = !mg.page.allSettings }), "D"),
	}
}

// source returns the source as one whose sessions can be changed, nil for others.
func (mg management) source() Manager {
	m, _ := mg.page.src.(Manager)
	return m
}

// offTag returns the reason why the session cannot be tagged; "" if it can.
func (mg management) offTag(sc *page.Scene) clean.Text {
	e := mg.page.session()
	switch {
	case e == nil:
		return mg.page.offNoSession(sc)
	case mg.source() == nil:
		return "sessions cannot be changed from this list"
	case mg.page.changing:
		return "a session is being changed: wait a moment"
	case e.Err != nil:
		return "this session cannot be read: sfatui check shows the damage"
	}
	return mg.source().Off(e.Dir)
}

// offMove returns the reason why the session cannot be moved; "" if it can. Whether a process
// computes it is checked again when it is moved.
func (mg management) offMove(sc *page.Scene) clean.Text {
	if why := mg.offTag(sc); why != "" {
		return why
	}
	switch e := mg.page.session(); {
	case mg.page.Computes != nil && mg.page.Computes(e.Dir):
		return "this program is computing it: cancel it first, with x in the session"
	case e.Status == record.Running || e.Status == record.Paused:
		return "it is being computed: wait until it ends, or cancel it"
	case e.Submitted != nil:
		return "its tasks are in the queue: wait until they end, or cancel them"
	}
	return ""
}

// offUndo returns the reason why nothing can be restored; "" if that can be tried.
func (mg management) offUndo(*page.Scene) clean.Text {
	switch {
	case mg.source() == nil:
		return "sessions cannot be changed from this list"
	case mg.page.changing:
		return "a session is being changed: wait a moment"
	}
	return ""
}

// offSettings returns the reason why no settings are shown; "" if they are.
func (mg management) offSettings(sc *page.Scene) clean.Text {
	if sc.W < wide || sc.H < wideHeight+3 {
		return clean.Sprintf("settings are shown from %d columns and %d lines on", wide, wideHeight+3)
	}
	return mg.page.offNoSession(sc)
}

// change returns a command that changes a session.
func (mg management) change(do func(ctx context.Context, m Manager) Changed) tea.Cmd {
	m := mg.source()
	mg.page.changing = true
	return func() tea.Msg { return do(context.Background(), m) }
}

// askRemove asks whether to move the session into the trash.
func (mg management) askRemove(sc *page.Scene) {
	e := mg.page.session()
	dir, name := e.Dir, layout.Cut(clean.Of(list.Name(&e.Item)), 28)
	sc.Ask = page.Confirm("Delete "+name+"?", "move it to the trash", "keep it", "", func() tea.Cmd {
		return mg.change(func(ctx context.Context, m Manager) Changed {
			if err := m.Remove(ctx, dir); err != nil {
				return Changed{err: err}
			}
			return Changed{Gone: dir, did: name + " is in the trash: u restores it"}
		})
	})
}

// undo returns a command that restores the session removed last.
func (mg management) undo() tea.Cmd {
	return mg.change(func(ctx context.Context, m Manager) Changed {
		dir, err := m.Undo(ctx)
		return Changed{on: dir, did: clean.Of(list.Bare(base(dir))) + " is restored", err: err}
	})
}

// askName prompts for the name of the session in dir. err is the reason why the text was refused,
// nil at first.
func (mg management) askName(sc *page.Scene, dir, text string, err error) {
	sc.Prompt = &page.Prompt{Label: "name", Input: input.New(text), Hint: "the new name of the session", Err: err, Done: func(name string) tea.Cmd {
		return mg.change(func(ctx context.Context, m Manager) Changed {
			to, err := m.Rename(ctx, dir, name)
			if err != nil {
				return Changed{err: err, again: func(sc *page.Scene, err error) { mg.askName(sc, dir, name, err) }}
			}
			return Changed{Gone: dir, on: to, did: "renamed to " + clean.Of(list.Bare(base(to)))}
		})
	}}
}

// askTags prompts for the tags of the session.
func (mg management) askTags(sc *page.Scene) {
	e := mg.page.session()
	dir, before := e.Dir, e.Tags
	sc.Prompt = &page.Prompt{Label: "tags", Input: input.New(strings.Join(before, " ")), Hint: "words; an empty line removes all",
		Typed: func(text string) error {
			for _, tag := range strings.Fields(text) {
				if err := record.CheckTag(tag); err != nil {
					return err
				}
			}
			return nil
		},
		Done: func(text string) tea.Cmd {
			words := changedTags(before, strings.Fields(text))
			if len(words) == 0 {
				return nil
			}
			return mg.change(func(ctx context.Context, m Manager) Changed {
				tags, err := m.Tag(ctx, dir, words)
				did := "tags: " + clean.Join(clean.All(tags), " ")
				if len(tags) == 0 {
					did = "the session has no tags"
				}
				return Changed{on: dir, tags: &tags, did: did, err: err}
			})
		}}
}

// changedTags returns the tags of after that are new, and those that are missing there with a
// leading minus.
func changedTags(before, after []string) []string {
	var words []string
	for _, tag := range after {
		if !slices.Contains(before, tag) {
			words = append(words, tag)
		}
	}
	for _, tag := range before {
		if !slices.Contains(after, tag) {
			words = append(words, "-"+tag)
		}
	}
	return words
}

// apply shows the result of a change and lists the sessions again.
func (mg management) apply(sc *page.Scene, msg Changed) tea.Cmd {
	mg.page.changing = false
	if msg.err != nil && msg.again != nil {
		msg.again(sc, msg.err)
		return nil
	}
	if sc.Message = msg.did; msg.err != nil {
		sc.Message = clean.Of(msg.err.Error())
		return nil
	}
	delete(mg.page.ticks, msg.Gone)
	if msg.on != "" {
		mg.page.leftDir = msg.on
	}
	for _, e := range mg.page.all {
		if e.Dir == msg.on {
			e.stale = true
			if msg.tags != nil {
				e.Tags = *msg.tags
			}
		}
	}
	if mg.page.reader.looking {
		mg.page.reader.lookAgain = true
		return nil
	}
	return mg.page.reader.glance()
}

// base returns the last element of a path of any system.
func base(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

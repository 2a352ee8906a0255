// Package editor is the page on which the user changes the sweep: its axes and its
// settings, and files of them.
package editor

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

func (p *Page) Name() page.Name { return page.Editor }

func (p *Page) Actions() []page.Action { return append(p.editorActions(), p.fileActions()...) }

// Update takes up what a draft comes to, and files.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case checkDue:
		if msg.id == p.Draft.Check.ID {
			return p.checkNow(msg.id, p.Draft.Spec)
		}
	case Checked:
		return p.checked(sc, msg.Check)
	case SweepSaved:
		p.sweepSaved(sc, msg)
	case SweepLoaded:
		return p.sweepLoaded(sc, msg)
	}
	return nil
}

// Typing says that keys are text.
func (p *Page) Typing() bool { return p.Draft.Typing }

// Type edits the text of a field.
func (p *Page) Type(sc *page.Scene, k keys.Press) tea.Cmd {
	d := &p.Draft
	switch k.Name {
	case "enter", "down", "up", "tab":
		d.Finish(true)
		if !d.Typing && k.Name == "up" {
			d.Move(-1)
		} else if !d.Typing {
			d.Move(1)
		}
		return nil
	case "esc":
		d.Finish(false)
		return p.checkLater()
	}
	if d.Input.Press(k) && d.Typed() {
		return p.checkLater()
	}
	return nil
}

// Hints are the keys of a text field.
func (p *Page) Hints(*page.Scene) ([]page.Hint, clean.Text) {
	return []page.Hint{{Press: "enter", Shown: "enter", Does: "keep"}, {Press: "esc", Shown: "esc", Does: "as it was"}, {Press: "ctrl+u", Shown: "ctrl+u", Does: "clear"}}, ""
}

// Leave keeps what was edited: as the sweep where nothing was started yet, else as
// a draft.
func (p *Page) Leave(sc *page.Scene) tea.Cmd {
	switch {
	case sc.Set == nil:
	case sc.Session == nil && p.Draft.Check.Pending:
		return p.checkAtOnce() // its answer is the plan
	case sc.Session == nil && p.Draft.Off(sc.Spec) == "":
		p.adopt()
	case p.Draft.Spec != sc.Spec:
		sc.Message = "the changes are kept as a draft: e goes on with it"
	}
	return nil
}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	head := layout.Header(sc.Style, "·", "sweep", "enter types, ←/→ choose, s starts the new points", w, true)
	if sc.Set == nil {
		text := []clean.Text{"opening the data"}
		role := theme.Strong
		if sc.Problem != nil {
			text, role = layout.Wrap(draft.SpecMessage(sc.Problem), min(w-8, 70)), chart.Bad
		}
		return append([]clean.Text{head}, layout.Card(sc.Style, role, "sweep", text, w, h-1)...)
	}
	return append([]clean.Text{head}, p.fields(sc.Style, w, h-1)...)
}

// editorActions change the sweep.
func (p *Page) editorActions() []page.Action {
	const group = "Editor"
	edit := func(id string, keys []string, footer int, short, long clean.Text, off func(*page.Scene) clean.Text, do func(*page.Scene, string) tea.Cmd) page.Action {
		return page.Action{ID: id, Group: group, Keys: keys, Short: short, Long: long, Modes: page.Live | page.Opened, Footer: footer, Off: off, Do: do}
	}
	return []page.Action{
		{ID: "edit", Group: "Sweep", Keys: []string{"e"}, Short: "edit", Long: "change the sweep's axes and settings",
			Modes: page.Live | page.Opened, Pages: page.SweepPages, Footer: 3, Off: page.Unless(p.ctl.OffEdit), Do: page.Command(p.edit)},
		edit("choose field", []string{"up", "down", "k", "j", "tab", "shift+tab"}, 0, "choose", "choose an axis or a setting", nil,
			func(sc *page.Scene, key string) tea.Cmd {
				by := map[string]int{"up": -1, "k": -1, "shift+tab": -1, "down": 1, "j": 1, "tab": 1}[key]
				p.Draft.Move(by)
				return nil
			}),
		edit("ends of fields", []string{"g", "G", "home", "end"}, 0, "ends", "first and last axis or setting", nil,
			func(sc *page.Scene, key string) tea.Cmd {
				p.Draft.Move(map[string]int{"g": -len(draft.Fields()), "home": -len(draft.Fields()), "G": len(draft.Fields()), "end": len(draft.Fields())}[key])
				return nil
			}),
		edit("type", []string{"enter"}, 2, "type", "type another text; empty means the default", p.offNoData,
			page.Doing(func(sc *page.Scene) { p.Draft.Begin() })),
		edit("cycle", []string{" ", "right", "left"}, 3, "choose", "go through the words that a field may be", p.offNoChoices,
			func(sc *page.Scene, key string) tea.Cmd {
				by := 1
				if key == "left" {
					by = -1
				}
				if p.Draft.Cycle(by) {
					return p.checkLater()
				}
				return nil
			}),
		edit("undo", []string{"u"}, 4, "undo", "take back the last change", func(sc *page.Scene) clean.Text {
			if len(p.Draft.Undo) == 0 {
				return "nothing was changed"
			}
			return ""
		}, func(sc *page.Scene, _ string) tea.Cmd {
			p.Draft.TakeBack()
			return p.checkLater()
		}),
		edit("start new points", []string{"s"}, 1, "start", "start the points that are new", p.offStartDraft, p.doStartDraft),
	}
}

func (p *Page) offNoChoices(sc *page.Scene) clean.Text {
	if draft.Fields()[p.Draft.At].Choices == nil {
		return "not a choice of words: enter types a text"
	}
	return p.offNoData(sc)
}

func (p *Page) offStartDraft(sc *page.Scene) clean.Text {
	if why := p.offNoData(sc); why != "" {
		return why
	}
	switch {
	case p.ctl.Starting:
		return "the sweep is starting"
	case p.ctl.Elsewhere():
		return control.AnotherComputes
	case p.ctl.Standing.Busy != "":
		return p.ctl.Standing.Busy
	}
	return p.Draft.Off(sc.Spec)
}

// doStartDraft makes the draft the sweep and computes what is new in it: in a
// session of its own, or added to the session in hand, also while it runs.
func (p *Page) doStartDraft(sc *page.Scene, _ string) tea.Cmd {
	fresh := p.Draft.Check.Fresh
	if sc.Session != nil {
		sc.Lens.TurnTo(sc.Sweep.Outline.Beyond(p.Draft.Check.Outline), sc.Base())
	}
	before := sc.Sweep.Outline
	p.adopt()
	sc.Shown = page.Overview
	if fresh == 0 {
		sc.Message = "nothing to compute: the best point is now chosen by " + clean.Of(sc.Sweep.Objective)
		return nil
	}
	return p.ctl.Compute(sc.Plan, before)
}

// Package editor is the page on which the user changes the sweep: its axes and its
// settings, and files of them.
package editor

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
)

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Editor }

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action { return append(p.editorActions(), files{p}.actions()...) }

// Update handles the results of checks and of reading and writing files.
func (p *Page) Update(sc *page.Scene, msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case checkDue:
		if msg.id == p.Draft.Check.ID {
			return p.checkNow(msg.id, p.Draft.Spec)
		}
	case Checked:
		return p.checked(sc, msg.Check)
	case SweepSaved:
		files{p}.saved(sc, msg)
	case SweepLoaded:
		return files{p}.loaded(sc, msg)
	case estimateDue:
		return p.estimates.next(msg.id)
	case estimate:
		return p.estimates.store(msg)
	}
	return nil
}

// Typing reports whether text is being typed.
func (p *Page) Typing() bool { return p.Draft.Typing || p.findLine != nil || p.waiting() }

// Type handles a key in a field or in the search line, or one that waits for the data.
func (p *Page) Type(sc *page.Scene, k input.Press) tea.Cmd {
	switch {
	case p.waiting():
		p.typeEarly(k)
		return nil
	case p.findLine != nil:
		p.find(k)
		return nil
	}
	d := &p.Draft
	switch k.Name {
	case "enter", "down", "up", "tab":
		return p.finishTyping(map[bool]int{true: -1, false: 1}[k.Name == "up"])
	case "esc":
		d.Finish(false)
		return p.checkLater()
	}
	if d.Input.Press(k) && d.Typed() {
		return p.checkLater()
	}
	return nil
}

// finishTyping ends typing. An invalid text keeps the field open, also if the error is found by
// a later check.
func (p *Page) finishTyping(by int) tea.Cmd {
	d := &p.Draft
	at, changed := d.At, d.Changed()
	if !d.Check.Pending && d.Wrong(at) != nil {
		return nil
	}
	if d.Finish(true); d.Typing {
		return nil
	}
	d.Move(by)
	if !changed {
		return nil
	}
	p.textUnchecked, p.uncheckedField = true, at
	return p.checkAtOnce()
}

// find handles a key in the search line.
func (p *Page) find(k input.Press) {
	d := &p.Draft
	switch k.Name {
	case "esc":
		d.Find, p.findLine = "", nil
	case "enter":
		p.findLine = nil
	case "up":
		d.Move(-1)
	case "down":
		d.Move(1)
	default:
		if p.findLine.Press(k) {
			d.Find = p.findLine.String()
			d.Move(0)
		}
	}
}

// Hints returns the key hints while text is typed.
func (p *Page) Hints(*page.Scene) ([]page.Hint, clean.Text) {
	if p.waiting() {
		return nil, control.WaitsForData + " " + clean.Counted(len(p.early.keys), "key") + " will act after it; esc drops them"
	}
	if p.findLine != nil {
		return []page.Hint{{Press: "enter", Shown: "enter", Does: "these"}, {Press: "down", Shown: "↑↓", Does: "choose"}, {Press: "esc", Shown: "esc", Does: "all"}}, ""
	}
	return []page.Hint{{Press: "enter", Shown: "enter", Does: "keep"}, {Press: "esc", Shown: "esc", Does: "as it was"}, {Press: "ctrl+u", Shown: "ctrl+u", Does: "clear"}}, ""
}

// Leave keeps the edited draft: as the sweep before a session exists, else as a draft.
func (p *Page) Leave(sc *page.Scene) tea.Cmd {
	p.startWhenChecked = false
	switch {
	case sc.Set == nil:
	case sc.Session == nil && p.Draft.Check.Pending:
		return p.checkAtOnce() // its result becomes the plan
	case sc.Session == nil && p.Draft.Off(sc.Spec) == "":
		p.adopt()
	case p.Draft.Spec != sc.Spec:
		sc.Message = "the changes are kept as a draft: e continues editing"
	}
	return nil
}

// editorActions returns the actions that change the sweep.
func (p *Page) editorActions() []page.Action {
	const group = "Editor"
	edit := func(id string, keys []string, footer int, short, long clean.Text, off func(*page.Scene) clean.Text, do func(*page.Scene, string) tea.Cmd) page.Action {
		return page.Action{ID: id, Group: group, Who: page.Owner, Keys: keys, Short: short, Long: long, Modes: page.Live | page.Opened, Footer: footer, Off: off, Do: do}
	}
	return []page.Action{
		{ID: "edit", Group: "Sweep", Place: 4, Who: page.Owner, Keys: []string{"e"}, Short: "edit", Long: "change the sweep's axes and settings",
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
		edit("type", []string{"enter"}, 1, "edit", "edit the value; only valid text is kept, and empty text means the default", p.offNoData,
			p.whenRead(page.Doing(func(sc *page.Scene) { p.Draft.Begin() }))),
		edit("cycle", []string{"left", "right", " "}, 2, "choose", "select the next or previous choice of a field", p.offNoChoices,
			p.whenRead(func(sc *page.Scene, key string) tea.Cmd {
				by := 1
				if key == "left" {
					by = -1
				}
				if p.Draft.Cycle(by) {
					return p.checkLater()
				}
				return nil
			})),
		edit("undo", []string{"u"}, 3, "undo", "undo the last change", func(sc *page.Scene) clean.Text {
			if len(p.Draft.Undo) == 0 {
				return "nothing to undo"
			}
			return ""
		}, func(sc *page.Scene, _ string) tea.Cmd {
			p.Draft.TakeBack()
			return p.checkLater()
		}),
		edit("find field", []string{"/"}, 6, "find", "list only settings with a word in the name or description", p.offNoData,
			p.whenRead(page.Doing(func(sc *page.Scene) {
				line := input.New(p.Draft.Find)
				p.findLine = &line
			}))),
		edit("hidden fields", []string{"h"}, 7, "hidden", "also list settings that do not apply with the other choices", p.offNoData,
			p.whenRead(page.Doing(func(sc *page.Scene) {
				p.Draft.All = !p.Draft.All
				p.Draft.Move(0)
			}))),
		edit("start new points", []string{"s"}, 4, "start", "start the new points", p.offStartDraft, p.doStartDraft),
	}
}

// offNoChoices returns the reason why a field has no choices; "" if it has.
func (p *Page) offNoChoices(sc *page.Scene) clean.Text {
	if draft.Fields()[p.Draft.At].Choices == nil {
		f := draft.Fields()[p.Draft.At]
		if f.Many {
			return clean.Of(f.Name) + " is a list of numbers: press enter to edit it"
		}
		return clean.Of(f.Name) + " is not a list of choices: press enter to edit it"
	}
	return p.offNoData(sc)
}

// offStartDraft returns the reason why the draft cannot be started; "" if it can.
func (p *Page) offStartDraft(sc *page.Scene) clean.Text {
	switch {
	case sc.Set == nil && p.ctl.Data.Loading == nil:
		return p.offNoData(sc)
	case p.ctl.Starting:
		return "the sweep is starting"
	case p.ctl.Elsewhere():
		return p.ctl.AnotherComputes()
	case p.ctl.Standing.Busy != "":
		return p.ctl.Standing.Busy
	case sc.Set == nil, p.Draft.Check.Pending:
		return "" // starts once the data is read and checked
	}
	return p.Draft.Off(sc.Spec)
}

// doStartDraft replaces the sweep by the draft and computes its new points: in a new session,
// or added to the current one, even while it runs.
func (p *Page) doStartDraft(sc *page.Scene, _ string) tea.Cmd {
	if sc.Set == nil || p.Draft.Check.Pending {
		p.startWhenChecked, sc.Message = true, "starts after the check"
		return nil
	}
	fresh := p.Draft.Check.Fresh
	before := sc.Sweep.Outline
	p.adopt()
	sc.Shown = page.Overview
	if fresh == 0 {
		sc.Message = "nothing to compute: the best point is now chosen by " + clean.Of(sc.Sweep.By.Name())
		return nil
	}
	return p.ctl.Compute(sc.Plan, before)
}

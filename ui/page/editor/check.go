package editor

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// checkDue is the message that a delayed check is due.
type checkDue struct{ id int }

// Checked is the message with the result of checking a draft.
type Checked struct{ draft.Check }

// checkLater returns a command that checks the draft once the user stops typing.
func (p *Page) checkLater() tea.Cmd {
	id := p.ctl.NextID()
	p.Draft.Check.ID, p.Draft.Check.Pending = id, true
	return tea.Tick(150*time.Millisecond, func(time.Time) tea.Msg { return checkDue{id} })
}

// checkAtOnce returns a command that checks the draft without a delay.
func (p *Page) checkAtOnce() tea.Cmd {
	id := p.ctl.NextID()
	p.Draft.Check.ID, p.Draft.Check.Pending = id, true
	return p.checkNow(id, p.Draft.Spec)
}

// checkNow returns a command that plans a specification.
func (p *Page) checkNow(id int, spec sweep.Spec) tea.Cmd {
	set, hash, run, planned := p.sc.Set, p.sc.Hash, p.ctl.Limits(), p.planned()
	if set == nil {
		return nil
	}
	if p.cancelCheck != nil {
		p.cancelCheck() // cancel the check of an earlier draft
	}
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	p.cancelCheck = cancel
	return func() tea.Msg {
		defer cancel()
		c := draft.CheckSpec(ctx, id, set, hash, spec, run, planned)
		if c.Plan != nil {
			c.Time = draft.TimeOf(c.Cost)
		}
		return Checked{c}
	}
}

// planned returns the plan of the current session.
func (p *Page) planned() sweepview.Outline {
	if p.sc.Session == nil {
		return sweepview.Outline{}
	}
	return p.sc.Sweep.Outline
}

// checked stores the result of a check. Before a session exists, a valid draft becomes the plan
// unless the user is editing.
func (p *Page) checked(sc *page.Scene, c draft.Check) tea.Cmd {
	d := &p.Draft
	if c.ID != d.Check.ID {
		return nil
	}
	d.Check = c
	p.reopenWrongText(sc)
	if c.Err != nil {
		if sc.Plan == nil && sc.Session == nil {
			sc.Problem = c.Err
		}
		return nil
	}
	if p.startWhenChecked {
		p.startWhenChecked, sc.Message = false, ""
		if why := p.offStartDraft(sc); why != "" {
			sc.Message = why
			return nil
		}
		return p.doStartDraft(sc, "")
	}
	if sc.Session != nil && sc.Expected == 0 && c.Plan != nil {
		sc.Expected = draft.TimeOf(c.Plan.Work())
	}
	if sc.Session != nil || sc.Shown == page.Editor {
		return nil
	}
	p.adopt()
	if p.ctl.AutoStart {
		p.ctl.AutoStart = false
		return p.ctl.StartNew(sc.Plan)
	}
	return nil
}

// reopenWrongText continues typing in a field whose text was accepted before the check found an
// error.
func (p *Page) reopenWrongText(sc *page.Scene) {
	if p.textUnchecked && sc.Shown == page.Editor && !p.Draft.Typing && p.Draft.Wrong(p.uncheckedField) != nil {
		p.Draft.Again(p.uncheckedField)
		p.startWhenChecked = false
	}
	p.textUnchecked = false
}

// adopt replaces the sweep by the checked draft.
func (p *Page) adopt() {
	c, sc := p.Draft.Check, p.sc
	sc.Spec, sc.Plan, sc.Memory, sc.Expected, sc.Problem = p.Draft.Spec, c.Plan, c.Memory, c.Time, nil
	o := c.Outline
	if sc.Session != nil {
		o = sc.Sweep.Outline.With(o)
	}
	criterion := sweepview.CriterionOf(c.Plan.Spec, o.Points)
	if sc.Session != nil {
		criterion.By.Features = sc.Session.By().Features
	}
	sc.Sweep.SetPlan(o, criterion)
	sc.Arrange()
}

// edit shows the page with the draft, or with the current sweep if there is none.
func (p *Page) edit() tea.Cmd {
	sc := p.sc
	sc.Shown, p.ctl.AutoStart = page.Editor, false
	if sc.Set == nil { // an opened session: its data is read when it is needed
		if p.ctl.Data.Loading != nil {
			return nil
		}
		return p.ctl.Data.Open()
	}
	if p.Draft.Spec == sc.Spec {
		p.Draft.Open(sc.Spec, sc.Problem)
	}
	return p.checkAtOnce()
}

// plan returns a command that plans the sweep on data that has been read. The field under the
// cursor may have been chosen before.
func (p *Page) plan() tea.Cmd {
	at := p.Draft.At
	p.Draft.Open(p.sc.Spec, nil)
	p.Draft.At = at
	return tea.Batch(p.checkAtOnce(), p.typed())
}

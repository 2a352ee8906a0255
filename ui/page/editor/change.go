package editor

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/page"
)

// WithDraft shows the page and changes the draft, once there is data.
func (p *Page) WithDraft(change func() tea.Cmd) tea.Cmd {
	return p.ctl.WithData(func() tea.Cmd {
		edit := p.edit()
		p.Draft.Find, p.finding = "", nil
		return tea.Batch(edit, change())
	})
}

// Edit shows the page and types into a field, or where that is a choice of words goes
// to it.
func (p *Page) Edit(name string) tea.Cmd {
	return p.WithDraft(func() tea.Cmd {
		p.Draft.At = max(fieldNamed(name), 0)
		if !p.Draft.Typing {
			p.Draft.Begin()
		}
		return nil
	})
}

// Put shows the page with another text in a field. Where that is wrong the field stays
// open, and says so.
func (p *Page) Put(name, text string) tea.Cmd {
	return p.WithDraft(func() tea.Cmd {
		d := &p.Draft
		d.At = max(fieldNamed(name), 0)
		d.Begin()
		d.Input.Replace(text)
		if d.Typed(); d.Bad != nil {
			return nil
		}
		return p.keep(0)
	})
}

func fieldNamed(name string) int {
	return slices.IndexFunc(draft.Fields(), func(f draft.Field) bool { return f.Name == name })
}

// OffEdit says why no setting can be changed now; "" where they can.
func (p *Page) OffEdit() clean.Text {
	switch {
	case p.sc.Mode == page.Following:
		return "following only watches; sfatui open starts and edits"
	case p.sc.Mode == page.Replaying:
		return "a replay only shows; sfatui open starts and edits"
	}
	return p.ctl.OffEdit()
}

// Spec is the sweep as the draft has it.
func (p *Page) Spec() sweep.Spec {
	if p.sc.Set == nil {
		return p.sc.Spec
	}
	return p.Draft.Spec
}

// weighed is what a text in a field would come to.
type weighed struct {
	name, text string
	check      draft.Check
}

type weighDue struct {
	id   int
	spec sweep.Spec
}

// Weigh says what a text in a field would come to, as far as that is known, and finds it
// out.
func (p *Page) Weigh(name, text string) (clean.Text, tea.Cmd) {
	i := fieldNamed(name)
	if p.sc.Set == nil || i < 0 {
		return "", nil
	}
	spec := p.Draft.Spec
	if err := draft.Fields()[i].Set(&spec, text); err != nil {
		return "✗ " + clean.Of(err.Error()), nil
	}
	if w := &p.weighed; w.name == name && w.text == text && w.check.ID != 0 {
		return p.weight(&w.check), nil
	}
	p.weighed = weighed{name, text, draft.Check{ID: p.ctl.NextID(), Pending: true}}
	due := weighDue{p.weighed.check.ID, spec}
	return "…", tea.Tick(150*time.Millisecond, func(time.Time) tea.Msg { return due })
}

func (p *Page) weighNow(due weighDue) tea.Cmd {
	w := p.weighed
	if due.id != w.check.ID || p.sc.Set == nil {
		return nil
	}
	set, hash, run, planned := p.sc.Set, p.sc.Hash, p.run, p.planned()
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	return func() tea.Msg {
		defer cancel()
		w.check = draft.CheckSpec(ctx, due.id, set, hash, due.spec, run, planned)
		if w.check.Plan != nil {
			w.check.Time = draft.TimeOf(w.check.Cost)
		}
		return w
	}
}

// weight says what a checked sweep adds.
func (p *Page) weight(c *draft.Check) clean.Text {
	switch {
	case c.Pending:
		return "…"
	case c.Err != nil:
		return "✗ " + draft.SpecMessage(c.Err)
	case c.Fresh == 0:
		return "no new point"
	}
	more := clean.Text("")
	if p.sc.Session != nil {
		more = " more"
	}
	return humanize.Counted(c.New, "point") + more + ", " + humanize.Counted(c.Fresh, "fit") + ", about " + humanize.Clock(c.Time)
}

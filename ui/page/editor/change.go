package editor

import (
	"context"
	"slices"
	"strings"
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
	p.due, p.sc.Shown = false, page.Editor // a key that comes before the data is for this page
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

// weighed is what a text in a field would come to.
type weighed struct {
	name, text string
	check      draft.Check
	wrong      clean.Text // why it cannot even be stored
}

type weighDue struct {
	id   int
	spec sweep.Spec
}

// State says how a setting is written, what it gives, and why it changes nothing now; ""
// where it does.
func (p *Page) State(name string) (written, gives, off clean.Text) {
	i := fieldNamed(name)
	if i < 0 {
		return "", "", ""
	}
	f := draft.Fields()[i]
	spec := p.sc.Spec
	if p.sc.Set != nil {
		spec = p.Draft.Spec
	}
	if written = clean.Of(f.Get(spec)); written == "" {
		written = p.Draft.Default(f)
	}
	return written, p.Draft.Check.Words[name], p.Draft.OffField(f)
}

// Others are the choices of a setting that are not taken and can be.
func (p *Page) Others(name string) []string {
	i := fieldNamed(name)
	if i < 0 {
		return nil
	}
	f := draft.Fields()[i]
	written, gives, _ := p.State(name)
	taken := strings.FieldsFunc(string(written+" "+gives), func(r rune) bool { return r == ',' || r == ' ' })
	return slices.DeleteFunc(slices.Clone(p.Draft.Possible(f)), func(c string) bool { return slices.Contains(taken, c) })
}

// Weighed says what a text in a field would come to, as far as that is known.
func (p *Page) Weighed(name, text string) clean.Text {
	if w := &p.weighed; w.name == name && w.text == text {
		if w.wrong != "" {
			return "✗ " + w.wrong
		}
		return p.weight(&w.check)
	}
	return ""
}

// Weigh finds out what a text in a field would come to.
func (p *Page) Weigh(name, text string) tea.Cmd {
	i := fieldNamed(name)
	if w := &p.weighed; p.sc.Set == nil || i < 0 || w.name == name && w.text == text {
		return nil
	}
	spec := p.Draft.Spec
	p.weighed = weighed{name: name, text: text, check: draft.Check{ID: p.ctl.NextID(), Pending: true}}
	if err := draft.Fields()[i].Set(&spec, text); err != nil {
		p.weighed.wrong = clean.Of(err.Error())
		return nil
	}
	due := weighDue{p.weighed.check.ID, spec}
	return tea.Tick(150*time.Millisecond, func(time.Time) tea.Msg { return due })
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

package editor

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/sweepview"
)

// weighed is what a text in a field would come to.
type weighed struct {
	name, text string
	spec       sweep.Spec // with that text
	planned    int        // fits that the session had then
	check      draft.Check
	wrong      clean.Text // why it cannot even be stored
}

type weighDue struct{ id int }

// Weighed says what a text in a field would come to, as far as that is known.
func (p *Page) Weighed(name, text string) clean.Text {
	if p.sc.Set == nil {
		return p.guess(name, text)
	}
	for _, w := range p.weighed {
		if w.name == name && w.text == text {
			if w.wrong != "" {
				return "✗ " + w.wrong
			}
			return p.weight(&w.check)
		}
	}
	return ""
}

// Weigh finds out what texts in fields, each a name and a text, would come to: one after
// the other, in that order. Those of before are given up.
func (p *Page) Weigh(values [][2]string) tea.Cmd {
	if p.sc.Set == nil {
		return nil
	}
	before, open := p.weighed, false
	p.weighed = nil
	for _, v := range values {
		w := p.weighing(v[0], v[1])
		if i := slices.IndexFunc(before, func(b weighed) bool {
			return b.name == w.name && b.text == w.text && b.spec == w.spec && b.planned == w.planned
		}); i >= 0 {
			w = before[i]
		}
		open = open || w.check.Pending
		p.weighed = append(p.weighed, w)
	}
	if !open {
		return nil
	}
	p.weighID = p.ctl.NextID()
	due := weighDue{p.weighID}
	return tea.Tick(150*time.Millisecond, func(time.Time) tea.Msg { return due })
}

// weighing is a text in a field before it is known what it comes to.
func (p *Page) weighing(name, text string) weighed {
	w := weighed{name: name, text: text, spec: p.Draft.Spec, planned: len(p.planned().Points)}
	i := fieldNamed(name)
	if i < 0 {
		w.wrong = "no setting has that name"
	} else if err := draft.Fields()[i].Set(&w.spec, text); err != nil {
		w.wrong = clean.Of(err.Error())
	}
	w.check.Pending = w.wrong == ""
	return w
}

// weighNow plans the next text that was not planned.
func (p *Page) weighNow(id int) tea.Cmd {
	i := slices.IndexFunc(p.weighed, func(w weighed) bool { return w.check.Pending })
	if id != p.weighID || p.sc.Set == nil || i < 0 {
		return nil
	}
	w, set, hash, run, planned := p.weighed[i], p.sc.Set, p.sc.Hash, p.run, p.planned()
	ctx, cancel := context.WithCancel(p.ctl.Work.Context)
	return func() tea.Msg {
		defer cancel()
		w.check = draft.CheckSpec(ctx, id, set, hash, w.spec, run, planned)
		if w.check.Plan != nil {
			w.check.Time = draft.TimeOf(w.check.Cost)
		}
		return w
	}
}

// takeWeighed takes up what a text comes to, and goes on to the next.
func (p *Page) takeWeighed(msg weighed) tea.Cmd {
	for i := range p.weighed {
		if w := &p.weighed[i]; w.check.Pending && w.name == msg.name && w.text == msg.text && w.spec == msg.spec {
			*w = msg
		}
	}
	return p.weighNow(msg.check.ID)
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
	return p.costs(c.New, c.Fresh, c.Time)
}

// costs says how many points and fits there are to compute, and how long that takes.
func (p *Page) costs(points, fits int, takes time.Duration) clean.Text {
	more := clean.Text("")
	if p.sc.Session != nil {
		more = " more"
	}
	return clean.Counted(points, "point") + more + ", " + clean.Counted(fits, "fit") + ", about " + clean.Clock(takes)
}

// guess says what a list of values would come to before the data is read: each that is
// new takes as many points as one of those that are there, and a fit as long as the fits
// that are done took on average. It is "" for what is no such list.
func (p *Page) guess(name, text string) clean.Text {
	o, done := p.planned(), len(p.sc.Sweep.State.Results)
	labels := p.labels(name)
	if len(labels) == 0 || done == 0 {
		return ""
	}
	fresh := map[string]bool{}
	for value := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if strings.Contains(value, ":") {
			return ""
		}
		if !slices.ContainsFunc(labels, func(l clean.Text) bool { return same(string(l), value) }) {
			fresh[value] = true
		}
	}
	points := len(fresh) * len(o.Configs) / len(labels)
	if points == 0 {
		return "no new point"
	}
	fits := points * len(o.Points) / len(o.Configs)
	return p.costs(points, fits, p.ctl.Elapsed()/time.Duration(done)*time.Duration(fits))
}

// same says that two texts are the same word or number.
func same(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return a == b || err == nil && err2 == nil && x == y
}

// labels are the values that the points of the session have of a parameter; nil where
// some have none.
func (p *Page) labels(name string) []clean.Text {
	configs := p.planned().Configs
	if p.values.of != len(configs) {
		p.values.of, p.values.labels = len(configs), map[string][]clean.Text{}
		for _, d := range sweepview.Parameters() {
			if labels := d.Over(configs).Labels; !slices.Contains(labels, "") {
				p.values.labels[d.Name] = labels
			}
		}
	}
	return p.values.labels[name]
}

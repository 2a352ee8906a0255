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

// estimate is the estimated effect of a text in a field.
type estimate struct {
	name, text string
	spec       sweep.Spec // draft with that text
	planned    int        // number of planned fits at that time
	check      draft.Check
	wrong      clean.Text // why the text is invalid
}

// estimates holds the estimated effects of proposed texts.
type estimates struct {
	page *Page
	list []estimate
	id   int // ID of the latest request
	// values caches labels; of is the number of configurations that they were computed from.
	values struct {
		of     int
		labels map[string][]clean.Text
	}
}

// estimateDue is the message that delayed estimates are due.
type estimateDue struct{ id int }

// Weighed returns the estimated effect of a text in a field, "" while unknown.
func (p *Page) Weighed(name, text string) clean.Text {
	if p.sc.Set == nil {
		return p.estimates.guess(name, text)
	}
	for _, w := range p.estimates.list {
		if w.name == name && w.text == text {
			if w.wrong != "" {
				return "✗ " + w.wrong
			}
			return p.estimates.text(&w.check)
		}
	}
	return ""
}

// Weigh returns a command that estimates the effects of texts in fields, given as pairs of name
// and text, one after the other. Earlier requests are cancelled.
func (p *Page) Weigh(values [][2]string) tea.Cmd {
	if p.sc.Set == nil {
		return nil
	}
	before, open := p.estimates.list, false
	p.estimates.list = nil
	for _, v := range values {
		w := p.estimates.newOf(v[0], v[1])
		if i := slices.IndexFunc(before, func(b estimate) bool {
			return b.name == w.name && b.text == w.text && b.spec == w.spec && b.planned == w.planned
		}); i >= 0 {
			w = before[i]
		}
		open = open || w.check.Pending
		p.estimates.list = append(p.estimates.list, w)
	}
	if !open {
		return nil
	}
	p.estimates.id = p.ctl.NextID()
	due := estimateDue{p.estimates.id}
	return tea.Tick(150*time.Millisecond, func(time.Time) tea.Msg { return due })
}

// newOf returns a pending estimate of a text in a field.
func (es *estimates) newOf(name, text string) estimate {
	w := estimate{name: name, text: text, spec: es.page.Draft.Spec, planned: len(es.page.planned().Points)}
	i := draft.IndexOf(name)
	if i < 0 {
		w.wrong = "no setting has that name"
	} else if err := draft.Fields()[i].Set(&w.spec, text); err != nil {
		w.wrong = clean.Of(err.Error())
	}
	w.check.Pending = w.wrong == ""
	return w
}

// next returns a command that computes the next pending estimate.
func (es *estimates) next(id int) tea.Cmd {
	i := slices.IndexFunc(es.list, func(w estimate) bool { return w.check.Pending })
	if id != es.id || es.page.sc.Set == nil || i < 0 {
		return nil
	}
	w, set, hash, run, planned := es.list[i], es.page.sc.Set, es.page.sc.Hash, es.page.ctl.Limits(), es.page.planned()
	ctx, cancel := context.WithCancel(es.page.ctl.Work.Context)
	return func() tea.Msg {
		defer cancel()
		w.check = draft.Estimate(ctx, id, set, hash, w.spec, run, planned)
		if w.check.Plan != nil {
			w.check.Time = draft.TimeOf(w.check.Cost)
		}
		return w
	}
}

// store stores an estimate and starts the next.
func (es *estimates) store(msg estimate) tea.Cmd {
	for i := range es.list {
		if w := &es.list[i]; w.check.Pending && w.name == msg.name && w.text == msg.text && w.spec == msg.spec {
			*w = msg
		}
	}
	return es.next(msg.check.ID)
}

// text returns the result of an estimate as text.
func (es *estimates) text(c *draft.Check) clean.Text {
	switch {
	case c.Pending:
		return "…"
	case c.Err != nil:
		return "✗ " + draft.SpecMessage(c.Err)
	case c.Fresh == 0:
		return "no new point"
	}
	return es.cost(c.New, c.Fresh, c.Time)
}

// cost returns the numbers of points and fits to compute, and their time.
func (es *estimates) cost(points, fits int, takes time.Duration) clean.Text {
	more := clean.Text("")
	if es.page.sc.Session != nil {
		more = " more"
	}
	return clean.Counted(points, "point") + more + ", " + clean.Counted(fits, "fit") + ", about " + clean.Clock(takes)
}

// guess returns a rough estimate for a list of values before the data is read: each new
// value adds as many points as an existing one, and each fit takes the average time of the
// finished ones. It returns "" if text is no such list.
func (es *estimates) guess(name, text string) clean.Text {
	o, done := es.page.planned(), len(es.page.sc.Sweep.State.Results)
	labels := es.labels(name)
	if len(labels) == 0 || done == 0 {
		return ""
	}
	fresh := map[string]bool{}
	for value := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		if strings.Contains(value, ":") {
			return ""
		}
		if !slices.ContainsFunc(labels, func(l clean.Text) bool { return equalValues(string(l), value) }) {
			fresh[value] = true
		}
	}
	points := len(fresh) * len(o.Configs) / len(labels)
	if points == 0 {
		return "no new point"
	}
	fits := points * len(o.Points) / len(o.Configs)
	return es.cost(points, fits, es.page.ctl.Elapsed()/time.Duration(done)*time.Duration(fits))
}

// equalValues reports whether two texts are the same word or number.
func equalValues(a, b string) bool {
	x, err := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return a == b || err == nil && err2 == nil && x == y
}

// labels returns the values of a parameter in the session's points; nil if some points lack it.
func (es *estimates) labels(name string) []clean.Text {
	configs := es.page.planned().Configs
	if es.values.of != len(configs) {
		es.values.of, es.values.labels = len(configs), map[string][]clean.Text{}
		for _, d := range sweepview.Parameters() {
			if labels := d.Over(configs).Labels; !slices.Contains(labels, "") {
				es.values.labels[d.Name] = labels
			}
		}
	}
	return es.values.labels[name]
}

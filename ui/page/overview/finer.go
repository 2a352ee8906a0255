package overview

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Refined is a plan of points around one, or why there is none.
type Refined struct {
	ID   int
	plan *sweep.Plan
	what clean.Text
	time time.Duration
	Err  error
}

// pointed is the configuration that the cursor is at, and the axes around it:
// every axis of numbers, or on a chart the one that it is drawn over.
func (p *Page) pointed(sc *page.Scene) (part.Point, []sweepview.Axis) {
	var axes []sweepview.Axis
	for _, a := range sc.Sweep.Axes {
		if a.Number != nil {
			axes = append(axes, a)
		}
	}
	config := sc.Table.Row(&sc.Sweep).Config
	if p.Focus == PaneTable || sc.Shown != page.Overview {
		return config, axes
	}
	_, v := p.drawnChart(sc)
	return config, slices.DeleteFunc(axes, func(a sweepview.Axis) bool { return a.Name != v.X.Name })
}

// between are the values half way to those beside v among values in order;
// beyond the last one, as far outside. On a logarithmic axis that is half way in
// the logarithm, and towards 0 half a decade.
func between(values []float64, v float64, log bool) []float64 {
	i := slices.Index(values, v)
	if i < 0 || len(values) < 2 {
		return nil
	}
	half := func(a, b float64) float64 { // from a towards b
		switch {
		case !log:
			return a + (b-a)/2
		case a > 0 && b > 0:
			return math.Sqrt(a * b)
		case a > 0:
			return a / math.Sqrt(10)
		}
		return b / math.Sqrt(10)
	}
	beyond := func(a, b float64) float64 { // from a away from b
		if log && a > 0 && b > 0 {
			return a * math.Sqrt(a/b)
		}
		return a + (a-b)/2
	}
	var out []float64
	if i > 0 {
		out = append(out, half(v, values[i-1]))
	} else if v > 0 {
		out = append(out, beyond(v, values[1]))
	}
	if i+1 < len(values) {
		out = append(out, half(v, values[i+1]))
	} else {
		out = append(out, beyond(v, values[i-1]))
	}
	return out
}

// finer writes the values of an axis around a configuration, "" where there are
// none.
func finer(a sweepview.Axis, configs []part.Point, config part.Point) string {
	var values []float64
	for _, p := range configs {
		if x := a.Number(p); !math.IsNaN(x) {
			values = append(values, x)
		}
	}
	slices.Sort(values)
	values = slices.Compact(values)
	whole := !slices.ContainsFunc(values, func(v float64) bool { return v != math.Trunc(v) }) && !a.Log
	var out []string
	for _, v := range between(values, a.Number(config), a.Log) {
		if whole {
			v = math.Round(v)
		}
		text := strconv.FormatFloat(v, 'g', 4, 64)
		if whole {
			text = strconv.FormatFloat(v, 'f', 0, 64)
		}
		if v > 0 && !slices.Contains(values, v) && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return strings.Join(out, ",")
}

// around plans the points next to a configuration, along each of the axes.
// Values that cannot be (a subset larger than the data) are left out; the error
// is that of the last, where none is left.
func around(set *data.Set, hash string, points, configs []part.Point, config part.Point, axes []sweepview.Axis, planned sweepview.Outline) (*sweep.Plan, error) {
	base, ok := sessions.Sweep(points, set.Overlap)
	if !ok {
		return nil, errors.New("not all folds of this point are planned")
	}
	var fresh []part.Point
	err := errors.New("there is nothing finer around this point")
	for _, a := range axes {
		text := finer(a, configs, config)
		for value := range strings.SplitSeq(text, ",") {
			spec := base
			_, ok := part.AxisNamed(a.Name)
			if !ok || value == "" {
				continue
			}
			spec.Set(a.Name, value)
			plan, planErr := sweep.NewPlan(set, hash, spec)
			if planErr != nil {
				err = planErr
				continue
			}
			for _, e := range plan.Entries {
				if !planned.Has(e.Point) && !slices.Contains(fresh, e.Point) {
					fresh = append(fresh, e.Point)
				}
			}
		}
	}
	if len(fresh) == 0 {
		return nil, err
	}
	return sweep.PlanOf(set, hash, fresh)
}

// doFiner plans the points around the cursor and asks whether to compute them.
func (p *Page) doFiner(sc *page.Scene, _ string) tea.Cmd {
	config, axes := p.pointed(sc)
	id := p.ctl.NextID()
	p.refineID = id
	return p.ctl.WithData(func() tea.Cmd {
		set, hash, o := sc.Set, sc.Hash, sc.Sweep.Outline
		return func() tea.Msg {
			plan, err := around(set, hash, o.Of(config), o.Configs, config, axes, o)
			if err != nil {
				return Refined{ID: id, Err: err}
			}
			cost := 0.0
			for _, e := range plan.Entries {
				cost += e.Cost
			}
			var names []clean.Text
			for _, a := range axes {
				if text := finer(a, o.Configs, config); text != "" {
					names = append(names, a.Symbol+" "+clean.Of(strings.ReplaceAll(text, ",", " ")))
				}
			}
			return Refined{id, plan, clean.Join(names, ", "), draft.TimeOf(cost), nil}
		}
	})
}

// refined asks whether to compute points around one.
func (p *Page) refined(sc *page.Scene, msg Refined) {
	if msg.ID != p.refineID {
		return
	}
	if msg.Err != nil {
		sc.Message = draft.SpecMessage(msg.Err)
		return
	}
	text := clean.Sprintf("Add %s (%s), about %s? + y: add, other keys: no", clean.Counted(len(msg.plan.Entries), "point"), msg.what, clean.Span(msg.time))
	sc.Ask = &page.Question{Text: text, Keys: []string{"+", "y", "enter"}, Pick: func(string) tea.Cmd {
		before := sc.Sweep.Outline
		points := make([]part.Point, 0, len(msg.plan.Entries))
		for _, e := range msg.plan.Entries {
			points = append(points, e.Point)
		}
		sc.Sweep.SetPlan(before.With(sweepview.OutlineOf(points)), sc.Sweep.Criterion)
		sc.Arrange()
		return p.ctl.Compute(msg.plan, before)
	}}
}

// steerActions add to the sweep at a point.
func (p *Page) steerActions() []page.Action {
	return []page.Action{
		{ID: "finer", Group: "Sweep", Place: 5, Who: page.Owner, Keys: []string{"+"}, Short: "finer", Long: "add points around the selected one, half way to its neighbours on each axis; at a chart's cursor, on its axis; also while the sweep runs",
			Modes: page.Live | page.Opened, Pages: page.Only(page.Overview, page.Point), Footer: 10, Off: p.offFiner, Do: p.doFiner},
	}
}

func (p *Page) offFiner(sc *page.Scene) clean.Text {
	switch {
	case p.ctl.Elsewhere():
		return control.AnotherComputes
	case p.ctl.Starting:
		return "the sweep is starting"
	case p.ctl.Exec == nil && p.ctl.Standing.Busy != "":
		return p.ctl.Standing.Busy
	case sc.Session == nil:
		return "the sweep is not started yet"
	case sc.Table.Row(&sc.Sweep) == nil:
		return "no point is selected"
	case !slices.ContainsFunc(sc.Sweep.Axes, func(a sweepview.Axis) bool { return a.Number != nil }):
		return "the sweep varies no number: e makes it"
	}
	return p.ctl.OffEdit()
}

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
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Refined is the message with a plan of points around the cursor, or the error.
type Refined struct {
	ID       int
	plan     *sweep.Plan
	axesText clean.Text
	time     time.Duration
	Err      error
}

// refinement adds points around the cursor.
type refinement struct {
	page *Page
	id   int // ID of the latest plan of points
}

// axes returns the configuration under the cursor and the axes to refine: all numeric
// axes, or with a focused chart its x axis.
func (rf *refinement) axes(sc *page.Scene) (part.Point, []sweepview.Axis) {
	var axes []sweepview.Axis
	for _, a := range sc.Sweep.Axes {
		if a.Number != nil {
			axes = append(axes, a)
		}
	}
	config := sc.Table.Row(&sc.Sweep).Config
	if rf.page.Focus == PaneTable || sc.Shown != page.Overview {
		return config, axes
	}
	_, v := rf.page.drawnChart(sc)
	return config, slices.DeleteFunc(axes, func(a sweepview.Axis) bool { return a.Name != v.X.Name })
}

// midpoints returns the points halfway between v and its neighbours among sorted values. Beyond
// an end it returns a value half a step outside. On a logarithmic axis, halves are taken of the
// logarithm, and half a decade towards 0.
func midpoints(values []float64, v float64, log bool) []float64 {
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

// finerValues returns the comma-separated new values of an axis around a configuration, "" for
// none.
func finerValues(a sweepview.Axis, configs []part.Point, config part.Point) string {
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
	for _, v := range midpoints(values, a.Number(config), a.Log) {
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

// planAround returns a plan of the points next to a configuration along each of the axes.
// Invalid values (a subset larger than the data) are left out. If none is left, it returns the
// last error.
func planAround(set *data.Set, hash string, points, configs []part.Point, config part.Point, axes []sweepview.Axis, planned sweepview.Outline) (*sweep.Plan, error) {
	base, ok := sessions.Sweep(points, set.Overlap)
	if !ok {
		return nil, errors.New("some folds of this point are not planned")
	}
	var fresh []part.Point
	err := errors.New("no finer values exist around this point")
	for _, a := range axes {
		text := finerValues(a, configs, config)
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

// plan plans the points around the cursor and then asks the user whether to compute them.
func (rf *refinement) plan(sc *page.Scene, _ string) tea.Cmd {
	config, axes := rf.axes(sc)
	id := rf.page.ctl.NextID()
	rf.id = id
	return rf.page.ctl.Data.With(func() tea.Cmd {
		set, hash, o := sc.Set, sc.Hash, sc.Sweep.Outline
		return func() tea.Msg {
			plan, err := planAround(set, hash, o.Of(config), o.Configs, config, axes, o)
			if err != nil {
				return Refined{ID: id, Err: err}
			}
			cost := 0.0
			for _, e := range plan.Entries {
				cost += e.Cost
			}
			var names []clean.Text
			for _, a := range axes {
				if text := finerValues(a, o.Configs, config); text != "" {
					names = append(names, a.Symbol+" "+clean.Of(strings.ReplaceAll(text, ",", " ")))
				}
			}
			return Refined{id, plan, clean.Join(names, ", "), draft.TimeOf(cost), nil}
		}
	})
}

// ask asks the user whether to compute the planned points.
func (rf *refinement) ask(sc *page.Scene, msg Refined) {
	if msg.ID != rf.id {
		return
	}
	if msg.Err != nil {
		sc.Message = draft.SpecMessage(msg.Err)
		return
	}
	text := clean.Sprintf("Add %s (%s), about %s?", clean.Counted(len(msg.plan.Entries), "point"), msg.axesText, clean.Span(msg.time))
	sc.Ask = page.Confirm(text, "add", "cancel", "+", func() tea.Cmd {
		before := sc.Sweep.Outline
		points := make([]part.Point, 0, len(msg.plan.Entries))
		for _, e := range msg.plan.Entries {
			points = append(points, e.Point)
		}
		sc.Sweep.SetPlan(before.With(sweepview.OutlineOf(points)), sc.Sweep.Criterion)
		sc.Arrange()
		return rf.page.ctl.Compute(msg.plan, before)
	})
}

// actions returns the actions that add points to the sweep.
func (rf *refinement) actions() []page.Action {
	return []page.Action{
		{ID: "finer", Group: "Sweep", Place: 5, Who: page.Owner, Keys: []string{"+"}, Short: "finer", Long: "add points halfway between the selected point and its neighbours, on each axis or, at a chart's cursor, on its axis; works while the sweep runs",
			Modes: page.Live | page.Opened, Pages: page.Only(page.Overview, page.Point), Footer: 10, Off: rf.off, Do: rf.plan},
	}
}

// off returns the reason why no points can be added; "" if they can.
func (rf *refinement) off(sc *page.Scene) clean.Text {
	switch {
	case rf.page.ctl.Elsewhere():
		return rf.page.ctl.AnotherComputes()
	case rf.page.ctl.Starting:
		return "the sweep is starting"
	case rf.page.ctl.Exec == nil && rf.page.ctl.Standing.Busy != "":
		return rf.page.ctl.Standing.Busy
	case sc.Session == nil:
		return "the sweep is not started yet"
	case sc.Table.Row(&sc.Sweep) == nil:
		return "no point is selected"
	case !slices.ContainsFunc(sc.Sweep.Axes, func(a sweepview.Axis) bool { return a.Number != nil }):
		return "the sweep varies no numeric axis: e adds one"
	}
	return rf.page.ctl.OffEdit()
}

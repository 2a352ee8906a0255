package ui

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/snapshot"
	tea "github.com/charmbracelet/bubbletea"
)

// refined is a plan of points around one, or why there is none.
type refined struct {
	id   int
	plan *sweep.Plan
	what clean.Text
	time time.Duration
	err  error
}

// pointed is the configuration that the cursor is at, and the axes around it:
// that of a chart with a cursor, or the selected row with every axis of numbers.
func (m *model) pointed() (part.Point, []parameter.Axis) {
	var axes []parameter.Axis
	for _, a := range m.Sweep.Axes {
		if a.Number != nil {
			axes = append(axes, a)
		}
	}
	config := m.Table.Row(&m.Sweep).Config
	if m.focus == overview.PaneTable || m.Shown != page.Overview {
		return config, axes
	}
	c, _, v := m.focusedChart()
	if c == nil || !c.On {
		return config, axes
	}
	along := slices.DeleteFunc(axes, func(a parameter.Axis) bool { return a.Name != v.X.Name })
	for i := range m.Sweep.Rows {
		p := m.Sweep.Rows[i].Config
		if v.X.Number(p) == c.Cursor && v.Shows(p) && (v.Lines == nil || v.Lines.Label(p) == v.Lines.Label(config)) {
			return p, along
		}
	}
	return config, along
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
func finer(a parameter.Axis, configs []part.Point, config part.Point) string {
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
func around(set *data.Set, hash string, points, configs []part.Point, config part.Point, axes []parameter.Axis, planned snapshot.Outline) (*sweep.Plan, error) {
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
func doFiner(m *model, _ string) tea.Cmd {
	config, axes := m.pointed()
	id := m.id()
	m.refineID = id
	return m.withData(func() tea.Cmd {
		set, hash, o := m.Set, m.Hash, m.Sweep.Outline
		return func() tea.Msg {
			plan, err := around(set, hash, o.Of(config), o.Configs, config, axes, o)
			if err != nil {
				return refined{id: id, err: err}
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
			return refined{id, plan, clean.Join(names, ", "), editor.TimeOf(cost), nil}
		}
	})
}

// refined asks whether to compute points around one.
func (m *model) refined(msg refined) {
	if msg.id != m.refineID {
		return
	}
	if msg.err != nil {
		m.Message = editor.SpecMessage(msg.err)
		return
	}
	text := clean.Sprintf("Add %s (%s), about %s? + y: add, other keys: no", humanize.Counted(len(msg.plan.Entries), "point"), msg.what, humanize.Span(msg.time))
	m.Ask = &page.Question{Text: text, Keys: []string{"+", "y", "enter"}, Pick: func(string) tea.Cmd {
		before := m.Sweep.Outline
		points := make([]part.Point, 0, len(msg.plan.Entries))
		for _, e := range msg.plan.Entries {
			points = append(points, e.Point)
		}
		m.Sweep.SetPlan(before.With(snapshot.OutlineOf(points)), m.Sweep.Criterion)
		m.Arrange()
		return m.compute(msg.plan, before)
	}}
}

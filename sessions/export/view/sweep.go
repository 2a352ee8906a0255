package view

import (
	"cmp"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/svg"
)

// OfSweep draws a session's configurations: means over folds with their
// standard errors, or a map shaded by the means, with the best marked.
// Parameters that are neither axis nor series have their value in the best row.
// It returns an *[Error] with the alternatives if the plot is impossible.
func OfSweep(s *sessions.Session, p Plot) (svg.Drawing, error) {
	quantity, mapped, ok := measureOf(p.View, s.By().Objective)
	if !ok {
		return nil, message.Mistaken(errorf("there is no view %q: %s", message.Clean(p.View), message.Choose(p.View, Views())), p.View, Views())
	}
	return sweptOf(s).plot(quantity, mapped, p)
}

// plot draws a measure over the axes that a plot selects, as a map or a chart.
func (sw sweepRows) plot(quantity *measure.Measure, mapped bool, p Plot) (svg.Drawing, error) {
	l := sw.withNames(defaultLayout(sw.rows, quantity.Readout, mapped))
	switch {
	case l.x == nil && mapped:
		return nil, errorf("nothing varies in the sweep: a map needs a varied axis")
	case l.x == nil:
		return nil, errorf("no number varies in the sweep: there is nothing to plot over")
	}
	l, err := l.withParameters(sw.rows, p, mapped)
	if err != nil {
		return nil, err
	}
	var drawn svg.Drawing
	var ok bool
	if mapped {
		drawn, ok = sw.mapOver(quantity, l)
	} else {
		drawn, ok = sw.chartOver(quantity, l)
	}
	if !ok {
		return nil, errorf("no point has a %s over %s", quantity.Label, l.x.Name)
	}
	return drawn, nil
}

// Charts returns the charts of a session over the first number that varies;
// none if no number does.
func Charts(s *sessions.Session) []svg.Chart {
	sw := sweptOf(s)
	var out []svg.Chart
	for _, quantity := range pageMeasures(sw.rows, s.By().Objective) {
		if p, ok := sw.firstChart(quantity); ok {
			out = append(out, p)
		}
	}
	return out
}

// sweepRows holds a session's configurations for drawing.
type sweepRows struct {
	rows  []choose.Row
	stars []int // indices of the rows marked as best
	good  []int // indices of the rows not distinguishable from the best
	by    choose.By
	data  sessions.Data
	// multiples holds the axes whose values were written as multiples; rows are
	// drawn at the multiples.
	multiples []*part.Axis
}

func sweptOf(s *sessions.Session) sweepRows {
	rows, choice := s.Choice()
	sw := sweepRows{rows: rows, stars: choice.Stars(), good: choice.Equals(), by: s.By().Over(rows), data: s.Header.Data}
	sw.layOutMultiples(s)
	return sw
}

// layOutMultiples replaces values in the rows by the multiples that were
// written for an axis.
func (sw *sweepRows) layOutMultiples(s *sessions.Session) {
	var configs []part.Point
	for _, p := range s.Points() {
		configs = append(configs, p.Config())
	}
	for _, r := range sw.rows {
		configs = append(configs, r.Config)
	}
	for _, a := range part.Axes() {
		of := choose.Multiples(a, s.Header.Spec.Text(a.Name), configs)
		if of == nil {
			continue
		}
		for i := range sw.rows {
			if x, ok := of(sw.rows[i].Config); ok {
				sw.rows[i].Config = a.With(sw.rows[i].Config, x)
			}
		}
		named := *a
		named.Symbol = cmp.Or(a.Symbol, a.Name) + "/" + cmp.Or(a.Symbol, a.Name) + "*"
		sw.multiples = append(sw.multiples, &named)
	}
}

// withNames returns the layout with the names of multiples for axes that are
// drawn in multiples.
func (sw sweepRows) withNames(l layout) layout {
	name := func(a *part.Axis) *part.Axis {
		if a == nil {
			return nil
		}
		if i := slices.IndexFunc(sw.multiples, func(m *part.Axis) bool { return m.Name == a.Name }); i >= 0 {
			return sw.multiples[i]
		}
		return a
	}
	l.x, l.lines = name(l.x), name(l.lines)
	for i, a := range l.held {
		l.held[i] = name(a)
	}
	return l
}

// base returns the row whose parameters are held: the best.
func (sw sweepRows) base() *choose.Row {
	if len(sw.stars) > 0 {
		return &sw.rows[sw.stars[0]]
	}
	return &sw.rows[0]
}

// starred reports whether a row is marked as best.
func (sw sweepRows) starred(i int) bool { return slices.Contains(sw.stars, i) }

// isAsGood reports whether a row is not distinguishable from the best.
func (sw sweepRows) isAsGood(i int) bool { return slices.Contains(sw.good, i) }

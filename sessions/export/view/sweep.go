package view

import (
	"cmp"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/export/svg"
)

// OfSweep draws a session's configurations: means over folds with their standard
// errors, or a map shaded by the means, the best marked. Parameters that are
// neither axis nor series are held as they are in the best row. An *[Error] says
// what there is instead of what cannot be drawn.
func OfSweep(s *sessions.Session, p Plot) (svg.Drawing, error) {
	quantity, mapped, ok := measured(p.View, s.Objective())
	if !ok {
		return nil, message.Mistaken(errorf("there is no view %q: %s", message.Clean(p.View), message.Choose(p.View, Views())), p.View, Views())
	}
	sw := sweptOf(s)
	if mapped {
		return sw.mapOf(quantity, p)
	}
	return sw.chartOf(quantity, p)
}

// Charts are the charts of a session over the first number that was varied; none
// where no number was.
func Charts(s *sessions.Session) []svg.Chart {
	sw := sweptOf(s)
	var out []svg.Chart
	for _, quantity := range onPage(sw.rows, s.Objective()) {
		if p, ok := sw.firstChart(quantity); ok {
			out = append(out, p)
		}
	}
	return out
}

// swept are a session's configurations as they are drawn.
type swept struct {
	rows  []choose.Row
	stars []int // those that are marked as the best
	good  []int // those that are as good as the best within error
	by    choose.By
	data  sessions.Data
	// multiples are axes by whose multiples the rows are laid out, in place of their
	// values: where these were written.
	multiples []*part.Axis
}

func sweptOf(s *sessions.Session) swept {
	rows, choice := s.Choice()
	sw := swept{rows: rows, stars: choice.Stars(), good: choice.Equals(), by: s.By().Over(rows), data: s.Header.Data}
	sw.layOutMultiples(s)
	return sw
}

// layOutMultiples puts rows at the multiples that were written for an axis.
func (sw *swept) layOutMultiples(s *sessions.Session) {
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

// named names the axes of a layout by what rows are laid out by.
func (sw swept) named(l layout) layout {
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

// base is the row whose parameters are held: the best.
func (sw swept) base() *choose.Row {
	if len(sw.stars) > 0 {
		return &sw.rows[sw.stars[0]]
	}
	return &sw.rows[0]
}

// starred says that a row is marked as the best.
func (sw swept) starred(i int) bool { return slices.Contains(sw.stars, i) }

// asGood says that a row is as good as one that is marked as the best.
func (sw swept) asGood(i int) bool { return slices.Contains(sw.good, i) }

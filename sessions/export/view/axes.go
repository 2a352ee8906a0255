package view

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
)

type layout struct {
	x     *part.Axis   // horizontal axis; nil if nothing varies
	lines *part.Axis   // axis with one line per value, or one row of a map; nil for a single one
	held  []*part.Axis // all other axes, fixed at their values in the best row
}

// defaultLayout returns the default layout of a chart or a map. The first
// varying parameter, which must be numeric in a chart, is the horizontal axis;
// the second has the lines.
func defaultLayout(rows []choose.Row, readout, ofMap bool) layout {
	numbers, words, held := plotAxes(rows, readout)
	if len(numbers) == 0 && !ofMap {
		return layout{}
	}
	varying, l := append(numbers, words...), layout{held: held}
	if len(varying) > 0 {
		l.x, varying = varying[0], varying[1:]
	}
	if len(varying) > 0 {
		l.lines, varying = varying[0], varying[1:]
	}
	l.held = append(l.held, varying...)
	return l
}

// plotAxes returns the axes that vary, numeric and categorical. Without
// readout, the axes that only a readout depends on are returned as held.
func plotAxes(rows []choose.Row, readout bool) (numbers, words, held []*part.Axis) {
	for _, name := range choose.Varying(rows) {
		a, _ := part.AxisNamed(name)
		if a.Numeric() && !hasNumbers(rows, name) {
			continue // it follows another: only one method has a λ
		}
		switch {
		case a.Readout && !readout:
			held = append(held, a)
		case a.Numeric():
			numbers = append(numbers, a)
		default:
			words = append(words, a)
		}
	}
	return numbers, words, held
}

// hasNumbers reports whether a parameter has at least two values in the rows.
func hasNumbers(rows []choose.Row, axis string) bool {
	first := ""
	for i := range rows {
		text := rows[i].Config.Text(axis)
		first = cmp.Or(first, text)
		if text != "" && text != first {
			return true
		}
	}
	return false
}

// withParameters returns the layout with the requested parameters in place of
// the default ones. With words, the horizontal axis may be categorical.
func (l layout) withParameters(rows []choose.Row, p Plot, words bool) (layout, error) {
	if p.Axis == "" && p.Series == "" {
		return l, nil
	}
	all := []*part.Axis{l.x}
	if l.lines != nil {
		all = append(all, l.lines)
	}
	all = append(all, l.held...)
	usable, err := usableAxes(rows, all, p, words)
	if err != nil {
		return layout{}, err
	}
	take := func(name string) *part.Axis {
		i := slices.IndexFunc(all, func(a *part.Axis) bool { return a.Name == name })
		taken := all[i]
		all = slices.Delete(all, i, i+1)
		return taken
	}
	first := p.Axis
	if first == "" { // the first usable axis other than the series
		i := slices.IndexFunc(usable, func(name string) bool { return name != p.Series })
		if i < 0 {
			return layout{}, errorf("no other axis than %s varies in the sweep: choose series none", p.Series)
		}
		first = usable[i]
	}
	out := layout{x: take(first)}
	switch {
	case p.Series == "none":
	case p.Series != "":
		out.lines = take(p.Series)
	case l.lines != nil && l.lines.Name != out.x.Name:
		out.lines = take(l.lines.Name)
	case len(all) > 0:
		out.lines = take(all[0].Name)
	}
	out.held = all
	return out, nil
}

// usableAxes returns the names of the axes that can be horizontal. It returns
// an error if a requested axis does not vary.
func usableAxes(rows []choose.Row, all []*part.Axis, p Plot, words bool) ([]string, error) {
	var names, usable []string
	for _, a := range all {
		names = append(names, a.Name)
		if words || a.Numeric() && hasNumbers(rows, a.Name) {
			usable = append(usable, a.Name)
		}
	}
	if p.Axis != "" && !slices.Contains(usable, p.Axis) {
		fault := "is not a number that varies"
		if words {
			fault = "does not vary"
		}
		return nil, errorf("axis %q %s in the sweep: choose from %s", message.Clean(p.Axis), fault, strings.Join(usable, ", "))
	}
	if p.Series != "" && p.Series != "none" && !slices.Contains(names, p.Series) {
		return nil, errorf("series %q does not vary in the sweep: choose from none, %s", message.Clean(p.Series), strings.Join(names, ", "))
	}
	if p.Axis != "" && p.Axis == p.Series {
		return nil, errorf("axis and series are both %s: choose another one of %s", p.Axis, strings.Join(names, ", "))
	}
	return usable, nil
}

// shows reports whether p agrees with base on every held axis that applies to
// p.
func (l layout) shows(p, base part.Point) bool {
	return !slices.ContainsFunc(l.held, func(a *part.Axis) bool { return a.Of(&p) != "" && a.Of(&p) != a.Of(&base) })
}

// heading returns the label of a measure and which direction is better.
func (sw sweepRows) heading(quantity *measure.Measure) string {
	return sw.data.InWords(quantity.Label) + directionText[quantity.Better]
}

var directionText = map[measure.Direction]string{measure.Lower: " ↓ lower is better", measure.Higher: " ↑ higher is better"}

// title returns text followed by the values of the held axes.
func (l layout) title(text string, base part.Point) string {
	parts := []string{text}
	for _, a := range l.held {
		parts = append(parts, axisText(base, a))
	}
	return message.Clean(strings.Join(parts, " · "))
}

// axisText returns the value of an axis with its name: λ=1e-7, lda, no λ.
func axisText(p part.Point, a *part.Axis) string {
	name, text := cmp.Or(a.Symbol, a.Name), a.Of(&p)
	switch {
	case text == "":
		return "no " + name
	case a.Numeric() || a.Name == "shift":
		return name + "=" + message.Exponents(text)
	}
	return text
}

// spacedByFactors reports whether the numbers are spaced more evenly on a
// logarithmic axis than on a linear one. It returns usually for fewer than
// three.
func spacedByFactors(xs []float64, usually bool) bool {
	xs = slices.DeleteFunc(slices.Clone(xs), func(x float64) bool { return x == 0 })
	slices.Sort(xs)
	xs = slices.Compact(xs)
	if len(xs) == 0 || xs[0] < 0 {
		return false
	}
	if len(xs) < 3 {
		return usually
	}
	gaps := func(at func(float64) float64) float64 {
		lo, hi := math.Inf(1), 0.0
		for i := 1; i < len(xs); i++ {
			gap := at(xs[i]) - at(xs[i-1])
			lo, hi = min(lo, gap), max(hi, gap)
		}
		return hi / lo
	}
	return gaps(math.Log) < gaps(func(x float64) float64 { return x })
}

// plotted returns the measures that can be plotted over a parameter, in a sweep
// with an objective.
func plotted(objective string) []*measure.Measure {
	return measure.In(measure.Views, measure.Under(objective))
}

// pageMeasures returns the measures on a page of charts that at least one row
// has.
func pageMeasures(rows []choose.Row, objective string) []*measure.Measure {
	return slices.DeleteFunc(measure.In(measure.PageCharts, plotted(objective)), func(m *measure.Measure) bool {
		return !slices.ContainsFunc(rows, func(r choose.Row) bool { return r.Of(m).N > 0 })
	})
}

// SweepViews returns the views of a session's configurations over a number.
func SweepViews() []string {
	var names []string
	for _, m := range measure.In(measure.Views, measure.All()) {
		if !slices.Contains(names, m.Show.View) {
			names = append(names, m.Show.View)
		}
	}
	return names
}

// mapPrefix, followed by the name of a view, is the name of a map. On its own
// it is the map of the selection criterion.
const mapPrefix = "map"

// MapViews returns the views of a session's configurations over two parameters.
func MapViews() []string {
	names := []string{mapPrefix}
	for _, view := range SweepViews() {
		names = append(names, mapPrefix+"-"+view)
	}
	return names
}

// shadeView returns the view whose values shade a map.
func shadeView(view string) string {
	if view == mapPrefix {
		return "validation"
	}
	return strings.TrimPrefix(view, mapPrefix+"-")
}

// measureOf returns the measure that a view shows in a sweep with an objective,
// and whether as a map; ok is false for an unknown view.
func measureOf(view, objective string) (m *measure.Measure, mapped, ok bool) {
	if mapped = slices.Contains(MapViews(), view); mapped {
		view = shadeView(view)
	}
	for _, m := range plotted(objective) {
		if m.Show.View == view {
			return m, mapped, true
		}
	}
	return nil, mapped, false
}

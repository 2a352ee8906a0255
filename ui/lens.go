package ui

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/parameter"
)

// lens is which part of a sweep the charts show: the axes that are not drawn
// are held at the values of a base configuration, unless the user set them.
type lens struct {
	picked string                // the axis that [ and ] change
	held   map[string]clean.Text // labels that the user set, by axis
	// newest is one of the configurations started last: the charts show them
	// until the user selects a row.
	newest *part.Point
}

// view is a chart's choice of axes, with what the others are held at.
type view struct {
	x     parameter.Parameter
	names []clean.Text // of the places on an axis of words; nil for numbers
	lines *parameter.Axis
	held  []heldAxis
	// readout says that the readout matters to what is shown.
	readout bool
}

type heldAxis struct {
	parameter.Axis
	label clean.Text
}

// release makes the charts go with the selected row.
func (l *lens) release() { l.held, l.newest = nil, nil }

// turnTo makes the charts show new configurations, by way of the one that is
// most like what they show.
func (l *lens) turnTo(fresh []part.Point, base part.Point) {
	most := -1
	for _, c := range fresh {
		same := 0
		for _, d := range parameter.All {
			same += btoi(d.Label(c) == d.Label(base))
		}
		if same > most {
			most, l.newest = same, &c
		}
	}
}

// wish is what a chart prefers to show.
type wish struct {
	// xs and lines are axes by name, those preferred first.
	xs, lines []string
	// over and by are the axes that the user asked for, "" for none; noCurves as
	// by asks for a single curve.
	over, by string
	// readout says that the readout and its weight matter.
	readout bool
	// has says that a row has what is shown; nil means that every row has.
	has func(*choose.Row) bool
}

// noCurves asks for no axis of lines.
const noCurves = "-"

// aim chooses the axes of a chart: x is the first of those preferred in which
// the sweep varies, lines the first that is left; the others are held as the
// user set them, or at the base. Where no row is like that, the chart shows the
// row that is most like it, and what goes with that: it is blank only where
// there is nothing to show.
func (l lens) aim(sc *scene, base part.Point, want wish) view {
	v := l.aimAt(sc, base, want)
	if v.showsAny(sc, want) {
		return v
	}
	near := l.nearest(sc, base, want)
	if near == nil {
		return v
	}
	held := map[string]clean.Text{}
	for name, label := range l.held {
		if parameter.Named(name).Label(near.Config) == label {
			held[name] = label
		}
	}
	return lens{picked: l.picked, held: held}.aimAt(sc, near.Config, want)
}

func (l lens) aimAt(sc *scene, base part.Point, want wish) view {
	v := view{readout: want.readout}
	usable := func(name string) *parameter.Axis {
		for i := range sc.axes {
			a := &sc.axes[i]
			if a.Name == name && a.Label(base) != "" {
				return a
			}
		}
		return nil
	}
	v.x = parameter.Named(want.xs[0])
	if v.x.Number == nil || math.IsNaN(v.x.Number(base)) {
		v.x = parameter.Named("p") // which every point has
	}
	xs := want.xs
	if want.over != "" {
		xs = []string{want.over}
	}
	if a := firstOf(usable, xs, sc.axes, want.readout); a != nil {
		v.over(*a)
	}
	lines := want.lines
	if want.by != "" {
		lines = append([]string{want.by}, lines...)
	}
	for _, name := range lines {
		if name == noCurves {
			break
		}
		if a := usable(name); a != nil && name != v.x.Name {
			v.lines = a
			break
		}
	}
	for _, a := range sc.axes {
		if a.Name == v.x.Name || v.lines != nil && a.Name == v.lines.Name || a.Readout && !want.readout {
			continue
		}
		label := a.Label(base)
		if set, ok := l.held[a.Name]; ok {
			label = set
		}
		if label == "" { // the base has no such parameter: others are shown at their best
			label = sc.bestLabel(a)
		}
		v.held = append(v.held, heldAxis{a, label})
	}
	return v
}

// firstOf is the axis to draw over: the first usable one of those preferred,
// else of the others, numbers before words.
func firstOf(usable func(string) *parameter.Axis, preferred []string, axes []parameter.Axis, readout bool) *parameter.Axis {
	for _, name := range preferred {
		if a := usable(name); a != nil {
			return a
		}
	}
	for _, numbers := range []bool{true, false} {
		for _, other := range axes {
			if a := usable(other.Name); a != nil && (a.Number != nil) == numbers && (readout || !a.Readout) {
				return a
			}
		}
	}
	return nil
}

// bestLabel is where on an axis the best of the rows is that have the
// parameter, or the first of its values.
func (sc *scene) bestLabel(a parameter.Axis) clean.Text {
	if label, ok := sc.labelsOfBest[a.Name]; ok {
		return label
	}
	var rows []choose.Row
	for i := range sc.rows {
		if a.Label(sc.rows[i].Config) != "" {
			rows = append(rows, sc.rows[i])
		}
	}
	label := a.Labels[0]
	if best := choose.Best(rows, sc.objective); best >= 0 {
		label = a.Label(rows[best].Config)
	}
	sc.labelsOfBest[a.Name] = label
	return label
}

// showsAny says that at least one row has a place in the chart.
func (v view) showsAny(sc *scene, want wish) bool {
	shown := v.shown(sc)
	for i := range sc.rows {
		r := &sc.rows[i]
		if shown(i) && v.x.Number != nil && !math.IsNaN(v.x.Number(r.Config)) && (want.has == nil || want.has(r)) {
			return true
		}
	}
	return false
}

// nearest is the row with something to show that is most like what the user
// holds, and then most like the base; the first among equals.
func (l lens) nearest(sc *scene, base part.Point, want wish) *choose.Row {
	own := map[string]clean.Text{}
	for _, a := range sc.axes {
		own[a.Name] = a.Label(base)
	}
	var near *choose.Row
	most := -1
	for i := range sc.rows {
		r := &sc.rows[i]
		if want.has != nil && !want.has(r) {
			continue
		}
		same := 0
		for _, a := range sc.axes {
			label := sc.labelsOf(a)[i]
			if set, ok := l.held[a.Name]; ok && label == set {
				same += len(sc.axes) + 1
			}
			same += btoi(label == own[a.Name])
		}
		if same > most {
			near, most = r, same
		}
	}
	return near
}

// over draws a chart over an axis; words stand side by side, in their order.
func (v *view) over(a parameter.Axis) {
	v.x = a.Parameter
	if a.Number != nil {
		return
	}
	v.names = a.Labels
	v.x.Number = func(p part.Point) float64 {
		if i := slices.Index(a.Labels, a.Label(p)); i >= 0 {
			return float64(i)
		}
		return math.NaN()
	}
}

// shows says that the chart shows a configuration: one that does not differ
// from what is held in any parameter that it has.
func (v view) shows(p part.Point) bool {
	for _, h := range v.held {
		if l := h.Axis.Label(p); l != h.label && l != "" {
			return false
		}
	}
	return true
}

// shown is [view.shows] for each of the rows.
func (v view) shown(sc *scene) func(i int) bool {
	labels := make([][]clean.Text, len(v.held))
	for k, h := range v.held {
		labels[k] = sc.labelsOf(h.Axis)
	}
	return func(i int) bool {
		for k, h := range v.held {
			if l := labels[k][i]; l != h.label && l != "" {
				return false
			}
		}
		return true
	}
}

// title says what is held: m=500 p=32 perceptron. The axis that [ and ] change
// is marked.
func (v view) title(picked string) clean.Text {
	var parts []clean.Text
	for _, h := range v.held {
		text := h.Text(h.label)
		if h.Name == picked {
			text = "[" + text + "]"
		}
		parts = append(parts, text)
	}
	return clean.Join(parts, " ")
}

// pick goes on to the next axis of those that a chart holds.
func (l *lens) pick(held []heldAxis) {
	i := slices.IndexFunc(held, func(h heldAxis) bool { return h.Name == l.picked })
	l.picked = ""
	if i+1 < len(held) {
		l.picked = held[i+1].Name
	}
}

// turn changes the picked axis, or the first one, to its next or previous
// value, round and round.
func (l *lens) turn(held []heldAxis, by int) {
	if len(held) == 0 {
		return
	}
	i := max(0, slices.IndexFunc(held, func(h heldAxis) bool { return h.Name == l.picked }))
	h := held[i]
	l.picked = h.Name
	at := slices.Index(h.Labels, h.label)
	if l.held == nil {
		l.held = map[string]clean.Text{}
	}
	n := len(h.Labels)
	l.held[h.Name] = h.Labels[((at+by)%n+n)%n]
}

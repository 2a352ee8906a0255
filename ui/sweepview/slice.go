package sweepview

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
)

// Slice is which part of a sweep the charts show: the axes that are not drawn are held
// at the values of the configuration under the cursor.
type Slice struct {
	Picked string // the axis that [ and ] move the cursor along
}

// View is a chart's choice of axes, with what the others are held at.
type View struct {
	X     Parameter
	Names []clean.Text // of the places on an axis of words; nil for numbers
	Lines *Axis
	Held  []HeldAxis
	// Ticks are the configurations to point out beside the cursor and ★.
	Ticks map[part.Point]bool
	// readout says that the readout matters to what is shown, withinGraph that what is shown
	// of different training graphs does not compare.
	readout, withinGraph bool
	base                 part.Point // that the slice goes through
}

type HeldAxis struct {
	Axis
	Label clean.Text
}

// Wish is what a chart prefers to show.
type Wish struct {
	// Xs and lines are axes by name, those preferred first.
	Xs, Lines []string
	// over and by are the axes that the user asked for, "" for none; noCurves as
	// by asks for a single curve.
	over, By string
	// Readout says that the readout and its weight matter.
	Readout bool
	// WithinGraph says that what is shown is taken under the training graph, so that one
	// graph is shown at a time.
	WithinGraph bool
	// Has says that a row has what is shown; nil means that every row has.
	Has func(*choose.Row) bool
}

// Aim chooses the axes of a chart: x is the first of those preferred in which
// the sweep varies, lines the first that is left; the others are held at the base.
// Where no row is like that, the chart shows the row that is most like it, and what
// goes with that: it is blank only where there is nothing to show.
func (l Slice) Aim(sc *Sweep, base part.Point, want Wish) View {
	v := l.aimAt(sc, base, want)
	if v.showsAny(sc, want) {
		return v
	}
	near := l.nearest(sc, base, want)
	if near == nil {
		return v
	}
	return l.aimAt(sc, near.Config, want)
}

func (l Slice) aimAt(sc *Sweep, base part.Point, want Wish) View {
	v := View{readout: want.Readout, withinGraph: want.WithinGraph, base: base}
	usable := func(name string) *Axis {
		for i := range sc.Drawn {
			a := &sc.Drawn[i]
			if a.Name == name && a.Label(base) != "" && !(want.WithinGraph && ofGraph(name, base)) {
				return a
			}
		}
		return nil
	}
	v.X = ParameterNamed(want.Xs[0])
	if v.X.Number == nil || math.IsNaN(v.X.Number(base)) {
		v.X = ParameterNamed("p") // which every point has
	}
	xs := want.Xs
	if want.over != "" {
		xs = []string{want.over}
	}
	if a := firstOf(usable, xs, sc.Drawn, want.Readout); a != nil {
		v.over(*a)
	}
	lines := want.Lines
	if want.By != "" {
		lines = append([]string{want.By}, lines...)
	}
	for _, name := range lines {
		if name == NoCurves {
			break
		}
		if a := usable(name); a != nil && name != v.X.Name {
			v.Lines = a
			break
		}
	}
	for _, a := range sc.Drawn {
		if a.Name == v.X.Name || v.Lines != nil && a.Name == v.Lines.Name || a.Readout && !want.Readout {
			continue
		}
		label := a.Label(base)
		if label == "" { // the base has no such parameter: others are shown at their best
			label = sc.BestLabel(a)
		}
		v.Held = append(v.Held, HeldAxis{a, label})
	}
	return v
}

// ofGraph reports whether an axis is one of the training graph of a point.
func ofGraph(name string, p part.Point) bool {
	a, ok := part.AxisNamed(name)
	under := graph.Under(p)
	return ok && a.Of(&under) != ""
}

// firstOf is the axis to draw over: the first usable one of those preferred,
// else of the others, numbers before words.
func firstOf(usable func(string) *Axis, preferred []string, axes []Axis, readout bool) *Axis {
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

// showsAny says that at least one row has a place in the chart.
func (v View) showsAny(sc *Sweep, want Wish) bool {
	shown := v.Shown(sc)
	for i := range sc.Rows {
		r := &sc.Rows[i]
		if shown(i) && v.X.Number != nil && !math.IsNaN(v.X.Number(r.Config)) && (want.Has == nil || want.Has(r)) {
			return true
		}
	}
	return false
}

// nearest is the row with something to show that is most like the base; the first
// among equals.
func (l Slice) nearest(sc *Sweep, base part.Point, want Wish) *choose.Row {
	own := map[string]clean.Text{}
	for _, a := range sc.Drawn {
		own[a.Name] = a.Label(base)
	}
	var near *choose.Row
	most := -1
	for i := range sc.Rows {
		r := &sc.Rows[i]
		if want.Has != nil && !want.Has(r) {
			continue
		}
		same := 0
		for _, a := range sc.Drawn {
			if sc.LabelsOf(a)[i] == own[a.Name] {
				same++
			}
		}
		if same > most {
			near, most = r, same
		}
	}
	return near
}

// over draws a chart over an axis; words stand side by side, in their order.
func (v *View) over(a Axis) {
	v.X = a.Parameter
	if a.Number != nil {
		return
	}
	v.Names = a.Labels
	v.X.Number = func(p part.Point) float64 {
		if i := slices.Index(a.Labels, a.Label(p)); i >= 0 {
			return float64(i)
		}
		return math.NaN()
	}
}

// OverGraphs reports whether the chart sets different training graphs side by side.
func (v View) OverGraphs() bool {
	return ofGraph(v.X.Name, v.base) || v.Lines != nil && ofGraph(v.Lines.Name, v.base)
}

// Shows says that the chart shows a configuration: one that does not differ
// from what is held in any parameter that it has.
func (v View) Shows(p part.Point) bool {
	return !slices.ContainsFunc(v.Held, func(h HeldAxis) bool { l := h.Axis.Label(p); return l != h.Label && l != "" })
}

// Shown is [view.shows] for each of the rows.
func (v View) Shown(sc *Sweep) func(i int) bool {
	labels := make([][]clean.Text, len(v.Held))
	for k, h := range v.Held {
		labels[k] = sc.LabelsOf(h.Axis)
	}
	return func(i int) bool {
		for k, h := range v.Held {
			if l := labels[k][i]; l != h.Label && l != "" {
				return false
			}
		}
		return true
	}
}

// Title says what is held: m=500 p=32 perceptron. The axis that [ and ] change
// is marked.
func (v View) Title(picked string) clean.Text {
	var parts []clean.Text
	for _, h := range v.Held {
		text := h.Text(h.Label)
		if h.Name == picked {
			text = "[" + text + "]"
		}
		parts = append(parts, text)
	}
	return clean.Join(parts, " ")
}

// Pick goes on to the next axis of those that a chart holds.
func (l *Slice) Pick(held []HeldAxis) {
	i := slices.IndexFunc(held, func(h HeldAxis) bool { return h.Name == l.Picked })
	l.Picked = ""
	if i+1 < len(held) {
		l.Picked = held[i+1].Name
	}
}

// PickedOf is the picked one of the axes that a chart holds, or the first one; nil where
// it holds none.
func (l *Slice) PickedOf(held []HeldAxis) *HeldAxis {
	if len(held) == 0 {
		return nil
	}
	h := &held[max(0, slices.IndexFunc(held, func(h HeldAxis) bool { return h.Name == l.Picked }))]
	l.Picked = h.Name
	return h
}

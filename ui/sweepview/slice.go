package sweepview

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
)

// Slice is the part of a sweep that charts show: the axes that are not drawn are held at the
// values of the configuration under the cursor.
type Slice struct {
	Picked string // axis that [ and ] move the cursor along
}

// View is a chart's choice of axes, with the values of the held ones.
type View struct {
	X     Parameter
	Names []clean.Text // of the positions on a word axis; nil for numbers
	Lines *Axis
	Held  []HeldAxis
	// Ticks are the configurations to mark in addition to the cursor and ★.
	Ticks map[part.Point]bool
	// readout and withinGraph are [Wish.Readout] and [Wish.WithinGraph].
	readout, withinGraph bool
	base                 part.Point // configuration that the slice passes through
}

// HeldAxis is an axis that a chart does not draw, with the value it is held at.
type HeldAxis struct {
	Axis
	Label clean.Text
}

// Wish lists the axes that a chart prefers to show.
type Wish struct {
	// Xs and Lines are axis names, preferred ones first.
	Xs, Lines []string
	// over and By are the axes that the user chose, "" for none; By may be [NoCurves].
	over, By string
	// Readout marks charts whose values depend on the readout.
	Readout bool
	// WithinGraph marks charts whose values depend on the training graph; one graph is shown at
	// a time.
	WithinGraph bool
	// Has reports whether a row has the charted value; nil if every row has.
	Has func(*choose.Row) bool
}

// Aim chooses the axes of a chart: x is the first preferred axis that varies, lines the next
// one, and the others are held at the base. If that shows no row, the chart is aimed at the row
// most similar to the base that can be shown. It is blank only where the sweep has nothing to
// show.
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

// aimAt returns the view of the wished axes through a configuration.
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
		v.X = ParameterNamed("p") // every point has p
	}
	xs := want.Xs
	if want.over != "" {
		xs = []string{want.over}
	}
	if a := firstOf(usable, xs, sc.Drawn, want.Readout); a != nil {
		v.drawOver(*a)
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
		if label == "" { // the base lacks this parameter: hold it at the best row's value
			label = sc.BestLabel(a)
		}
		v.Held = append(v.Held, HeldAxis{a, label})
	}
	return v
}

// ofGraph reports whether an axis is a parameter of the training graph of p.
func ofGraph(name string, p part.Point) bool {
	a, ok := part.AxisNamed(name)
	under := graph.Under(p)
	return ok && a.Of(&under) != ""
}

// firstOf returns the x axis: the first usable preferred one, else a usable numeric axis, else
// a word axis, else nil.
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

// showsAny reports whether the chart shows at least one row.
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

// nearest returns the row with a value to show that agrees with the base on the most axes; the
// first of ties, or nil.
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

// drawOver sets the x axis; words are placed at 0, 1, 2 … in their order.
func (v *View) drawOver(a Axis) {
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

// OverGraphs reports whether the chart compares different training graphs.
func (v View) OverGraphs() bool {
	return ofGraph(v.X.Name, v.base) || v.Lines != nil && ofGraph(v.Lines.Name, v.base)
}

// Shows reports whether p agrees with every held value that applies to it.
func (v View) Shows(p part.Point) bool {
	return !slices.ContainsFunc(v.Held, func(h HeldAxis) bool { l := h.Axis.Label(p); return l != h.Label && l != "" })
}

// Shown returns a function that reports [View.Shows] for row i; it reads cached labels.
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

// Title returns the held values, with the axis that [ and ] change in brackets: m=500 [p=32]
// perceptron.
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

// Pick selects the next of the axes that a chart holds, and none after the last.
func (l *Slice) Pick(held []HeldAxis) {
	i := slices.IndexFunc(held, func(h HeldAxis) bool { return h.Name == l.Picked })
	l.Picked = ""
	if i+1 < len(held) {
		l.Picked = held[i+1].Name
	}
}

// PickedOf returns the selected axis of those that a chart holds, else the first, or nil if it
// holds none.
func (l *Slice) PickedOf(held []HeldAxis) *HeldAxis {
	if len(held) == 0 {
		return nil
	}
	h := &held[max(0, slices.IndexFunc(held, func(h HeldAxis) bool { return h.Name == l.Picked }))]
	l.Picked = h.Name
	return h
}

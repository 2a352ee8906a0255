package sweepview

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
)

// Plot returns the chart of the series. Markers and colours follow the values; the lines at the
// cursor, beside it and at ★ stand out from the others. The first name includes the axis, the
// others are values only.
func Plot(sc *Sweep, v View, names []clean.Text, series [][]Sample) chart.Plot {
	p := chart.Plot{XLabel: v.X.Symbol, Star: sc.Star(), LogX: v.X.Log, Names: v.Names, ASCII: sc.ASCII, Faces: markerIndices(v, len(series))}
	for i, label := range v.Axis(sc).Labels {
		if x, err := strconv.ParseFloat(string(label), 64); v.Names != nil {
			p.Places = append(p.Places, float64(i))
		} else if err == nil {
			p.Places = append(p.Places, x)
		}
	}
	here := v.lineIndex(v.base)
	for i, s := range series {
		out := chart.Series{Name: names[i]}
		if i > 0 {
			out.Name = valueOf(names[i])
		}
		best := false
		for _, q := range s {
			out.X, out.Y = append(out.X, q.x), append(out.Y, q.Y)
			out.Err, out.Bad = append(out.Err, q.Err), append(out.Bad, q.Bad)
			out.Ticked = append(out.Ticked, v.Ticks[q.Row.Config])
			if sc.IsBest(q.Row) && !q.Bad && p.Best == nil {
				p.Best, best = &chart.Mark{X: q.x, Y: q.Y}, true
			}
			if q.Row.Config == v.base && (v.Lines == nil || i == here) {
				p.Here = &chart.Mark{X: q.x, Y: q.Y}
			}
		}
		if best && len(series) > 1 {
			out.Name += " " + sc.Star()
		}
		out.Context = v.Lines != nil && len(series) > 3 && !best && (i < here-1 || i > here+1)
		p.Series = append(p.Series, out)
	}
	if p.Here == nil && v.X.Number != nil { // without a result, the cursor marks only its x value
		p.Here = &chart.Mark{X: v.X.Number(v.base), Y: math.NaN()}
	}
	return p
}

// markerIndices returns the marker index of each line: the rank at which its value first
// appeared, so that it never changes.
func markerIndices(v View, n int) []int {
	if v.Lines == nil {
		return nil
	}
	out := make([]int, n)
	for i := range out {
		out[i] = i
		if i < len(v.Lines.Named) {
			out[i] = v.Lines.Named[i]
		}
	}
	return out
}

// lineIndex returns the index of the line that a configuration belongs to.
func (v View) lineIndex(p part.Point) int {
	if v.Lines == nil {
		return 0
	}
	if i := slices.Index(v.Lines.Labels, v.Lines.Label(p)); i >= 0 {
		return i
	}
	return len(v.Lines.Labels) // the line of rows without this parameter
}

// Axis returns the x axis with its values.
func (v View) Axis(sc *Sweep) Axis {
	if i := slices.IndexFunc(sc.Drawn, func(a Axis) bool { return a.Name == v.X.Name }); i >= 0 {
		return sc.Drawn[i]
	}
	return Axis{Parameter: v.X}
}

// Within sets the y range to that of all valid rows of the sweep, so that another slice does
// not rescale it. The scale is logarithmic if the values span more than a decade. A ★ outside
// the slice is drawn at its own height.
func Within(p *chart.Plot, sc *Sweep, v View, measure func(*choose.Row) (y, err float64)) {
	lo, hi, positive := math.Inf(1), math.Inf(-1), math.Inf(1)
	for i := range sc.Rows {
		r := &sc.Rows[i]
		if y, e := measure(r); r.Measured() && !Violated(r) && !math.IsNaN(y) && !math.IsInf(y, 0) {
			if math.IsNaN(e) || math.IsInf(e, 0) {
				e = 0
			}
			lo, hi = min(lo, y-e), max(hi, y+e)
			if y > 0 {
				positive = min(positive, y)
			}
		}
	}
	if lo > hi {
		return
	}
	p.LogY = p.LogY || lo > 0 && hi > 10*positive
	p.Range = []float64{lo, min(positive, hi), hi} // on a log scale the smallest positive value replaces zero
	if p.Best != nil || sc.Best < 0 || v.X.Number == nil {
		return
	}
	best := &sc.Rows[sc.Best]
	if y, _ := measure(best); !math.IsNaN(y) && !v.Shows(best.Config) {
		p.Best = &chart.Mark{X: v.X.Number(best.Config), Y: y, Elsewhere: v.differenceNote(best.Config)}
	}
}

// differenceNote returns the note on a ★ outside the slice, with the values in which p differs
// from the held ones.
func (v View) differenceNote(p part.Point) clean.Text {
	var parts []clean.Text
	for _, h := range v.Held {
		if l := h.Axis.Label(p); l != h.Label {
			parts = append(parts, h.Text(l))
		}
	}
	return clean.Join(append([]clean.Text{"★ is at"}, parts...), " ")
}

// MarkAsGood marks the plotted points that are equal to the best within error, on charts of the
// measure that points are chosen by.
func MarkAsGood(p *chart.Plot, sc *Sweep, series [][]Sample) {
	for i, s := range series {
		for _, q := range s {
			p.Series[i].AsGood = append(p.Series[i].AsGood, sc.AsGood(q.Row))
		}
	}
}

// valueOf returns the part of a name after "=": 5 for σ=5.
func valueOf(name clean.Text) clean.Text { return name[strings.IndexByte(string(name), '=')+1:] }

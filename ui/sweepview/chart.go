package sweepview

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// NoCurves asks for no axis of lines.
const NoCurves = "-"

var OverSigma = []string{"sigma", "lambda", "m", "p", "degree"}

var LinesLambda = []string{"lambda", "method", "select", "m", "basis", "shift", "p", "kernel", "space"}

// LinesShift sets the plain kernel beside the shifted one first of all.
var LinesShift = append([]string{"shift"}, LinesLambda...)

// Chart is a pane that shows one measure over one axis.
type Chart struct {
	// Over and By are the axes that the user asked for, see [Wish].
	Over, By string
	// Zoom halves the part of the x axis that is shown, so many times.
	Zoom int
}

// Wished are the axes that the chart prefers, and those that the user asked for.
func (c *Chart) Wished(xs, lines []string) Wish {
	return Wish{Xs: xs, Lines: lines, over: c.Over, By: c.By}
}

// TurnAxis goes on to the next axis to draw over.
func (c *Chart) TurnAxis(sc *Sweep, v View) {
	all := Choices(sc, v)
	if len(all) > 0 {
		c.Over, c.Zoom = all[(slices.Index(all, v.X.Name)+1)%len(all)], 0
	}
}

// TurnLines goes on to the next axis to draw a line for each value of, and
// after the last to none.
func (c *Chart) TurnLines(sc *Sweep, v View) {
	all := slices.DeleteFunc(append(Choices(sc, v), NoCurves), func(name string) bool { return name == v.X.Name })
	now := NoCurves
	if v.Lines != nil {
		now = v.Lines.Name
	}
	c.By = all[(slices.Index(all, now)+1)%len(all)]
}

// Choices are the axes that a chart can be drawn over: numbers before words.
func Choices(sc *Sweep, v View) []string {
	var numbers, words []string
	for _, a := range sc.Drawn {
		switch {
		case a.Readout && !v.readout, v.withinGraph && ofGraph(a.Name, v.base), !slices.ContainsFunc(sc.LabelsOf(a), func(l clean.Text) bool { return l != "" }):
		case a.Number != nil:
			numbers = append(numbers, a.Name)
		default:
			words = append(words, a.Name)
		}
	}
	return append(numbers, words...)
}

// LeastPlaces are what a chart is zoomed in to at the most.
const LeastPlaces = 3

// Closer shows half as many of the places, or twice as many.
func (c *Chart) Closer(places int, in bool) {
	if !in {
		c.Zoom = max(c.Zoom-1, 0)
	} else if places>>c.Zoom > LeastPlaces {
		c.Zoom++
	}
}

// Crop keeps of the series what a zoomed chart shows: a stretch of places around the
// cursor.
func (c *Chart) Crop(series [][]Sample, v View) [][]Sample {
	xs := Places(series)
	n := max(len(xs)>>c.Zoom, LeastPlaces)
	if c.Zoom == 0 || len(xs) <= n {
		return series
	}
	at, _ := slices.BinarySearch(xs, v.X.Number(v.base))
	from := min(max(at-n/2, 0), len(xs)-n)
	lo, hi := xs[from], xs[from+n-1]
	out := make([][]Sample, len(series))
	for i, s := range series {
		for _, q := range s {
			if q.x >= lo && q.x <= hi {
				out[i] = append(out[i], q)
			}
		}
	}
	return out
}

// Sample is a row as a point of a chart.
type Sample struct {
	Row     *choose.Row
	x, Y    float64
	Err     float64
	Bad     bool
	Reading clean.Text // what is said of it in words
}

// Places are the distinct places of the samples, in order.
func Places(series [][]Sample) []float64 {
	var xs []float64
	for _, s := range series {
		for _, q := range s {
			xs = append(xs, q.x)
		}
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

// Curves gathers the rows that a view shows into series of samples, one for
// each value of the axis of lines, and one for rows that have no such
// parameter (kernel PCA has no λ).
func Curves(sc *Sweep, v View, measure func(*choose.Row) (y, err float64)) (names []clean.Text, series [][]Sample) {
	if v.X.Number == nil {
		return nil, nil
	}
	if v.Lines == nil {
		return []clean.Text{""}, [][]Sample{curve(sc, v, measure)[""]}
	}
	byLabel, found := curve(sc, v, measure), 0
	for _, label := range v.Lines.Labels {
		found += len(byLabel[label])
		names, series = append(names, v.Lines.Text(label)), append(series, byLabel[label])
	}
	others := byLabel[""]
	switch {
	case len(others) == 0:
		return names, series
	case found > 0:
		return append(names, "no "+v.Lines.Symbol), append(series, others)
	}
	return []clean.Text{""}, [][]Sample{others}
}

// curve gathers the rows shown by their value of the axis of lines.
func curve(sc *Sweep, v View, measure func(*choose.Row) (y, err float64)) map[clean.Text][]Sample {
	type place struct {
		label clean.Text
		x     float64
	}
	out, seen := map[clean.Text][]Sample{}, map[place]bool{}
	var lines []clean.Text
	if v.Lines != nil {
		lines = sc.LabelsOf(*v.Lines)
	}
	shown := v.Shown(sc)
	for i := range sc.Rows {
		if !shown(i) {
			continue
		}
		r, at := &sc.Rows[i], place{}
		if lines != nil {
			at.label = lines[i]
		}
		at.x = v.X.Number(r.Config)
		y, e := measure(r)
		if math.IsNaN(at.x) || math.IsNaN(y) || seen[at] {
			continue
		}
		seen[at] = true
		out[at.label] = append(out[at.label], Sample{Row: r, x: at.x, Y: y, Err: e})
	}
	for _, s := range out {
		slices.SortFunc(s, func(a, b Sample) int { return cmp.Compare(a.x, b.x) })
	}
	return out
}

// Reading says in a line what the series are at the place of the cursor. The first names
// the axis of lines, the others their values only, as the legend does.
func Reading(v View, p chart.Plot, names []clean.Text, series [][]Sample, st *theme.Style, w int) clean.Text {
	if p.Here == nil {
		return ""
	}
	text, named := st.Paint(chart.Accent, " "+p.XLabel+"="+p.Place(p.Here.X)), false
	for i, s := range series {
		for _, q := range s {
			if q.x != p.Here.X {
				continue
			}
			name := names[i]
			if named {
				name = valueOf(name)
			}
			if named = true; name != "" {
				name += ": "
			}
			text += "  " + st.Paint(chart.SeriesRole(p.Face(i)), name+q.Reading)
		}
	}
	return layout.Cut(text, w)
}

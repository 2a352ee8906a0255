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

// NoCurves is the value of [Chart.By] that draws a single curve.
const NoCurves = "-"

// OverSigma lists x axes for charts of a kernel's width, preferred ones first.
var OverSigma = []string{"sigma", "lambda", "m", "p", "degree"}

// LinesLambda lists axes with a line for each value, preferred ones first.
var LinesLambda = []string{"lambda", "method", "select", "m", "basis", "shift", "p", "kernel", "space"}

// LinesShift is LinesLambda with the shifted and the unshifted kernel compared first.
var LinesShift = append([]string{"shift"}, LinesLambda...)

// Chart is a pane that shows one measure over one axis.
type Chart struct {
	// Over and By are the axes that the user chose, see [Wish].
	Over, By string
	// Zoom is the number of times that the shown part of the x axis is halved.
	Zoom int
}

// Wished returns the wish for a chart: the preferred axes xs and lines, and the axes that the
// user chose.
func (c *Chart) Wished(xs, lines []string) Wish {
	return Wish{Xs: xs, Lines: lines, over: c.Over, By: c.By}
}

// TurnAxis switches to the next x axis of [Choices] and resets the zoom.
func (c *Chart) TurnAxis(sc *Sweep, v View) {
	all := Choices(sc, v)
	if len(all) > 0 {
		c.Over, c.Zoom = all[(slices.Index(all, v.X.Name)+1)%len(all)], 0
	}
}

// TurnLines switches to the next axis with a line for each value; after the last axis comes a
// single curve.
func (c *Chart) TurnLines(sc *Sweep, v View) {
	all := slices.DeleteFunc(append(Choices(sc, v), NoCurves), func(name string) bool { return name == v.X.Name })
	now := NoCurves
	if v.Lines != nil {
		now = v.Lines.Name
	}
	c.By = all[(slices.Index(all, now)+1)%len(all)]
}

// Choices returns the names of the axes that a chart can be drawn over, numeric axes before
// word axes.
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

// LeastPlaces is the smallest number of places that a zoomed chart shows.
const LeastPlaces = 3

// Closer zooms in to half as many places, down to [LeastPlaces]; with in false it zooms out.
func (c *Chart) Closer(places int, in bool) {
	if !in {
		c.Zoom = max(c.Zoom-1, 0)
	} else if places>>c.Zoom > LeastPlaces {
		c.Zoom++
	}
}

// Crop returns the samples within the zoomed stretch of the x axis, which is centred on the
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

// Sample is a row drawn as a point of a chart.
type Sample struct {
	Row     *choose.Row
	x, Y    float64
	Err     float64
	Bad     bool
	Reading clean.Text // the value in words
}

// Places returns the distinct x values of the samples in ascending order.
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

// Curves groups the visible rows into series of samples: one for each value of the line axis,
// and one for rows without that parameter (kernel PCA has no λ).
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

// curve returns the samples of the visible rows by their label on the line axis, each series
// sorted by x.
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

// Reading returns one line with the values of all series at the cursor, at most w cells wide.
// The first name includes the line axis, the others are values only, as in the legend.
func Reading(p chart.Plot, names []clean.Text, series [][]Sample, st *theme.Style, w int) clean.Text {
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

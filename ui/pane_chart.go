package ui

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// xs and lines are the axes that a chart prefers, in order.
var (
	overSigma   = []string{"sigma", "lambda", "m", "p", "degree"}
	linesLambda = []string{"lambda", "method", "select", "m", "basis", "shift", "p", "kernel", "space"}
	// linesShift sets the plain kernel beside the shifted one first of all.
	linesShift = append([]string{"shift"}, linesLambda...)
)

// chartPane is a pane that shows one measure over one axis.
type chartPane struct {
	cursor float64
	on     bool // the cursor is shown
	// over and by are the axes that the user asked for, see [wish].
	over, by string
	// zoom halves the part of the x axis that is shown, so many times.
	zoom int
}

// wished are the axes that the chart prefers, and those that the user asked for.
func (c *chartPane) wished(xs, lines []string) wish {
	return wish{xs: xs, lines: lines, over: c.over, by: c.by}
}

// turnAxis goes on to the next axis to draw over.
func (c *chartPane) turnAxis(sc *scene, v view) {
	all := choices(sc, v)
	if len(all) > 0 {
		c.over, c.on, c.zoom = all[(slices.Index(all, v.x.Name)+1)%len(all)], false, 0
	}
}

// turnLines goes on to the next axis to draw a line for each value of, and
// after the last to none.
func (c *chartPane) turnLines(sc *scene, v view) {
	all := slices.DeleteFunc(append(choices(sc, v), noCurves), func(name string) bool { return name == v.x.Name })
	now := noCurves
	if v.lines != nil {
		now = v.lines.Name
	}
	c.by = all[(slices.Index(all, now)+1)%len(all)]
}

// choices are the axes that a chart can be drawn over: numbers before words.
func choices(sc *scene, v view) []string {
	var numbers, words []string
	for _, a := range sc.axes {
		switch {
		case a.Readout && !v.readout, !slices.ContainsFunc(sc.labelsOf(a), func(l clean.Text) bool { return l != "" }):
		case a.Number != nil:
			numbers = append(numbers, a.Name)
		default:
			words = append(words, a.Name)
		}
	}
	return append(numbers, words...)
}

// crop keeps of the series what a zoomed chart shows: a stretch of places
// around the cursor, or in the middle.
func (c *chartPane) crop(series [][]sample, v view) [][]sample {
	xs := xsOf(series)
	n := max(len(xs)>>c.zoom, leastPlaces)
	if c.zoom == 0 || len(xs) <= n {
		return series
	}
	at := len(xs) / 2
	if c.on {
		at, _ = slices.BinarySearch(xs, c.cursor)
	}
	from := min(max(at-n/2, 0), len(xs)-n)
	lo, hi := xs[from], xs[from+n-1]
	out := make([][]sample, len(series))
	for i, s := range series {
		for _, q := range s {
			if q.x >= lo && q.x <= hi {
				out[i] = append(out[i], q)
			}
		}
	}
	return out
}

// leastPlaces are what a chart is zoomed in to at the most.
const leastPlaces = 3

// sample is a row as a point of a chart.
type sample struct {
	row     *choose.Row
	x, y    float64
	err     float64
	bad     bool
	reading clean.Text // what the cursor says
}

// curves gathers the rows that a view shows into series of samples, one for
// each value of the axis of lines, and one for rows that have no such
// parameter (kernel PCA has no λ).
func curves(sc *scene, v view, measure func(*choose.Row) (y, err float64)) (names []clean.Text, series [][]sample) {
	if v.x.Number == nil {
		return nil, nil
	}
	if v.lines == nil {
		return []clean.Text{""}, [][]sample{curve(sc, v, measure)[""]}
	}
	byLabel, found := curve(sc, v, measure), 0
	for _, label := range v.lines.Labels {
		found += len(byLabel[label])
		names, series = append(names, v.lines.Text(label)), append(series, byLabel[label])
	}
	others := byLabel[""]
	switch {
	case len(others) == 0:
		return names, series
	case found > 0:
		return append(names, "no "+v.lines.Symbol), append(series, others)
	}
	return []clean.Text{""}, [][]sample{others}
}

// curve gathers the rows shown by their value of the axis of lines.
func curve(sc *scene, v view, measure func(*choose.Row) (y, err float64)) map[clean.Text][]sample {
	type place struct {
		label clean.Text
		x     float64
	}
	out, seen := map[clean.Text][]sample{}, map[place]bool{}
	var lines []clean.Text
	if v.lines != nil {
		lines = sc.labelsOf(*v.lines)
	}
	shown := v.shown(sc)
	for i := range sc.rows {
		if !shown(i) {
			continue
		}
		r, at := &sc.rows[i], place{}
		if lines != nil {
			at.label = lines[i]
		}
		at.x = v.x.Number(r.Config)
		y, e := measure(r)
		if math.IsNaN(at.x) || math.IsNaN(y) || seen[at] {
			continue
		}
		seen[at] = true
		out[at.label] = append(out[at.label], sample{row: r, x: at.x, y: y, err: e})
	}
	for _, s := range out {
		slices.SortFunc(s, func(a, b sample) int { return cmp.Compare(a.x, b.x) })
	}
	return out
}

// plot makes the chart of the series; the first legend entry carries the name
// of a numeric axis, the others its values only.
func plot(sc *scene, v view, names []clean.Text, series [][]sample) chart.Plot {
	p := chart.Plot{XLabel: v.x.Symbol, LogX: v.x.Log, Names: v.names, ASCII: sc.ascii}
	for i, s := range series {
		out := chart.Series{Name: names[i]}
		if i > 0 {
			out.Name = valueOf(names[i])
		}
		for _, q := range s {
			out.X, out.Y = append(out.X, q.x), append(out.Y, q.y)
			out.Err, out.Bad = append(out.Err, q.err), append(out.Bad, q.bad)
			if sc.isBest(q.row) && !q.bad {
				p.Best = &chart.Mark{X: q.x, Y: q.y}
			}
		}
		p.Series = append(p.Series, out)
	}
	return p
}

// valueOf is the value alone of a name such as σ=5.
func valueOf(name clean.Text) clean.Text { return name[strings.IndexByte(string(name), '=')+1:] }

// wide says that values above 0 span more than a factor of ten, which asks for
// a logarithmic axis.
func wide(series [][]sample) bool {
	lo, hi := math.Inf(1), 0.0
	for _, s := range series {
		for _, q := range s {
			if q.y > 0 {
				lo, hi = min(lo, q.y), max(hi, q.y)
			}
		}
	}
	return hi > 10*lo
}

// xsOf are the distinct places of the samples, in order.
func xsOf(series [][]sample) []float64 {
	var xs []float64
	for _, s := range series {
		for _, q := range s {
			xs = append(xs, q.x)
		}
	}
	slices.Sort(xs)
	return slices.Compact(xs)
}

// move steps the cursor by one place, or shows it at the given place.
func (c *chartPane) move(xs []float64, start float64, by int) {
	if len(xs) == 0 {
		return
	}
	i, found := slices.BinarySearch(xs, c.cursor)
	switch {
	case !c.on:
		i, found = slices.BinarySearch(xs, start)
		if !found {
			i = 0
		}
	case found || by < 0:
		i += by
	}
	c.cursor, c.on = xs[min(max(i, 0), len(xs)-1)], true
}

// render draws a plot into h lines, the last of which is what the cursor reads
// where it is shown.
func (c *chartPane) render(p chart.Plot, names []clean.Text, series [][]sample, st *theme.Style, w, h int) []clean.Text {
	if !c.on || h < 4 {
		return p.Render(w, h, st.Paint)
	}
	p.Cursor = &c.cursor
	return append(p.Render(w, h-1, st.Paint), c.reading(p, names, series, st, w))
}

// reading says what the series are at the cursor.
func (c *chartPane) reading(p chart.Plot, names []clean.Text, series [][]sample, st *theme.Style, w int) clean.Text {
	place := clean.Of(strconv.FormatFloat(c.cursor, 'g', -1, 64))
	if i := int(c.cursor); i < len(p.Names) {
		place = p.Names[i]
	}
	text := st.Paint(chart.Accent, p.XLabel+"="+place)
	for i, s := range series {
		for _, q := range s {
			if q.x != c.cursor {
				continue
			}
			name := valueOf(names[i])
			if name != "" {
				name += ":"
			}
			text += "  " + st.Paint(chart.SeriesRole(i), name+q.reading)
		}
	}
	return layout.Cut(text, w)
}

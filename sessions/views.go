package sessions

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
)

// Plot says which plot of a session's configurations to draw.
type Plot struct {
	// View is one of [SweepViews].
	View string
	// Axis is the parameter to plot over, by the name of its flag: a number that
	// varies; "" for the first.
	Axis string
	// Series is the one whose values have a line each; "" for the second that
	// varies, "none" for a single line.
	Series string
}

// PlotError says what of a plot cannot be, and what can.
type PlotError struct{ msg string }

func (e *PlotError) Error() string { return e.msg }

func plotErrorf(format string, args ...any) error { return &PlotError{fmt.Sprintf(format, args...)} }

// sweepViews are what can be plotted over a parameter. The objective is what
// the best is chosen by.
var sweepViews = []struct {
	name string
	of   func(objective string) subject
}{
	{"slowness", func(string) subject {
		return subject{name: "test slowness", of: func(r *sweep.Row) sweep.Stat { return r.SlownessTest }}
	}},
	{"train-slowness", func(string) subject {
		return subject{name: "training slowness", of: func(r *sweep.Row) sweep.Stat { return r.SlownessTrain }}
	}},
	{"variance", func(string) subject { return subject{name: "largest |variance − 1|", of: deviation, checked: true} }},
	{"validation", func(objective string) subject {
		return subject{name: "validation " + objective, of: func(r *sweep.Row) sweep.Stat { return r.Validation[objective] }, readout: objective != "slowness"}
	}},
	{"segments", func(string) subject {
		return subject{name: "segments right on test", of: func(r *sweep.Row) sweep.Stat { return r.AccuracySegment }, readout: true}
	}},
	{"samples", func(string) subject {
		return subject{name: "samples right on test", of: func(r *sweep.Row) sweep.Stat { return r.AccuracySample }, readout: true}
	}},
	{"rmse", func(string) subject {
		return subject{name: "RMSE on test", of: func(r *sweep.Row) sweep.Stat { return r.RMSE }, readout: true}
	}},
	{"fourier", func(string) subject {
		return subject{name: "Fourier match on test", of: func(r *sweep.Row) sweep.Stat { return r.Fourier }}
	}},
}

// pointViews are what can be plotted of one point.
var pointViews = []struct {
	name string
	of   func(r *sweep.Result) (plot, bool)
}{
	{"features", featuresPlot},
	{"spectrum", spectrumPlot},
}

// SweepViews are the views of a session's configurations.
func SweepViews() []string {
	var names []string
	for _, v := range sweepViews {
		names = append(names, v.name)
	}
	return names
}

// PointViews are the views of one finished point.
func PointViews() []string {
	var names []string
	for _, v := range pointViews {
		names = append(names, v.name)
	}
	return names
}

// WriteSVG draws a plot of the session's configurations as an SVG file: means
// over folds with their standard errors, the best marked, all parameters that are
// neither axis nor series held as they are in the best row. A *[PlotError] says
// what there is instead of what cannot be drawn.
func (s *Session) WriteSVG(w io.Writer, p Plot) error {
	rows, best := s.Rows()
	for _, v := range sweepViews {
		if v.name != p.View {
			continue
		}
		drawn, err := s.plotOf(rows, best, v.of(s.Objective()), p)
		if err != nil {
			return err
		}
		return writeDrawing(w, drawn)
	}
	return plotErrorf("there is no view %q: choose from %s", datasets.Clean(p.View), strings.Join(append(SweepViews(), PointViews()...), ", "))
}

// WritePointSVG draws a view of one finished point of the session.
func (s *Session) WritePointSVG(w io.Writer, view string, r *sweep.Result) error {
	for _, v := range pointViews {
		if v.name != view {
			continue
		}
		drawn, ok := v.of(r)
		if !ok {
			return plotErrorf("point %s has no %s to draw", r.Key[:12], view)
		}
		drawn.title = datasets.Clean(fmt.Sprintf("%s · %s fold %d", drawn.title, Labels(s)(r.Point), r.Point.Fold+1))
		return writeDrawing(w, drawn)
	}
	return plotErrorf("there is no view %q of a point: choose from %s", datasets.Clean(view), strings.Join(PointViews(), ", "))
}

func writeDrawing(w io.Writer, p plot) error {
	var b strings.Builder
	p.writeFile(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// plotOf lays out a plot as it is asked for.
func (s *Session) plotOf(rows []sweep.Row, best int, sub subject, p Plot) (plot, error) {
	x, lines, held := plotAxes(rows, sub.readout)
	if x == nil {
		return plot{}, plotErrorf("no number varies in the sweep: there is nothing to plot over")
	}
	var err error
	if p.Axis != "" || p.Series != "" {
		if x, lines, held, err = chosenAxes(rows, x, lines, held, p); err != nil {
			return plot{}, err
		}
	}
	drawn, ok := plotOver(rows, best, sub, x, lines, held)
	if !ok {
		return plot{}, plotErrorf("no point has a %s over %s", sub.name, x.Name)
	}
	return drawn, nil
}

// chosenAxes puts the parameters asked for in the places of those that would be
// taken.
func chosenAxes(rows []sweep.Row, x, lines *sweep.Axis, held []sweep.Axis, p Plot) (*sweep.Axis, *sweep.Axis, []sweep.Axis, error) {
	all := []sweep.Axis{*x}
	if lines != nil {
		all = append(all, *lines)
	}
	all = append(all, held...)
	var names, numbers []string
	for _, a := range all {
		names = append(names, a.Name)
		if a.Numeric() && hasNumbers(rows, a.Name) {
			numbers = append(numbers, a.Name)
		}
	}
	if p.Axis != "" && !slices.Contains(numbers, p.Axis) {
		return nil, nil, nil, plotErrorf("axis %q is no number that varies in the sweep: choose from %s", datasets.Clean(p.Axis), strings.Join(numbers, ", "))
	}
	if p.Series != "" && p.Series != "none" && !slices.Contains(names, p.Series) {
		return nil, nil, nil, plotErrorf("series %q does not vary in the sweep: choose from none, %s", datasets.Clean(p.Series), strings.Join(names, ", "))
	}
	if p.Axis != "" && p.Axis == p.Series {
		return nil, nil, nil, plotErrorf("axis and series are both %s: take another of %s", p.Axis, strings.Join(names, ", "))
	}
	take := func(name string) *sweep.Axis {
		i := slices.IndexFunc(all, func(a sweep.Axis) bool { return a.Name == name })
		taken := all[i]
		all = slices.Delete(all, i, i+1)
		return &taken
	}
	first := p.Axis
	if first == "" { // the first number that is not the series
		i := slices.IndexFunc(numbers, func(name string) bool { return name != p.Series })
		if i < 0 {
			return nil, nil, nil, plotErrorf("no other number than %s varies in the sweep: take series none", p.Series)
		}
		first = numbers[i]
	}
	x = take(first)
	switch {
	case p.Series == "none":
		return x, nil, all, nil
	case p.Series != "":
		return x, take(p.Series), all, nil
	case lines != nil && lines.Name != x.Name:
		return x, take(lines.Name), all, nil
	case len(all) > 0:
		return x, take(all[0].Name), all, nil
	}
	return x, nil, nil, nil
}

// featuresPlot is the slowness of each feature.
func featuresPlot(r *sweep.Result) (plot, bool) {
	p := plot{title: "slowness of each feature", x: "feature", limit: math.NaN()}
	for _, part := range []struct {
		name string
		of   []sweep.Float
	}{{"training", r.Slowness.Train}, {"test", r.Slowness.Test}} {
		c := curve{name: part.name}
		for j, v := range part.of {
			c.add(float64(j+1), float64(v), fmt.Sprintf("feature %d, %s: %.4g", j+1, part.name, v))
		}
		if len(c.points) > 0 {
			p.curves = append(p.curves, c)
		}
	}
	p.logY = p.spansDecades()
	return p, len(p.curves) > 0
}

// spectrumPlot is the eigenvalues of C, with the cut below which they count as
// zero.
func spectrumPlot(r *sweep.Result) (plot, bool) {
	if r.Spectrum == nil {
		return plot{}, false
	}
	p := plot{title: "eigenvalues of C", x: "rank", logX: true, limit: math.NaN()}
	var c curve
	largest := 0.0
	for i, rank := range r.Spectrum.Rank {
		if i < len(r.Spectrum.Value) {
			v := float64(r.Spectrum.Value[i])
			largest = max(largest, v)
			c.add(float64(rank), v, fmt.Sprintf("eigenvalue %d: %.4g", rank, v))
		}
	}
	if len(c.points) == 0 {
		return plot{}, false
	}
	p.curves = []curve{c}
	p.logY = p.spansDecades()
	if cut := float64(r.Spectrum.Cut) * largest; cut > 0 && p.logY {
		p.limit, p.limitName = cut, fmt.Sprintf("cut at %.2g of the largest", r.Spectrum.Cut)
	}
	return p, true
}

// add appends a point where it has a place.
func (c *curve) add(x, y float64, text string) {
	if !math.IsNaN(y) && !math.IsInf(y, 0) {
		c.points = append(c.points, spot{x: x, y: y, se: math.NaN(), text: text})
	}
}

// spansDecades says that the values are above 0 and span a decade or more.
func (p *plot) spansDecades() bool {
	lo, hi := math.Inf(1), 0.0
	for _, c := range p.curves {
		for _, q := range c.points {
			lo, hi = min(lo, q.y), max(hi, q.y)
		}
	}
	return lo > 0 && hi > 10*lo
}

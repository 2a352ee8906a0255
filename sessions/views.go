package sessions

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/export/svg"
)

// Plot says which plot of a session's configurations to draw.
type Plot struct {
	// View is one of [SweepViews] and [MapViews].
	View string
	// Axis is the parameter to plot over, by the name of its flag: a number that
	// varies, or of a map anything that does; "" for the first.
	Axis string
	// Series is the one whose values have a line each, of a map a row; "" for the
	// second that varies, "none" for a single one.
	Series string
}

// PlotError says what of a plot cannot be, and what can.
type PlotError struct{ msg string }

func (e *PlotError) Error() string { return e.msg }

func plotErrorf(format string, args ...any) error { return &PlotError{fmt.Sprintf(format, args...)} }

// plotted are the measures that can be plotted over a parameter, in a sweep with
// an objective.
func plotted(objective string) []*measure.Measure {
	return measure.In(measure.Views, measure.Under(objective))
}

// SweepViews are the views of a session's configurations over a number.
func SweepViews() []string {
	var names []string
	for _, m := range measure.In(measure.Views, measure.All()) {
		if !slices.Contains(names, m.Show.View) {
			names = append(names, m.Show.View)
		}
	}
	return names
}

// Views are all views that there are, in the order they are listed.
func Views() []string {
	return slices.Concat(SweepViews(), MapViews(), PointViews(), []string{DataView})
}

// WriteSVG draws a plot of the session's configurations as an SVG file: means
// over folds with their standard errors, or a map shaded by the means, the best
// marked, all parameters that are neither axis nor series held as they are in the
// best row. A *[PlotError] says
// what there is instead of what cannot be drawn.
func (s *Session) WriteSVG(w io.Writer, p Plot) error {
	of, mapped := p.View, slices.Contains(MapViews(), p.View)
	if mapped {
		of = shadedBy(p.View)
	}
	views := plotted(s.Objective())
	i := slices.IndexFunc(views, func(m *measure.Measure) bool { return m.Show.View == of })
	if i < 0 {
		return plotErrorf("there is no view %q: choose from %s", message.Clean(p.View), strings.Join(Views(), ", "))
	}
	rows, best := s.Rows()
	sub := views[i]
	if mapped {
		drawn, err := s.mapOf(rows, best, sub, p)
		if err != nil {
			return err
		}
		return svg.Write(w, drawn)
	}
	drawn, err := s.plotOf(rows, best, sub, p)
	if err != nil {
		return err
	}
	return svg.Write(w, drawn)
}

// plotOf lays out a plot as it is asked for.
func (s *Session) plotOf(rows []choose.Row, best int, sub *measure.Measure, p Plot) (svg.Chart, error) {
	x, lines, held := firstAxes(rows, sub.Readout)
	if x == nil {
		return svg.Chart{}, plotErrorf("no number varies in the sweep: there is nothing to plot over")
	}
	var err error
	if p.Axis != "" || p.Series != "" {
		if x, lines, held, err = chosenAxes(rows, x, lines, held, p, false); err != nil {
			return svg.Chart{}, err
		}
	}
	drawn, ok := plotOver(rows, best, sub, x, lines, held)
	if !ok {
		return svg.Chart{}, plotErrorf("no point has a %s over %s", sub.Label, x.Name)
	}
	return drawn, nil
}

// chosenAxes puts the parameters asked for in the places of those that would be
// taken. With words, the axis may be one of words, too.
func chosenAxes(rows []choose.Row, x, lines *sweep.Axis, held []sweep.Axis, p Plot, words bool) (*sweep.Axis, *sweep.Axis, []sweep.Axis, error) {
	all := []sweep.Axis{*x}
	if lines != nil {
		all = append(all, *lines)
	}
	all = append(all, held...)
	usable, err := usableAxes(rows, all, p, words)
	if err != nil {
		return nil, nil, nil, err
	}
	take := func(name string) *sweep.Axis {
		i := slices.IndexFunc(all, func(a sweep.Axis) bool { return a.Name == name })
		taken := all[i]
		all = slices.Delete(all, i, i+1)
		return &taken
	}
	first := p.Axis
	if first == "" { // the first that is not the series
		i := slices.IndexFunc(usable, func(name string) bool { return name != p.Series })
		if i < 0 {
			return nil, nil, nil, plotErrorf("no other axis than %s varies in the sweep: take series none", p.Series)
		}
		first = usable[i]
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

// usableAxes are the names of what can be plotted over, once what is asked for
// is among what varies.
func usableAxes(rows []choose.Row, all []sweep.Axis, p Plot, words bool) ([]string, error) {
	var names, usable []string
	for _, a := range all {
		names = append(names, a.Name)
		if words || a.Numeric() && hasNumbers(rows, a.Name) {
			usable = append(usable, a.Name)
		}
	}
	if p.Axis != "" && !slices.Contains(usable, p.Axis) {
		fault := "is no number that varies"
		if words {
			fault = "does not vary"
		}
		return nil, plotErrorf("axis %q %s in the sweep: choose from %s", message.Clean(p.Axis), fault, strings.Join(usable, ", "))
	}
	if p.Series != "" && p.Series != "none" && !slices.Contains(names, p.Series) {
		return nil, plotErrorf("series %q does not vary in the sweep: choose from none, %s", message.Clean(p.Series), strings.Join(names, ", "))
	}
	if p.Axis != "" && p.Axis == p.Series {
		return nil, plotErrorf("axis and series are both %s: take another of %s", p.Axis, strings.Join(names, ", "))
	}
	return usable, nil
}

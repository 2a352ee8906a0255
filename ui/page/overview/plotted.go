package overview

import (
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// sweepChart is a chart over the sweep.
type sweepChart interface {
	// Aim returns the part of the sweep to show.
	Aim(*sweepview.Sweep, sweepview.Slice, part.Point) sweepview.View
	// Name returns the measure shown, and Good its better direction in full and in short.
	Name(*sweepview.Sweep, sweepview.View) clean.Text
	Good(*sweepview.Sweep) (long, short clean.Text)
	Series(*sweepview.Sweep, sweepview.View) ([]clean.Text, [][]sweepview.Sample)
	// Stat returns the charted statistic of a row.
	Stat(*sweepview.Sweep, *choose.Row) choose.Stat
	// Finish sets properties specific to the chart.
	Finish(sc *sweepview.Sweep, pl *chart.Plot, series [][]sweepview.Sample)
	axes() *sweepview.Chart
}

const lowerIsBetter = "↓ lower is better"

// statCurves returns the curves of a statistic over the rows of a view.
func statCurves(sc *sweepview.Sweep, v sweepview.View, of func(*choose.Row) choose.Stat, write func(float64) clean.Text) ([]clean.Text, [][]sweepview.Sample) {
	names, series := sweepview.Curves(sc, v, heightOf(of))
	for _, s := range series {
		for i := range s {
			s[i].Reading = clean.WithError(s[i].Y, s[i].Err, write)
		}
	}
	return names, series
}

// heightOf returns a function from rows to the mean and standard error of a statistic.
func heightOf(of func(*choose.Row) choose.Stat) func(*choose.Row) (y, err float64) {
	return func(r *choose.Row) (float64, float64) {
		s := of(r)
		return sweepview.Mean(s), s.SE
	}
}

// plotOf returns a chart with the names and the samples of its series.
func (p *Page) plotOf(sc *page.Scene, c sweepChart, v sweepview.View) (pl chart.Plot, names []clean.Text, series [][]sweepview.Sample) {
	names, series = c.Series(&sc.Sweep, v)
	series = c.axes().Crop(series, v)
	pl = sweepview.Plot(&sc.Sweep, v, names, series)
	if c.axes().Zoom > 0 {
		pl.Places = nil
	}
	of := func(r *choose.Row) choose.Stat { return c.Stat(&sc.Sweep, r) }
	sweepview.Within(&pl, &sc.Sweep, v, heightOf(of))
	pl.Note = errorNote(sc, of)
	pl.Empty = emptyReason(sc)
	c.Finish(&sc.Sweep, &pl, series)
	return pl, names, series
}

// plotHeight returns the height of the plot in a chart of h lines. If the pane has the focus,
// the last line contains the values under the cursor.
func plotHeight(h int, focused bool) int {
	if !focused || h < 8 {
		return h
	}
	return h - 1
}

// drawPlot draws a chart into h lines, see [plotHeight].
func (p *Page) drawPlot(sc *page.Scene, c sweepChart, v sweepview.View, w, h int, focused bool) []clean.Text {
	pl, names, series := p.plotOf(sc, c, v)
	long, _ := c.Good(&sc.Sweep)
	name := c.Name(&sc.Sweep, v) + " " + long
	if held := v.Title(""); held != "" {
		name += " · " + held
	}
	lines := sc.Draw(name, pl, w, plotHeight(h, focused))
	if len(lines) == h {
		return lines
	}
	return append(lines, sweepview.Reading(pl, names, series, sc.Style, w))
}

// errorNote returns the legend text of the error bars with the number of averaged values.
func errorNote(sc *page.Scene, of func(*choose.Row) choose.Stat) clean.Text {
	n := 0
	for i := range sc.Sweep.Rows {
		if s := of(&sc.Sweep.Rows[i]); !math.IsNaN(s.SE) {
			n = max(n, s.N)
		}
	}
	return clean.Sprintf("│ ±SE of %d", n)
}

// emptyReason returns why a chart has no points.
func emptyReason(sc *page.Scene) clean.Text {
	st := sc.Sweep.State
	switch n := len(st.Results); {
	case n > 0 && st.Failed == n && sc.Sweep.Missing() == 0:
		return "all " + clean.Counted(n, "fit") + " failed: l"
	case n > 0 && st.Failed == n:
		return "all fits so far failed: l"
	case n == 0:
		return "waiting for the first point"
	case measure.Sealed.On(st.Results[0].Point) && len(st.Unsealed) == 0:
		return "sealed: sfatui unseal " + clean.Of(sc.Session.Dir)
	case measure.Sealed.On(st.Results[0].Point):
		return "sealed; w shows what was measured of the choice"
	}
	return "nothing measured here yet"
}

// chartTitle returns the title of a chart with its better direction, and the held values. The
// direction is abbreviated if there is no room.
func chartTitle(name, long, short, held clean.Text, w int) (title, detail clean.Text) {
	for _, good := range []clean.Text{long, short} {
		title = name + " " + good
		if room := w - 8 - len([]rune(string(title))) - len([]rune(string(held))); room >= 0 || held == "" && room >= -3 {
			return title, held
		}
	}
	return title, held
}

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

type plotted interface {
	// Aim says which part of the sweep it shows.
	Aim(*sweepview.Sweep, sweepview.Slice, part.Point) sweepview.View
	// Name is what it shows, and Good which way is good, in full and in short.
	Name(*sweepview.Sweep, sweepview.View) clean.Text
	Good(*sweepview.Sweep) (long, short clean.Text)
	Series(*sweepview.Sweep, sweepview.View) ([]clean.Text, [][]sweepview.Sample)
	// Stat is what is shown of a row.
	Stat(*sweepview.Sweep, *choose.Row) choose.Stat
	// Finish sets what is the chart's own.
	Finish(sc *sweepview.Sweep, pl *chart.Plot, series [][]sweepview.Sample)
	axes() *sweepview.Chart
}

const lowerIsBetter = "↓ lower is better"

// curves are the series of a view of what is known of each row.
func curves(sc *sweepview.Sweep, v sweepview.View, of func(*choose.Row) choose.Stat, write func(float64) clean.Text) ([]clean.Text, [][]sweepview.Sample) {
	names, series := sweepview.Curves(sc, v, height(of))
	for _, s := range series {
		for i := range s {
			s[i].Reading = clean.WithError(s[i].Y, s[i].Err, write)
		}
	}
	return names, series
}

// height is where a chart has a row, and its error.
func height(of func(*choose.Row) choose.Stat) func(*choose.Row) (y, err float64) {
	return func(r *choose.Row) (float64, float64) {
		s := of(r)
		return sweepview.Mean(s), s.SE
	}
}

// drawPlot draws a chart into h lines, the last of which reads the values under the
// cursor where the pane has the keys.
func (p *Page) drawPlot(sc *page.Scene, c plotted, v sweepview.View, w, h int, focused bool) []clean.Text {
	names, series := c.Series(&sc.Sweep, v)
	series = c.axes().Crop(series, v)
	pl := sweepview.Plot(&sc.Sweep, v, names, series)
	if c.axes().Zoom > 0 {
		pl.Places = nil
	}
	of := func(r *choose.Row) choose.Stat { return c.Stat(&sc.Sweep, r) }
	sweepview.Within(&pl, &sc.Sweep, v, height(of))
	pl.Note = overWhat(sc, of)
	pl.Empty = noPoints(sc)
	c.Finish(&sc.Sweep, &pl, series)
	if !focused || h < 8 {
		return pl.Render(w, h, sc.Style.Paint)
	}
	return append(pl.Render(w, h-1, sc.Style.Paint), sweepview.Reading(v, pl, names, series, sc.Style, w))
}

// overWhat says what error bars are, and over how many values.
func overWhat(sc *page.Scene, of func(*choose.Row) choose.Stat) clean.Text {
	n := 0
	for i := range sc.Sweep.Rows {
		if s := of(&sc.Sweep.Rows[i]); !math.IsNaN(s.SE) {
			n = max(n, s.N)
		}
	}
	return clean.Sprintf("│ ±SE of %d", n)
}

// noPoints says why a chart has no point.
func noPoints(sc *page.Scene) clean.Text {
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
		return "sealed; w says what was seen of the choice"
	}
	return "nothing measured here yet"
}

// titled is the title of a chart: what it shows, which way is good, and what it holds,
// in as many words as there is room for.
func titled(name, long, short, held clean.Text, w int) (title, detail clean.Text) {
	for _, good := range []clean.Text{long, short} {
		title = name + " " + good
		if room := w - 8 - len([]rune(string(title))) - len([]rune(string(held))); room >= 0 || held == "" && room >= -3 {
			return title, held
		}
	}
	return title, held
}

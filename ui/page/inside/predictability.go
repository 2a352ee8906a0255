package inside

import (
	"math"

	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/sessions/export/view"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// predictability draws the predictability of the features over the number of neighbours, with
// a curve for each past, and over the number of features.
func (p *Features) predictability(sc *page.Scene, w, h int) []clean.Text {
	answer, why := sc.Answered(page.MeasuringPredictability)
	if answer == nil {
		return layout.Waiting(sc.Style, why, w, h)
	}
	c := answer.Predictability
	overQ, overP := view.PredictabilityCharts(c)
	panels := []layout.Panel{overNeighbours(sc, c, overQ, w), overFeatures(sc, c, overP)}
	p.both = w >= 100 || h >= 28
	switch {
	case !p.both:
		return layout.Panels(sc.Style, [][]layout.Panel{{panels[p.predictabilityPanel-1]}}, w, h)
	case w < 100:
		return layout.Panels(sc.Style, [][]layout.Panel{panels[:1], panels[1:]}, w, h)
	}
	return layout.Panels(sc.Style, [][]layout.Panel{panels}, w, h)
}

// predictabilityPlot draws a chart of [view.PredictabilityCharts].
func predictabilityPlot(sc *page.Scene, d svg.Chart) chart.Plot {
	pl := chart.PlotOf(d)
	pl.ASCII, pl.Empty = sc.Style.ASCII, "too few samples have a past and a successor"
	pl.Series[len(pl.Series)-1].Context = true
	return pl
}

// overNeighbours returns the panel of the curves over q.
func overNeighbours(sc *page.Scene, c *resolve.PredictabilityCurves, d svg.Chart, w int) layout.Panel {
	pl := predictabilityPlot(sc, d)
	if v := c.At(); c.Measured && !math.IsNaN(v) {
		pl.Here = &chart.Mark{X: float64(c.AtQ), Y: v}
	}
	samples := clean.Counted(c.Samples, "test sample")
	if c.Training {
		samples = clean.Counted(c.Samples, "training sample")
	}
	if c.Samples < c.Of {
		samples = "first " + samples
	}
	if pl.Here != nil && w >= 66 {
		samples += sc.Style.Spell(" · ◉ measured")
	}
	name := clean.Text("predictability ↓ over neighbours q")
	if w < 80 {
		name = "predictability ↓ over q"
	}
	return layout.Panel{Name: sc.Style.Spell(name), Detail: samples, Body: func(w, h int) []clean.Text { return sc.Draw(name, pl, w, h) }}
}

// overFeatures returns the panel of the curve over the number of features.
func overFeatures(sc *page.Scene, c *resolve.PredictabilityCurves, d svg.Chart) layout.Panel {
	pl := predictabilityPlot(sc, d)
	curve := clean.Sprintf("past %d, q %d", c.AtPast, c.AtQ)
	if pl.Series[0].Name = curve; len(pl.Series[0].X) == 0 {
		pl.Series = nil
	}
	const name clean.Text = "predictability ↓ over the first p features"
	return layout.Panel{Name: sc.Style.Spell(name), Detail: curve, Body: func(w, h int) []clean.Text { return sc.Draw(name, pl, w, h) }}
}

package inside

import (
	"math"

	"example.com/sfatui/engine/sweep/resolve"
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
	panels := []layout.Panel{overNeighbours(sc, c, w), overFeatures(sc, c)}
	p.both = w >= 100 || h >= 28
	switch {
	case !p.both:
		return layout.Panels(sc.Style, [][]layout.Panel{{panels[p.predictabilityPanel-1]}}, w, h)
	case w < 100:
		return layout.Panels(sc.Style, [][]layout.Panel{panels[:1], panels[1:]}, w, h)
	}
	return layout.Panels(sc.Style, [][]layout.Panel{panels}, w, h)
}

// noiseName is the name of the curve of features that cannot be predicted.
const noiseName = "white noise"

// overNeighbours returns the panel of the curves over q.
func overNeighbours(sc *page.Scene, c *resolve.PredictabilityCurves, w int) layout.Panel {
	pl := chart.Plot{XLabel: "q", LogX: true, ASCII: sc.Style.ASCII, Empty: "too few samples have a past and a successor"}
	noise := chart.Series{Name: noiseName, Context: true}
	p := c.Features[len(c.Features)-1]
	for i, past := range c.Past {
		s := chart.Series{Name: clean.Sprintf("past %d", past)}
		for j, q := range c.Q {
			if v := c.OverQ[i][j]; !math.IsNaN(v) {
				s.X, s.Y = append(s.X, float64(q)), append(s.Y, v)
			}
			if i == 0 && !math.IsNaN(c.OverQ[i][j]) {
				noise.X, noise.Y = append(noise.X, float64(q)), append(noise.Y, resolve.OfNoise(p, q))
			}
		}
		if len(s.X) > 0 {
			pl.Series = append(pl.Series, s)
		}
	}
	pl.Series = append(pl.Series, noise)
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
func overFeatures(sc *page.Scene, c *resolve.PredictabilityCurves) layout.Panel {
	pl := chart.Plot{XLabel: "p", ASCII: sc.Style.ASCII, Empty: "too few samples have a past and a successor"}
	s, noise := chart.Series{Name: clean.Sprintf("past %d, q %d", c.AtPast, c.AtQ)}, chart.Series{Name: noiseName, Context: true}
	for i, k := range c.Features {
		if v := c.OverP[i]; !math.IsNaN(v) {
			s.X, s.Y = append(s.X, float64(k)), append(s.Y, v)
			noise.X, noise.Y = append(noise.X, float64(k)), append(noise.Y, resolve.OfNoise(k, c.AtQ))
		}
	}
	if len(s.X) > 0 {
		pl.Series = []chart.Series{s, noise}
	}
	const name clean.Text = "predictability ↓ over the first p features"
	return layout.Panel{Name: sc.Style.Spell(name), Detail: s.Name, Body: func(w, h int) []clean.Text { return sc.Draw(name, pl, w, h) }}
}

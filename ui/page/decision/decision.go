// Package decision is the page that shows how ★ was chosen: the rules with the number of points
// that each left, the comparison tests, and the candidates with their scores on each part.
package decision

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/point"
	"example.com/sfatui/ui/sweepview"
)

// Page shows the choice and its candidates.
type Page struct{}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Choosing }

// Actions returns no actions.
func (p *Page) Actions() []page.Action { return nil }

// View draws the choice.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	return sc.TextPage("7", "choosing", p.text(sc, size.W-2), size.W, size.H)
}

// text returns the rules, the learning curves, the candidates and the reliability of ★'s readout.
func (p *Page) text(sc *page.Scene, w int) []clean.Text {
	lines := point.Star(sc, w)
	if sc.Sweep.Best < 0 {
		return lines
	}
	for i := range sc.Sweep.Choice().Learning {
		lines = append(append(lines, ""), learningPlot(sc, &sc.Sweep.Choice().Learning[i], w)...)
	}
	lines = append(append(lines, "", layout.Heading(sc.Style, "candidates, in the order of choice")), p.candidates(sc, w)...)
	if r, ok := sc.Sweep.Rows[sc.Sweep.Best].Reliability(); ok && sc.Sweep.By.Shares() {
		lines = append(append(lines, ""), reliabilityPlot(sc, r, w)...)
	}
	return lines
}

// curveHeight is the height of a learning curve in lines.
const curveHeight = 12

// learningPlot draws the best score for each share of the training part, on validation and on
// test.
func learningPlot(sc *page.Scene, c *choose.LearningCurve, w int) []clean.Text {
	plot := chart.Plot{XLabel: "share of the training part", ASCII: sc.Style.ASCII, Series: []chart.Series{{Name: clean.Of(sc.Sweep.By.On())}, {Name: "test"}}}
	for _, s := range c.Shares {
		for i, y := range []part.Float{s.Validation, s.Test} {
			at := &plot.Series[i]
			at.X, at.Y = append(at.X, float64(s.Share)), append(at.Y, float64(y))
		}
	}
	name := clean.Text("learning curve of the best point of each share")
	if c.Graph != "" {
		name += ", graph " + clean.Of(c.Graph)
	}
	return append([]clean.Text{layout.Heading(sc.Style, name)}, sc.Draw(name, plot, w, curveHeight)...)
}

// reliabilityPlot draws how often ★'s readout is right against the probability that it gives, with
// the counts below.
func reliabilityPlot(sc *page.Scene, r choose.Reliability, w int) []clean.Text {
	ideal := chart.Series{Name: "as probable", X: []float64{0, 1}, Y: []float64{0, 1}}
	right := chart.Series{Name: "right"}
	var lines []clean.Text
	for _, t := range r.Tenths {
		share := float64(t.Right) / float64(t.Count)
		right.X, right.Y = append(right.X, float64(t.Probability)), append(right.Y, share)
		low, high := choose.Wilson(t.Right, t.Count)
		lines = append(lines, layout.Cut(clean.Sprintf("  %.1f to %.1f  %6d of %d right, %.2g (95 %% interval %.2g to %.2g)",
			float64(t.Tenth)/result.Tenths, float64(t.Tenth+1)/result.Tenths, t.Right, t.Count, share, low, high), w))
	}
	plot := chart.Plot{XLabel: "probability of the class, validation", ASCII: sc.Style.ASCII, Series: []chart.Series{right, ideal}}
	name := "reliability of ★'s readout: " + clean.Of(r.Verdict())
	out := append([]clean.Text{layout.Heading(sc.Style, name)}, sc.Draw(name, plot, w, curveHeight)...)
	return append(out, lines...)
}

// mostCandidates is the largest number of listed points.
const mostCandidates = 200

// candidates returns the points in the order of choice: the score, the scores on the validation
// parts as bars, and the test score, which does not influence the choice.
func (p *Page) candidates(sc *page.Scene, w int) []clean.Text {
	s := &sc.Sweep
	order := s.By.Over(s.Rows).Order(s.Rows)
	out := []clean.Text{sc.Style.Paint(chart.Faint, layout.Cut("   "+layout.Pad(clean.Of(s.By.On()), 14)+layout.Pad("its parts", 13)+layout.Pad("test", 14)+"point", w))}
	for _, i := range order[:min(len(order), mostCandidates)] {
		r := &s.Rows[i]
		if !r.Measured() {
			break
		}
		score, test := s.By.Stat(r), r.Judgement(s.By.Objective)
		text := candidateSigns(sc, r) + layout.Pad(clean.WithError(sweepview.Mean(score), score.SE, s.Writer()), 14) + layout.Pad(chart.Spark(partScores(sc, r), 12), 13) +
			layout.Pad(clean.WithError(sweepview.Mean(test), test.SE, s.Writer()), 14) + sc.Words(r.Config)
		out = append(out, layout.Cut(text, w))
	}
	return append(out, "", sc.Style.Paint(chart.Faint, layout.Cut("bars span the lowest to the highest part of each point; test never chooses", w)))
}

// candidateSigns returns the signs before a candidate.
func candidateSigns(sc *page.Scene, r *choose.Row) clean.Text {
	here := clean.Text(" ")
	if r == sc.Table.Row(&sc.Sweep) {
		here = sc.Style.Paint(chart.Accent, "›")
	}
	switch {
	case sc.Sweep.IsBest(r):
		return here + sc.Style.Paint(chart.Good, sc.Sweep.Star()+" ")
	case sc.Sweep.TiesWithBest(r):
		return here + sc.Style.Paint(chart.Good, "= ")
	case sc.Sweep.AsGood(r):
		return here + sc.Style.Paint(chart.Good, "≈ ")
	}
	return here + "  "
}

// partScores returns the scores on the parts in the units of the objective.
func partScores(sc *page.Scene, r *choose.Row) []float64 {
	score := sc.Sweep.By.Score(r)
	out := make([]float64, len(score.Parts))
	for i := range out {
		out[i] = score.Part(i)
	}
	return out
}

package point

import (
	"math"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"gonum.org/v1/gonum/stat"
)

// fact is one line about a fold: a name and a value.
type fact struct{ name, value clean.Text }

// foldText returns the lines about a fold, or its error.
func foldText(sc *page.Scene, r *result.Result, w int) []clean.Text {
	fold := clean.Sprintf("fold %d", r.Point.Fold+1)
	if r.Point.Draw > 0 {
		fold += clean.Sprintf(", draw %d", r.Point.Draw+1)
	}
	lines := []clean.Text{layout.Heading(sc.Style, fold) +
		sc.Style.Paint(chart.Faint, clean.Sprintf("  %s for training, %s for test, %.2g s", clean.Counted(r.NTrain, "sample"), clean.Count(r.NTest), r.Seconds))}
	if r.Error != "" {
		text := layout.Entry(sc.Style, "✗ failed", clean.Of(r.Error), w)
		for i := range text {
			text[i] = sc.Style.Paint(chart.Bad, text[i])
		}
		return append(lines, text...)
	}
	facts := append(solveFacts(r), slownessFacts(r)...)
	facts = append(facts, scoreFacts(sc, r)...)
	facts = append(facts, graphFacts(r)...)
	facts = append(facts, latentFacts(r)...)
	for _, note := range r.Notes {
		facts = append(facts, fact{"note", clean.Of(note)})
	}
	for _, f := range facts {
		lines = append(lines, layout.Entry(sc.Style, f.name, f.value, w)...)
	}
	return lines
}

// solveFacts returns rank, condition, supports and spectrum of the solved problem.
func solveFacts(r *result.Result) []fact {
	solved := clean.Sprintf("rank %d, condition %s", r.Rank, clean.Number(float64(r.Condition)))
	if r.Supports > 0 {
		solved += clean.Sprintf(", %s", clean.Counted(r.Supports, "support"))
	}
	if n := len(r.Picks); n > 0 {
		solved += clean.Sprintf(", first picks %s", firstRows(r.Picks))
	}
	facts := []fact{{"solve", solved}}
	if s := r.Spectrum; s != nil && len(s.Value) > 0 {
		logs := make([]float64, len(s.Value))
		for i, v := range s.Value {
			logs[i] = math.Log10(max(float64(v), math.SmallestNonzeroFloat64))
		}
		last := len(s.Value) - 1
		facts = append(facts, fact{"spectrum", clean.Sprintf("%s  eigenvalues of C from %s down to %s, cut at %s of the largest", chart.Spark(logs, len(logs)), clean.Number(float64(s.Value[0])), clean.Number(float64(s.Value[last])), clean.Number(float64(s.Cut)))})
	}
	if n := len(r.Approach); n > 0 {
		parts := make([]clean.Text, n)
		for i, a := range r.Approach {
			parts[i] = clean.Sprintf("%s %.3f", clean.Count(a.Samples), float64(a.Cosine))
		}
		facts = append(facts, fact{"approach", "mean cosine to batch after samples: " + clean.Join(parts, ", ")})
	}
	return facts
}

// slownessFacts returns the measures of the features without a readout.
func slownessFacts(r *result.Result) []fact {
	s, v, under := r.Slowness, r.Variance, clean.Text("")
	if r.Graph != nil {
		under = " under the " + clean.Of(graph.Name.Of(r.Point)) + " graph"
	}
	facts := []fact{
		{"slowness", clean.Sprintf("training %s, test %s%s  %s", clean.Number(float64(s.MeanTrain)), clean.Number(float64(s.MeanTest)), under, featureBars(s.Test))},
		{"variance", clean.Sprintf("mean %s, %s to %s, largest correlation %s", sweepview.Variance(float64(v.Mean)), sweepview.Variance(float64(v.Min)), sweepview.Variance(float64(v.Max)), clean.Number(float64(v.MaxAbsCorr)))},
	}
	if d := r.Degenerate; d != nil {
		facts = append(facts, fact{"determined", clean.Sprintf("%d of %s", d.Determined, clean.Counted(r.Features, "feature"))})
	}
	if len(s.TimeTrain) > 0 {
		facts = append(facts, fact{"in time", clean.Sprintf("slowness from sample to sample: training %s, test %s", clean.Number(meanOf(s.TimeTrain)), clean.Number(meanOf(s.TimeTest)))})
	}
	if len(s.EtaTest) > 0 && len(s.XiTest) > 0 {
		text := clean.Sprintf("slowest feature on test: η %s, ξ %s", clean.Number(float64(s.EtaTest[0])), clean.Number(float64(s.XiTest[0])))
		if len(s.XiTrain) > 0 {
			text += clean.Sprintf("; on training: ξ %s", clean.Number(float64(s.XiTrain[0])))
		}
		facts = append(facts, fact{"η and ξ", text})
	}
	for _, m := range []*measure.Measure{measure.Omega, measure.Mu} {
		if values := m.Of(r); len(values) > 0 {
			facts = append(facts, fact{clean.Of(m.Show.Heading), clean.Sprintf("training %s  %s", clean.Number(m.Value(r)), featureBars(part.Floats(values)))})
		}
	}
	if s.PredictabilityTest != nil {
		facts = append(facts, fact{clean.Of(measure.TestPredictability.Show.Heading), clean.Sprintf("%s of test features by q = %d neighbours and pasts of %s", clean.Number(float64(*s.PredictabilityTest)), measure.Neighbours.Of(r.Point), clean.Counted(measure.PastOf(r.Point), "sample"))})
	}
	return facts
}

// scoreFacts returns the readout's scores.
func scoreFacts(sc *page.Scene, r *result.Result) []fact {
	var facts []fact
	if a := r.Accuracy; a != nil {
		facts = append(facts, fact{"accuracy", "on test of " + accuracyText(a)})
	}
	if c := r.Confusion; c != nil {
		counts, of := c.Segment, sc.Sweep.SegmentsAre()
		if counts == nil {
			counts, of = c.Sample, "samples"
		}
		facts = append(facts, confusion(counts, "test "+of+", a row for each class, a column for each prediction")...)
	}
	if r.RMSE != nil {
		text := "test " + clean.Number(float64(*r.RMSE))
		if r.MAE != nil {
			text += ", mean absolute error " + clean.Number(float64(*r.MAE))
		}
		facts = append(facts, fact{"RMSE", text})
	}
	facts = append(facts, distributionFacts(r.ReadoutInfo)...)
	if s := r.Validation; s != nil {
		text := "slowness " + clean.Number(float64(s.Slowness))
		if s.Accuracy != nil {
			text += ", accuracy of " + accuracyText(s.Accuracy)
		}
		if s.RMSE != nil {
			text += ", RMSE " + clean.Number(float64(*s.RMSE))
		}
		facts = append(facts, fact{"validation", text})
	}
	return facts
}

// distributionFacts returns the fit and the errors of a readout that predicts distributions.
func distributionFacts(info map[string]part.Float) []fact {
	var facts []fact
	add := func(name, text clean.Text, first string, more ...[2]string) {
		v, ok := info[first]
		if !ok {
			return
		}
		text += " " + clean.Number(float64(v))
		for _, m := range more {
			if v, ok := info[m[0]]; ok {
				text += ", " + clean.Of(m[1]) + " " + clean.Number(float64(v))
			}
		}
		facts = append(facts, fact{name, text})
	}
	add("calibration", "test NLPD", measure.NLPDInfo, [2]string{measure.CoverageInfo, "share within the 95 % band"})
	if most, ok := info["shrink_max"]; ok && most == 0 {
		facts = append(facts, fact{"shrinkage", "none: class covariances are used unchanged"})
	} else {
		add("shrinkage", "class covariances towards the pooled covariance by α =", "shrink_min", [2]string{"shrink_max", "at most"})
	}
	add("leave one out", "each training sample predicted from all others: RMSE", measure.LeftOutInfo, [2]string{measure.LeftOutNLPDInfo, "NLPD"})
	add("likelihood", "log marginal", measure.LikelihoodInfo, [2]string{"length", "length scale"}, [2]string{"signal", "signal"}, [2]string{"linear_signal", "linear signal"},
		[2]string{"noise", "noise"}, [2]string{"inducing", "inducing inputs"})
	return facts
}

// accuracyText returns the shares of correct segments and samples; of samples alone if labels
// change within segments.
func accuracyText(a *result.Accuracy) clean.Text {
	samples := "samples " + clean.Share(float64(a.Sample))
	if math.IsNaN(float64(a.Segment)) {
		return samples
	}
	return "segments " + clean.Share(float64(a.Segment)) + ", of " + samples
}

// confusion returns a matrix of counts under the description what, one fact per row.
func confusion(counts [][]int, what clean.Text) []fact {
	wide := 1
	for _, row := range counts {
		for _, n := range row {
			wide = max(wide, layout.Width(clean.Count(n)))
		}
	}
	facts := []fact{{"confusion", what}}
	for _, row := range counts {
		text := clean.Text("")
		for _, n := range row {
			text += layout.PadLeft(clean.Count(n), wide+1)
		}
		facts = append(facts, fact{"", text})
	}
	return facts
}

// graphFacts returns the slowness of the features under the training graph, and properties of
// the graph.
func graphFacts(r *result.Result) []fact {
	g := r.Graph
	if g == nil {
		return nil
	}
	facts := []fact{{"graph", clean.Sprintf("Δ %s  consistent to %.1g, %s", featureBars(g.Delta), float64(g.Consistency), clean.Counted(g.Components, "component"))}}
	if g.ClassOrder != "" {
		facts = append(facts, fact{"order of classes", clean.Of(g.ClassOrder)})
	}
	if len(g.Free) > 0 && len(g.Delta) > 0 {
		slowest := float64(g.Free[0])
		if math.Abs(slowest) <= sweepview.NoSlowness {
			slowest = 0
		}
		facts = append(facts, fact{"free responses", clean.Sprintf("Δ %s  slowest %s, reached %s", featureBars(g.Free), clean.Number(slowest), clean.Number(float64(g.Delta[0])))})
	}
	if len(g.Weakest) > 0 {
		facts = append(facts, fact{"weakest", "rows " + firstRows(g.Weakest) + " have the weakest links in the graph"})
	}
	return facts
}

// latentFacts returns the match of the features with known latent variables.
func latentFacts(r *result.Result) []fact {
	var facts []fact
	if l := r.Latent; l != nil {
		parts := make([]clean.Text, min(len(l.Feature), len(l.Train)))
		for i, f := range l.Feature[:len(parts)] {
			parts[i] = clean.Sprintf("u%d by y%d %s", i+1, f+1, clean.Written("%.3f", float64(l.Train[i])))
			if i < len(l.Test) {
				parts[i] += clean.Written(" (test %.3f)", float64(l.Test[i]))
			}
		}
		facts = append(facts, fact{"latents", clean.Join(parts, ", ")})
		if len(l.LinearTrain) > 0 {
			facts = append(facts, fact{"linear inputs", linearText(l)})
		}
	}
	if len(r.Fourier) > 0 {
		facts = append(facts, fact{"fourier", harmonicsText(r.Fourier)})
	}
	return facts
}

// linearText returns the match of linear functions of the inputs with the latent variables.
func linearText(l *result.LatentMatch) clean.Text {
	parts := make([]clean.Text, len(l.LinearTrain))
	for i, c := range l.LinearTrain {
		parts[i] = clean.Sprintf("u%d %s", i+1, clean.Written("%.3f", float64(c)))
		if i < len(l.LinearTest) {
			parts[i] += clean.Written(" (test %.3f)", float64(l.LinearTest[i]))
		}
	}
	return clean.Join(parts, ", ")
}

// meanOf returns the mean of a measure over the features.
func meanOf(values []part.Float) float64 { return stat.Mean(part.Numbers(values), nil) }

// featureBars draws the values of the first features as bars.
func featureBars(values []part.Float) clean.Text {
	n := min(len(values), 32)
	return chart.Spark(part.Numbers(values[:n]), n)
}

// harmonicsText returns, for each of the first features, the most similar wave over the latent
// variables and their correlation.
func harmonicsText(list []result.Harmonic) clean.Text {
	parts := make([]clean.Text, len(list))
	for i, h := range list {
		parts[i] = clean.Sprintf("%v %s", h.Wave, clean.Written("%.2f", float64(h.Corr)))
	}
	return clean.Join(parts, ", ")
}

// firstRows lists the first five of some rows of the data set.
func firstRows(picks []int) clean.Text { return rowsOf(picks, 5) }

// rowsOf lists the first n of some rows of the data set.
func rowsOf(picks []int, n int) clean.Text {
	n = min(len(picks), n)
	parts := make([]clean.Text, n)
	for i := range parts {
		parts[i] = clean.Sprintf("%d", picks[i])
	}
	text := clean.Join(parts, ", ")
	if n < len(picks) {
		text += " …"
	}
	return text
}

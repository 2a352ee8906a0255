package point

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"gonum.org/v1/gonum/mat"
)

// summary returns the lines about the row under the cursor, with as many of its features as fit
// into h lines.
func summary(sc *page.Scene, w, h int) []clean.Text {
	r := sc.Table.Row(&sc.Sweep)
	if r == nil {
		return []clean.Text{sc.Style.Paint(chart.Faint, "no point is finished yet")}
	}
	lines := append([]clean.Text{layout.Cut(sc.Style.Paint(chart.Accent, "◉ ")+sc.Starred(r), w)}, Verdict(sc, r, w)...)
	lines = append(lines, measureTable(sc, r, w)...)
	lines = append(lines, stepsAndFolds(sc, r, w)...)
	facts := parameterFacts(sc, r, w)
	return slices.Concat(lines, firstFeatures(sc, w, h-len(lines)-len(facts)), facts)
}

// parameterFacts returns all parameters of a row, with the λ that begins to act, its scores and
// its note.
func parameterFacts(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	lines := []clean.Text{layout.Header(sc.Style, "", "all parameters", "", w, false)}
	add := func(name, value clean.Text) { lines = append(lines, layout.Entry(sc.Style, name, value, w)...) }
	add("parameters", parameters(r.Config))
	if acts := lambdaActs(sc, r.Config); acts > 0 {
		add("regularisation", "λ begins to act near "+clean.Exponents(fmt.Sprintf("%.2g", acts)))
	}
	add("folds", clean.Sprintf("%d of %d finished", len(r.Results), sc.Sweep.FoldsOf(r)))
	if s := sc.Sweep.By.Stat(r); s.N > 0 {
		add(clean.Of(sc.Sweep.By.On()), clean.Of(sc.Sweep.By.Name())+" "+clean.WithError(s.Mean, s.SE, sc.Sweep.Writer())+partScores(sc, r))
	}
	if line := r.SelectedLine(); line != "" {
		add("decided by", clean.Of(line))
	}
	if note := sc.Sweep.Notes[r.Config]; note != "" {
		add("note", note)
	}
	return lines
}

// measureTable returns a table of the measures by the part of the data that they were taken on.
func measureTable(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	if !r.Measured() {
		return nil
	}
	column := min(max((w-19)/3, 13), 16)
	name := max(min(24, w-3*column+1), 12)
	line := func(cells ...clean.Text) clean.Text {
		text := layout.Pad(cells[0], name-1)
		for _, c := range cells[1:] {
			text += " " + layout.Pad(c, column-1)
		}
		return layout.Cut(text, w)
	}
	of := func(m *measure.Measure) clean.Text {
		s := r.Of(m)
		if s.N == 0 {
			return "–"
		}
		return clean.WithError(s.Mean, s.SE, sweepview.WriterOf(m))
	}
	chosen := "–"
	if s := sc.Sweep.By.Stat(r); s.N > 0 {
		chosen = string(clean.WithError(s.Mean, s.SE, sc.Sweep.Writer()))
	}
	by := func(objective string) clean.Text {
		if objective == sc.Sweep.By.Objective {
			return clean.Of(chosen)
		}
		return "–"
	}
	out := []clean.Text{sc.Style.Paint(chart.Faint, line("", "validation", "test", "training"))}
	if r.Of(measure.SamplesRight).N > 0 {
		if r.Of(measure.SegmentsRight).N > 0 {
			out = append(out, line(sc.Sweep.SegmentsAre()+" right ↑", "–", of(measure.SegmentsRight), "–"))
		}
		out = append(out, line("samples right ↑", by(measure.ByAccuracy), of(measure.SamplesRight), "–"))
		if r.Of(measure.BalancedRight).N > 0 {
			out = append(out, line("balanced accuracy ↑", by(measure.ByBalancedAccuracy), of(measure.BalancedRight), "–"))
		}
		out = append(out, recallLines(sc, r, line)...)
	}
	if r.Of(measure.TestRMSE).N > 0 {
		out = append(out, line("RMSE ↓", by(measure.ByRMSE), of(measure.TestRMSE), "–"))
	}
	out = append(out, alarmLines(r, of, line)...)
	out = append(out, line("slowness ↓", by(measure.BySlowness), of(measure.TestSlowness), of(measure.TrainingSlowness)))
	if r.Of(measure.TrainingXi).N > 0 {
		out = append(out, line("ξ ↓", "–", of(measure.TestXi), of(measure.TrainingXi)))
	}
	verdict := "✓ unit variance holds"
	if sweepview.Violated(r) {
		verdict = "✗ unit variance is violated"
	}
	out = append(out, line("largest |var−1| ↓", "–", "–", clean.Number(r.Of(measure.Deviation).Mean)),
		clean.Sprintf("%s, tolerance %g", verdict, sc.Sweep.Tolerance))
	for _, other := range sc.Sweep.Measures(measure.Filters) {
		if !other.Recorded && r.Of(other).N > 0 {
			cells := map[measure.Part]clean.Text{other.Part: of(other)}
			out = append(out, line(clean.Of(other.Show.Heading)+" "+sweepview.Arrow(other.Better),
				cmp.Or(cells[measure.Validation], "–"), cmp.Or(cells[measure.Test], "–"), cmp.Or(cells[measure.Training], "–")))
		}
	}
	foot := clean.Sprintf("± standard error over %s", clean.Counted(len(r.Results)-r.Failed, "fold"))
	if math.IsNaN(r.Of(measure.TestSlowness).SE) {
		foot = "one fold: no ±"
	}
	if recallLines(sc, r, line) != nil {
		foot += "; of classes the 95 % interval"
	}
	for _, part := range layout.Wrap(foot+clean.Sprintf("; ★ is chosen on %s, test never chooses", sc.Sweep.By.On()), w) {
		out = append(out, sc.Style.Paint(chart.Faint, part))
	}
	return out
}

// mostClasses is the largest number of classes with a line for each class's recall.
const mostClasses = 8

// recallLines returns the recall of each class on the test part with its 95 % interval.
func recallLines(sc *page.Scene, r *choose.Row, line func(...clean.Text) clean.Text) (out []clean.Text) {
	counts, _ := r.Confusion()
	if sc.Set == nil || len(counts) > mostClasses || len(counts) != len(sc.Set.Classes) {
		return nil
	}
	for _, c := range choose.Recalls(counts) {
		share := clean.Sprintf("%.2f %.2f–%.2f", float64(c.Right)/float64(c.N), float64(c.Low), float64(c.High))
		out = append(out, line("  "+clean.Of(sc.Set.Classes[c.Class])+" right ↑", "–", share, "–"))
	}
	return out
}

// alarmLines returns the lines of a novelty detector, nil for other readouts.
func alarmLines(r *choose.Row, of func(*measure.Measure) clean.Text, line func(...clean.Text) clean.Text) (out []clean.Text) {
	if r.Of(measure.FalseAlarms).N == 0 {
		return nil
	}
	for _, m := range []struct {
		name             clean.Text
		validation, test *measure.Measure
	}{
		{"false alarms ↓", measure.ValidationFalseAlarms, measure.FalseAlarms}, {"detected ↑", nil, measure.Found}, {"delay, samples ↓", nil, measure.Delay},
		{"balanced error ↓", measure.ValidationBalancedError, measure.TestBalancedError}, {"AUC ↑", nil, measure.AUC},
	} {
		validation := clean.Text("–")
		if m.validation != nil {
			validation = of(m.validation)
		}
		out = append(out, line(m.name, validation, of(m.test), "–"))
	}
	return out
}

// stepsAndFolds draws the steps along each axis beside the folds, or above them on narrow
// screens.
func stepsAndFolds(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	panel := func(name clean.Text, lines []clean.Text, w int) []clean.Text {
		if len(lines) == 0 {
			return nil
		}
		return append([]clean.Text{layout.Header(sc.Style, "", name, "", w, false)}, lines...)
	}
	if w < 76 {
		return append(panel("one step along each axis", Steps(sc, r, w), w), panel("folds", Folds(sc, r, w), w)...)
	}
	left := w / 2
	steps, folds := panel("one step along each axis", Steps(sc, r, left), left), panel("folds", Folds(sc, r, w-left-1), w-left-1)
	return layout.SideBySide(steps, folds, left, w, max(len(steps), len(folds)))
}

// The least number of features in the summary, and the number of lines of each if there is
// room.
const leastTraces, linesOfTrace = 2, 3

// firstFeatures draws the slowest features over the test part, once they have been computed
// again, into about h lines.
func firstFeatures(sc *page.Scene, w, h int) []clean.Text {
	x, _ := sc.Inspection()
	if x == nil {
		return nil
	}
	_, res := sc.Inspected()
	phi, of, delta := x.Test, clean.Text("test"), res.Slowness.Test
	if phi == nil {
		phi, of, delta = x.Train, "training", res.Slowness.Train
	}
	n, d := phi.Dims()
	if n == 0 || d == 0 {
		return nil
	}
	t := chart.Traces{ASCII: sc.Style.ASCII}
	for j := range min(d, max(leastTraces, (h-1)/linesOfTrace)) {
		name, y := clean.Sprintf("φ%d", j+1), mat.Col(nil, j, phi)
		if j < len(delta) {
			name += " " + clean.Number(float64(delta[j]))
		}
		t.Rows = append(t.Rows, chart.Trace{Name: name, Y: y[:min(len(y), 4*w)], Role: chart.SeriesRole(j)})
	}
	head := layout.Header(sc.Style, "", "first features on "+of, page.FoldWord(res), w, false)
	return append([]clean.Text{head}, sc.Draw("first features on "+of+" · "+page.FoldWord(res), t, w, max(2*len(t.Rows), min(h-1, linesOfTrace*len(t.Rows))))...)
}

// partScores returns the scores of the validation parts.
func partScores(sc *page.Scene, r *choose.Row) clean.Text {
	s := sc.Sweep.By.Score(r)
	if len(s.Parts) < 2 {
		return ""
	}
	text := clean.Text("")
	if s.Got < s.Want {
		text = clean.Sprintf(" (%d/%d)", s.Got, s.Want)
	}
	var each []clean.Text
	for i := range s.Parts {
		each = append(each, sc.Sweep.Writer()(s.Part(i)))
	}
	return text + ", on the parts " + clean.Join(each, " ")
}

// lambdaActs returns the λ from which regularisation changes the features of a configuration,
// as estimated by its neighbour with λ = 0; 0 if unknown.
func lambdaActs(sc *page.Scene, p part.Point) float64 {
	if !method.Lambda.Of(p).OK {
		return 0
	}
	i, ok := sc.Sweep.Index[p.With(method.Lambda.Is(0))]
	if !ok {
		return 0
	}
	return sc.Sweep.Rows[i].LambdaActs()
}

// parameters returns all parameters of a configuration that differ from their defaults.
func parameters(p part.Point) clean.Text {
	var parts []clean.Text
	for _, d := range sweepview.Parameters() {
		if !d.Usual(p) {
			parts = append(parts, d.Text(d.Label(p)))
		}
	}
	return clean.Join(parts, "  ")
}

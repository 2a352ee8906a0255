package point

import (
	"cmp"
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"gonum.org/v1/gonum/mat"
)

// Folds returns a table of the folds of a row: test scores, the solved problem, the time, and
// the confused classes.
func Folds(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	if len(r.Results) == 0 {
		return nil
	}
	head, of := foldColumns(sc, r)
	out := []clean.Text{sc.Style.Paint(chart.Faint, head)}
	var wrong []clean.Text
	for _, res := range r.Results {
		name := clean.Sprintf("%d", res.Point.Fold+1)
		if res.Point.Draw > 0 {
			name += clean.Sprintf(".%d", res.Point.Draw+1)
		}
		if res.Error != "" {
			out = append(out, sc.Style.Paint(chart.Bad, layout.Cut(layout.Pad(name, 4)+"✗ "+clean.Of(res.Error), w)))
			continue
		}
		out = append(out, layout.Cut(layout.Pad(name, 4)+of(res), w))
		if n, all := mistakes(res); all > 0 {
			wrong = append(wrong, clean.Sprintf("fold %s: %d of %d", name, n, all)+mistakesText(sc, res))
		}
	}
	if wrong != nil {
		wrong[0] = "wrong on test  " + wrong[0]
		out = append(out, layout.WrapList(wrong, " · ", w)...)
	}
	return out
}

// foldColumns returns the heading of the table of folds and a function that writes a line of
// it.
func foldColumns(sc *page.Scene, r *choose.Row) (head clean.Text, of func(*result.Result) clean.Text) {
	type column struct {
		name clean.Text
		of   func(*result.Result) clean.Text
	}
	var columns []column
	if first := sweepview.FirstSound(r); first != nil && first.Accuracy != nil {
		if r.Of(measure.SegmentsRight).N > 0 {
			columns = append(columns, column{sc.Sweep.SegmentsAre(), func(r *result.Result) clean.Text { return clean.Share(float64(r.Accuracy.Segment)) }})
		}
		columns = append(columns,
			column{"samples", func(r *result.Result) clean.Text { return clean.Share(float64(r.Accuracy.Sample)) }})
	} else if first != nil && first.RMSE != nil {
		columns = append(columns, column{"RMSE", func(r *result.Result) clean.Text { return clean.Number(float64(*r.RMSE)) }})
	}
	columns = append(columns,
		column{"slowness", func(r *result.Result) clean.Text { return clean.Number(float64(r.Slowness.MeanTest)) }},
		column{"rank", func(r *result.Result) clean.Text { return clean.Count(r.Rank) }},
		column{"condition", func(r *result.Result) clean.Text { return clean.Number(float64(r.Condition)) }},
		column{"s", func(r *result.Result) clean.Text { return clean.Sprintf("%.2g", r.Seconds) }})
	line := func(cell func(column) clean.Text) clean.Text {
		text, gap := clean.Text(""), 0
		for _, c := range columns {
			text += layout.Blanks(gap) + cell(c)
			gap = max(layout.Width(c.name), 7) + 1 - layout.Width(cell(c))
		}
		return text
	}
	return "    " + line(func(c column) clean.Text { return c.name }), func(r *result.Result) clean.Text {
		return line(func(c column) clean.Text { return c.of(r) })
	}
}

// mistakes counts the wrong and all classified segments of the test part, or samples if labels
// change within segments.
func mistakes(r *result.Result) (wrong, all int) {
	if r.Confusion == nil {
		return 0, 0
	}
	counts := r.Confusion.Segment
	if counts == nil {
		counts = r.Confusion.Sample
	}
	for i, row := range counts {
		for j, n := range row {
			all += n
			if i != j {
				wrong += n
			}
		}
	}
	return wrong, all
}

// fewClasses is the largest number of classes for which confused pairs are listed.
const fewClasses = 3

// mistakesText lists the confused classes with their counts, "" if the data is not loaded or
// has more than fewClasses classes.
func mistakesText(sc *page.Scene, r *result.Result) clean.Text {
	counts := r.Confusion.Segment
	if counts == nil {
		counts = r.Confusion.Sample
	}
	if sc.Set == nil || len(counts) != len(sc.Set.Classes) || len(counts) > fewClasses {
		return ""
	}
	var parts []clean.Text
	for i, row := range counts {
		for j, n := range row {
			if i != j && n > 0 {
				parts = append(parts, clean.Sprintf("%d %s → %s", n, clean.Of(sc.Set.Classes[i]), clean.Of(sc.Set.Classes[j])))
			}
		}
	}
	if parts == nil {
		return ""
	}
	return " (" + clean.Join(parts, ", ") + ")"
}

// Solve returns the solved problem of the shown fold: the spectrum, its cut, and the slowness
// of each feature.
func Solve(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	if !r.Measured() {
		return nil
	}
	res := sc.Result(r)
	out := namedValue(sc, "fold", page.FoldWord(res), w)
	if s := res.Spectrum; s != nil && len(s.Value) > 0 {
		logs := make([]float64, len(s.Value))
		for i, v := range s.Value {
			logs[i] = math.Log10(max(float64(v), math.SmallestNonzeroFloat64))
		}
		out = append(out, namedValue(sc, "spectrum of C", clean.Sprintf("%s cut at %s", chart.Spark(logs, min(len(logs), max(w-40, 8))), clean.Number(float64(s.Cut))), w)...)
	}
	out = append(out, namedValue(sc, "rank, condition", clean.Sprintf("%d, %s", res.Rank, clean.Number(float64(res.Condition))), w)...)
	if delta := part.Numbers(res.Slowness.Test); len(delta) > 0 {
		out = append(out, namedValue(sc, "Δ of each feature", chart.Spark(delta, min(len(delta), max(w-24, 8))), w)...)
	}
	if d := res.Degenerate; d != nil {
		out = append(out, namedValue(sc, "determined", clean.Sprintf("%d of %s", d.Determined, clean.Counted(res.Features, "feature")), w)...)
	}
	for _, note := range res.Notes {
		out = append(out, namedValue(sc, "note of the solve", clean.Of(note), w)...)
	}
	return out
}

// firstFeature draws the slowest feature over the test part, if it has been computed again.
func firstFeature(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	p := sc.Answers[page.Inspecting]
	if p == nil || p.Inspection == nil || !r.Measured() || p.Of != sc.Result(r).Point {
		return nil
	}
	phi := cmp.Or(p.Inspection.Test, p.Inspection.Train)
	n, d := phi.Dims()
	if n == 0 || d == 0 {
		return nil
	}
	y := mat.Col(nil, 0, phi)
	if most := 4 * w; n > most {
		y = y[:most]
	}
	t := chart.Traces{ASCII: sc.Style.ASCII, Rows: []chart.Trace{{Y: y, Role: chart.SeriesRole(0)}}}
	return sc.Draw("φ1", t, w, 3)
}

// Provenance returns the note, the key of the first fold, the seed, and the engine.
func Provenance(sc *page.Scene, r *choose.Row, w int) []clean.Text {
	note := cmp.Or(sc.Sweep.Notes[r.Config], "n writes one; the session stores it")
	out := namedValue(sc, "note", note, w)
	text := clean.Sprintf("seed %d", r.Config.Seed)
	if len(r.Results) > 0 && len(r.Results[0].Key) >= 8 {
		text = "key " + clean.Of(r.Results[0].Key[:8]) + " · " + text
	}
	if sc.Session != nil {
		text += " · engine " + clean.Of(sc.Session.Header.Engine) + " · " + clean.Of(sc.Session.Header.KernelPath)
	}
	out = append(out, namedValue(sc, "computed with", text, w)...)
	return append(out, namedValue(sc, "y · Y · S", "copies the point · writes the picture · exports", w)...)
}

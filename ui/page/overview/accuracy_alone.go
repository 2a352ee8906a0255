package overview

import (
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/sessions/export/svg"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// accuracyAlone draws the accuracy in a screen of its own.
type accuracyAlone struct{ page *Page }

// view draws all results of the readouts: over the sweep, over the number of features,
// by class and by group.
func (aa accuracyAlone) view(sc *page.Scene, w, h int) []clean.Text {
	v := aa.page.viewOf(sc, &aa.page.Accuracy)
	name, detail := aa.page.Accuracy.Name(&sc.Sweep, v), v.Title(sc.Lens.Picked)
	row, _ := sc.Inspected()
	if row == nil {
		head := layout.Header(sc.Style, "3", name, detail, w, true)
		return append([]clean.Text{head}, aa.page.drawPlot(sc, &aa.page.Accuracy, v, w, h-1, true)...)
	}
	all := layout.Panel{Name: name, Detail: detail, Body: func(w, h int) []clean.Text { return aa.page.drawPlot(sc, &aa.page.Accuracy, v, w, h, true) }}
	curves := layout.Panel{Name: "first p features", Detail: "test", Body: func(w, h int) []clean.Text { return aa.sizeCurves(sc, w, h) }}
	if !sweepview.Varies(sc.Sweep.Axes, "readout") {
		curves.Detail += ", " + clean.Of(readout.Name.Of(row.Config))
	}
	mistakes, counts, of := Confusions(&sc.Sweep, row)
	confusion := layout.Panel{Name: "predicted as", Detail: clean.Sprintf("%s of test, a row for each class", of)}
	if counts == nil {
		confusion.Detail = ""
	} else if mistakes > 0 {
		confusion.Name = clean.Sprintf("predicted as, %d wrong", mistakes)
	}
	confusion.Body = func(w, h int) []clean.Text {
		return aa.confusionMap(sc, confusion.Name+" · "+confusion.Detail, counts, w, h)
	}
	groups := layout.Panel{Name: "groups", Detail: "test", Body: func(w, h int) []clean.Text { return aa.groupBars(sc, w, h) }}
	rows := [][]layout.Panel{{all, curves}, {confusion, groups}}
	switch {
	case w >= 180:
		rows = [][]layout.Panel{{all, curves, confusion, groups}}
	case h < 16:
		rows = [][]layout.Panel{{confusion, groups}}
	}
	head := layout.Header(sc.Style, "3", "accuracy", sc.Starred(row), w, true)
	return append([]clean.Text{head}, layout.Panels(sc.Style, rows, w, h-1)...)
}

// confusionMap draws a confusion matrix with class names.
func (aa accuracyAlone) confusionMap(sc *page.Scene, name clean.Text, counts [][]int, w, h int) []clean.Text {
	if counts == nil {
		return layout.Waiting(sc.Style, "this point has no classes", w, h)
	}
	q := chart.Heatmap{Down: true, Shades: sc.Style.Shaded(), ASCII: sc.Style.Letters(), Number: func(v float64) clean.Text { return clean.Sprintf("%.0f", v) }}
	for i, row := range counts {
		name := clean.Sprintf("%d", i+1)
		if sc.Set != nil && i < len(sc.Set.Classes) {
			name = clean.Of(sc.Set.Classes[i])
		}
		q.Rows, q.Columns = append(q.Rows, name), append(q.Columns, name)
		var values []float64
		for _, n := range row {
			values = append(values, float64(n))
		}
		q.Values = append(q.Values, values)
	}
	return sc.Draw(name, q, w, h)
}

// rescored returns the scores of the readouts over all folds; nil and the reason if there are
// none.
func rescored(sc *page.Scene) (*page.Probe, clean.Text) {
	if row := sc.Table.Row(&sc.Sweep); row.Measured() && !readout.Classifies(row.Config) && !readout.Predicts(row.Config) {
		return nil, "this point has no readout of classes or numbers"
	}
	return sc.Answered(page.Rescoring)
}

// sizeCurves draws the score of readouts that use only the first p features of the selected
// point.
func (aa accuracyAlone) sizeCurves(sc *page.Scene, w, h int) []clean.Text {
	answer, why := rescored(sc)
	switch {
	case answer == nil:
		return layout.Waiting(sc.Style, why, w, h)
	case len(answer.Rescored.Curves) == 0:
		return layout.Waiting(sc.Style, "with this method, fewer features are not the first of these", w, h)
	}
	pl := chart.Plot{XLabel: "p", LogX: true, ASCII: sc.Style.ASCII}
	for _, c := range answer.Rescored.Curves {
		s := chart.Series{Name: clean.Of(readout.Name.Of(c.Readout))}
		if readout.Eta.Of(c.Readout).OK && len(answer.Rescored.Curves) > 1 {
			s.Name += " η=" + clean.Of(readout.Eta.Of(c.Readout).String())
		}
		for i, n := range c.P {
			score := choose.Mean(c.Scores[i])
			s.X, s.Y, s.Err = append(s.X, float64(n)), append(s.Y, sweepview.Mean(score)), append(s.Err, score.SE)
		}
		pl.Series = append(pl.Series, s)
	}
	return sc.Draw("first p features", pl, w, h)
}

// groupBars draws the score of each group over the test parts that contain it.
func (aa accuracyAlone) groupBars(sc *page.Scene, w, h int) []clean.Text {
	answer, why := rescored(sc)
	switch {
	case answer == nil:
		return layout.Waiting(sc.Style, why, w, h)
	case len(answer.Rescored.Groups) == 0:
		return layout.Waiting(sc.Style, "the data has no groups", w, h)
	}
	var lines []clean.Text
	var figure svg.Bars
	bar := max(w-30, 4)
	worst := 0.0
	for _, g := range answer.Rescored.Groups {
		worst = max(worst, g.RMSE)
	}
	for i, g := range answer.Rescored.Groups {
		if left := len(answer.Rescored.Groups) - i; len(lines) == h-1 && left > 1 {
			lines = append(lines, sc.Style.Paint(chart.Faint, clean.Sprintf(" … %d more groups", left)))
			break
		}
		score, n, text := g.Segment, clean.Counted(g.Segments, "segment"), clean.Text("")
		if math.IsNaN(score) {
			score, n = g.Sample, clean.Counted(g.Samples, "sample")
		}
		text = clean.Share(score)
		if !math.IsNaN(g.RMSE) {
			score, text = g.RMSE/worst, clean.Number(g.RMSE)
		}
		figure.Rows = append(figure.Rows, svg.Bar{Name: string(clean.Of(g.Group)), Shares: []float64{score}, Texts: []string{string(text + " · " + n)}})
		lines = append(lines, layout.Cut(" "+layout.Pad(clean.Of(g.Group), 9)+" "+layout.PadLeft(text, 6)+" "+
			sc.Style.Paint(chart.SeriesRole(0), chart.Progress(score, bar))+" "+sc.Style.Paint(chart.Faint, n), w))
	}
	sc.Record(page.Figure{Name: "score of each group on test", Lines: lines, Drawing: func(title clean.Text) svg.Drawing {
		figure.Title = string(title)
		return figure
	}})
	return lines
}

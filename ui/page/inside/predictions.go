package inside

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Predictions shows the predictions of one point.
type Predictions struct {
	page.Inside

	windowStart  int  // start of the visible window, in half windows
	zoom         int  // number of times that the window is halved, or doubled if negative
	otherPicture bool // shows the picture that is not the default
}

// NewPredictions returns the page.
func NewPredictions() *Predictions {
	return &Predictions{Inside: page.Inside{ID: "predictions", Place: 7, Key: "U", Kind: page.Predicting, Lacks: lacksNumbers,
		Long: "show the predictions of the selected point's readout over the true values; for gp with its band"}}
}

// lacksNumbers returns the reason why a row has no predictions; "" if it has.
func lacksNumbers(row *choose.Row) clean.Text {
	if readout.Predicts(row.Config) {
		return ""
	}
	return "the readout " + clean.Of(readout.Name.Of(row.Config)) + " does not predict a number"
}

// Actions returns the actions of the page.
func (p *Predictions) Actions() []page.Action {
	around := page.Keyed(func(_ *page.Scene, key string) { p.windowStart = max(p.windowStart+page.Sideways(key), 0) })
	closer := page.Action{ID: "time of band", Group: "Views", Who: page.Anyone, Keys: []string{"=", "-"}, Short: "closer", Long: "show a shorter or longer stretch of the prediction", Modes: page.AnyMode}
	return []page.Action{
		page.TurnFold,
		page.Around.With(page.NoRows, around),
		closer.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) {
			p.zoom = min(max(p.zoom+map[string]int{"=": 1, "-": -1}[key], -10), 10)
		})),
		page.Picture.With(page.NoRows, page.Doing(func(*page.Scene) { p.otherPicture = !p.otherPicture })),
		page.Details,
	}
}

// View draws the predictions.
func (p *Predictions) View(sc *page.Scene, size layout.Size) []clean.Text {
	return p.Draw(sc, size, func(answer *page.Probe, w, h int) []clean.Text {
		x := answer.Predicted
		panel := p.inOrder(sc, x, w)
		if p.otherPicture == (x.SD != nil) {
			panel = p.byTarget(sc, x)
		}
		return layout.Panels(sc.Style, [][]layout.Panel{{panel}}, w, h)
	})
}

// inOrder returns the panel of the predictions in the order of the samples, with their band if
// they have one.
func (p *Predictions) inOrder(sc *page.Scene, x *resolve.Predicted, w int) layout.Panel {
	n := len(x.Mean)
	from, to := p.window(n, max(w, 8))
	b := chart.Band{XLabel: "sample of the test part", YLabel: "target", From: from + 1, Mean: x.Mean[from:to], Truth: x.Target[from:to], ASCII: sc.Style.ASCII}
	share, prediction := clean.Text(" of the test samples lie within the 95 % band"), clean.Text("prediction")
	if w < 100 { // leaves room for the legend
		share, prediction = " of test in the 95 % band", "mean"
	}
	name, band := clean.Text(""), clean.Text("")
	if x.SD != nil {
		for _, sd := range x.SD[from:to] {
			b.Half = append(b.Half, 2*sd)
		}
		name, band = clean.Share(measure.Coverage(x.Mean, x.SD, x.Target))+share, "░ ±2 SD  "
	} else {
		name, prediction = rmse(x), "prediction"
	}
	return layout.Panel{
		Name:   name,
		Detail: clean.Sprintf("%s–%s of %s · ─●─ %s  %s· truth", clean.Count(from+1), clean.Count(to), clean.Count(n), prediction, band),
		Body:   func(w, h int) []clean.Text { return sc.Draw("predictions in order · "+name, b, w, h) },
	}
}

// byTarget returns the panel of the predictions sorted by the target.
func (p *Predictions) byTarget(sc *page.Scene, x *resolve.Predicted) layout.Panel {
	sorted := x.Sorted()
	n := len(sorted.Mean)
	from, to := p.window(n, n)
	b := chart.Band{XLabel: "test samples by their target", YLabel: "target", From: from + 1, Mean: sorted.Target[from:to], Truth: sorted.Mean[from:to], ASCII: sc.Style.ASCII}
	return layout.Panel{
		Name:   rmse(x),
		Detail: clean.Sprintf("%s–%s of %s · ─●─ truth  · prediction", clean.Count(from+1), clean.Count(to), clean.Count(n)),
		Body:   func(w, h int) []clean.Text { return sc.Draw("predictions by target · "+rmse(x), b, w, h) },
	}
}

// rmse returns the root-mean-square error of predictions as text.
func rmse(x *resolve.Predicted) clean.Text {
	return "RMSE " + clean.Number(measure.RMSE(x.Mean, x.Target)) + " on test"
}

// window returns the visible samples of n: length of them, unless the user zoomed.
func (p *Predictions) window(n, length int) (from, to int) {
	if p.zoom > 0 {
		length >>= p.zoom
	} else {
		length <<= -p.zoom
	}
	length = min(max(length, 8), n)
	if step := (length + 1) / 2; p.windowStart*step > n-length {
		p.windowStart = (n - length + step - 1) / step
	}
	from = min(p.windowStart*((length+1)/2), n-length)
	return from, from + length
}

// Package band is the page of what the readout of the selected point predicts on the test
// part: a curve with its band, and the truth.
package band

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Page shows the predictions of one point.
type Page struct {
	page.Inside

	from    int // the sample shown first, in half windows
	stretch int // the window is halved so many times, or doubled
}

func New() *Page {
	return &Page{Inside: page.Inside{ID: "band", Digit: "6", Keys: []string{"U"}, Kind: page.Predicting, Lacks: lacks,
		Long: "what the readout gp predicts of the selected point, with its band"}}
}

// lacks says why there is nothing to see of a row.
func lacks(row *choose.Row) clean.Text {
	for _, res := range row.Results {
		if _, ok := res.ReadoutInfo[measure.NLPDInfo]; ok {
			return ""
		}
	}
	return "the readout " + clean.Of(readout.Name.Of(row.Config)) + " does not say how sure it is: gp does"
}

func (p *Page) Actions() []page.Action {
	around := page.Keyed(func(_ *page.Scene, key string) { p.from = max(p.from+page.Sideways(key), 0) })
	closer := page.Action{ID: "time of band", Group: "Views", Who: page.Anyone, Keys: []string{"=", "-"}, Short: "closer", Long: "look at a shorter stretch of the prediction, and a longer one", Modes: page.AnyMode}
	return []page.Action{
		page.TurnFold,
		page.Around.With(page.NoRows, around),
		closer.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) {
			p.stretch = min(max(p.stretch+map[string]int{"=": 1, "-": -1}[key], -10), 10)
		})),
		page.Details,
	}
}

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	return p.Draw(sc, size, func(answer *page.Probe, w, h int) []clean.Text {
		x := answer.Predicted
		n := len(x.Mean)
		from, to := p.window(n, w)
		b := chart.Band{XLabel: "sample of the test part", YLabel: "target", From: from + 1, Mean: x.Mean[from:to], Truth: x.Target[from:to], ASCII: sc.Style.ASCII}
		for _, sd := range x.SD[from:to] {
			b.Half = append(b.Half, 2*sd)
		}
		share, prediction := clean.Text(" of the test samples lie within the band of 95 %"), clean.Text("prediction")
		if w < 100 { // so that the signs are told
			share, prediction = " of test in the 95 % band", "mean"
		}
		panel := layout.Panel{
			Name:   humanize.Share(measure.Coverage(x.Mean, x.SD, x.Target)) + share,
			Detail: clean.Sprintf("%s–%s of %s · ─●─ %s  ░ ±2 SD  · truth", humanize.Count(from+1), humanize.Count(to), humanize.Count(n), prediction),
			Body:   func(w, h int) []clean.Text { return b.Render(w, h, sc.Style.Paint) },
		}
		return layout.Panels(sc.Style, [][]layout.Panel{{panel}}, w, h)
	})
}

// window is the stretch of samples shown of n in w cells: one a cell, unless the user
// stretched it.
func (p *Page) window(n, w int) (from, to int) {
	length := max(w, 8)
	if p.stretch > 0 {
		length >>= p.stretch
	} else {
		length <<= -p.stretch
	}
	length = min(max(length, 8), n)
	if step := (length + 1) / 2; p.from*step > n-length {
		p.from = (n - length + step - 1) / step
	}
	from = min(p.from*((length+1)/2), n-length)
	return from, from + length
}

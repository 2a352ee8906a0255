package ui

import (
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/theme"
)

// accuracyPane shows what the sweep is judged by: accuracy of the readouts, the
// error of a number, or the slowness on the validation part.
type accuracyPane struct {
	chartPane
	test bool // show the test part
}

// overP and linesReadout are the axes that the chart prefers, in order.
var (
	overP        = []string{"p", "sigma", "m", "lambda"}
	linesReadout = []string{"readout", "method", "space", "kernel", "select", "lambda", "m", "eta", "basis"}
)

func (p *accuracyPane) aim(sc *scene, l lens, base part.Point) view {
	want := p.wished(overP, linesReadout)
	want.readout = true
	want.has = func(r *choose.Row) bool { return p.stat(sc, r).N > 0 }
	return l.aim(sc, base, want)
}

// ofTest says that the test part is shown: on demand, or where there is no
// other.
func (p *accuracyPane) ofTest(sc *scene) bool { return p.test || !sc.validated() }

// name is what is shown, and of which part.
func (p *accuracyPane) name(sc *scene) clean.Text {
	part := clean.Text("validation ")
	if p.ofTest(sc) {
		part = "test "
	}
	if sc.objective == "rmse" {
		return part + "RMSE"
	}
	return part + clean.Of(sc.objective)
}

// stat is what is shown of a row.
func (p *accuracyPane) stat(sc *scene, r *choose.Row) choose.Stat {
	if !p.ofTest(sc) {
		return r.Score(sc.objective)
	}
	return r.Judgement(sc.objective)
}

func (p *accuracyPane) series(sc *scene, v view) ([]clean.Text, [][]sample) {
	names, series := curves(sc, v, func(r *choose.Row) (float64, float64) {
		s := p.stat(sc, r)
		return orNaN(s), s.SE
	})
	for _, s := range series {
		for i := range s {
			s[i].reading = humanize.WithError(s[i].y, s[i].err, sc.writer())
		}
	}
	return names, series
}

func (p *accuracyPane) view(sc *scene, v view, st *theme.Style, w, h int) []clean.Text {
	names, series := p.series(sc, v)
	series = p.crop(series, v)
	pl := plot(sc, v, names, series)
	pl.LogY = sc.objective == "slowness" && wide(series)
	return p.render(pl, names, series, st, w, h)
}

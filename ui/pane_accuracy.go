package ui

import (
	"slices"

	"example.com/sfatui/engine/sweep"
)

// accuracyPane shows what the sweep is judged by: accuracy of the readouts, the
// error of a number, or the slowness on the validation part.
type accuracyPane struct {
	chartPane
	over string // the axis the user asked for
	test bool   // show the test part
}

var linesReadout = []string{"readout", "method", "lambda", "select", "m", "eta", "basis", "kernel", "space"}

// choices are the axes that can be drawn over.
func (p *accuracyPane) choices(sc *scene, base sweep.Point) []string {
	var out []string
	for _, name := range []string{"p", "sigma", "m", "lambda"} {
		if slices.ContainsFunc(sc.axes, func(a axis) bool { return a.name == name && a.label(base) != "" }) {
			out = append(out, name)
		}
	}
	return out
}

// toggle goes on to the next axis.
func (p *accuracyPane) toggle(sc *scene, base sweep.Point) {
	if all := p.choices(sc, base); len(all) > 0 {
		i := slices.Index(all, p.aimed(sc, base)[0])
		p.over, p.on = all[(i+1)%len(all)], false
	}
}

// aimed are the axes in the order in which they are preferred.
func (p *accuracyPane) aimed(sc *scene, base sweep.Point) []string {
	all := p.choices(sc, base)
	if slices.Contains(all, p.over) {
		return []string{p.over}
	}
	return append(all, "sigma")
}

func (p *accuracyPane) aim(sc *scene, l lens, base sweep.Point) view {
	return l.aim(sc, base, p.aimed(sc, base), linesReadout, true)
}

// ofTest says that the test part is shown: on demand, or where there is no
// other.
func (p *accuracyPane) ofTest(sc *scene) bool { return p.test || !sc.validated() }

// name is what is shown, and of which part.
func (p *accuracyPane) name(sc *scene) string {
	part := "validation "
	if p.ofTest(sc) {
		part = "test "
	}
	if sc.objective == "rmse" {
		return part + "RMSE"
	}
	return part + sc.objective
}

// stat is what is shown of a row.
func (p *accuracyPane) stat(sc *scene, r *sweep.Row) sweep.Stat {
	if !p.ofTest(sc) {
		return r.Validation[sc.objective]
	}
	switch sc.objective {
	case "accuracy":
		if r.AccuracySegment.N > 0 {
			return r.AccuracySegment
		}
		return r.AccuracySample
	case "rmse":
		return r.RMSE
	}
	return r.SlownessTest
}

func (p *accuracyPane) series(sc *scene, v view) ([]string, [][]sample) {
	names, series := curves(sc, v, func(r *sweep.Row) (float64, float64) {
		s := p.stat(sc, r)
		return orNaN(s), s.SE
	})
	for _, s := range series {
		for i := range s {
			s[i].reading = withError(s[i].y, s[i].err, sc.writer())
		}
	}
	return names, series
}

func (p *accuracyPane) view(sc *scene, v view, st *style, w, h int) []string {
	names, series := p.series(sc, v)
	pl := plot(sc, v, names, series)
	pl.LogY = sc.objective == "slowness" && wide(series)
	return p.render(pl, names, series, st, w, h)
}

package ui

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
)

// quantity is something that is measured of a row: a column of the table, what
// a filter asks about, what a point can be the best at.
type quantity struct {
	id         string
	aliases    []string   // other names in a filter
	head, long clean.Text // of its column; "" where it has none
	rank       int        // of its column
	// better is 1 where more is better, -1 where less is, 0 where neither is.
	better int
	write  func(float64) clean.Text
	of     func(*choose.Row) float64
	stat   func(*choose.Row) choose.Stat // nil where there is no error to tell
}

// averaged is a quantity with a standard error over folds.
func averaged(q quantity, stat func(*choose.Row) choose.Stat) quantity {
	q.stat, q.of = stat, func(r *choose.Row) float64 { return orNaN(stat(r)) }
	return q
}

// quantities are all that the sweep is measured by, those of columns in their
// order.
func (sc *scene) quantities() []quantity {
	var out []quantity
	add := func(q quantity, stat func(*choose.Row) choose.Stat) { out = append(out, averaged(q, stat)) }
	if sc.validated() {
		better := -1
		if sc.objective == "accuracy" {
			better = 1
		}
		add(quantity{id: "validation", aliases: []string{"val"}, head: "val", long: "validation", rank: 95, better: better, write: sc.writer()},
			func(r *choose.Row) choose.Stat { return r.Score(sc.objective) })
	}
	add(quantity{id: "slowness", aliases: []string{"slow"}, head: "slow", long: "test slowness", rank: 50, better: -1, write: humanize.Number},
		func(r *choose.Row) choose.Stat { return r.Of(measure.TestSlowness) })
	out = append(out, quantity{id: "variance", aliases: []string{"var", "deviation"}, head: "var", rank: 60, better: -1, write: humanize.Number, of: deviation})
	if sc.labels {
		if sc.segments() {
			add(quantity{id: "segment", aliases: []string{"segm", "acc", "accuracy"}, head: "segm", long: "test segments", rank: 55, better: 1, write: humanize.Share},
				func(r *choose.Row) choose.Stat { return r.Of(measure.SegmentsRight) })
		}
		q := quantity{id: "sample", aliases: []string{"smpl"}, head: "smpl", long: "test samples", rank: 40, better: 1, write: humanize.Share}
		if !sc.segments() {
			q.aliases = append(q.aliases, "acc", "accuracy")
		}
		add(q, func(r *choose.Row) choose.Stat { return r.Of(measure.SamplesRight) })
	}
	if sc.target {
		add(quantity{id: "rmse", head: "RMSE", long: "test RMSE", rank: 55, better: -1, write: humanize.Number},
			func(r *choose.Row) choose.Stat { return r.Of(measure.TestRMSE) })
	}
	add(quantity{id: "train", aliases: []string{"slowness-train"}, better: -1, write: humanize.Number},
		func(r *choose.Row) choose.Stat { return r.Of(measure.TrainingSlowness) })
	if sc.fourier {
		add(quantity{id: "fourier", better: 1, write: humanize.Share}, func(r *choose.Row) choose.Stat { return r.Of(measure.FourierSimilarity) })
	}
	return append(out, counters()...)
}

// counters are what is counted of a row.
func counters() []quantity {
	whole := func(v float64) clean.Text { return humanize.Count(int(v)) }
	return []quantity{
		{id: "folds", write: whole, of: func(r *choose.Row) float64 { return float64(len(r.Results)) }},
		{id: "failed", write: whole, of: func(r *choose.Row) float64 { return float64(r.Failed) }},
		{id: "features", write: whole, of: func(r *choose.Row) float64 { return float64(r.Features) }},
		{id: "seconds", write: humanize.Number, of: seconds},
	}
}

// name is the quantity in words.
func (q quantity) name() clean.Text { return cmp.Or(q.long, clean.Of(q.id)) }

// named says that the quantity goes by a name.
func (q quantity) named(name string) bool { return q.id == name || slices.Contains(q.aliases, name) }

// bestAt is the row that is best at a quantity, -1 where there is none. Rows
// that failed or violate unit variance come last, as in the choice of the best
// point.
func (sc *scene) bestAt(q quantity) int {
	if q.id == "validation" {
		return sc.best
	}
	best := -1
	sound := func(r *choose.Row) bool { return r.VarianceOK && r.Failed == 0 }
	for i := range sc.rows {
		r := &sc.rows[i]
		v := q.of(r) * float64(q.better)
		switch {
		case math.IsNaN(v):
		case best < 0, sound(r) && !sound(&sc.rows[best]):
			best = i
		case sound(r) == sound(&sc.rows[best]) && v > q.of(&sc.rows[best])*float64(q.better):
			best = i
		}
	}
	return best
}

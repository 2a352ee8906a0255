package sessions

import (
	"cmp"
	"fmt"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
)

// Table is a sweep's configurations as text, each averaged over its folds.
type Table struct {
	Head []string
	Body [][]string
	Best int // the row of the best, -1 where there is none
}

// Table is the session's configurations in the order of their parameters: the
// parameters that vary, then the measures that there are, each with its
// standard error.
func (s *Session) Table() Table {
	rows, best := s.Rows()
	t := Table{Best: best, Body: make([][]string, len(rows))}
	for _, c := range columnsOf(rows) {
		t.Head = append(t.Head, c.name)
		for i := range rows {
			t.Body[i] = append(t.Body[i], cmp.Or(message.Clean(c.text(&rows[i])), "–"))
		}
	}
	return t
}

// column is one column of a table.
type column struct {
	name string
	text func(*choose.Row) string
}

// measured are the measures of a table, by the names that they have there.
var measured = []struct {
	name string
	of   func(*choose.Row) choose.Stat
}{
	{"slowness train", func(r *choose.Row) choose.Stat { return r.Of(measure.TrainingSlowness) }},
	{"slowness test", func(r *choose.Row) choose.Stat { return r.Of(measure.TestSlowness) }},
	{"segments right", func(r *choose.Row) choose.Stat { return r.Of(measure.SegmentsRight) }},
	{"samples right", func(r *choose.Row) choose.Stat { return r.Of(measure.SamplesRight) }},
	{"Fourier match", func(r *choose.Row) choose.Stat { return r.Of(measure.FourierSimilarity) }},
	{"RMSE", func(r *choose.Row) choose.Stat { return r.Of(measure.TestRMSE) }},
	{"validation accuracy", func(r *choose.Row) choose.Stat { return r.Score("accuracy") }},
	{"validation RMSE", func(r *choose.Row) choose.Stat { return r.Score("rmse") }},
	{"validation slowness", func(r *choose.Row) choose.Stat { return r.Score("slowness") }},
}

func columnsOf(rows []choose.Row) []column {
	var out []column
	for _, name := range choose.Varying(rows) {
		out = append(out, column{name, func(r *choose.Row) string {
			if name == "p" && r.Features > 0 && r.Features < r.Config.P {
				return fmt.Sprintf("%d (%d)", r.Config.P, r.Features)
			}
			return r.Config.Text(name)
		}})
	}
	out = append(out,
		column{"folds", func(r *choose.Row) string { return fmt.Sprint(len(r.Results) - r.Failed) }},
		column{"variance", varianceText})
	for _, m := range measured {
		for i := range rows {
			if m.of(&rows[i]).N > 0 {
				out = append(out, column{m.name, func(r *choose.Row) string { return m.of(r).String() }})
				break
			}
		}
	}
	return out
}

// varianceText is the unit-variance check in words.
func varianceText(r *choose.Row) string {
	switch {
	case len(r.Results) == r.Failed:
		return "failed"
	case r.VarianceOK:
		return "ok"
	}
	return fmt.Sprintf("✗ off by %.2g", r.Of(measure.Deviation).Mean)
}

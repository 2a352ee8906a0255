package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
)

// TableOf returns a session's configurations in the order of their parameters:
// the parameters that vary, then the available measures, each with its standard
// error.
func TableOf(s *sessions.Session) Table {
	rows, choice := s.Choice()
	t := Table{Marks: choice.Marks(rows), Body: make([][]string, len(rows))}
	for _, c := range columnsOf(rows, choice.By, &s.Header.Data) {
		t.Head = append(t.Head, c.name)
		for i := range rows {
			t.Body[i] = append(t.Body[i], cmp.Or(message.Clean(c.text(&rows[i])), "–"))
		}
	}
	return t
}

type column struct {
	name string
	text func(*choose.Row) string
}

// reported returns the measures of a table in order.
func reported() []*measure.Measure {
	in := measure.In(measure.Reports, measure.All())
	slices.SortStableFunc(in, func(a, b *measure.Measure) int {
		return cmp.Compare(uint(a.Show.Order-1), uint(b.Show.Order-1)) // 0 comes last
	})
	return in
}

// have returns the measures that at least one row has.
func have(rows []choose.Row, measures []*measure.Measure) []*measure.Measure {
	return slices.DeleteFunc(measures, func(m *measure.Measure) bool { return !choose.Have(rows, m) })
}

func columnsOf(rows []choose.Row, by choose.By, of *sessions.Data) []column {
	var out []column
	for _, name := range choose.Varying(rows) {
		out = append(out, column{name, func(r *choose.Row) string {
			if name == "p" && r.Features > 0 && r.Features < method.P.Of(r.Config) {
				return fmt.Sprintf("%d (%d)", method.P.Of(r.Config), r.Features)
			}
			return r.Config.Text(name)
		}})
	}
	if slices.ContainsFunc(rows, func(r choose.Row) bool { return r.Config.Inner != rows[0].Config.Inner }) { // at the advisor's request
		out = append(out, column{"inner", func(r *choose.Row) string { return fmt.Sprint(max(1, r.Config.Inner)) }})
	}
	if slices.ContainsFunc(rows, func(r choose.Row) bool { return r.Arbitrary() }) {
		out = append(out, column{"determined", determinedText})
	}
	out = append(out,
		column{"folds", func(r *choose.Row) string { return fmt.Sprint(len(r.Results) - r.Failed) }},
		column{"variance", varianceText})
	if by.Scored(rows) {
		out = append(out, column{"score", func(r *choose.Row) string { return by.Score(r).String() }})
	}
	for _, m := range have(rows, reported()) {
		name := m.Show.Report
		switch accuracy := m == measure.ValidationAccuracy; {
		case accuracy && segmentsRight(rows): // the score counts samples
		case by.ChoosesBy(m):
			continue // the score, averaged over folds instead of parts
		case accuracy:
			name = measure.ValidationSamples.Label
		}
		out = append(out, column{of.InWords(name), func(r *choose.Row) string { return r.Of(m).String() }})
	}
	return out
}

// segmentsRight reports whether segments of validation parts are classified: labels may change
// inside segments, and then samples are.
func segmentsRight(rows []choose.Row) bool {
	return slices.ContainsFunc(rows, func(r choose.Row) bool {
		return slices.ContainsFunc(r.Results, func(res *result.Result) bool {
			return !math.IsNaN(float64(res.Validation.OrNone().Accuracy.OfSegments()))
		})
	})
}

// determinedText returns how many of the features the data determine.
func determinedText(r *choose.Row) string {
	if !r.Measured() {
		return "–"
	}
	return fmt.Sprintf("%d of %d", r.Determined, r.Features)
}

// varianceText returns the unit-variance check in words.
func varianceText(r *choose.Row) string {
	switch {
	case !r.Measured():
		return "failed"
	case r.VarianceOK:
		return "ok"
	}
	return fmt.Sprintf("✗ off by %.2g", r.Of(measure.Deviation).Mean)
}

package compute

import (
	"context"
	"math"
	"math/rand/v2"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/record"
)

// Permute tests whether the choice of a finished session is better than chance.
// For each of n permutations of the labels or targets of all segments, it
// computes the whole sweep on the same folds, chooses a point, and takes the
// nested estimate. A permutation depends only on the session's seed and its
// number, so that the test is reproducible. Permute calls told with the number
// of finished permutations, and records the test in the session.
func Permute(ctx context.Context, s *sessions.Session, set *data.Set, n int, o sweep.RunOptions, told func(done int)) error {
	rows, c := s.Choice()
	test, m, err := permutable(s, rows, &c)
	if err != nil {
		return err
	}
	base, err := sweep.PlanOf(set, s.Header.Data.Hash, pointsLike(s, c.Row))
	if err != nil {
		return err
	}
	for i := range n {
		plan, err := base.Permuted(rand.New(rand.NewPCG(test.Seed, uint64(i))))
		if err != nil {
			return err
		}
		as, err := isAsGood(ctx, plan, o, c.By, m, float64(test.Value))
		if err != nil {
			return err
		}
		if as {
			test.AsGood++
		}
		test.N++
		told(test.N)
	}
	_, err = s.Annotate(func(w *journal.Writer) error { return w.Record(record.KindPermuted, test) })
	return err
}

// Permutable returns an error for an objective that does not depend on labels.
func Permutable(objective string) error {
	for _, m := range measure.Judging(objective) {
		if m.Readout {
			return nil
		}
	}
	return message.Usagef("--permutations: points are chosen by %s, which does not depend on the labels: choose by accuracy or by rmse (--objective)", objective)
}

// permutable returns the test of a session's choice, without counts, and the
// measure that it estimates.
func permutable(s *sessions.Session, rows []choose.Row, c *choose.Choice) (record.Permuted, *measure.Measure, error) {
	if n := len(s.Missing()); n > 0 {
		return record.Permuted{}, nil, message.Usagef("--permutations: the sweep lacks %s: sfatui resume computes them", message.Counted(n, "fit"))
	}
	nested, ok := c.By.Nested(rows, c.Best)
	if !ok {
		return record.Permuted{}, nil, message.Usagef("--permutations: nothing was chosen, so there is nothing to test")
	}
	if err := Permutable(c.By.Objective); err != nil {
		return record.Permuted{}, nil, err
	}
	m := nested.Judging(c.By.Objective)
	if m == nil {
		return record.Permuted{}, nil, message.Usagef("--permutations: the test parts give no result for the choice, so there is nothing to test")
	}
	return record.Permuted{Keys: nested.Keys, Measure: s.Header.Data.InWords(m.Label), Value: part.Float(nested.Row.Of(m).Mean), Seed: c.Row.Config.Seed}, m, nil
}

// pointsLike returns the points of a session with the same division of the data
// as a row.
func pointsLike(s *sessions.Session, r *choose.Row) []part.Point {
	var out []part.Point
	for _, e := range s.Plan() {
		if e.Point.Config().Frame == r.Config.Frame {
			out = append(out, e.Point)
		}
	}
	return out
}

// isAsGood computes a plan and reports whether the estimate of the choice among
// its points is at least as good as value. If nothing can be chosen, it returns
// true.
func isAsGood(ctx context.Context, plan *sweep.Plan, o sweep.RunOptions, by choose.By, m *measure.Measure, value float64) (bool, error) {
	results, err := computeOutside(ctx, plan, o)
	if err != nil {
		return false, err
	}
	rows := choose.InOrder(choose.Summarize(results))
	nested, ok := by.Nested(rows, by.Choose(rows).Best)
	if !ok {
		return true, nil
	}
	x := nested.Row.Of(m).Mean
	return !m.Better.Than(value, x) || math.Abs(value-x) <= 1e-12*math.Abs(value), nil
}

// computeOutside computes a plan outside the session, and returns its results.
func computeOutside(ctx context.Context, plan *sweep.Plan, o sweep.RunOptions) ([]*result.Result, error) {
	var results resultSink
	r, err := run.Start(ctx, plan, &results, o)
	if err != nil {
		return nil, err
	}
	err = r.Wait()
	return results, err
}

// resultSink collects the results of a sweep outside a session.
type resultSink []*result.Result

func (g *resultSink) Handle(e sweep.Event) error {
	if e.Result != nil {
		*g = append(*g, e.Result)
	}
	return nil
}

package compare

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/sessions"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/sessions/journal"
	"example.com/sfatui/sessions/jsonl"
)

// Tolerance is the largest relative difference of a measure at which a
// recomputed point counts as the same.
const Tolerance = 1e-9

// Verified is the comparison of a recorded point with the recomputed one.
type Verified struct {
	Recorded *result.Result
	// Exact reports that the whole result is equal to the bit.
	Exact bool
	// Slowness, Variance and Accuracy are the largest relative differences |a −
	// b| / max(|a|, |b|): of the slowness of any feature on the training and
	// the test part; of the mean, the minimum and the maximum variance of the
	// training outputs; of accuracy, RMSE, MAE and all measures that choosing
	// uses. Infinite if only one of the two is a number.
	Slowness, Variance, Accuracy float64
	// Arbitrary reports that rounding determines some features, because their Δ
	// agree: only the training part is compared then, on which such features
	// are equivalent.
	Arbitrary bool
	// Other describes other differences in words: the chosen supports, the
	// rank, an error.
	Other string
}

// Same reports whether the point was confirmed: nothing differs by more than
// [Tolerance].
func (v Verified) Same() bool {
	return v.Exact || v.Other == "" && max(v.Slowness, v.Variance, v.Accuracy) <= Tolerance
}

// Sample returns n planned points spread evenly over
// [sessions.Session.Finished], or all of them if n is 0 or they are fewer.
func Sample(s *sessions.Session, n int) []*result.Result {
	all := s.Finished()
	all = all[:len(s.Plan())-len(s.Missing())] // the others come last
	if n == 0 || n >= len(all) {
		return all
	}
	if n == 1 {
		return all[len(all)/2 : len(all)/2+1]
	}
	out := make([]*result.Result, n)
	for i := range out {
		out[i] = all[i*(len(all)-1)/(n-1)]
	}
	return out
}

// Recompute computes finished points again, on the session's data, and calls
// each with them in order. Shared stages derive from each plan as it was
// written, so that the same engine with the same arithmetic computes the same
// bits, regardless of the selection; other engines agree to rounding. It
// returns the error of each, or that of ctx.
func Recompute(ctx context.Context, s *sessions.Session, set *data.Set, points []*result.Result, o sweep.RunOptions, each func(Verified) error) error {
	wanted := map[part.Point]bool{}
	for _, r := range points {
		wanted[r.Point] = true
	}
	var plans []*sweep.Plan
	o.Done = map[string]bool{}
	for _, file := range s.Plans() {
		plan, err := sweep.PlanOf(set, s.Header.Data.Hash, file)
		if err != nil {
			return s.Wrap(err)
		}
		for _, e := range plan.Entries {
			if !wanted[e.Point] {
				o.Done[e.Key] = true
			}
		}
		plans = append(plans, plan)
	}
	sink := &verifier{points: points, each: each, computed: map[part.Point]*result.Result{}, header: s.Header}
	run, err := run.Start(ctx, sweep.Join(plans...), sink, o)
	if err != nil {
		return err
	}
	if err := run.Wait(); err != nil {
		return err
	}
	if left := len(sink.points); left > 0 {
		return s.Wrap(fmt.Errorf("not computed again, as the plan of this sfatui has other points: %s", message.Counted(left, "point")))
	}
	return nil
}

// verifier passes points on in the requested order.
type verifier struct {
	points   []*result.Result // points not yet passed on
	each     func(Verified) error
	computed map[part.Point]*result.Result
	header   sessions.Header // of the session that recorded the points
}

// Handle adds an event of the run; it implements [sweep.Sink].
func (v *verifier) Handle(e sweep.Event) error {
	if e.Kind != sweep.PointDone {
		return nil
	}
	jsonl.CleanTexts(e.Result)
	v.computed[e.Result.Point] = e.Result
	for len(v.points) > 0 {
		r, ok := v.computed[v.points[0].Point]
		if !ok {
			break
		}
		was := v.points[0]
		v.points = v.points[1:]
		if err := v.each(verified(was, r, v.header)); err != nil {
			return err
		}
	}
	return nil
}

// verified compares the recorded result of a point in a session with the given
// header with the recomputed one. It omits measures that only one of the two
// programs computes.
func verified(recorded, computed *result.Result, h sessions.Header) Verified {
	was, is := withMeasures(recorded, h.TakenHere()), withMeasures(computed, h.TakenHere())
	v := Verified{Recorded: recorded, Exact: journal.Identical(was, is)}
	if v.Exact {
		return v
	}
	v.Arbitrary = is.Degenerate != nil && (is.Degenerate.Clusters != nil || is.Degenerate.Doubtful != nil)
	for _, m := range measure.In(measure.Checks, measure.All()) {
		if v.Arbitrary && m.Part != measure.Training {
			continue
		}
		worst := map[measure.CheckGroup]*float64{measure.OfSlowness: &v.Slowness, measure.OfVariance: &v.Variance, measure.OfReadout: &v.Accuracy}[m.Show.Checked]
		*worst = max(*worst, largest(m.Of(was), m.Of(is)))
	}
	v.Other = otherDifference(was, is)
	return v
}

// withMeasures returns a copy of a result with only the given measures in
// addition to its fields.
func withMeasures(r *result.Result, ids []string) *result.Result {
	out := *r
	out.Measures = nil
	for _, id := range ids {
		if values, ok := r.Measures[id]; ok {
			if out.Measures == nil {
				out.Measures = map[string][]part.Float{}
			}
			out.Measures[id] = values
		}
	}
	return &out
}

func otherDifference(was, is *result.Result) string {
	var out []string
	if was.Error != is.Error {
		return message.Clean(fmt.Sprintf("the error was %q and is %q", was.Error, is.Error))
	}
	for _, c := range []struct {
		name   string
		was, n int
	}{
		{"training samples", was.NTrain, is.NTrain}, {"test samples", was.NTest, is.NTest},
		{"supports", was.Supports, is.Supports}, {"features", was.Features, is.Features}, {"rank", was.Rank, is.Rank},
	} {
		if c.was != c.n {
			out = append(out, fmt.Sprintf("%s %d → %d", c.name, c.was, c.n))
		}
	}
	if !slices.Equal(was.Picks, is.Picks) {
		out = append(out, "other supports were chosen")
	}
	return strings.Join(out, ", ")
}

// largest returns the largest relative difference of two lists.
func largest(a, b []float64) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	worst := 0.0
	for i := range a {
		worst = max(worst, relative(a[i], b[i]))
	}
	return worst
}

// relative returns |a − b| / max(|a|, |b|): 0 for equal values and for two NaN.
func relative(a, b float64) float64 {
	switch {
	case a == b, math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a - b), math.IsInf(a-b, 0):
		return math.Inf(1)
	}
	return math.Abs(a-b) / max(math.Abs(a), math.Abs(b))
}

package compare

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

// checkPoints recomputes points of a session.
func checkPoints(t testing.TB, s *sessions.Session, set *data.Set, points []*result.Result) []Verified {
	t.Helper()
	var out []Verified
	check(t, Recompute(t.Context(), s, set, points, sweep.RunOptions{}, func(v Verified) error {
		out = append(out, v)
		return nil
	}))
	return out
}

// altered changes the recorded result of a point in memory.
func altered(s *sessions.Session, key string, change func(*result.Result)) *result.Result {
	r := *s.Done()[key]
	change(&r)
	return &r
}

func TestVerify(t *testing.T) {
	s, set := recorded.Waves(t)
	all := checkPoints(t, s, set, Sample(s, 0))
	if len(all) != 24 {
		t.Fatalf("%d points of 24", len(all))
	}
	for i, v := range all {
		if !v.Exact || !v.Same() || v.Recorded.Key != s.Plan()[i].Key || v.Slowness != 0 {
			t.Errorf("point %d: %+v", i, v)
		}
	}
	// A sample is equal to the bit, although stages shared with other points
	// are computed for all of them.
	points := Sample(s, 3)
	if points[0].Key != s.Plan()[0].Key || points[2].Key != s.Plan()[23].Key {
		t.Errorf("the sample is not spread over all points: %v", points)
	}
	for _, v := range checkPoints(t, s, set, points) {
		if !v.Exact {
			t.Errorf("of a sample: %+v", v)
		}
	}
	if one := Sample(s, 1); len(one) != 1 || len(Sample(s, 99)) != 24 {
		t.Errorf("samples of 1 and 99 are %d and %d", len(one), len(Sample(s, 99)))
	}
}

// A session whose records were changed, including the checksums, is not
// confirmed.
func TestVerifyNotices(t *testing.T) {
	s, set := recorded.Waves(t)
	plan := s.Plan()
	x := func(f part.Float, by float64) part.Float { return f * part.Float(1+by) }
	points := []*result.Result{
		altered(s, plan[0].Key, func(r *result.Result) { r.Slowness.Test = []part.Float{x(r.Slowness.Test[0], 1e-6), 1, 2} }),
		altered(s, plan[1].Key, func(r *result.Result) { r.Condition = x(r.Condition, 1e-12); r.Variance.Min = x(r.Variance.Min, 1e-12) }),
		altered(s, plan[2].Key, func(r *result.Result) { r.Variance.Max = 1.5 }),
		altered(s, plan[3].Key, func(r *result.Result) { r.Accuracy = &result.Accuracy{Sample: 1, Segment: r.Accuracy.Segment} }),
		altered(s, plan[4].Key, func(r *result.Result) { r.Picks, r.Rank = r.Picks[1:], r.Rank+1 }),
		altered(s, plan[5].Key, func(r *result.Result) { r.Error = "it broke" }),
		altered(s, plan[6].Key, func(r *result.Result) { r.Slowness.Train = r.Slowness.Train[1:] }),
		altered(s, plan[7].Key, func(r *result.Result) { r.Validation = nil }),
		altered(s, plan[8].Key, func(*result.Result) {}),
	}
	for i, v := range checkPoints(t, s, set, points) {
		ok := false
		switch i {
		case 0:
			ok = !v.Same() && v.Slowness > 1e-7 && v.Variance == 0 && v.Accuracy == 0
		case 1:
			ok = v.Same() && !v.Exact && v.Variance > 0 && v.Variance < 1e-11
		case 2:
			ok = !v.Same() && math.Abs(v.Variance-1.0/3) < 1e-6
		case 3:
			ok = !v.Same() && v.Accuracy > 0.01
		case 4:
			ok = !v.Same() && strings.Contains(v.Other, "rank") && strings.Contains(v.Other, "other supports")
		case 5:
			ok = !v.Same() && v.Other == `the error was "it broke" and is ""`
		case 6, 7:
			ok = !v.Same() && (math.IsInf(v.Slowness, 1) || math.IsInf(v.Accuracy, 1))
		case 8:
			ok = v.Exact
		}
		if !ok {
			t.Errorf("alteration %d: %+v", i, v)
		}
	}
}

// Another engine uses other keys; the points are found by their parameters.
func TestVerifyOfAnotherEngine(t *testing.T) {
	s, set := recorded.Waves(t)
	points := Sample(s, 2)
	for i := range points {
		r := *points[i]
		r.Key = strings.Repeat("ab", 32)
		points[i] = &r
	}
	for _, v := range checkPoints(t, s, set, points) {
		if !v.Exact {
			t.Errorf("%+v", v)
		}
	}
}

func TestVerifyEnds(t *testing.T) {
	s, set := recorded.Waves(t)
	stop := errors.New("stop")
	seen := 0
	err := Recompute(t.Context(), s, set, Sample(s, 0), sweep.RunOptions{Workers: 1}, func(Verified) error { seen++; return stop })
	if !errors.Is(err, stop) || seen != 1 {
		t.Errorf("stopped after %d points: %v", seen, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Recompute(ctx, s, set, Sample(s, 0), sweep.RunOptions{}, func(Verified) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestRelative(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range [][3]float64{
		{1, 1, 0}, {0, 0, 0}, {1, 1.5, 1.0 / 3}, {-1, 1, 2}, {0, 1e-300, 1}, {nan, nan, 0}, {inf, inf, 0}, {nan, 1, inf}, {1, inf, inf}, {inf, -inf, inf},
	} {
		if got := relative(c[0], c[1]); got != c[2] {
			t.Errorf("of %v and %v it is %v", c[0], c[1], got)
		}
		if got := relative(c[1], c[0]); got != c[2] {
			t.Errorf("of %v and %v it is %v", c[1], c[0], got)
		}
	}
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Of arbitrary features only the training part can be compared with what is recorded.
func TestVerifyOfArbitraryFeatures(t *testing.T) {
	of := func(train, test part.Float) *result.Result {
		return &result.Result{
			Point:    part.Point{}.With(graph.Name.Is("time")),
			Slowness: result.Slowness{Train: []part.Float{train}, Test: []part.Float{test}, MeanTrain: train, MeanTest: test},
			Variance: result.Variance{Mean: 1, Min: 1, Max: 1, Each: []part.Float{1}},
		}
	}
	was, is := of(2, 1.9), of(2, 2.1)
	if v := verified(was, is, sessions.Header{}); v.Same() {
		t.Errorf("features that are not arbitrary: %+v", v)
	}
	is.Degenerate = &result.Degenerate{Clusters: [][2]int{{1, 9}}, Cut: true}
	if v := verified(was, is, sessions.Header{}); !v.Same() || !v.Arbitrary {
		t.Errorf("arbitrary features: %+v", v)
	}
	is.Slowness.Train[0] = 1
	if v := verified(was, is, sessions.Header{}); v.Same() {
		t.Errorf("arbitrary features that are slower: %+v", v)
	}
}

// A measure that the session's points lack is not compared, nor one that is not
// computed here.
func TestVerifyOfOtherMeasures(t *testing.T) {
	key := strings.Repeat("0", 64)
	was, is := &result.Result{Key: key, NTrain: 7, Measures: map[string][]part.Float{"crossings": {0.5}}}, &result.Result{Key: key, NTrain: 7}
	for _, pair := range [][2]*result.Result{{was, is}, {is, was}} {
		if v := verified(pair[0], pair[1], sessions.Header{Measures: []string{"crossings"}}); !v.Exact {
			t.Errorf("a measure that only one has: %+v", v)
		}
	}
	is.NTrain = 8
	if v := verified(was, is, sessions.Header{}); v.Exact || v.Same() {
		t.Errorf("another number of samples: %+v", v)
	}
}

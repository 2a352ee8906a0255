// Package sessiontest has plans and results for tests of sessions, which need no
// computing.
package sessiontest

import (
	"math"
	"sync"
	"time"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
)

// Plan is a plan of n points about data with the hash "data".
func Plan(n int) []sweep.Entry {
	var plan []sweep.Entry
	for i := range n {
		p := part.Point{}.With(method.Name.Is("sfa"), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(0.1+float64(i)), method.Lambda.Is(1e-7), subset.M.Is(20), method.P.Is(2), subset.Name.Is("mp-mah"), space.Basis.Is("stable"), kernel.Shift.Is(part.FlagOn), readout.Name.Is("lda"))
		plan = append(plan, sweep.Entry{Key: sweep.Key(p, "data"), Point: p, Cost: float64(1 + i%3)})
	}
	return plan
}

// Result is what computing an entry gives, always the same but for the time.
func Result(e sweep.Entry, seconds float64) *result.Result {
	x := part.Float(1 / (3 + kernel.Sigma.X(e.Point)))
	r := &result.Result{
		Key: e.Key, Point: e.Point, NTrain: 100, NTest: 50, Rank: 20, Condition: 1e9 * x,
		Slowness: result.Slowness{Train: []part.Float{x, 2 * x}, Test: []part.Float{x, part.Float(math.NaN())}, MeanTrain: x, MeanTest: part.Float(math.Inf(1))},
		Variance: result.Variance{Mean: 1, Min: 1, Max: 1, OK: true},
		Accuracy: &result.Accuracy{Sample: x, Segment: x},
		Picks:    []int{3, 1, 2}, Notes: []string{"kept λ < 1 & σ > 0"}, Seconds: seconds,
	}
	if e.Cost == 3 {
		r.Error = "rank is 0: use a larger σ"
	}
	return r
}

// Clock is a clock that goes on by step at each reading, from start.
func Clock(start time.Time, step time.Duration) func() time.Time {
	var mu sync.Mutex
	now := start
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(step)
		return now
	}
}

// Package sessiontest provides plans and results for tests of sessions, without
// computing.
package sessiontest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
)

// Plan returns a plan of n points for data with the hash "data".
func Plan(n int) []sweep.Entry {
	var plan []sweep.Entry
	for i := range n {
		p := part.Point{}.With(method.Name.Is("sfa"), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(0.1+float64(i)), method.Lambda.Is(1e-7), subset.M.Is(20), method.P.Is(2), subset.Name.Is("mp-mah"), space.Basis.Is("stable"), kernel.Shift.Is(part.FlagOn), readout.Name.Is("lda"))
		plan = append(plan, sweep.Entry{Key: sweep.Key(p, "data"), Point: p, Cost: float64(1 + i%3)})
	}
	return plan
}

// Result returns the result of an entry, the same at every call except for the
// time.
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

// Clock returns a clock that advances by step at each reading, from start.
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

// SweptPlan returns a plan over three widths, two λ and two folds, with keys
// that are the same on every machine.
func SweptPlan() []sweep.Entry {
	var plan []sweep.Entry
	for _, sigma := range []float64{0.1, 1, 10} {
		for _, lambda := range []float64{0, 1e-3} {
			for fold := range 2 {
				p := part.Point{Frame: part.Frame{Fold: fold, Folds: 2, Validation: part.Num(0.25), Seed: 7}}.With(method.Name.Is("sfa"), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(sigma), method.Lambda.Is(lambda), subset.M.Is(20), method.P.Is(2), graph.Name.Is("time"), subset.Name.Is("mp-mah"), space.Basis.Is("stable"), kernel.Shift.Is(part.FlagOn), readout.Name.Is("lda"))
				plan = append(plan, sweep.Entry{Key: fmt.Sprintf("%064x", len(plan)+1), Point: p, Cost: 1})
			}
		}
	}
	return plan
}

// Keyed sets the keys of a plan's entries to those of an engine and a kernel
// path, for data with the given hash; "" means those of this program. It leaves
// the keys for engines before 0.10.0 unchanged.
func Keyed(plan []sweep.Entry, engine, path, data string) []sweep.Entry {
	engine, path = cmp.Or(engine, sweep.Version), cmp.Or(path, sweep.KernelPath())
	for i := range plan {
		text, err := json.Marshal(plan[i].Point)
		if err != nil {
			panic("sessiontest: " + err.Error())
		}
		plan[i].Key = sweep.KeyBy(engine, path, data, text)
	}
	return plan
}

// SweptResult returns the result of the i-th entry of [SweptPlan]. One point
// failed; the points of σ = 10 at λ = 0 violate unit variance.
func SweptResult(i int, e sweep.Entry) *result.Result {
	r := &result.Result{Key: e.Key, Point: e.Point, NTrain: 100, NTest: 50, SegmentsTrain: 4, SegmentsTest: 2, Seconds: 0.25}
	if i == 3 {
		r.Error = "rank is 0: use a larger σ, or \"fewer\" supports | see <notes>"
		return r
	}
	x := 0.1 + 0.01*float64(i)
	f := func(v float64) part.Float { return part.Float(v) }
	r.Rank, r.Condition, r.Features = 20, 1e9, 2
	r.Slowness = result.Slowness{Train: []part.Float{f(x), f(2 * x)}, Test: []part.Float{f(x), f(math.NaN())}, MeanTrain: f(1.5 * x), MeanTest: f(2 * x)}
	r.Variance = result.Variance{Mean: 1, Min: 1, Max: f(1 + 1e-12), OK: true}
	if kernel.Sigma.X(e.Point) == 10 && method.Lambda.X(e.Point) == 0 {
		r.Variance = result.Variance{Mean: 1, Min: 0.5, Max: 1, OK: false}
	}
	r.Accuracy = &result.Accuracy{Sample: f(0.5 + x), Segment: f(0.75)}
	r.Confusion = &result.Confusion{Sample: [][]int{{20, 5}, {6, 19}}}
	r.Validation = &result.Scores{Slowness: f(x), Accuracy: &result.Accuracy{Sample: f(0.5 + x), Segment: f(0.5 + x)}}
	r.Validation.Parts = []result.ValidationPart{{N: 25, Fit: 75, Delta: r.Slowness.Train, Accuracy: r.Validation.Accuracy}}
	r.Picks, r.Notes = []int{3, 1, 2}, []string{"kept, λ < 1 & σ > 0"}
	return r
}

// Waves returns a CSV file of 18 trials of 20 samples: a wave of one of two
// frequencies, the classes "state", in columns a and b, and noise in column c.
func Waves() string {
	var b strings.Builder
	b.WriteString("a,b,c,state,trial,who\n")
	noise := uint32(1)
	for i := range 360 {
		noise = noise*1664525 + 1013904223
		trial := i / 20
		class := trial % 2
		angle := float64(i) * (0.1 + 0.1*float64(class))
		fmt.Fprintf(&b, "%.6f,%.6f,%.6f,s%d,%d,w%d\n", math.Sin(angle), math.Cos(angle)+0.5*float64(class), float64(noise>>8)/(1<<24), class, trial, trial/6)
	}
	return b.String()
}

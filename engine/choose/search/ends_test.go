package search_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// A search of a smooth score ends before it has computed what was asked for, when hardly
// anything is expected of the rest, near the best of the grid.
func TestASearchEndsWhereNothingIsExpected(t *testing.T) {
	var points []part.Point
	for i := range 200 {
		points = append(points, part.Point{Frame: part.Frame{Folds: 1, Validation: part.Num(0.25)}}.With(kernel.Name.Is("gaussian"), kernel.Sigma.Is(math.Exp(float64(i)/40))))
	}
	score := func(p part.Point) float64 { return 0.2 * math.Exp(math.Pow(math.Log(kernel.Sigma.X(p))-1.7, 2)/8) }
	planner := search.New(points, 0, 4)
	var results []*result.Result
	compute := func(points []part.Point) {
		for _, p := range points {
			r := &result.Result{Point: p, Validation: &result.Scores{Parts: []result.ValidationPart{{N: 25, Fit: 75, Delta: []part.Float{part.Float(score(p))}}}}}
			r.Slowness.MeanTest = part.Float(score(p))
			results = append(results, r)
		}
	}
	compute(planner.First())
	for {
		next, more, why, err := planner.Next(t.Context(), choose.Summarize(results), choose.By{Objective: "slowness", Features: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !more {
			if !strings.Contains(why, "no further improvement is expected after") {
				t.Error(why)
			}
			break
		}
		if len(results) > 60 {
			t.Fatalf("it goes on after %d configurations, with %v", len(results), next.Expectation)
		}
		compute(next.Points)
	}
	best := math.Inf(1)
	for _, r := range results {
		best = min(best, score(r.Point))
	}
	if best > 0.2001 {
		t.Errorf("after %d configurations the best is %v", len(results), best)
	}
	t.Logf("%d of %d configurations", len(results), len(points))
}

package advise_test

import (
	"fmt"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
)

// Features get slower on validation up to the largest width: the advice is to go
// on there, and holds the points to add.
func ExampleConsider() {
	var results []*result.Result
	for i, slowness := range []part.Float{0.30, 0.20, 0.10} {
		p := part.Point{Frame: part.Frame{Validation: part.Num(0.25)}}.With(
			method.Name.Is("sfa"), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(float64(int(1)<<i)), method.P.Is(2))
		results = append(results, &result.Result{
			Point: p, NTrain: 1000, Features: 2, Rank: 50, Variance: result.Variance{Min: 1, Max: 1, OK: true}, Validation: &result.Scores{Parts: []result.ValidationPart{{N: 250, Fit: 750, Delta: []part.Float{slowness, slowness}}}},
			Slowness: result.Slowness{MeanTrain: slowness},
		})
	}
	for _, a := range advise.Consider(advise.Sweep{Rows: choose.Summarize(results), By: choose.By{Objective: "slowness"}}) {
		fmt.Println(a.Sentence(), len(a.Points))
	}
	// Output:
	// add σ 8: validation slowness improves up to the edge of the grid: 0.2 at σ=2, 0.1 at 4, with the best point 1
	// add σ 2.83: validation slowness is 0.1 at σ=4, 0.2 at 2, with the best point: a better value may lie between 1
}

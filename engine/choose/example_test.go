package choose_test

import (
	"fmt"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
)

// Two widths of a kernel on five folds: which is best, by how much, and whether
// chance could do as well.
func Example() {
	var results []*result.Result
	for fold, right := range [][2]part.Float{{0.71, 0.80}, {0.75, 0.79}, {0.70, 0.84}, {0.74, 0.76}, {0.72, 0.82}} {
		for i, share := range right {
			p := part.Point{Frame: part.Frame{Fold: fold, Folds: 5}}.With(space.Name.Is("kernel"), kernel.Name.Is("gaussian"), kernel.Sigma.Is(float64(i+1)))
			a := &result.Accuracy{Sample: share, Segment: share}
			validation := &result.Scores{Parts: []result.ValidationPart{{N: 40, Fit: 120, Accuracy: a}}}
			results = append(results, &result.Result{Point: p, NTrain: 400, NTest: 100, Variance: result.Variance{OK: true}, Accuracy: a, Validation: validation})
		}
	}
	rows := choose.Summarize(results)
	choice := choose.By{Objective: "accuracy"}.Choose(rows)
	for i := range rows {
		fmt.Println(rows[i].Config.Label(), rows[i].Of(measure.SegmentsRight), i == choice.Best)
	}
	for _, line := range choice.Lines() {
		fmt.Println(line)
	}
	contrasts := choose.Compare(rows[1], rows[0], choose.UsualRope)
	for _, c := range contrasts {
		if c.Measure == measure.SegmentsRight {
			fmt.Println(c.Text())
		}
	}
	// Output:
	// sigma=1 space=kernel kernel=gaussian 0.724 ± 0.0093 false
	// sigma=2 space=kernel kernel=gaussian 0.802 ± 0.014 true
	// ☆ 0 of 2 points are not distinguishable from best
	// expected score on one more validation part: 0.719 to 0.885 (90 % interval)
	// A 0.802, B 0.724 · A − B 0.078 (−0.012 to 0.17) · better 95 %, same within 0.01 3 %, worse 3 % · corrected t's p = 0.073 (0.15)
}

// On a grid of three widths and two sizes, the width explains all of what two parts
// agree on.
func ExampleDecompose() {
	d := choose.Decompose([]int{3, 2}, [][]float64{{.30, .32, .20, .21, .10, .13}, {.31, .30, .22, .20, .09, .11}})
	for _, c := range d.Components {
		fmt.Printf("%v %.0f %%\n", c.Axes, 100*c.Share)
	}
	fmt.Printf("noise %.1f %%\n", 100*d.Noise)
	// Output:
	// [0] 100 %
	// [1] 0 %
	// [0 1] 0 %
	// noise 0.8 %
}

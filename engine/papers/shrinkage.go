package papers

import (
	"fmt"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
)

// shrinkage are the experiments on the lecture's section 5.
func shrinkage() []Experiment {
	return []Experiment{{
		Name: "hammer-5.1", Paper: "Hammer 2014, section 5.1",
		Question: "do shrunken weights predict better than those of least squares where samples are few?",
		Found: "Estimates that are shrunken, by a penalty on squares or on sizes, are biased and err less than those of least squares; a penalty on sizes leaves some weights at zero. " +
			"Not so where features are few for the samples: of 80 features of these faces, 300 samples to train on, a penalty gains one part in a hundred, within its error.",
		Data: datasets.Options{Paths: []string{"regression"}, Limit: 800},
		Spec: sweep.Spec{Inner: "last", Split: split.Options{Folds: 4, Validation: 0.25}, Objective: "rmse"}.
			With("front", "whiten:250", "space", "linear", "graph", "serial", "lambda", "0", "p", "250", "readout", "linear,ridge,lasso", "eta", "30,100,300"),
		Check: checkShrinkage,
	}}
}

var weightsLeft = toldBy(measure.ChosenInfo)

// checkShrinkage wants both penalties that are best on validation ahead of least squares, and
// that on sizes to leave a part of the weights at zero.
func checkShrinkage(rows []choose.Row) Verdict {
	e := gather(rows)
	plain, squares, sizes := e.at("readout=linear", rmse), e.chosen("readout=ridge", "rmse"), e.chosen("readout=lasso", "rmse")
	a, b, left := e.of(squares, rmse), e.of(sizes, rmse), e.of(sizes, weightsLeft)
	if sizes.Results != nil && math.IsNaN(weightsLeft.of(sizes)) {
		e.lacks("the number of weights that the lasso leaves")
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	e.below("less error than least squares with a penalty on squares (ln)", a, plain)
	e.below("less with one on sizes (ln)", b, plain)
	e.claim("which leaves less than half of the weights (share)", func(i int) float64 { return 0.5 - left[i]/float64(sizes.Results[0].Features) })
	return Verdict{
		Here: fmt.Sprintf("By %d features and %d samples to train on, least squares misses by %s, ridge regression (η %g) by %s, and the lasso (η %g), which leaves %s weights, by %s.",
			sizes.Results[0].Features, e.trained(), mean(plain), readout.Eta.X(squares.Config), mean(a), readout.Eta.X(sizes.Config), mean(left), mean(b)),
		Claims: e.claims,
	}
}

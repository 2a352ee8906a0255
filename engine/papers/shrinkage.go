package papers

import (
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
)

// shrinkage returns the experiments on the lecture's section 5.
func shrinkage() []Experiment {
	return []Experiment{{
		Name: "hammer-5.1", Paper: "Hammer 2014, section 5.1", Outcome: Holds,
		Question: "Do shrunken weights predict better than least squares if samples are few?",
		Found:    "Shrunken estimates have a smaller average error than separate means (James and Stein). Ridge regression shrinks weights without making any zero; the lasso makes irrelevant ones exactly zero.",
		Ours: []Measurement{{
			"a penalty gains little if there are few features per sample: with 80 features and 300 training samples, the error of ridge regression (η 30, chosen on validation) is 1.98 and that of least squares 2.01, each ± 0.1",
			"sfatui run regression --limit 400 --front whiten:80 --space linear --graph serial --lambda 0 --p 80 --readout linear,ridge,lasso --eta 30,100,300 --folds 4 --inner last --objective rmse",
		}},
		Data: datasets.Options{Paths: []string{"regression"}, Limit: 800},
		Spec: sweep.Spec{Inner: "last", Split: split.Options{Folds: 4, Validation: 0.25}, Objective: "rmse"}.
			With("front", "whiten:250", "space", "linear", "graph", "serial", "lambda", "0", "p", "250", "readout", "linear,ridge,lasso", "eta", "30,100,300"),
		Check: checkShrinkage,
	}}
}

var weightsLeft = readoutNumber(measure.ChosenInfo)

// checkShrinkage claims that both penalties, chosen on validation, predict better than least
// squares, and that the penalty on absolute weights sets a part of the weights to zero.
func checkShrinkage(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	e.evaluate(func() {
		e.addSentence("With %d features and %d training samples, the error of least squares is %s.", first(e.rowsWhere("readout=linear")).Features, e.trained(), text(e.numberAt("readout=linear", rmse)))
	})
	for _, penalty := range []struct{ name, query string }{{"squares", "readout=ridge"}, {"sizes", "readout=lasso"}} {
		e.evaluate(func() {
			r := e.requireBest(penalty.query, "rmse")
			e.claimBelow("less error than least squares with a penalty on "+penalty.name+" (ln)", e.measuredSeries(r, rmse, penalty.name), e.seriesAt("readout=linear", rmse))
			e.addSentence("With a penalty on %s (η %g) it is %s.", penalty.name, readout.Eta.X(r.Config), text(rmse.meanOf(r)))
		})
	}
	e.evaluate(func() {
		sizes := e.requireBest("readout=lasso", "rmse")
		left := e.measuredSeries(sizes, weightsLeft, "the lasso")
		e.claim("the lasso keeps less than half of the weights (share)", func(i int) float64 { return 0.5 - left[i]/float64(sizes.Features) })
		e.addSentence("The lasso keeps %s weights.", mean(left))
	})
	return e.verdict(nil, "")
}

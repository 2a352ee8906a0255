package papers

import (
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/sweep"
)

// hammer returns the experiments on the lecture's section 8.
func hammer() []Experiment {
	return []Experiment{{
		Name: "hammer-8", Paper: "Hammer 2014, section 8", Outcome: Undecided,
		Question: "Does a Gaussian process predict better than linear regression, and are its standard deviations correct?",
		Found:    "A Gaussian process predicts functions that are not linear without a parametric form, and gives the variance of each prediction.",
		Data:     datasets.Options{Paths: []string{"regression"}, Limit: 1600},
		Spec: sweep.Spec{Inner: "last", Split: split.Options{Folds: 4, Validation: 0.25}, Objective: "rmse"}.
			With("front", "whiten:12", "space", "linear", "graph", "serial", "lambda", "0", "p", "6", "readout", "linear,gp", "gp-kernel", "gaussian,sum", "gp-m", "200"),
		Check: checkProcess,
	}}
}

// leastCoverage is the coverage of 95 % intervals from which the predicted variances count as
// reliable.
const leastCoverage = 0.9

var covered = quantity{"the coverage of 95 %", measure.TestCoverage, false}

// checkProcess claims that the process chosen on validation predicts better than linear
// regression, and that its band contains most target values.
func checkProcess(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	e.evaluate(func() {
		process, plain := e.requireBest("readout=gp", "rmse"), e.requireBest("readout=linear", "rmse")
		a, b := e.measuredSeries(process, rmse, "a Gaussian process"), e.measuredSeries(plain, rmse, "linear regression")
		e.claimBelow("less error than linear regression (ln)", a, b)
		e.addSentence("The error of the Gaussian process (%s, %d training samples) is %s, that of linear regression %s.", readout.GPKernel.Of(process.Config), e.trained(), mean(a), mean(b))
	})
	e.evaluate(func() {
		process := e.requireBest("readout=gp", "rmse")
		share := e.measuredSeries(process, covered, "a Gaussian process")
		e.claim(fmt.Sprintf("more than %g %% of the truth within 1.96 standard deviations", 100*leastCoverage), func(i int) float64 { return share[i] - leastCoverage })
		e.addSentence("%.1f %% of the test samples lie within the 95 %% interval.", 100*covered.meanOf(process))
	})
	return e.verdict(nil, "")
}

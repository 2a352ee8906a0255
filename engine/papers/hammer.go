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

// hammer are the experiments on the lecture's section 8.
func hammer() []Experiment {
	return []Experiment{{
		Name: "hammer-8", Paper: "Hammer 2014, section 8", Outcome: Undecided,
		Question: "does a Gaussian process predict better than a linear regression, and does it know how sure it is?",
		Found:    "A Gaussian process predicts functions that are not linear without a parametric form, and gives the variance of each prediction.",
		Data:     datasets.Options{Paths: []string{"regression"}, Limit: 1600},
		Spec: sweep.Spec{Inner: "last", Split: split.Options{Folds: 4, Validation: 0.25}, Objective: "rmse"}.
			With("front", "whiten:12", "space", "linear", "graph", "serial", "lambda", "0", "p", "6", "readout", "linear,gp", "gp-kernel", "gaussian,sum", "gp-m", "200"),
		Check: checkProcess,
	}}
}

// leastCoverage is the coverage of 95 % from which a prediction knows how sure it is.
const leastCoverage = 0.9

var covered = quantity{"the coverage of 95 %", measure.TestCoverage, false}

// checkProcess wants the process that is best on validation ahead of linear regression, and
// most of the truth within its band.
func checkProcess(rows []choose.Row) Verdict {
	e := gather(rows)
	e.judge(func() {
		process, plain := e.chosen("readout=gp", "rmse"), e.chosen("readout=linear", "rmse")
		a, b := e.measured(process, rmse, "a Gaussian process"), e.measured(plain, rmse, "linear regression")
		e.below("less error than linear regression (ln)", a, b)
		e.say("The error of the Gaussian process (%s, %d samples to train on) is %s, that of linear regression %s.", readout.GPKernel.Of(process.Config), e.trained(), mean(a), mean(b))
	})
	e.judge(func() {
		process := e.chosen("readout=gp", "rmse")
		share := e.measured(process, covered, "a Gaussian process")
		e.claim(fmt.Sprintf("more than %g %% of the truth within 1.96 standard deviations", 100*leastCoverage), func(i int) float64 { return share[i] - leastCoverage })
		e.say("Of the test samples %.1f %% lie where 95 %% are expected.", 100*covered.of(process))
	})
	return e.verdict(nil, "")
}

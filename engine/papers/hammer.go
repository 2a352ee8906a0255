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

// hammer are the experiments on the lecture's section 8.
func hammer() []Experiment {
	return []Experiment{{
		Name: "hammer-8", Paper: "Hammer 2014, section 8",
		Question: "does a Gaussian process predict better than a linear regression, and does it know how sure it is?",
		Found: "A Gaussian process predicts what is not linear, too, and tells with each prediction how far off it may be. " +
			"Not so where test differs from training, as in series that drift: try it on one of yours.",
		Data: datasets.Options{Paths: []string{"regression"}, Limit: 1600},
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
	process := e.chosen("readout=gp", "rmse")
	plain := e.chosen("readout=linear", "rmse")
	a, b, share := e.of(process, rmse), e.of(plain, rmse), e.of(process, covered)
	for _, missing := range []struct {
		what string
		v    float64
	}{{"the rmse of a Gaussian process", rmse.of(process)}, {"the rmse of linear regression", rmse.of(plain)}, {covered.name, covered.of(process)}} {
		if math.IsNaN(missing.v) {
			e.lacks(missing.what)
		}
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	e.below("less error than linear regression (ln)", a, b)
	e.claim(fmt.Sprintf("more than %g %% of the truth within 1.96 standard deviations", 100*leastCoverage), func(i int) float64 { return share[i] - leastCoverage })
	return Verdict{
		Here: fmt.Sprintf("The error of the Gaussian process (%s, %d samples to train on) is %s, that of linear regression %s; %.1f %% of the test samples lie where 95 %% are expected.",
			readout.GPKernel.Of(process.Config), e.trained(), mean(a), mean(b), 100*covered.of(process)),
		Claims: e.claims,
	}
}

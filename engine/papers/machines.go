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

// machines are the experiments on the lecture's section 6.
func machines() []Experiment {
	return []Experiment{{
		Name: "hammer-6", Paper: "Hammer 2014, section 6",
		Question: "does a core vector machine tell classes apart as a support vector machine does, from few core samples, and how fine must ε be?",
		Found: "A machine on a core set, whose size depends on ε and not on the number of samples, classifies as one on all samples. " +
			"Not so where classes overlap and the margin is finer than ε resolves.",
		Data: datasets.Options{Paths: []string{"vowels"}, Embed: "l=400,epsilon=2,delta=480"},
		Spec: sweep.Spec{Inner: "1", Split: split.Options{Folds: 6, Validation: 0.25}, Objective: "accuracy"}.
			With("front", "pca:12", "space", "linear", "graph", "time", "lambda", "0", "p", "6", "readout", "lda,svm,cvm", "C", "10", "epsilon", "0.1,1e-3,3e-4"),
		Check: checkMachines,
	}}
}

// mostWorse is how much larger the error of a core vector machine may be than that of a
// support vector machine which it is as good as.
const mostWorse = 0.05

var samplesRight = quantity{"the share of samples classified rightly", measure.SamplesRight, false}

// errors are the shares classified wrongly.
func errors(right series) series {
	out := make(series, len(right))
	for i, x := range right {
		out[i] = 1 - x
	}
	return out
}

// checkMachines wants the core vector machine that is best on validation ahead of a linear
// discriminant, as good as the support vector machine, and ahead of one of the coarsest ε.
func checkMachines(rows []choose.Row) Verdict {
	e := gather(rows)
	core := e.chosen("readout=cvm", "accuracy")
	plain, support, coarse := e.at("readout=lda", samplesRight), e.at("readout=svm", samplesRight), e.at("readout=cvm epsilon=0.1", samplesRight)
	if v, yes := e.lacking(); yes {
		return v
	}
	own := errors(e.of(core, samplesRight))
	plain, support, coarse = errors(plain), errors(support), errors(coarse)
	e.below("fewer errors than a linear discriminant (ln)", own, plain)
	e.below("fewer errors than with ε 0.1 (ln)", own, coarse)
	e.claim(fmt.Sprintf("errors at most %g %% above those of a support vector machine (ln)", 100*mostWorse), func(i int) float64 {
		return math.Log(support[i]) + math.Log1p(mostWorse) - math.Log(own[i])
	})
	v := Verdict{
		Here: fmt.Sprintf("The core vector machine (ε %g, %d samples to train on) errs in %s, a linear discriminant in %s, a support vector machine in %s, and with ε 0.1 in %s.",
			readout.Epsilon.X(core.Config), e.trained(), mean(own), mean(plain), mean(support), mean(coarse)),
		Claims: e.claims,
		Table:  [][]string{{"ε", "core samples", "resolution", "errors"}},
	}
	for _, r := range e.where("readout=cvm") {
		v.Table = append(v.Table, []string{text(readout.Epsilon.X(r.Config)), text(meanInfo(r, "core")), text(meanInfo(r, measure.ResolutionInfo)), mean(errors(e.of(r, samplesRight)))})
	}
	for _, r := range e.where("readout=svm") {
		v.Table = append(v.Table, []string{"support vectors", text(meanInfo(r, "support")), "", mean(support)})
	}
	return v
}

// meanInfo is a number that the readouts of a row tell, on the mean over folds.
func meanInfo(r choose.Row, name string) float64 {
	var values []float64
	for _, res := range r.Results {
		if v, ok := res.ReadoutInfo[name]; ok {
			values = append(values, float64(v))
		}
	}
	return choose.Mean(values).Mean
}

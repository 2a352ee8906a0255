package papers

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// machines are the experiments on the lecture's section 6.
func machines() []Experiment {
	return []Experiment{{
		Name: "hammer-6", Paper: "Hammer 2014, section 6",
		Question: "does a core vector machine tell classes apart as a support vector machine does, from few core samples, and how fine must ε be?",
		Found: "A machine on a core set, whose size depends on ε and not on the number of samples, classifies as one on all samples. " +
			"Not so where classes overlap and the margin is finer than ε resolves: of the words heed and head, sample by sample, an ε of 0.1 tells half, one of 1e-5 nearly as many as support vectors do, from as large a core set.",
		Data: datasets.Options{Paths: []string{"retina"}},
		Spec: sweep.Spec{Inner: "1", Split: split.Options{Folds: 6, Validation: 0.25}, Objective: "accuracy"}.
			With("front", "pca:15", "space", "linear,poly", "degree", "2", "graph", "time", "lambda", "0", "p", "10", "readout", "lda,svm,cvm", "C", "10", "epsilon", "0.1,1e-3"),
		Check: checkMachines,
	}}
}

var (
	samplesRight = quantity{"the share of samples classified rightly", measure.SamplesRight, false}
	coreSamples  = toldBy("core")
	supports     = toldBy("support")
)

// toldBy is a number that readouts tell of themselves.
func toldBy(name string) quantity {
	return quantity{name, &measure.Measure{Of: func(r *result.Result) []float64 {
		if v, ok := r.ReadoutInfo[name]; ok {
			return []float64{float64(v)}
		}
		return nil
	}}, false}
}

// errors are the shares classified wrongly.
func errors(right series) series {
	out := make(series, len(right))
	for i, x := range right {
		out[i] = 1 - x
	}
	return out
}

// checkMachines wants of quadratic features, which part the classes, the core vector machine
// that is best on validation ahead of a linear discriminant and of one of the coarsest ε, and
// as good as the support vector machine with fewer samples. Of linear features, in which the
// classes overlap, it wants that machine behind.
func checkMachines(rows []choose.Row) Verdict {
	e := gather(rows)
	core, overlapping := e.chosen("readout=cvm space=poly", "accuracy"), e.chosen("readout=cvm space=linear", "accuracy")
	plain, coarse := e.at("readout=lda space=poly", samplesRight), e.at("readout=cvm space=poly epsilon=0.1", samplesRight)
	support, support2 := e.at("readout=svm space=poly", samplesRight), e.at("readout=svm space=linear", samplesRight)
	all := e.at("readout=svm space=poly", supports)
	few, right, right2 := e.of(core, coreSamples), e.of(core, samplesRight), e.of(overlapping, samplesRight)
	if core.Results != nil && math.IsNaN(coreSamples.of(core)) {
		e.lacks("the number of core samples")
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	own := errors(right)
	e.below("fewer errors than a linear discriminant (ln)", own, errors(plain))
	e.below("fewer errors than with ε 0.1 (ln)", own, errors(coarse))
	e.claim(fmt.Sprintf("less than %g fewer samples right than by a support vector machine", behind), func(i int) float64 { return right[i] - support[i] + behind })
	e.below("fewer core samples than support vectors (ln)", few, all)
	e.claim(fmt.Sprintf("where classes overlap, more than %g fewer right", behind), func(i int) float64 { return support2[i] - right2[i] - behind })
	v := Verdict{
		Here: fmt.Sprintf("By quadratic features, %d samples to train on, the core vector machine (ε %g) errs in %s with %s core samples, a support vector machine in %s with %s, a linear discriminant in %s, and with ε 0.1 in %s. By linear features it errs in %s, support vectors in %s.",
			e.trained(), readout.Epsilon.X(core.Config), mean(own), text(coreSamples.of(core)), mean(errors(support)), mean(all), mean(errors(plain)), mean(errors(coarse)), mean(errors(right2)), mean(errors(support2))),
		Claims: e.claims,
		Table:  [][]string{{"features", "machine", "samples kept", "resolution", "errors"}},
	}
	for _, r := range slices.Concat(e.where("readout=cvm"), e.where("readout=svm")) {
		machine, kept, resolution := "support vectors", supports, ""
		if readout.Name.Of(r.Config) == "cvm" {
			machine, kept, resolution = fmt.Sprintf("ε %g", readout.Epsilon.X(r.Config)), coreSamples, text(toldBy(measure.ResolutionInfo).of(r))
		}
		v.Table = append(v.Table, []string{space.Name.Of(r.Config), machine, text(kept.of(r)), resolution, mean(errors(e.of(r, samplesRight)))})
	}
	return v
}

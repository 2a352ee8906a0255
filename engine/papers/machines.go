package papers

import (
	"fmt"
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
		Name: "hammer-6", Paper: "Hammer 2014, section 6", Outcome: Holds,
		Question: "does a core vector machine classify as a support vector machine does, from few core samples, and how fine must ε be?",
		Found:    "A machine on a core set, whose size depends on ε and not on the number of samples, approximates the one on all samples up to a factor of 1 + ε.",
		Data:     datasets.Options{Paths: []string{"retina"}},
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
// as good as the support vector machine with fewer samples.
func checkMachines(rows []choose.Row) Verdict {
	e := gather(rows)
	const cvm, svm = "readout=cvm space=poly", "readout=svm space=poly"
	for _, other := range []struct{ name, query string }{{"a linear discriminant", "readout=lda space=poly"}, {"with ε 0.1", "readout=cvm space=poly epsilon=0.1"}} {
		e.judge(func() {
			own, theirs := errors(e.of(e.chosen(cvm, "accuracy"), samplesRight)), errors(e.at(other.query, samplesRight))
			e.below("fewer errors than "+other.name+" (ln)", own, theirs)
			e.say("By quadratic features, %d samples to train on, the core vector machine errs in %s, %s in %s.", e.trained(), mean(own), other.name, mean(theirs))
		})
	}
	e.judge(func() {
		core, support := e.chosen(cvm, "accuracy"), e.row(svm)
		right, theirs := e.measured(core, samplesRight, "a core vector machine"), e.measured(support, samplesRight, "a support vector machine")
		e.shares(fmt.Sprintf("less than %g fewer samples right than by a support vector machine", behind), samplesRight, func(i int) float64 { return right[i] - theirs[i] + behind }, core, support)
		e.aboveChance("samples by the core vector machine", samplesRight, core)
	})
	e.judge(func() {
		core := e.chosen(cvm, "accuracy")
		few, all := e.measured(core, coreSamples, "a core vector machine"), e.at(svm, supports)
		e.below("fewer core samples than support vectors (ln)", few, all)
		e.say("It keeps %s core samples (ε %g), a support vector machine %s.", mean(few), readout.Epsilon.X(core.Config), mean(all))
	})
	e.judge(func() {
		core := e.chosen("readout=cvm space=linear", "accuracy")
		e.say("By linear features, in which the classes overlap, it errs in %s, support vectors in %s.", mean(errors(e.of(core, samplesRight))), mean(errors(e.at("readout=svm space=linear", samplesRight))))
	})
	table := [][]string{{"features", "machine", "samples kept", "resolution", "errors"}}
	for _, r := range slices.Concat(e.where("readout=cvm"), e.where("readout=svm")) {
		machine, kept, resolution := "support vectors", supports, ""
		if readout.Name.Of(r.Config) == "cvm" {
			machine, kept, resolution = fmt.Sprintf("ε %g", readout.Epsilon.X(r.Config)), coreSamples, text(toldBy(measure.ResolutionInfo).of(r))
		}
		table = append(table, []string{space.Name.Of(r.Config), machine, text(kept.of(r)), resolution, mean(errors(e.of(r, samplesRight)))})
	}
	return e.verdict(table, "")
}

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

// machines returns the experiments on the lecture's section 6.
func machines() []Experiment {
	return []Experiment{{
		Name: "hammer-6", Paper: "Hammer 2014, section 6", Outcome: Holds,
		Question: "Does a core vector machine classify as well as a support vector machine with few core samples, and how small must ε be?",
		Found:    "A machine on a core set, whose size depends on ε and not on the number of samples, approximates the one on all samples up to a factor of 1 + ε.",
		Data:     datasets.Options{Paths: []string{"retina"}},
		Spec: sweep.Spec{Inner: "1", Split: split.Options{Folds: 6, Validation: 0.25}, Objective: "accuracy"}.
			With("front", "pca:15", "space", "linear,poly", "degree", "2", "graph", "time", "lambda", "0", "p", "10", "readout", "lda,svm,cvm", "C", "10", "epsilon", "0.1,1e-3"),
		Check: checkMachines,
	}}
}

var (
	samplesRight = quantity{"the share of samples classified correctly", measure.SamplesRight, false}
	coreSamples  = readoutNumber("core")
	supports     = readoutNumber("support")
)

// readoutNumber returns the quantity that readouts report under a name.
func readoutNumber(name string) quantity {
	return quantity{name, &measure.Measure{Of: func(r *result.Result) []float64 {
		if v, ok := r.ReadoutInfo[name]; ok {
			return []float64{float64(v)}
		}
		return nil
	}}, false}
}

// errorShares returns the shares that are classified wrongly.
func errorShares(right series) series {
	out := make(series, len(right))
	for i, x := range right {
		out[i] = 1 - x
	}
	return out
}

// checkMachines claims, for quadratic features, which separate the classes, that the core
// vector machine chosen on validation has fewer errors than a linear discriminant and than one
// with the coarsest ε, and that it equals the support vector machine with fewer samples.
func checkMachines(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	const cvm, svm = "readout=cvm space=poly", "readout=svm space=poly"
	for _, other := range []struct{ name, query string }{{"a linear discriminant", "readout=lda space=poly"}, {"a core vector machine with ε 0.1", "readout=cvm space=poly epsilon=0.1"}} {
		e.evaluate(func() {
			own, theirs := errorShares(e.seriesOf(e.requireBest(cvm, "accuracy"), samplesRight)), errorShares(e.seriesAt(other.query, samplesRight))
			e.claimBelow("fewer errors than "+other.name+" (ln)", own, theirs)
			e.addSentence("With quadratic features and %d training samples, the error of the core vector machine is %s, that of %s %s.", e.trained(), mean(own), other.name, mean(theirs))
		})
	}
	e.evaluate(func() {
		core, support := e.requireBest(cvm, "accuracy"), e.firstRow(svm)
		right, theirs := e.measuredSeries(core, samplesRight, "a core vector machine"), e.measuredSeries(support, samplesRight, "a support vector machine")
		e.claimShares(fmt.Sprintf("less than %g below the share of samples correct with a support vector machine", allowedDeficit), samplesRight, func(i int) float64 { return right[i] - theirs[i] + allowedDeficit }, core, support)
		e.claimAboveChance("samples by the core vector machine", samplesRight, core)
	})
	e.evaluate(func() {
		core := e.requireBest(cvm, "accuracy")
		few, all := e.measuredSeries(core, coreSamples, "a core vector machine"), e.seriesAt(svm, supports)
		e.claimBelow("fewer core samples than support vectors (ln)", few, all)
		e.addSentence("It keeps %s core samples (ε %g), the support vector machine %s.", mean(few), readout.Epsilon.X(core.Config), mean(all))
	})
	e.evaluate(func() {
		core := e.requireBest("readout=cvm space=linear", "accuracy")
		e.addSentence("With linear features, where the classes overlap, its error is %s, that of the support vector machine %s.", mean(errorShares(e.seriesOf(core, samplesRight))), mean(errorShares(e.seriesAt("readout=svm space=linear", samplesRight))))
	})
	table := [][]string{{"features", "machine", "samples kept", "resolution", "errors"}}
	for _, r := range slices.Concat(e.rowsWhere("readout=cvm"), e.rowsWhere("readout=svm")) {
		machine, kept, resolution := "support vectors", supports, ""
		if readout.Name.Of(r.Config) == "cvm" {
			machine, kept, resolution = fmt.Sprintf("ε %g", readout.Epsilon.X(r.Config)), coreSamples, text(readoutNumber(measure.ResolutionInfo).meanOf(r))
		}
		table = append(table, []string{space.Name.Of(r.Config), machine, text(kept.meanOf(r)), resolution, mean(errorShares(e.seriesOf(r, samplesRight)))})
	}
	return e.verdict(table, "")
}

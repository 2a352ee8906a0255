package papers

import (
	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/encode"
	"example.com/sfatui/engine/sweep"
)

// aharon returns the experiments on codes in learnt dictionaries.
func aharon() []Experiment {
	return []Experiment{{
		Name: "hammer-2", Paper: "Hammer 2014, section 2; Aharon, Elad and Bruckstein 2006", Outcome: Holds,
		Question: "In a linear space, do sparse codes over a learnt dictionary classify better than the inputs?",
		Found:    "A dictionary can be learnt so that samples are sums of few atoms, and so that sparse codes separate classes. The lecture reports no accuracy.",
		Data:     datasets.Options{Paths: []string{"retina"}}, StandIn: "patterns that cross a retina replace images, for which there is no built-in data set",
		Spec:  sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("front", "none,pca:20,vq:50,ksvd:50:3", "code", "own,split,soft:0.3", "space", "linear,kernel", "sigma", "rel:1", "m", "100", "graph", "clustered", "lambda", "1e-3", "p", "2", "readout", "centroid"),
		Check: checkCodes,
	}}
}

// checkCodes claims, for linear features, that the codes chosen on validation classify better
// than the inputs, their components and the nearest centre, and that codes with separated signs
// classify better than signed ones.
func checkCodes(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	fronts := []struct{ name, query string }{
		{"the inputs", "front= space=linear"}, {"20 principal components", "front=pca:20 space=linear"}, {"the nearest of 50 centres", "front=vq:50 space=linear"},
	}
	for _, f := range fronts {
		e.evaluate(func() {
			codes, other := e.requireBest("front=ksvd:50:3 space=linear", "accuracy"), e.firstRow(f.query)
			of, right := e.measuredSeries(codes, samplesRight, "codes"), e.measuredSeries(other, samplesRight, f.name)
			e.claimShares("sparse codes: more samples right than with "+f.name, samplesRight, func(i int) float64 { return of[i] - right[i] }, codes, other)
		})
	}
	e.evaluate(func() {
		own, split := e.seriesAt("front=ksvd:50:3 code= space=linear", samplesRight), e.seriesAt("front=ksvd:50:3 code=split space=linear", samplesRight)
		e.claim("sparse codes: more right with separated signs than with signed codes", func(i int) float64 { return split[i] - own[i] })
	})
	e.evaluate(func() {
		codes := e.requireBest("front=ksvd:50:3 space=linear", "accuracy")
		e.addSentence("With %d training samples, the nearest centroid of slow features classifies %s correctly from sparse codes (%s, chosen on validation).",
			e.trained(), text(samplesRight.meanOf(codes)), encode.Code.Of(codes.Config))
	})
	e.evaluate(func() {
		e.addSentence("With the inputs it is %s.", text(e.numberAt("front= space=linear", samplesRight)))
	})
	e.evaluate(func() {
		curved := e.requireBest("front=ksvd:50:3 space=kernel", "accuracy")
		e.addSentence("With a kernel it is %s and %s.", text(e.numberAt("front= space=kernel", samplesRight)), text(samplesRight.meanOf(curved)))
	})
	table := [][]string{{"front", "right"}}
	for _, row := range [][2]string{
		{"none", "front= space=linear"}, {"pca:20", "front=pca:20 space=linear"}, {"vq:50", "front=vq:50 space=linear"}, {"ksvd:50:3", "front=ksvd:50:3 code= space=linear"},
		{"ksvd:50:3 split", "front=ksvd:50:3 code=split space=linear"}, {"none, kernel", "front= space=kernel"}, {"ksvd:50:3, kernel", "front=ksvd:50:3 space=kernel"},
	} {
		table = append(table, []string{row[0], e.cell(row[1], samplesRight)})
	}
	return e.verdict(table, "")
}

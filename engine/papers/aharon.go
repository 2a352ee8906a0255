package papers

import (
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/encode"
	"example.com/sfatui/engine/sweep"
)

// aharon are the experiments on codes in learnt dictionaries.
func aharon() []Experiment {
	return []Experiment{{
		Name: "hammer-2", Paper: "Hammer 2014, section 2; Aharon, Elad and Bruckstein 2006",
		Question: "do sparse codes in a learnt dictionary let a linear space tell what inputs do not?",
		Found: "The lecture learns dictionaries in which samples are sums of few atoms. " +
			"Before slow features under a graph of classes they tell more than the inputs, the more where positive and negative entries are apart: of the digits 0.942 and with soft codes 0.967 against 0.911 of the pixels.",
		Data: datasets.Options{Paths: []string{"retina"}}, StandIn: "patterns that cross a retina stand for images, which are no built-in set",
		Spec:  sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("front", "none,pca:20,vq:50,ksvd:50:3", "code", "own,split,soft:0.3", "space", "linear", "graph", "clustered", "lambda", "1e-3", "p", "2", "readout", "centroid"),
		Check: checkCodes,
	}}
}

// checkCodes wants the codes that are best on validation ahead of the inputs, of their
// components and of the nearest centre, and codes with their signs apart ahead of signed ones.
func checkCodes(rows []choose.Row) Verdict {
	e := gather(rows)
	codes := e.chosen("front=ksvd:50:3", "accuracy")
	inputs, components := e.at("front=", samplesRight), e.at("front=pca:20", samplesRight)
	centres := e.at("front=vq:50", samplesRight)
	own, split := e.at("front=ksvd:50:3 code=", samplesRight), e.at("front=ksvd:50:3 code=split", samplesRight)
	if v, yes := e.lacking(); yes {
		return v
	}
	of := e.of(codes, samplesRight)
	for _, other := range []struct {
		what  string
		right series
	}{{"the inputs", inputs}, {"20 principal components", components}, {"the nearest of 50 centres", centres}} {
		e.claim("codes tell more samples than "+other.what, func(i int) float64 { return of[i] - other.right[i] })
	}
	e.claim("codes with their signs apart tell more than signed ones", func(i int) float64 { return split[i] - own[i] })
	table := [][]string{{"front", "right"}, {"none", mean(inputs)}, {"pca:20", mean(components)}, {"vq:50", mean(centres)}, {"ksvd:50:3", mean(own)}, {"ksvd:50:3 split", mean(split)}}
	return Verdict{
		Here: fmt.Sprintf("With %d samples to train on, centres of slow features tell %s by the inputs, %s by sparse codes (%s, chosen on validation).",
			e.trained(), mean(inputs), mean(of), encode.Code.Of(codes.Config)),
		Claims: e.claims, Table: table,
	}
}

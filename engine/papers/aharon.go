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
			"Before slow features under a graph of classes they tell more than the inputs, the more where positive and negative entries are apart: of the digits 0.942 and with soft codes 0.967 against 0.911 of the pixels. " +
			"Not so where the space is not linear: a kernel tells of the inputs themselves nearly what it tells of codes.",
		Data: datasets.Options{Paths: []string{"retina"}}, StandIn: "patterns that cross a retina stand for images, which are no built-in set",
		Spec:  sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("front", "none,pca:20,vq:50,ksvd:50:3", "code", "own,split,soft:0.3", "space", "linear,kernel", "sigma", "rel:1", "m", "100", "graph", "clustered", "lambda", "1e-3", "p", "2", "readout", "centroid"),
		Check: checkCodes,
	}}
}

// gained is how much less codes gain where the space is not linear.
const gained = 0.1

// checkCodes wants the codes that are best on validation ahead of the inputs, of their
// components and of the nearest centre, and codes with their signs apart ahead of signed ones:
// all of linear features. Of a kernel's it wants codes to gain much less.
func checkCodes(rows []choose.Row) Verdict {
	e := gather(rows)
	codes, curved := e.chosen("front=ksvd:50:3 space=linear", "accuracy"), e.chosen("front=ksvd:50:3 space=kernel", "accuracy")
	inputs, components := e.at("front= space=linear", samplesRight), e.at("front=pca:20 space=linear", samplesRight)
	centres, kernel := e.at("front=vq:50 space=linear", samplesRight), e.at("front= space=kernel", samplesRight)
	own, split := e.at("front=ksvd:50:3 code= space=linear", samplesRight), e.at("front=ksvd:50:3 code=split space=linear", samplesRight)
	if v, yes := e.lacking(); yes {
		return v
	}
	of, beyond := e.of(codes, samplesRight), e.of(curved, samplesRight)
	for _, other := range []struct {
		what  string
		right series
	}{{"the inputs", inputs}, {"20 principal components", components}, {"the nearest of 50 centres", centres}} {
		e.claim("codes tell more samples than "+other.what, func(i int) float64 { return of[i] - other.right[i] })
	}
	e.claim("codes with their signs apart tell more than signed ones", func(i int) float64 { return split[i] - own[i] })
	e.claim(fmt.Sprintf("where the space is not linear, they gain more than %g less", gained), func(i int) float64 { return of[i] - inputs[i] - (beyond[i] - kernel[i]) - gained })
	table := [][]string{{"front", "right"}, {"none", mean(inputs)}, {"pca:20", mean(components)}, {"vq:50", mean(centres)}, {"ksvd:50:3", mean(own)}, {"ksvd:50:3 split", mean(split)},
		{"none, kernel", mean(kernel)}, {"ksvd:50:3, kernel", mean(beyond)}}
	return Verdict{
		Here: fmt.Sprintf("With %d samples to train on, centres of slow features tell %s by the inputs, %s by sparse codes (%s, chosen on validation); by a kernel %s and %s.",
			e.trained(), mean(inputs), mean(of), encode.Code.Of(codes.Config), mean(kernel), mean(beyond)),
		Claims: e.claims, Table: table,
	}
}

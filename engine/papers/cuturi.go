package papers

import (
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
)

// cuturi are experiments on whole series.
func cuturi() []Experiment {
	return []Experiment{{
		Name: "hammer-7.1", Paper: "Hammer 2014, sections 7.1 and 7.2; Cuturi 2011",
		Question: "do features of an alignment kernel tell whole series as well as neighbours by dynamic time warping?",
		Found: "The lecture compares series by dynamic time warping, which makes no kernel, and by the global alignment kernel, which is one. " +
			"Under a graph of classes its features tell more than one neighbour by warping with a centre for each class: 0.973 of the Japanese vowels against 0.949, and 0.987 of GunPoint against 0.907.",
		Data: datasets.Options{Paths: []string{"vowels"}, Embed: "none", STFT: "length=64,hop=128,values=log", Unit: "segment"}, StandIn: "words are series of spectra, of which both ways tell nearly all, so that this set cannot part them as real ones do",
		Spec:  sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("kernel", "gak", "sigma", "rel:1", "graph", "clustered", "select", "all", "lambda", "1e-4", "p", "1", "readout", "centroid,neighbours", "knn", "1", "metric", "dtw"),
		Check: checkAlignment,
	}}
}

// behind is the share of series by which centres of features may be behind neighbours: they
// keep one number for each class, and those all series.
const behind = 0.02

// checkAlignment wants nearly all words of unseen speakers told by both, and centres of the
// kernel's features hardly behind neighbours.
func checkAlignment(rows []choose.Row) Verdict {
	e := gather(rows)
	features := e.chosen("readout=centroid graph=clustered", "accuracy")
	warped := e.chosen("readout=neighbours metric=dtw", "accuracy")
	a, b := e.of(features, wordsRight), e.of(warped, wordsRight)
	for query, row := range map[string]choose.Row{"readout=centroid": features, "readout=neighbours": warped} {
		if row.Results != nil {
			e.number(query, wordsRight)
		}
	}
	e.claim("features of the alignment kernel tell more than 0.95 of the series", func(i int) float64 { return a[i] - 0.95 })
	e.claim("so do neighbours by warping", func(i int) float64 { return b[i] - 0.95 })
	e.claim(fmt.Sprintf("centres of the features are less than %g behind the neighbours", behind), func(i int) float64 { return a[i] - b[i] + behind })
	if v, yes := e.lacking(); yes {
		return v
	}
	return Verdict{
		Here:   fmt.Sprintf("With %d series to train on, features and centres tell %s, neighbours by warping %s.", e.trained(), text(wordsRight.of(features)), text(wordsRight.of(warped))),
		Claims: e.claims,
	}
}

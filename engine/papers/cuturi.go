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
		Name: "hammer-7.1", Paper: "Hammer 2014, sections 7.1 and 7.2; Cuturi 2011", Outcome: Holds,
		Question: "do features of an alignment kernel classify whole series as well as neighbours by dynamic time warping?",
		Found:    "The global alignment kernel, a soft minimum over all warping paths, is usually a more stable similarity of series than dynamic time warping.",
		Data:     datasets.Options{Paths: []string{"vowels"}, Embed: "none", STFT: "length=64,hop=128,values=log", Unit: "segment"}, StandIn: "words are series of spectra, of which both ways tell nearly all, so that this set cannot part them as real ones do",
		Spec:  sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("kernel", "gak", "sigma", "rel:1", "graph", "clustered", "select", "all", "lambda", "1e-4", "p", "1", "readout", "centroid,neighbours", "knn", "1", "metric", "dtw"),
		Check: checkAlignment,
	}}
}

// behind is the share of series by which centres of features may be behind neighbours: they
// keep one number for each class, and those all series.
const behind = 0.02

// checkAlignment wants nearly all words of unseen speakers right by both, and centres of the
// kernel's features hardly behind neighbours.
func checkAlignment(rows []choose.Row) Verdict {
	e := gather(rows)
	const centroid, neighbours = "readout=centroid graph=clustered", "readout=neighbours metric=dtw"
	for _, q := range []struct{ name, query string }{{"features of the alignment kernel", centroid}, {"neighbours by warping", neighbours}} {
		e.judge(func() {
			r := e.chosen(q.query, "accuracy")
			right := e.measured(r, wordsRight, q.name)
			e.shares("more than 0.95 of the series right by "+q.name, wordsRight, func(i int) float64 { return right[i] - 0.95 }, r)
			e.say("With %d series to train on, %s get %s right.", e.trained(), q.name, text(wordsRight.of(r)))
		})
	}
	e.judge(func() {
		features, warped := e.chosen(centroid, "accuracy"), e.chosen(neighbours, "accuracy")
		a, b := e.measured(features, wordsRight, "features"), e.measured(warped, wordsRight, "neighbours")
		e.shares(fmt.Sprintf("centres of the features are less than %g behind the neighbours", behind), wordsRight, func(i int) float64 { return a[i] - b[i] + behind }, features, warped)
		e.aboveChance("series by centres", wordsRight, features)
	})
	return e.verdict(nil, "")
}

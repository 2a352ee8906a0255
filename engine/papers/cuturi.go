package papers

import (
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
)

// cuturi returns the experiments on whole series.
func cuturi() []Experiment {
	return []Experiment{{
		Name: "hammer-7.1", Paper: "Hammer 2014, sections 7.1 and 7.2; Cuturi 2011", Outcome: Holds,
		Question: "Do features of an alignment kernel classify whole series as well as nearest neighbours under dynamic time warping?",
		Found:    "The global alignment kernel, a soft minimum over all warping paths, is usually a more stable similarity of series than dynamic time warping.",
		Data:     datasets.Options{Paths: []string{"vowels"}, Embed: "none", STFT: "length=64,hop=128,values=log", Unit: "segment"}, StandIn: "words are series of spectra; both methods classify nearly all of them, so this data set cannot separate the methods as real data do",
		Spec:  sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("kernel", "gak", "sigma", "rel:1", "graph", "clustered", "select", "all", "lambda", "1e-4", "p", "1", "readout", "centroid,neighbours", "knn", "1", "metric", "dtw"),
		Check: checkAlignment,
	}}
}

// allowedDeficit is the share of series by which centres of features may be behind neighbours.
// Centres keep one number for each class, neighbours keep all series.
const allowedDeficit = 0.02

// checkAlignment claims that both methods classify nearly all words of unseen speakers
// correctly, and that centres of the kernel's features are hardly behind neighbours.
func checkAlignment(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	const centroid, neighbours = "readout=centroid graph=clustered", "readout=neighbours metric=dtw"
	for _, q := range []struct{ name, query string }{{"features of the alignment kernel", centroid}, {"neighbours by warping", neighbours}} {
		e.evaluate(func() {
			r := e.requireBest(q.query, "accuracy")
			right := e.measuredSeries(r, wordsRight, q.name)
			e.claimShares("more than 0.95 of the series right by "+q.name, wordsRight, func(i int) float64 { return right[i] - 0.95 }, r)
			e.addSentence("With %d training series, %s classify %s correctly.", e.trained(), q.name, text(wordsRight.meanOf(r)))
		})
	}
	e.evaluate(func() {
		features, warped := e.requireBest(centroid, "accuracy"), e.requireBest(neighbours, "accuracy")
		a, b := e.measuredSeries(features, wordsRight, "features"), e.measuredSeries(warped, wordsRight, "neighbours")
		e.claimShares(fmt.Sprintf("centroids of the features are less than %g behind nearest neighbours", allowedDeficit), wordsRight, func(i int) float64 { return a[i] - b[i] + allowedDeficit }, features, warped)
		e.claimAboveChance("series by centres", wordsRight, features)
	})
	return e.verdict(nil, "")
}

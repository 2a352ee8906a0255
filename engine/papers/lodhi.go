package papers

import (
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
)

// lodhi returns the experiments on series as strings of symbols.
func lodhi() []Experiment {
	return []Experiment{{
		Name: "hammer-7.3", Paper: "Hammer 2014, section 7.3; Lodhi et al. 2002; Jaakkola and Haussler 1999", Outcome: Holds,
		Question: "Do common subsequences of symbols, and Fisher scores of a model of all strings, classify whole series as well as an alignment kernel?",
		Found:    "Series are similar if they share subsequences of symbols, or if they would change a model of all strings in the same way; the information matrix of the model is often dropped. The lecture reports no accuracy.",
		Data:     datasets.Options{Paths: []string{"vowels"}, Embed: "none", STFT: "length=64,hop=128,values=log", Unit: "segment"}, StandIn: "words are series of spectra, each replaced by the nearest of sixteen centres; all methods classify nearly all of them, so this data set cannot separate the methods as real data do",
		Spec: sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("kernel", "ssk,fisher,gak", "sigma", "rel:1", "symbols", "kmeans:16", "word", "1,2,3", "decay", "0.5", "states", "4", "fisher-information", "on,off",
			"graph", "clustered", "select", "all", "lambda", "1e-4", "p", "1", "readout", "centroid"),
		Check: checkStrings,
	}}
}

// allowedLoss is the share of series that scores may lose without their information matrix.
const allowedLoss = 0.05

// checkStrings claims that subsequences classify nearly all strings correctly and are hardly
// behind alignments, and that scores classify most of them and lose little without their
// information matrix.
func checkStrings(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	of := func(query string) (choose.Row, series) {
		row := e.requireBest(query, "accuracy")
		return row, e.measuredSeries(row, wordsRight, query)
	}
	const words, paths, scores, plain = "kernel=ssk", "kernel=gak", "kernel=fisher fisher-information=on", "kernel=fisher fisher-information=off"
	e.evaluate(func() {
		row, right := of(words)
		e.claimShares("more than 0.95 of the series right by subsequences", wordsRight, func(i int) float64 { return right[i] - 0.95 }, row)
		e.addSentence("With %d training series, subsequences of symbols classify %s correctly.", e.trained(), text(wordsRight.meanOf(row)))
	})
	e.evaluate(func() {
		row, right := of(words)
		other, aligned := of(paths)
		e.claimShares(fmt.Sprintf("they are less than %g behind the alignment kernel", allowedDeficit), wordsRight, func(i int) float64 { return right[i] - aligned[i] + allowedDeficit }, row, other)
		e.claimAboveChance("series by subsequences", wordsRight, row)
		e.addSentence("The alignment kernel: %s.", text(wordsRight.meanOf(other)))
	})
	e.evaluate(func() {
		row, right := of(scores)
		e.claimShares("more than 0.9 right with scores of a Markov model", wordsRight, func(i int) float64 { return right[i] - 0.9 }, row)
		e.addSentence("Fisher scores: %s.", text(wordsRight.meanOf(row)))
	})
	e.evaluate(func() {
		row, right := of(scores)
		other, dropped := of(plain)
		e.claimShares(fmt.Sprintf("dropping their information matrix costs less than %g", allowedLoss), wordsRight, func(i int) float64 { return dropped[i] - right[i] + allowedLoss }, row, other)
		e.claimAboveChance("series by scores without it", wordsRight, other)
		e.addSentence("Without their information matrix: %s.", text(wordsRight.meanOf(other)))
	})
	return e.verdict(nil, "")
}

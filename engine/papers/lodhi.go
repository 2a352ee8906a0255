package papers

import (
	"fmt"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
)

// lodhi are experiments on series as strings of symbols.
func lodhi() []Experiment {
	return []Experiment{{
		Name: "hammer-7.3", Paper: "Hammer 2014, section 7.3; Lodhi et al. 2002; Jaakkola and Haussler 1999", Outcome: Holds,
		Question: "do subsequences of symbols, and the scores of a model of all strings, classify whole series as an alignment does?",
		Found:    "Series are alike that share subsequences of symbols, or that would change a model of all in the same way; often the information matrix of the model is dropped. The lecture gives no accuracy.",
		Data:     datasets.Options{Paths: []string{"vowels"}, Embed: "none", STFT: "length=64,hop=128,values=log", Unit: "segment"}, StandIn: "words are series of spectra, each the nearest of sixteen, of which all ways tell nearly all, so that this set cannot part them as real ones do",
		Spec: sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("kernel", "ssk,fisher,gak", "sigma", "rel:1", "symbols", "kmeans:16", "word", "1,2,3", "decay", "0.5", "states", "4", "fisher-information", "on,off",
			"graph", "clustered", "select", "all", "lambda", "1e-4", "p", "1", "readout", "centroid"),
		Check: checkStrings,
	}}
}

// dropping is what scores may lose with their information matrix.
const dropping = 0.05

// checkStrings wants strings right by their words, hardly behind alignments, and by scores,
// which lose little without their information matrix.
func checkStrings(rows []choose.Row) Verdict {
	e := gather(rows)
	of := func(query string) (choose.Row, series) {
		row := e.chosen(query, "accuracy")
		return row, e.measured(row, wordsRight, query)
	}
	const words, paths, scores, plain = "kernel=ssk", "kernel=gak", "kernel=fisher fisher-information=on", "kernel=fisher fisher-information=off"
	e.judge(func() {
		row, right := of(words)
		e.shares("more than 0.95 of the series right by subsequences", wordsRight, func(i int) float64 { return right[i] - 0.95 }, row)
		e.say("With %d series to train on, subsequences of symbols get %s right.", e.trained(), text(wordsRight.of(row)))
	})
	e.judge(func() {
		row, right := of(words)
		other, aligned := of(paths)
		e.shares(fmt.Sprintf("they are less than %g behind the alignment kernel", behind), wordsRight, func(i int) float64 { return right[i] - aligned[i] + behind }, row, other)
		e.aboveChance("series by subsequences", wordsRight, row)
		e.say("The alignment kernel gets %s.", text(wordsRight.of(other)))
	})
	e.judge(func() {
		row, right := of(scores)
		e.shares("more than 0.9 right by scores of a Markov model", wordsRight, func(i int) float64 { return right[i] - 0.9 }, row)
		e.say("Scores get %s.", text(wordsRight.of(row)))
	})
	e.judge(func() {
		row, right := of(scores)
		other, dropped := of(plain)
		e.shares(fmt.Sprintf("to drop their information matrix costs less than %g", dropping), wordsRight, func(i int) float64 { return dropped[i] - right[i] + dropping }, row, other)
		e.aboveChance("series by scores without it", wordsRight, other)
		e.say("Without their information matrix they get %s.", text(wordsRight.of(other)))
	})
	return e.verdict(nil, "")
}

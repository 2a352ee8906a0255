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
		Name: "hammer-7.3", Paper: "Hammer 2014, section 7.3; Lodhi et al. 2002; Jaakkola and Haussler 1999",
		Question: "do the words of strings of symbols, and the scores of a model of all strings, tell whole series as an alignment does?",
		Found: "The lecture finds series alike that contain the same short subsequences, or that would change a model of all in the same way, and lets the information matrix of the model be dropped. " +
			"On the Japanese vowels words of quantiles of each input tell as much as the alignment kernel (0.968 and 0.973), scores less (0.930); of GunPoint, where shape counts, words tell 0.947, scores 0.900, the alignment kernel 0.987.",
		Data: datasets.Options{Paths: []string{"vowels"}, Embed: "none", STFT: "length=64,hop=128,values=log", Unit: "segment"}, StandIn: "words are series of spectra, each the nearest of sixteen, of which all ways tell nearly all, so that this set cannot part them as real ones do",
		Spec: sweep.Spec{Split: split.Options{Folds: 6, Validation: 0.25}, Inner: "1"}.With("kernel", "ssk,fisher,gak", "sigma", "rel:1", "symbols", "kmeans:16", "word", "1,2,3", "decay", "0.5", "states", "4", "fisher-information", "on,off",
			"graph", "clustered", "select", "all", "lambda", "1e-4", "p", "1", "readout", "centroid"),
		Check: checkStrings,
	}}
}

// dropping is what scores may lose with their information matrix.
const dropping = 0.05

// checkStrings wants strings told by their words, hardly behind alignments, and by scores,
// which lose little without their information matrix.
func checkStrings(rows []choose.Row) Verdict {
	e := gather(rows)
	of := func(query string) (choose.Row, series) {
		row := e.chosen(query, "accuracy")
		if row.Results != nil {
			e.number(query, wordsRight)
		}
		return row, e.of(row, wordsRight)
	}
	ssk, words := of("kernel=ssk")
	aligned, paths := of("kernel=gak")
	scored, scores := of("kernel=fisher fisher-information=on")
	plain, dropped := of("kernel=fisher fisher-information=off")
	if v, yes := e.lacking(); yes {
		return v
	}
	e.claim("subsequences tell more than 0.95 of the series", func(i int) float64 { return words[i] - 0.95 })
	e.claim(fmt.Sprintf("they are less than %g behind the alignment kernel", behind), func(i int) float64 { return words[i] - paths[i] + behind })
	e.claim("scores of a Markov model tell more than 0.9", func(i int) float64 { return scores[i] - 0.9 })
	e.claim(fmt.Sprintf("to drop their information matrix costs less than %g", dropping), func(i int) float64 { return dropped[i] - scores[i] + dropping })
	return Verdict{
		Here: fmt.Sprintf("With %d series to train on, subsequences of symbols tell %s, scores %s, without their information matrix %s, the alignment kernel %s.",
			e.trained(), text(wordsRight.of(ssk)), text(wordsRight.of(scored)), text(wordsRight.of(plain)), text(wordsRight.of(aligned))),
		Claims: e.claims,
	}
}

package papers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// sensing returns the experiments on the lecture's sections 3 and 4: few measurements, and few
// inputs.
func sensing() []Experiment {
	return []Experiment{
		{
			Name: "hammer-3", Paper: "Hammer 2014, section 3", Outcome: Undecided,
			Question: "How few random measurements of a sound window classify words as well as the whole window?",
			Found:    "Signals that are sparse in some base are recovered from few random measurements, and random projections to few dimensions keep distances, which are all that a kernel depends on.",
			Data:     datasets.Options{Paths: []string{"vowels"}},
			Spec: sweep.Spec{Inner: "1", Draws: 2, Split: split.Options{Folds: 6, Validation: 0.25}, Objective: "accuracy"}.
				With("front", "none,measure:16,measure:64,measure:256", "sigma", "rel:1", "lambda", "1e-7", "m", "250", "p", "8", "readout", "lda"),
			Check: checkMeasurements,
		},
		{
			Name: "hammer-4", Paper: "Hammer 2014, section 4", Outcome: Undecided,
			Question: "Do few inputs separate classes as well as all inputs?",
			Found:    "A support feature machine separates two classes by the smallest number of inputs that it finds, and these are the relevant ones.",
			Data:     datasets.Options{Paths: []string{"vowels"}, Embed: "none", STFT: "length=64,hop=256,values=log"},
			Spec: sweep.Spec{Inner: "1", Split: split.Options{Folds: 6, Validation: 0.25}, Objective: "accuracy"}.With(preparation.Standardize.Axis().Name, "on").
				With("space", "linear", "graph", "clustered", "lambda", "1e-6", "p", "1", "readout", "lda,sfm", "sfm", "centred,margin", "slack", "0.1,1", "readout-from", "inputs"),
			Check: checkFewInputs,
		},
	}
}

// allowedWordDeficit is the share of words by which fewer measurements, or fewer inputs, may be
// behind.
const allowedWordDeficit = 0.03

// checkMeasurements finds the fewest measurements that are as good as the whole window on
// validation, and claims the same on test.
func checkMeasurements(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	whole := e.bestOnValidation(e.rowsWhere("front="), "accuracy")
	fewest, count := choose.Row{}, 0
	table := [][]string{{"random measurements", "words right", "test slowness"}}
	for _, m := range e.measurements() {
		r := e.bestOnValidation(e.rowsWhere(fmt.Sprintf("front=measure:%d", m)), "accuracy")
		table = append(table, []string{strconv.Itoa(m), text(wordsRight.meanOf(r)), text(testSlowness.meanOf(r))})
		if count == 0 && whole.Results != nil && r.Results != nil && e.onValidation(r) <= e.onValidation(whole)+allowedWordDeficit {
			fewest, count = r, m
		}
	}
	table = append(table, []string{"all", text(wordsRight.meanOf(whole)), text(testSlowness.meanOf(whole))})
	e.evaluate(func() {
		b := e.measuredSeries(whole, wordsRight, "whole windows")
		switch {
		case len(table) == 2:
			e.addMissing("a finished point with front=measure:*")
		case count == 0:
			e.addSentence("On validation, no number of measurements comes within %g of the share of words right with the whole window.", allowedWordDeficit)
			e.claim("some number of measurements is as good as the whole window on validation", func(int) float64 { return -1 })
		default:
			a := e.measuredSeries(fewest, wordsRight, "measurements")
			e.claimShares(fmt.Sprintf("features of %d random measurements: less than %g below the share of words correct with the whole window", count, allowedWordDeficit), wordsRight, func(i int) float64 { return a[i] - b[i] + allowedWordDeficit }, fewest, whole)
			e.claimAboveChance("words", wordsRight, fewest)
			e.addSentence("On validation, %d random measurements are the fewest within %g of the whole window. On test their features classify %s of the words of unseen speakers correctly, those of the whole window %s, with slowness %s and %s.",
				count, allowedWordDeficit, text(wordsRight.meanOf(fewest)), text(wordsRight.meanOf(whole)), text(testSlowness.meanOf(fewest)), text(testSlowness.meanOf(whole)))
		}
	})
	return e.verdict(table, "")
}

// measurements returns the numbers of measurements of the rows' fronts, ascending.
func (e *evidence) measurements() (of []int) {
	for _, r := range e.rows {
		if text, ok := strings.CutPrefix(space.Reduction.Of(r.Config), "measure:"); ok {
			if m, err := strconv.Atoi(text); err == nil {
				of = append(of, m)
			}
		}
	}
	slices.Sort(of)
	return slices.Compact(of)
}

var (
	inputsChosen = quantity{"the number of inputs used", measure.ChosenInputs, false}
	// inputsRead is the number of inputs of a linear space without a front: its rank, which
	// excludes constant inputs and copies.
	inputsRead = quantity{"the number of inputs", &measure.Measure{Of: func(r *result.Result) []float64 {
		if r.Rank == 0 {
			return nil
		}
		return []float64{float64(r.Rank)}
	}}, false}
)

// fewInputsShare is the share of the inputs below which they count as few.
const fewInputsShare = 1. / 3

// checkFewInputs claims that the machine chosen on validation uses few inputs, and classifies
// hardly fewer words correctly than all inputs do.
func checkFewInputs(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	e.evaluate(func() {
		few := e.requireBest("readout=sfm", "accuracy")
		used, all := e.measuredSeries(few, inputsChosen, "a support feature machine"), e.measuredSeries(few, inputsRead, "a support feature machine")
		e.claim("less than a third of the inputs are used (share)", func(i int) float64 { return fewInputsShare - used[i]/all[i] })
		e.addSentence("Chosen on validation, a support feature machine (%s, slack %s) uses %s of %s inputs on average and classifies %s of the words of unseen speakers correctly. Inputs used: %s.",
			readout.Form.Of(few.Config), readout.Slack.Of(few.Config), mean(used), mean(all), text(wordsRight.meanOf(few)), few.SelectedLine())
	})
	e.evaluate(func() {
		few, all := e.requireBest("readout=sfm", "accuracy"), e.requireBest("readout=lda", "accuracy")
		a, b := e.measuredSeries(few, wordsRight, "a support feature machine"), e.measuredSeries(all, wordsRight, "all inputs")
		e.claimShares(fmt.Sprintf("less than %g below the share of words correct with all inputs", allowedWordDeficit), wordsRight, func(i int) float64 { return a[i] - b[i] + allowedWordDeficit }, few, all)
		e.claimAboveChance("words", wordsRight, few)
		e.addSentence("With slow features of the classes, all inputs reach %s.", text(wordsRight.meanOf(all)))
	})
	e.evaluate(func() {
		centred, margin := e.requireBest("readout=sfm sfm=centred", "accuracy"), e.requireBest("readout=sfm sfm=margin", "accuracy")
		e.addSentence("The best machine with a margin uses %s, the best centred one %s.", text(inputsChosen.meanOf(margin)), text(inputsChosen.meanOf(centred)))
	})
	return e.verdict(nil, "")
}

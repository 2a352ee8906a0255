package papers

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/samples"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
)

// sensing are the experiments on the lecture's sections 3 and 4: few measurements, and few
// inputs.
func sensing() []Experiment {
	return []Experiment{
		{
			Name: "hammer-3", Paper: "Hammer 2014, section 3",
			Question: "how few random numbers of a sound window keep its slow features?",
			Found: "Signals that are sparse in some base are recovered from few random measurements, and distances are kept by random projections to few dimensions. " +
				"What looks at distances alone, as a kernel does, should need few of them. " +
				"Not so of slowness, of which nothing is said there, and where numbers are too few.",
			Data: datasets.Options{Paths: []string{"vowels"}},
			Spec: sweep.Spec{Inner: "1", Draws: 2, Split: split.Options{Folds: 6, Validation: 0.25}, Objective: "accuracy"}.
				With("front", "none,measure:16,measure:64,measure:256", "sigma", "rel:1", "lambda", "1e-7", "m", "250", "p", "8", "readout", "lda"),
			Check: checkMeasurements,
		},
		{
			Name: "hammer-4", Paper: "Hammer 2014, section 4",
			Question: "do few inputs tell classes apart as well as all of them?",
			Found: "A support feature machine finds few inputs that separate two classes, fewer than the 1-norm alone, with an accuracy near that of a support vector machine with all of them. " +
				"Not so of the machine with a margin, which keeps more inputs than that of centres.",
			Data: datasets.Options{Paths: []string{"vowels"}, Embed: "none", STFT: "length=64,hop=256,values=log"},
			Spec: sweep.Spec{Inner: "1", Split: split.Options{Folds: 6, Validation: 0.25}, Objective: "accuracy"}.With(samples.Standardize.Axis().Name, "on").
				With("space", "linear", "graph", "clustered", "lambda", "1e-6", "p", "1", "readout", "lda,sfm", "sfm", "centred,margin", "slack", "0.1,1", "readout-from", "inputs"),
			Check: checkFewInputs,
		},
	}
}

// asGood is by what share of the words fewer numbers, or fewer inputs, may be behind.
const asGood = 0.03

// checkMeasurements takes the fewest measurements that validation finds as good as the whole
// window, and wants that of test, too.
func checkMeasurements(rows []choose.Row) Verdict {
	e := gather(rows)
	whole := e.chosen("front=", "accuracy")
	fewest, count := choose.Row{}, 0
	tooFew, below := choose.Row{}, 0
	var table [][]string
	for _, m := range e.measurements() {
		r := e.chosen(fmt.Sprintf("front=measure:%d", m), "accuracy")
		table = append(table, []string{strconv.Itoa(m), text(wordsRight.of(r)), text(testSlowness.of(r))})
		if count == 0 && whole.Results != nil && e.onValidation(r, "accuracy") <= e.onValidation(whole, "accuracy")+asGood {
			fewest, count = r, m
		}
		if count == 0 {
			tooFew, below = r, m
		}
	}
	if table == nil {
		e.lacks("a finished point with front=measure:*")
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	v := Verdict{Table: append([][]string{{"random numbers", "words right", "test slowness"}}, append(table, []string{"all", text(wordsRight.of(whole)), text(testSlowness.of(whole))})...)}
	if count == 0 {
		v.Here = fmt.Sprintf("On validation no number of measurements comes within %g of the words that the whole window tells.", asGood)
		e.claim("some number of measurements is as good as the whole window on validation", func(int) float64 { return -1 })
		v.Claims = e.claims
		return v
	}
	a, b := e.of(fewest, wordsRight), e.of(whole, wordsRight)
	e.claim(fmt.Sprintf("features of %d random numbers tell less than %g fewer words than those of the whole window", count, asGood), func(i int) float64 { return a[i] - b[i] + asGood })
	s, t := e.of(fewest, testSlowness), e.of(whole, testSlowness)
	e.claim("their slowness on test is less than a fifth above that of the whole window (ln)", func(i int) float64 { return math.Log(1.2) + math.Log(t[i]) - math.Log(s[i]) })
	if below > 0 {
		c := e.of(tooFew, wordsRight)
		e.claim(fmt.Sprintf("of %d, the next fewer, they tell more than %g fewer words", below, asGood), func(i int) float64 { return b[i] - c[i] - asGood })
	}
	v.Here = fmt.Sprintf("On validation %d random numbers of a window are the fewest within %g of the whole: on test their features tell %s of the words of unseen speakers, those of the whole window %s, at a slowness of %s and %s.",
		count, asGood, text(wordsRight.of(fewest)), text(wordsRight.of(whole)), text(testSlowness.of(fewest)), text(testSlowness.of(whole)))
	v.Claims = e.claims
	return v
}

// measurements are the numbers of measurements that fronts of the rows take, ascending.
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

var inputsChosen = quantity{"the number of inputs", measure.ChosenInputs, false}

// fewer is the share of the inputs below which they are few.
const fewer = 1. / 3

// checkFewInputs takes the machine that is best on validation.
func checkFewInputs(rows []choose.Row) Verdict {
	e := gather(rows)
	few, all := e.chosen("readout=sfm", "accuracy"), e.chosen("readout=lda", "accuracy")
	centred, margin := e.chosen("readout=sfm sfm=centred", "accuracy"), e.chosen("readout=sfm sfm=margin", "accuracy")
	a, b, used := e.of(few, wordsRight), e.of(all, wordsRight), e.of(few, inputsChosen)
	byCentres, byMargin := e.of(centred, inputsChosen), e.of(margin, inputsChosen)
	if few.Results != nil && math.IsNaN(inputsChosen.of(few)) {
		e.lacks(inputsChosen.name)
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	const bins = 33
	e.claim(fmt.Sprintf("less than a third of the %d bins decide (share)", bins), func(i int) float64 { return fewer - used[i]/bins })
	e.claim(fmt.Sprintf("they tell less than %g fewer words than all bins", asGood), func(i int) float64 { return a[i] - b[i] + asGood })
	e.below("of a machine with a margin more inputs decide than of centres (ln)", byCentres, byMargin)
	return Verdict{
		Here: fmt.Sprintf("Chosen on validation, a support feature machine (%s, slack %s) decides by %.3g of %d bins on average and tells %s of the words of unseen speakers; all bins, by slow features of the classes, tell %s. The best with a margin decides by %s, the best of centres by %s. What decides: %s.",
			readout.Form.Of(few.Config), readout.Slack.Of(few.Config), inputsChosen.of(few), bins, text(wordsRight.of(few)), text(wordsRight.of(all)), mean(byMargin), mean(byCentres), few.SelectedLine()),
		Claims: e.claims,
	}
}

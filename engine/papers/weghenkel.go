package papers

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

const weghenkelPaper = "Weghenkel et al. 2017"

// weghenkel returns the experiments of sections 4.1 and 4.2.
func weghenkel() []Experiment {
	return []Experiment{
		{
			Name: "weghenkel-4.1", Paper: weghenkelPaper + ", section 4.1", Outcome: Holds,
			Question: "Which methods separate predictable from unpredictable noise?",
			Found: "Only ForeCA and both kinds of GPFA separate the two components of predictable noise from the unpredictable ones: " +
				"they reach a variance of about 1, half of the two components'. SFA, PFA and random projections do not.",
			Data:  datasets.Options{Paths: []string{"noise"}, Where: "part=train"},
			Spec:  sweep.Spec{Split: split.Options{Folds: 5}}.With("predictability", "10", "method", "sfa,pfa,foreca,random", "front", "whiten:0.99", "space", "linear", "graph", "time,gpfa1,gpfa2", "graph-knn", "10", "order", "1", "iterations", "50", "pfa-steps", "0", "lambda", "0", "p", "2", "readout", "none"),
			Check: checkNoise,
		},
		scene("piano", 1, "5", "10",
			"On the piano's spectra both kinds of GPFA find features that are more predictable than those of SFA and of PFA (p = 0.00).", aheadWith([2]algorithm{gpfa1, sfa}, [2]algorithm{gpfa1, pfa}, [2]algorithm{gpfa2, sfa}, [2]algorithm{gpfa2, pfa})),
		scene("bar", 2, "7", "2",
			"On the spectra of a bar, GPFA (2) finds more predictable features than SFA and PFA, and GPFA (1) than PFA (p = 0.00); between GPFA (1) and SFA the difference is not significant (p = 0.18).", aheadWith([2]algorithm{gpfa2, sfa}, [2]algorithm{gpfa2, pfa}, [2]algorithm{gpfa1, pfa})),
		scene("forest", 3, "6", "20",
			"On the spectra of a forest all algorithms give similar results with high variance, without a clear advantage of GPFA (p = 0.09 to 0.43).", checkForest),
	}
}

// scene returns the experiment on one of the three sound scenes, with the paper's order and
// neighbourhood for it.
func scene(name string, number int, order, neighbours, found string, check func([]choose.Row) Verdict) Experiment {
	return Experiment{
		Name: "weghenkel-4.2-" + name, Paper: fmt.Sprintf("%s, section 4.2, STFT #%d", weghenkelPaper, number), Outcome: Undecided,
		Question: "Which features of a " + name + "'s spectra are most predictable?",
		Found:    found,
		Data:     datasets.Options{Paths: []string{"scene"}, Where: "label=" + name},
		Spec:     sweep.Spec{Draws: 3, Split: split.Options{Folds: 3}}.With("predictability", "10", "predictability-past", order, "method", "sfa,pfa,random", "front", "whiten:0.99", "space", "linear", "graph", "time,gpfa1,gpfa2", "graph-knn", neighbours, "order", order, "iterations", "50", "pfa-steps", "10", "lambda", "0", "p", "5", "readout", "none"),
		Check:    check,
	}
}

// checkNoise claims that exactly the methods named in the paper find the true plane, and that
// their features are more predictable than those of the others.
func checkNoise(rows []choose.Row) Verdict {
	const found = 0.9 // cosine of the larger angle to the true plane, on test data
	e := newEvidence(rows)
	table := [][]string{{"", "predictability", "cosine to the plane"}}
	var able, others []string
	for _, a := range []struct {
		name, query string
		able        bool
	}{
		{"GPFA (1)", "method=sfa graph=gpfa1 iterations=50", true},
		{"GPFA (2)", "method=sfa graph=gpfa2 iterations=50", true},
		{"ForeCA", "method=foreca", true},
		{"PFA", "method=pfa", false},
		{"SFA", "method=sfa graph=time", false},
		{"random", "method=random", false},
	} {
		table = append(table, []string{a.name, e.cell(a.query, predictability), e.cell(a.query, planeTest)})
		e.evaluate(func() {
			cosine := e.seriesAt(a.query, planeTest)
			if a.able {
				e.claim(fmt.Sprintf("%s: cosine to the plane above %g", a.name, found), func(i int) float64 { return cosine[i] - found })
			} else {
				e.claim(fmt.Sprintf("%s: cosine to the plane below %g", a.name, found), func(i int) float64 { return found - cosine[i] })
			}
		})
		if a.able {
			able = append(able, a.query)
		} else {
			others = append(others, a.query)
		}
	}
	e.evaluate(func() {
		of := func(queries []string) (out []series) {
			for _, q := range queries {
				out = append(out, e.seriesAt(q, predictability))
			}
			return out
		}
		worst, best := most(of(able)...), least(of(others)...)
		e.claimBelow("the worst of ForeCA and GPFA more predictable than the best of the others (ln)", worst, best)
		e.addSentence("The variance of a successor is on average at most %s for ForeCA and GPFA, at least %s for the others.", mean(worst), mean(best))
	})
	if len(e.rows) > 0 {
		e.addSentence("%d repetitions (paper: 50), which are blocks of one series; the table lists the cosines to the true plane (%d training samples).", len(e.repeats), e.trained())
	}
	return e.verdict(table, "")
}

// algorithm is an algorithm of section 4.2.
type algorithm struct{ name, query string }

// The algorithms of section 4.2.
var (
	sfa    = algorithm{"SFA", "method=sfa graph=time"}
	pfa    = algorithm{"PFA", "method=pfa"}
	gpfa1  = algorithm{"GPFA (1)", "method=sfa graph=gpfa1"}
	gpfa2  = algorithm{"GPFA (2)", "method=sfa graph=gpfa2"}
	random = algorithm{"random", "method=random"}

	algorithms = []algorithm{sfa, pfa, gpfa1, gpfa2, random}
)

// sceneTable adds a sentence with the result of each algorithm on the takes of a scene, and
// returns their table.
func (e *evidence) sceneTable() [][]string {
	table := [][]string{{"", "mean", "takes"}}
	var words []string
	for _, a := range algorithms {
		of := ""
		for _, x := range e.seriesOf(first(e.rowsWhere(a.query)), predictability) {
			of += " " + text(x)
		}
		table = append(table, []string{a.name, e.cell(a.query, predictability), of})
		words = append(words, a.name+" "+e.cell(a.query, predictability))
	}
	if len(e.rows) > 0 {
		e.addSentence("%d takes with %d frames (paper: 50 repetitions with 10,000 frames). Mean variance of a successor: %s.", len(e.repeats), e.trained(), strings.Join(words, ", "))
	}
	return table
}

// aheadWith returns a check that claims, for each pair, that the first algorithm's features are
// more predictable.
func aheadWith(pairs ...[2]algorithm) func(rows []choose.Row) Verdict {
	return func(rows []choose.Row) Verdict {
		e := newEvidence(rows)
		table := e.sceneTable()
		for _, pair := range pairs {
			e.evaluate(func() {
				e.claimBelow(pair[0].name+" more predictable than "+pair[1].name+" (ln)", e.seriesAt(pair[0].query, predictability), e.seriesAt(pair[1].query, predictability))
			})
		}
		return e.verdict(table, "")
	}
}

// checkForest claims that no kind of GPFA is better than both SFA and PFA by a tenth, and that
// all four are more predictable than white noise.
func checkForest(rows []choose.Row) Verdict {
	const ahead = 1.1
	e := newEvidence(rows)
	table := e.sceneTable()
	for _, gpfa := range []algorithm{gpfa1, gpfa2} {
		e.evaluate(func() {
			of, other := e.seriesAt(gpfa.query, predictability), least(e.seriesAt(sfa.query, predictability), e.seriesAt(pfa.query, predictability))
			e.claim(fmt.Sprintf("%s less than %g times as predictable as the better of SFA and PFA (ln)", gpfa.name, ahead), func(i int) float64 { return math.Log(ahead * of[i] / other[i]) })
		})
	}
	for _, a := range []algorithm{sfa, pfa, gpfa1, gpfa2} {
		e.evaluate(func() {
			of, noise := e.seriesAt(a.query, predictability), whiteNoisePredictability(e.firstRow(a.query).Config)
			e.claim(a.name+" more predictable than white noise (ln)", func(i int) float64 { return math.Log(noise / of[i]) })
		})
	}
	return e.verdict(table, "")
}

// whiteNoisePredictability returns the predictability of white noise at a point: the mean trace
// of the covariance of q+1 samples of p features of unit variance, divided by q+1, which is
// p·q/(q+1).
func whiteNoisePredictability(at part.Point) float64 {
	p, q := float64(method.P.Of(at)), float64(measure.Neighbours.Of(at))
	return p * q / (q + 1)
}

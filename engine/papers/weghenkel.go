package papers

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/stat"
)

const weghenkelPaper = "Weghenkel et al. 2017"

// weghenkel are the experiments of sections 4.1 and 4.2.
func weghenkel() []Experiment {
	return []Experiment{
		{
			Name: "weghenkel-4.1", Paper: weghenkelPaper + ", section 4.1",
			Question: "who tells predictable noise from unpredictable noise?",
			Found: "Only ForeCA and both kinds of GPFA are able to tell the two components of predictable noise from the unpredictable ones: " +
				"they reach a variance of about 1, half of the two components'. SFA, PFA and random projections do not.",
			Data:  datasets.Options{Paths: []string{"noise"}, Where: "part=train"},
			Spec:  sweep.Spec{Split: split.Options{Folds: 5}}.With("predictability", "10", "method", "sfa,pfa,foreca,random", "front", "whiten:0.99", "space", "linear", "graph", "time,gpfa1,gpfa2", "graph-knn", "10", "order", "1", "iterations", "50", "pfa-steps", "0", "lambda", "0", "p", "2", "readout", "none"),
			Check: checkNoise,
		},
		scene("piano", 1, "5", "10",
			"On the piano's spectra both kinds of GPFA find features that are more predictable than those of SFA and of PFA, beyond doubt (p = 0.00).", aheadWith(gpfa1, gpfa2)),
		scene("bar", 2, "7", "2",
			"On the spectra of a bar GPFA (2) finds features that are more predictable than those of SFA and of PFA, beyond doubt (p = 0.00).", aheadWith(gpfa2)),
		scene("forest", 3, "6", "20",
			"On the spectra of a forest all algorithms give similar results with high variance: GPFA is not ahead of SFA and of PFA, here by 10 %.", checkForest),
	}
}

// scene is the experiment on one of the three sound scenes, with the paper's
// order and neighbourhood for it.
func scene(name string, number int, order, neighbours, found string, check func([]choose.Row) Verdict) Experiment {
	return Experiment{
		Name: "weghenkel-4.2-" + name, Paper: fmt.Sprintf("%s, section 4.2, STFT #%d", weghenkelPaper, number),
		Question: "which features of a " + name + "'s spectra are most predictable?",
		Found:    found,
		Data:     datasets.Options{Paths: []string{"scene"}, Where: "label=" + name},
		Spec:     sweep.Spec{Draws: 3, Split: split.Options{Folds: 3}}.With("predictability", "10", "predictability-past", order, "method", "sfa,pfa,random", "front", "whiten:0.99", "space", "linear", "graph", "time,gpfa1,gpfa2", "graph-knn", neighbours, "order", order, "iterations", "50", "pfa-steps", "10", "lambda", "0", "p", "5", "readout", "none"),
		Check:    check,
	}
}

// checkNoise wants the true plane from those that the paper names and from
// nobody else, and what they find to be more predictable.
func checkNoise(rows []choose.Row) Verdict {
	const found = 0.9 // cosine of the larger angle to the true plane, on test data
	e := gather(rows)
	table := [][]string{{"", "predictability", "cosine to the plane"}}
	var able, others []series
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
		table = append(table, []string{a.name, text(e.number(a.query, predictability)), text(e.number(a.query, planeTest))})
		cosine := e.at(a.query, planeTest)
		if a.able {
			able = append(able, e.at(a.query, predictability))
			e.claim(fmt.Sprintf("%s: cosine to the plane above %g", a.name, found), func(i int) float64 { return cosine[i] - found })
		} else {
			others = append(others, e.at(a.query, predictability))
			e.claim(fmt.Sprintf("%s: cosine to the plane below %g", a.name, found), func(i int) float64 { return found - cosine[i] })
		}
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	worst, best := most(able...), least(others...)
	e.below("the worst of the able more predictable than the best of the others (ln)", worst, best)
	return Verdict{
		Here: fmt.Sprintf("The paper's 50 repetitions are %d here, blocks of one series. The variance of a successor is on average at most %s for ForeCA and GPFA, at least %s for the others; "+
			"the cosines to the true plane are in the table (%d training samples).", len(e.repeats), text(stat.Mean(worst, nil)), text(stat.Mean(best, nil)), e.trained()),
		Claims: e.claims, Table: table,
	}
}

// The algorithms of section 4.2, in the order of their rows.
const (
	sfa = iota
	pfa
	gpfa1
	gpfa2
	random
)

// scenes reads off the rows what each algorithm reached on the takes of a scene.
func (e *evidence) scenes() (takes [random + 1]series, table [][]string) {
	table = [][]string{{"", "mean", "takes"}}
	for k, query := range []string{"method=sfa graph=time", "method=pfa", "method=sfa graph=gpfa1", "method=sfa graph=gpfa2", "method=random"} {
		takes[k] = e.at(query, predictability)
		of := ""
		for _, x := range takes[k] {
			of += " " + text(x)
		}
		table = append(table, []string{sceneNames[k], text(e.number(query, predictability)), of})
	}
	return takes, table
}

var sceneNames = [random + 1]string{"SFA", "PFA", "GPFA (1)", "GPFA (2)", "random"}

// sceneWords says what was found on a scene.
func (e *evidence) sceneWords(takes [random + 1]series) string {
	words := fmt.Sprintf("Of the paper's 50 repetitions with 10,000 frames, the %d takes here with %d. Mean variance of a successor:", len(e.repeats), e.trained())
	for k, of := range takes {
		words += fmt.Sprintf(" %s %.3g,", sceneNames[k], stat.Mean(of, nil))
	}
	return strings.TrimSuffix(words, ",") + "."
}

// aheadWith wants kinds of GPFA ahead of SFA and of PFA.
func aheadWith(kinds ...int) func(rows []choose.Row) Verdict {
	return func(rows []choose.Row) Verdict {
		e := gather(rows)
		takes, table := e.scenes()
		if v, yes := e.lacking(); yes {
			return v
		}
		for _, k := range kinds {
			e.below(sceneNames[k]+" more predictable than SFA (ln)", takes[k], takes[sfa])
			e.below(sceneNames[k]+" more predictable than PFA (ln)", takes[k], takes[pfa])
		}
		return Verdict{Here: e.sceneWords(takes), Claims: e.claims, Table: table}
	}
}

// checkForest wants that no kind of GPFA is ahead of both SFA and PFA by a tenth.
func checkForest(rows []choose.Row) Verdict {
	const ahead = 1.1
	e := gather(rows)
	takes, table := e.scenes()
	if v, yes := e.lacking(); yes {
		return v
	}
	other := least(takes[sfa], takes[pfa])
	for _, k := range []int{gpfa1, gpfa2} {
		e.claim(fmt.Sprintf("%s less than %g times as predictable as the better of SFA and PFA (ln)", sceneNames[k], ahead), func(i int) float64 { return math.Log(ahead * takes[k][i] / other[i]) })
	}
	return Verdict{Here: e.sceneWords(takes), Claims: e.claims, Table: table}
}

package papers

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/sweep"
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
			Data:  datasets.Options{Paths: []string{"noise"}},
			Spec:  sweep.Spec{Neighbours: 10, Draws: 10}.With("method", "sfa,pfa,foreca,random", "front", "whiten:0.99", "space", "linear", "graph", "time,gpfa1,gpfa2", "graph-knn", "10", "order", "1", "iterations", "1,50", "lambda", "0", "p", "2", "readout", "none"),
			Check: checkNoise,
		},
		scene("piano", 1, "5", "10",
			"On the piano's spectra both kinds of GPFA find features that are more predictable than those of SFA and of PFA, beyond doubt (p = 0.00).", aheadWith(gpfa1, gpfa2)),
		scene("bar", 2, "7", "2",
			"On the spectra of a bar GPFA (2) finds features that are more predictable than those of SFA and of PFA, beyond doubt (p = 0.00).", aheadWith(gpfa2)),
		scene("forest", 3, "6", "20",
			"On the spectra of a forest all algorithms give similar results with high variance: GPFA has no clear advantage.", checkForest),
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
		Spec:     sweep.Spec{Neighbours: 10, Draws: 3, Split: split.Options{Folds: 3}}.With("method", "sfa,pfa,random", "front", "whiten:0.99", "space", "linear", "graph", "time,gpfa1,gpfa2", "graph-knn", neighbours, "order", order, "iterations", "11", "lambda", "0", "p", "5", "readout", "none"),
		Check:    check,
	}
}

// checkNoise wants the true plane from those that the paper names and from
// nobody else, and what they find to be more predictable.
func checkNoise(rows []choose.Row) Verdict {
	const found = 0.9 // cosine of the larger angle to the true plane, on test data
	e := gather(rows)
	table := [][]string{{"", "predictability", "cosine to the plane"}}
	holds, worst, others := true, 0.0, math.Inf(1)
	for _, a := range []struct {
		name, query string
		able        bool
	}{
		{"GPFA (1)", "method=sfa graph=gpfa1 iterations=50", true},
		{"GPFA (2)", "method=sfa graph=gpfa2 iterations=50", true},
		{"ForeCA", "method=foreca", true},
		{"PFA", "method=pfa iterations=1", false},
		{"SFA", "method=sfa graph=time", false},
		{"random", "method=random", false},
	} {
		v, cosine := e.number(a.query, predictability), e.number(a.query, planeTest)
		table = append(table, []string{a.name, text(v), text(cosine)})
		holds = holds && a.able == (cosine > found)
		if a.able {
			worst = max(worst, v)
		} else {
			others = min(others, v)
		}
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	return Verdict{
		Here: fmt.Sprintf("Of the paper's 50 repetitions, one here. The variance of a successor is at most %s for ForeCA and GPFA, at least %s for the others; the cosines to the true plane are in the table (%d training samples).",
			text(worst), text(others), e.trained()),
		Holds: holds && worst < others,
		Table: table,
	}
}

// sceneRow is what one algorithm reached on the takes of a scene.
type sceneRow struct {
	name  string
	mean  float64
	takes []float64
}

// The algorithms of section 4.2, in the order of their rows.
const (
	sfa = iota
	pfa
	gpfa1
	gpfa2
)

// scenes reads them off the rows.
func (e *evidence) scenes() (all []sceneRow, table [][]string) {
	table = [][]string{{"", "mean", "takes"}}
	for _, a := range []struct{ name, query string }{
		{"SFA", "method=sfa graph=time"},
		{"PFA", "method=pfa"},
		{"GPFA (1)", "method=sfa graph=gpfa1"},
		{"GPFA (2)", "method=sfa graph=gpfa2"},
		{"random", "method=random"},
	} {
		r := sceneRow{name: a.name, mean: e.number(a.query, predictability)}
		takes := ""
		for _, row := range e.first(a.query) {
			for _, res := range row.Results {
				if res.Error == "" && res.Point.Draw == 0 && res.Slowness.PredictabilityTest != nil {
					x := float64(*res.Slowness.PredictabilityTest)
					r.takes = append(r.takes, x)
					takes += " " + text(x)
				}
			}
		}
		all = append(all, r)
		table = append(table, []string{r.name, text(r.mean), takes})
	}
	return all, table
}

// below counts the takes on which r is more predictable than o.
func (r sceneRow) below(o sceneRow) int {
	n := 0
	for i := range min(len(r.takes), len(o.takes)) {
		if r.takes[i] < o.takes[i] {
			n++
		}
	}
	return n
}

// ahead says that r is more predictable than o on average and on most takes.
func (r sceneRow) ahead(o sceneRow) bool { return r.mean < o.mean && 2*r.below(o) > len(r.takes) }

// sceneWords says what was found on a scene.
func (e *evidence) sceneWords(all []sceneRow) string {
	words := fmt.Sprintf("Of the paper's 50 repetitions with 10,000 frames, the three takes here with %d, which are too few for a test, and 11 iterations of GPFA of its 50. Mean variance of a successor:", e.trained())
	for _, r := range all {
		words += fmt.Sprintf(" %s %.3g,", r.name, r.mean)
	}
	return strings.TrimSuffix(words, ",") + "." + fmt.Sprintf(" GPFA (1) is ahead of SFA on %d takes and of PFA on %d, GPFA (2) on %d and %d.",
		all[gpfa1].below(all[sfa]), all[gpfa1].below(all[pfa]), all[gpfa2].below(all[sfa]), all[gpfa2].below(all[pfa]))
}

// aheadWith wants kinds of GPFA ahead of SFA and of PFA.
func aheadWith(kinds ...int) func(rows []choose.Row) Verdict {
	return func(rows []choose.Row) Verdict {
		e := gather(rows)
		all, table := e.scenes()
		if v, yes := e.lacking(); yes {
			return v
		}
		holds := true
		for _, k := range kinds {
			holds = holds && all[k].ahead(all[sfa]) && all[k].ahead(all[pfa])
		}
		return Verdict{Here: e.sceneWords(all), Holds: holds, Table: table}
	}
}

// checkForest wants that no kind of GPFA is ahead of SFA and of PFA on every
// take.
func checkForest(rows []choose.Row) Verdict {
	e := gather(rows)
	all, table := e.scenes()
	if v, yes := e.lacking(); yes {
		return v
	}
	beyond := func(g sceneRow) bool {
		return g.below(all[sfa]) == len(g.takes) && g.below(all[pfa]) == len(g.takes)
	}
	return Verdict{Here: e.sceneWords(all), Holds: !beyond(all[gpfa1]) && !beyond(all[gpfa2]), Table: table}
}

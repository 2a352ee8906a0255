package papers

import (
	"fmt"
	"math"
	"strings"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/stat"
)

const escalantePaper = "Escalante-B. and Wiskott 2013"

// The first layers of the paper's networks (Table 1) up to the size of an image of 16×16
// pixels: of SFA with the 0.8 expansion, and of PCA.
const (
	faceNetwork    = "16x16:4x4:pca13:0.8exp:sfa13/2x1:0.8exp:sfa20/1x2:0.8exp:sfa35/2x1:0.8exp:sfa60/all:0.8exp:sfa60"
	facePCANetwork = "16x16:4x4:pca13/2x1:pca20/1x2:pca35/2x1:pca60/all:pca100"
)

// escalante returns the experiments of section 6.2, Table 2.
func escalante() []Experiment {
	faces := datasets.Options{Paths: []string{"regression"}}
	return []Experiment{
		{
			Name: "escalante-6.2", Paper: escalantePaper + ", section 6.2, Table 2", Outcome: Undecided,
			Question: "Which training graph is best for regression?",
			Found: "GSFA is 4 % to 13 % more accurate than reordering the samples for SFA, with every graph and every supervised step. " +
				"The serial and the mixed graph are the most accurate; soft labels of a Gaussian classifier are far better than linear regression.",
			Data:  faces,
			Spec:  sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.25}, Objective: "rmse"}.With("layers", faceNetwork, "space", "linear", "graph", "reorder,window,serial,mixed", "window", "16,32", "graph-groups", "20", "lambda", "0", "p", "2,3,4,5,8,12,20,40,60", "readout", "soft-gaussian,linear", "groups", "20"),
			Check: checkGraphs,
		},
		{
			Name: "escalante-6.2-pca", Paper: escalantePaper + ", section 6.2, Table 2", Outcome: DoesNotHold,
			Question: "Is SFA on reordered samples more accurate than a PCA network?",
			Found: "Reordering is at least 10 % more accurate than a network of PCA, with considerably fewer features " +
				"(4 to 54 for soft labels of a Gaussian classifier).",
			Data:  faces,
			Spec:  sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.25}, Objective: "rmse"}.With("layers", faceNetwork+","+facePCANetwork, "method", "sfa,pca", "space", "linear", "graph", "reorder", "lambda", "0", "p", "2,3,4,5,8,12,20,40,60,80,100", "readout", "soft-gaussian,linear", "groups", "20"),
			Check: checkReordering,
		},
	}
}

const faceScale = "Trained on %d drawn faces (paper: 64,471 photographs)."

// supervisedSteps holds the supervised steps of Table 2 that are available here.
var supervisedSteps = []struct{ readout, name string }{{"soft-gaussian", "Soft GC"}, {"linear", "linear"}}

// checkGraphs claims that every graph is more accurate than reordering with each supervised
// step, a graph of groups more accurate than the windows, and soft labels more accurate than
// linear regression. As in the paper, each uses its best number of features, here chosen on
// validation.
func checkGraphs(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	graphs := []struct{ name, query string }{
		{"reordering", "graph=reorder"}, {"window 16", "graph=window window=16"}, {"window 32", "graph=window window=32"},
		{"serial", "graph=serial"}, {"mixed", "graph=mixed"},
	}
	with := func(graph, step int) string { return graphs[graph].query + " readout=" + supervisedSteps[step].readout }
	of := func(graph, step int) series {
		return e.measuredSeries(e.requireBest(with(graph, step), "rmse"), rmse, with(graph, step))
	}
	table := [][]string{{"RMSE"}}
	for k, step := range supervisedSteps {
		table[0] = append(table[0], step.name, "features")
		var words []string
		for i, g := range graphs {
			r := e.bestOnValidation(e.rowsWhere(with(i, k)), "rmse")
			if k == 0 {
				table = append(table, []string{g.name})
			}
			table[i+1] = append(table[i+1], text(rmse.meanOf(r)), fmt.Sprint(method.P.Of(r.Config)))
			words = append(words, g.name+" "+text(rmse.meanOf(r)))
			if i > 0 {
				e.evaluate(func() { e.claimBelow(step.name+": "+g.name+" less error than reordering (ln)", of(i, k), of(0, k)) })
			}
		}
		e.evaluate(func() {
			e.claimBelow(step.name+": serial or mixed less error than the windows (ln)", least(of(3, k), of(4, k)), least(of(1, k), of(2, k)))
			e.addSentence("Errors with %s: %s.", step.name, strings.Join(words, ", "))
		})
	}
	for i, g := range graphs {
		e.evaluate(func() {
			e.claimBelow(g.name+": soft labels less error than linear regression (ln)", of(i, 0), of(i, 1))
		})
	}
	if len(e.rows) > 0 {
		e.addSentence(faceScale, e.trained())
	}
	return e.verdict(table, "")
}

// mean returns the mean over repeats as text.
func mean(s series) string { return text(stat.Mean(s, nil)) }

// checkReordering claims that reordering has a tenth less error than the network of PCA with
// each supervised step, and fewer features for soft labels.
func checkReordering(rows []choose.Row) Verdict {
	e := newEvidence(rows)
	table := [][]string{{"", "reordering", "features", "PCA", "features", "PCA with as few"}}
	for _, step := range supervisedSteps {
		e.evaluate(func() {
			reorder := e.requireBest("method=sfa layers="+faceNetwork+" readout="+step.readout, "rmse")
			pca := e.requireBest("method=pca layers="+facePCANetwork+" readout="+step.readout, "rmse")
			a, b := e.measuredSeries(reorder, rmse, "reordering"), e.measuredSeries(pca, rmse, "PCA")
			few := e.cell(fmt.Sprintf("method=pca layers=%s readout=%s p=%d", facePCANetwork, step.readout, method.P.Of(reorder.Config)), rmse)
			e.claim(step.name+": a tenth less error from reordering than from PCA (ln)", func(i int) float64 { return math.Log(0.9 * b[i] / a[i]) })
			if step.readout != "linear" {
				fewer := float64(method.P.Of(pca.Config) - method.P.Of(reorder.Config))
				e.claim(step.name+": with fewer features than PCA", func(int) float64 { return fewer })
			}
			e.addSentence("%s: reordering %s with %d features, PCA %s with %d, and %s with as few as reordering.",
				step.name, text(rmse.meanOf(reorder)), method.P.Of(reorder.Config), text(rmse.meanOf(pca)), method.P.Of(pca.Config), few)
			table = append(table, []string{step.name, text(rmse.meanOf(reorder)), fmt.Sprint(method.P.Of(reorder.Config)), text(rmse.meanOf(pca)), fmt.Sprint(method.P.Of(pca.Config)), few})
		})
	}
	if len(e.rows) > 0 {
		e.addSentence(faceScale, e.trained())
	}
	return e.verdict(table, "")
}

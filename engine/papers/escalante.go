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

// The first layers of the paper's networks (Table 1), which end where an image
// of 16×16 pixels does: of SFA with the 0.8 expansion, and of PCA.
const (
	faceNetwork    = "16x16:4x4:pca13:0.8exp:sfa13/2x1:0.8exp:sfa20/1x2:0.8exp:sfa35/2x1:0.8exp:sfa60/all:0.8exp:sfa60"
	facePCANetwork = "16x16:4x4:pca13/2x1:pca20/1x2:pca35/2x1:pca60/all:pca100"
)

// escalante are the experiments of section 6.2, Table 2.
func escalante() []Experiment {
	faces := datasets.Options{Paths: []string{"regression"}}
	return []Experiment{
		{
			Name: "escalante-6.2", Paper: escalantePaper + ", section 6.2, Table 2", Outcome: Undecided,
			Question: "which training graph is best for a regression?",
			Found: "GSFA is 4 % to 13 % more accurate than reordering the samples for SFA, with every graph and every supervised step. " +
				"The serial and the mixed graph are the most accurate; soft labels of a Gaussian classifier are far better than linear regression.",
			Data:  faces,
			Spec:  sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.25}, Objective: "rmse"}.With("layers", faceNetwork, "space", "linear", "graph", "reorder,window,serial,mixed", "window", "16,32", "graph-groups", "20", "lambda", "0", "p", "2,3,4,5,8,12,20,40,60", "readout", "soft-gaussian,linear", "groups", "20"),
			Check: checkGraphs,
		},
		{
			Name: "escalante-6.2-pca", Paper: escalantePaper + ", section 6.2, Table 2", Outcome: DoesNotHold,
			Question: "does SFA on reordered samples beat a network of PCA?",
			Found: "Reordering is at least 10 % more accurate than a network of PCA, with considerably fewer features " +
				"(4 to 54 for soft labels of a Gaussian classifier).",
			Data:  faces,
			Spec:  sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.25}, Objective: "rmse"}.With("layers", faceNetwork+","+facePCANetwork, "method", "sfa,pca", "space", "linear", "graph", "reorder", "lambda", "0", "p", "2,3,4,5,8,12,20,40,60,80,100", "readout", "soft-gaussian,linear", "groups", "20"),
			Check: checkReordering,
		},
	}
}

const faceScale = "Of the paper's 64,471 photographs, drawn faces here, %d to train on."

// steps are the supervised steps of Table 2 that there are here.
var steps = []struct{ readout, name string }{{"soft-gaussian", "Soft GC"}, {"linear", "linear"}}

// checkGraphs wants every graph ahead of reordering with each supervised step,
// a graph of groups ahead of the windows, and soft labels ahead of linear
// regression. As in the paper each takes the number of features it is best with, here
// on validation.
func checkGraphs(rows []choose.Row) Verdict {
	e := gather(rows)
	graphs := []struct{ name, query string }{
		{"reordering", "graph=reorder"}, {"window 16", "graph=window window=16"}, {"window 32", "graph=window window=32"},
		{"serial", "graph=serial"}, {"mixed", "graph=mixed"},
	}
	with := func(graph, step int) string { return graphs[graph].query + " readout=" + steps[step].readout }
	of := func(graph, step int) series {
		return e.measured(e.chosen(with(graph, step), "rmse"), rmse, with(graph, step))
	}
	table := [][]string{{"RMSE"}}
	for k, step := range steps {
		table[0] = append(table[0], step.name, "features")
		var words []string
		for i, g := range graphs {
			r := e.best(e.where(with(i, k)), "rmse")
			if k == 0 {
				table = append(table, []string{g.name})
			}
			table[i+1] = append(table[i+1], text(rmse.of(r)), fmt.Sprint(method.P.Of(r.Config)))
			words = append(words, g.name+" "+text(rmse.of(r)))
			if i > 0 {
				e.judge(func() { e.below(step.name+": "+g.name+" less error than reordering (ln)", of(i, k), of(0, k)) })
			}
		}
		e.judge(func() {
			e.below(step.name+": serial or mixed less error than the windows (ln)", least(of(3, k), of(4, k)), least(of(1, k), of(2, k)))
			e.say("Errors with %s: %s.", step.name, strings.Join(words, ", "))
		})
	}
	for i, g := range graphs {
		e.judge(func() { e.below(g.name+": soft labels less error than linear regression (ln)", of(i, 0), of(i, 1)) })
	}
	if len(e.rows) > 0 {
		e.say(faceScale, e.trained())
	}
	return e.verdict(table, "")
}

// mean writes the mean over repeats.
func mean(s series) string { return text(stat.Mean(s, nil)) }

// checkReordering wants reordering a tenth ahead of the network of PCA with each
// supervised step, with fewer features for soft labels.
func checkReordering(rows []choose.Row) Verdict {
	e := gather(rows)
	table := [][]string{{"", "reordering", "features", "PCA", "features", "PCA with as few"}}
	for _, step := range steps {
		e.judge(func() {
			reorder := e.chosen("method=sfa layers="+faceNetwork+" readout="+step.readout, "rmse")
			pca := e.chosen("method=pca layers="+facePCANetwork+" readout="+step.readout, "rmse")
			a, b := e.measured(reorder, rmse, "reordering"), e.measured(pca, rmse, "PCA")
			few := e.cell(fmt.Sprintf("method=pca layers=%s readout=%s p=%d", facePCANetwork, step.readout, method.P.Of(reorder.Config)), rmse)
			e.claim(step.name+": a tenth less error from reordering than from PCA (ln)", func(i int) float64 { return math.Log(0.9 * b[i] / a[i]) })
			if step.readout != "linear" {
				fewer := float64(method.P.Of(pca.Config) - method.P.Of(reorder.Config))
				e.claim(step.name+": with fewer features than PCA", func(int) float64 { return fewer })
			}
			e.say("%s: reordering %s with %d features, PCA %s with %d, and %s with as few as reordering.",
				step.name, text(rmse.of(reorder)), method.P.Of(reorder.Config), text(rmse.of(pca)), method.P.Of(pca.Config), few)
			table = append(table, []string{step.name, text(rmse.of(reorder)), fmt.Sprint(method.P.Of(reorder.Config)), text(rmse.of(pca)), fmt.Sprint(method.P.Of(pca.Config)), few})
		})
	}
	if len(e.rows) > 0 {
		e.say(faceScale, e.trained())
	}
	return e.verdict(table, "")
}

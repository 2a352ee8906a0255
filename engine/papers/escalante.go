package papers

import (
	"fmt"
	"strings"

	"example.com/sfatui/datasets/split"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/sweep"
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
			Name: "escalante-6.2", Paper: escalantePaper + ", section 6.2, Table 2",
			Question: "which training graph is best for a regression?",
			Found: "GSFA is 4 % to 13 % more accurate than reordering the samples for SFA, with every graph and every supervised step. " +
				"The serial and the mixed graph are the most accurate; soft labels of a Gaussian classifier are far better than linear regression.",
			Data:  faces,
			Spec:  sweep.Spec{Split: split.Options{Folds: 3}}.With("layers", faceNetwork, "space", "linear", "graph", "reorder,window,serial,mixed", "window", "16,32", "graph-groups", "20", "lambda", "0", "p", "2,3,4,5,8,12,20,40,60", "readout", "soft-gaussian,linear", "groups", "20"),
			Check: checkGraphs,
		},
		{
			Name: "escalante-6.2-pca", Paper: escalantePaper + ", section 6.2, Table 2",
			Question: "does SFA on reordered samples beat a network of PCA?",
			Found: "Reordering is at least 10 % more accurate than a network of PCA, with considerably fewer features " +
				"(4 to 54 for soft labels of a Gaussian classifier).",
			Data:  faces,
			Spec:  sweep.Spec{Split: split.Options{Folds: 3}}.With("layers", faceNetwork+","+facePCANetwork, "method", "sfa,pca", "space", "linear", "graph", "reorder", "lambda", "0", "p", "2,3,4,5,8,12,20,40,60,80,100", "readout", "soft-gaussian,linear", "groups", "20"),
			Check: checkReordering,
		},
	}
}

const faceScale = "Of the paper's 64,471 photographs, drawn faces here, %d to train on. "

// steps are the supervised steps of Table 2 that there are here.
var steps = []struct{ readout, name string }{{"soft-gaussian", "Soft GC"}, {"linear", "linear"}}

// checkGraphs wants every graph ahead of reordering with each supervised step,
// a graph of groups ahead of the windows, and soft labels ahead of linear
// regression. As in the paper each takes the number of features it is best with.
func checkGraphs(rows []choose.Row) Verdict {
	e := gather(rows)
	graphs := []struct{ name, query string }{
		{"reordering", "graph=reorder"}, {"window 16", "graph=window window=16"}, {"window 32", "graph=window window=32"},
		{"serial", "graph=serial"}, {"mixed", "graph=mixed"},
	}
	head, numbers := []string{"RMSE"}, make([][]float64, len(steps))
	table := [][]string{nil}
	for i, g := range graphs {
		cells := []string{g.name}
		for k, step := range steps {
			x, at := e.best(g.query+" readout="+step.readout, rmse)
			numbers[k] = append(numbers[k], x)
			cells = append(cells, text(x), fmt.Sprint(method.P.Of(at.Config)))
			if i == 0 {
				head = append(head, step.name, "features")
			}
		}
		table = append(table, cells)
	}
	table[0] = head
	if v, yes := e.lacking(); yes {
		return v
	}
	ahead, grouped, here := true, true, ""
	for k, step := range steps {
		reorder, of := numbers[k][0], numbers[k][1:]
		least, most := 1.0, 0.0 // shares of the error that graphs save
		for _, x := range of {
			least, most = min(least, 1-x/reorder), max(most, 1-x/reorder)
		}
		ahead = ahead && least > 0
		grouped = grouped && min(of[2], of[3]) < min(of[0], of[1])
		here += fmt.Sprintf("%s: GSFA saves %.0f %% to %.0f %% of the error of reordering (%s); serial %s, mixed %s, windows %s and %s. ",
			step.name, 100*least, 100*most, text(reorder), text(of[2]), text(of[3]), text(of[0]), text(of[1]))
	}
	soft := true
	for i := range graphs {
		soft = soft && numbers[0][i] < numbers[1][i]
	}
	return Verdict{
		Here:  fmt.Sprintf(faceScale+"%sSoft labels are better than linear regression with every graph: %s.", e.trained(), here, yesNo(soft)),
		Holds: ahead && grouped && soft,
		Table: table,
	}
}

// checkReordering wants reordering a tenth ahead of the network of PCA with each
// supervised step, with fewer features for soft labels.
func checkReordering(rows []choose.Row) Verdict {
	e := gather(rows)
	table := [][]string{{"", "reordering", "features", "PCA", "features", "PCA with as few"}}
	holds, here := true, ""
	for _, step := range steps {
		reorder, with := e.best("method=sfa layers="+faceNetwork+" readout="+step.readout, rmse)
		pca, of := e.best("method=pca layers="+facePCANetwork+" readout="+step.readout, rmse)
		few := e.number(fmt.Sprintf("method=pca layers=%s readout=%s p=%d", facePCANetwork, step.readout, method.P.Of(with.Config)), rmse)
		holds = holds && reorder <= 0.9*pca && (step.readout == "linear" || method.P.Of(with.Config) < method.P.Of(of.Config))
		here += fmt.Sprintf("%s: reordering %s with %d features, PCA %s with %d, and %s with as few as reordering. ",
			step.name, text(reorder), method.P.Of(with.Config), text(pca), method.P.Of(of.Config), text(few))
		table = append(table, []string{step.name, text(reorder), fmt.Sprint(method.P.Of(with.Config)), text(pca), fmt.Sprint(method.P.Of(of.Config)), text(few)})
	}
	if v, yes := e.lacking(); yes {
		return v
	}
	return Verdict{
		Here:  fmt.Sprintf(faceScale, e.trained()) + strings.TrimSpace(here),
		Holds: holds,
		Table: table,
	}
}

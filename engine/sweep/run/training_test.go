package run

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// writeEdges joins consecutive samples of each segment in a file of edges.
func writeEdges(t *testing.T, set *data.Set) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("i,j,weight\n")
	for _, s := range set.Segments {
		for i := s.Start; i+1 < s.End; i++ {
			fmt.Fprintf(&b, "%d,%d,1\n", i, i+1)
		}
	}
	path := filepath.Join(t.TempDir(), "edges.csv")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file of edges between consecutive samples is the time graph, on every fold;
// a changed file is noticed by whoever takes the sweep up again.
func TestEdgesFromAFile(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	path := writeEdges(t, set)
	s := sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("graph", "time,edges:"+path, "space", "poly", "lambda", "0", "p", "3", "readout", "none")
	p := sweeptest.Plan(t, set, s)
	time := map[int]*result.Result{}
	results := runAll(t, p, sweep.RunOptions{}).results
	for _, r := range results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		if graph.Name.Of(r.Point) == "time" {
			time[r.Point.Fold] = r
		}
	}
	for _, r := range results {
		if graph.Name.Of(r.Point) == "time" {
			continue
		}
		if want := time[r.Point.Fold].Slowness; !sweeptest.Near(r.Slowness.Train, want.Train, 1e-9) || !sweeptest.Near(r.Slowness.Test, want.Test, 1e-9) || !sweeptest.Near(r.Graph.Delta, want.Train, 1e-9) || r.Graph.Components < 2 {
			t.Errorf("fold %d: slowness %v, under the time graph %v", r.Point.Fold, r.Slowness.Train, want.Train)
		}
		if graph.EdgesHash.Of(r.Point) == "" {
			t.Error("the point does not name what was in the file")
		}
	}
	if err := os.WriteFile(path, []byte("0,1,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var points []part.Point
	for _, e := range p.Entries {
		points = append(points, e.Point)
	}
	if _, err := sweep.PlanOf(set, "hash", points); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("another file: error %v", err)
	}
}

// A list that counts from 1 is that which counts from 0. Samples in no edge are counted: of
// each segment of 30 the first 5.
func TestSamplesInNoEdge(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	dir := t.TempDir()
	var words []string
	for first := range 2 {
		var b strings.Builder
		for _, s := range set.Segments {
			for i := s.Start + 5; i+1 < s.End; i++ {
				fmt.Fprintf(&b, "%d,%d,1\n", i+first, i+1+first)
			}
		}
		path := filepath.Join(dir, fmt.Sprint("from", first))
		if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		words = append(words, fmt.Sprintf("edges:%s:%d", path, first))
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("graph", strings.Join(words, ","), "space", "poly", "lambda", "0", "p", "3", "readout", "none")
	var slowness [][]part.Float
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		slowness = append(slowness, r.Graph.Delta)
		alone, n := 0, 0
		for _, note := range r.Notes {
			fmt.Sscanf(note, "%d of %d training samples are in no edge", &alone, &n)
		}
		if alone == 0 || 6*alone != n {
			t.Errorf("%d of %d samples in no edge: %q", alone, n, r.Notes)
		}
	}
	if len(slowness) != 2 || !slices.Equal(slowness[0], slowness[1]) {
		t.Errorf("slowness %v", slowness)
	}
}

// Weights of one change nothing; those of samples move the variance, those of
// transitions the slowness.
func TestWeightsFromTheData(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	n, _ := set.X.Dims()
	set.Importance, set.TransitionImportance = make([]float64, n), make([]float64, n)
	for i := range n {
		set.Importance[i], set.TransitionImportance[i] = 1, 1
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("weights", "none,samples,transitions,both", "space", "poly", "lambda", "0", "p", "3", "readout", "none")
	slowness := func() map[string][]part.Float {
		out := map[string][]part.Float{}
		for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
			if r.Error != "" {
				t.Fatal(r.Error)
			}
			out[graph.Weights.Of(r.Point)] = r.Slowness.Train
		}
		return out
	}
	even := slowness()
	for _, w := range []string{"samples", "transitions", "both"} {
		if !sweeptest.Near(even[w], even[""], 1e-9) {
			t.Errorf("weights of one, %s: %v, without %v", w, even[w], even[""])
		}
	}
	for i := range n / 2 {
		set.Importance[i], set.TransitionImportance[i] = 0, 100
	}
	uneven := slowness()
	if sweeptest.Near(uneven["samples"], even[""], 1e-3) || sweeptest.Near(uneven["transitions"], even[""], 1e-3) || sweeptest.Near(uneven["both"], uneven["samples"], 1e-3) {
		t.Errorf("weights change nothing: %v", uneven)
	}
	if got := sweeptest.Plan(t, set, sweep.Spec{}).Spec.Text("weights"); got != "both" {
		t.Errorf("without a word the columns are %q", got)
	}
}

// With all partners drawn, the pairs of a class are all pairs of it; what is
// random is drawn as often as asked, what is not once. Two classes have one
// feature that tells them apart.
func TestPairsAndDraws(t *testing.T) {
	set := sweeptest.Trials(4, 2, 20)
	s := sweep.Spec{Draws: 3, Split: split.Options{Folds: 1, Seed: 1}}.With("graph", "class-pairs", "pairs", "all,200,3", "space", "linear", "lambda", "0", "p", "1", "readout", "none")
	p := sweeptest.Plan(t, set, s)
	if len(p.Entries) != 1+2*3 {
		t.Fatalf("%d points, want one exact and three draws of each number of pairs", len(p.Entries))
	}
	delta := map[int][]part.Float{}
	for _, r := range runAll(t, p, sweep.RunOptions{}).results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		if graph.Partners.Of(r.Point) == 3 && sweeptest.Near(delta[3], r.Slowness.TimeTrain, 0) {
			t.Error("two draws are the same")
		}
		delta[graph.Partners.Of(r.Point)] = r.Slowness.TimeTrain
	}
	if !sweeptest.Near(delta[0], delta[200], 1e-9) || sweeptest.Near(delta[0], delta[3], 1e-9) {
		t.Errorf("slowness %v", delta)
	}
	configs := map[part.Point]bool{}
	for _, e := range p.Entries {
		configs[e.Point.Config()] = true
	}
	if len(configs) != 3 {
		t.Errorf("%d choices of parameters: draws are repeats of one", len(configs))
	}
}

// Another cut serves from the same moments; what was cut can be seen in the
// spectrum.
func TestCut(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("cut", "auto,0.01", "sigma", "rel:2", "lambda", "0", "m", "40", "p", "3", "readout", "none")
	rank := map[bool]int{}
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		rank[method.Cut.Of(r.Point).OK] = r.Rank
		if len(r.Spectrum.Rank) == 0 || r.Spectrum.Rank[0] != 1 || !slices.IsSortedFunc(r.Spectrum.Value, func(a, b part.Float) int { return int(math.Copysign(1, float64(b-a))) }) {
			t.Errorf("spectrum %+v", r.Spectrum)
		}
		if method.Cut.Of(r.Point).OK && (r.Spectrum.Cut != 0.01 || !strings.Contains(strings.Join(r.Notes, "\n"), "eigenvalues of C cut: at most 1.0e-02 of the largest")) {
			t.Errorf("cut %v, notes %q", r.Spectrum.Cut, r.Notes)
		}
	}
	if !(rank[true] < rank[false]) {
		t.Errorf("ranks %v", rank)
	}
}

// Directions drawn at random are less slow than those that are solved for, and
// each draw is another.
func TestRandomProjection(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	s := sweep.Spec{Draws: 2, Split: split.Options{Folds: 1, Seed: 1}}.With("predictability", "10", "method", "sfa,pca,random", "space", "poly", "lambda", "0", "p", "2", "readout", "lda")
	var sfa, random []float64
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if r.Error != "" || !r.Variance.OK || r.Slowness.PredictabilityTest == nil || !(*r.Slowness.PredictabilityTest > 0) {
			t.Errorf("%s: %+v %v %s", r.Point.Label(), r.Variance, r.Slowness.PredictabilityTest, r.Error)
		}
		total := 0
		for i := range r.Confusion.Sample {
			for _, c := range r.Confusion.Sample[i] {
				total += c
			}
		}
		if total != r.NTest {
			t.Errorf("the confusion matrix counts %d of %d", total, r.NTest)
		}
		switch method.Name.Of(r.Point) {
		case "sfa":
			sfa = append(sfa, float64(r.Slowness.MeanTrain))
		case "random":
			random = append(random, float64(r.Slowness.MeanTrain))
		}
	}
	if len(sfa) != 1 || len(random) != 2 || random[0] == random[1] || sfa[0] >= min(random[0], random[1]) {
		t.Errorf("slowness of SFA %v, of random projections %v", sfa, random)
	}
}

// A network between the inputs and the space is trained under the point's
// graph; its outputs are what the space sees.
func TestLayers(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	s := sweep.Spec{Split: split.Options{Folds: 1, Validation: 0.3, Seed: 1}}.With("layers", "none,3:2+1:poly2:sfa3/all:poly2:sfa4", "graph", "time,clustered", "method", "sfa,pca", "space", "linear,kernel", "sigma", "rel:1", "m", "20", "lambda", "0", "p", "2", "readout", "lda")
	slowness := map[string]float64{}
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{Workers: 2}).results {
		if r.Error != "" || !r.Variance.OK {
			t.Errorf("%s: %+v %s", r.Point.Label(), r.Variance, r.Error)
			continue
		}
		slowness[fmt.Sprint(method.Name.Of(r.Point), space.Name.Of(r.Point), graph.Name.Of(r.Point), hierarchy.Layers.Of(r.Point) != "")] = float64(r.Slowness.MeanTrain)
		if hierarchy.Layers.Of(r.Point) != "" && !strings.Contains(strings.Join(r.Notes, "\n"), "layer 1") {
			t.Errorf("%s: the network is not described: %q", r.Point.Label(), r.Notes)
		}
	}
	if !(slowness["sfalineartimetrue"] < slowness["sfalineartimefalse"]) {
		t.Errorf("slowness %v: a network of quadratic functions should be slower than linear functions", slowness)
	}
	if slowness["pcalineartimetrue"] == slowness["pcalinearclusteredtrue"] {
		t.Error("the graph that the network is trained under changes nothing")
	}
	for _, bad := range []string{"4:2", "3:2:poly2"} {
		s.Set("layers", bad)
		if _, err := sweep.NewPlan(set, "hash", s); err == nil || !strings.Contains(err.Error(), "--layers") {
			t.Errorf("%s: error %v", bad, err)
		}
	}
}

// Methods that look at the whole time course find what goes on forever.
func TestPredictableAndForecastable(t *testing.T) {
	set := sweeptest.Trials(4, 2, 60)
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "pfa,foreca", "order", "1,2", "iterations", "1,3", "cut", "auto,1e-6", "space", "linear", "p", "1,2", "readout", "none")
	p := sweeptest.Plan(t, set, s)
	if len(p.Entries) != 2*(2*2*2+2) {
		t.Fatalf("%d points", len(p.Entries))
	}
	for _, r := range runAll(t, p, sweep.RunOptions{}).results {
		// The third input is noise, of slowness 2.
		if r.Error != "" || !r.Variance.OK || !(r.Slowness.MeanTest < 0.5) {
			t.Errorf("%s: slowness %v, %+v, %s", r.Point.Label(), r.Slowness.MeanTest, r.Variance, r.Error)
		}
	}
}

// Inputs that mean nothing are named.
func TestOddInputsAreNamed(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	n, _ := set.X.Dims()
	x := mat.NewDense(n, 5, nil)
	for i := range n {
		row := set.X.RawRowView(i)
		x.SetRow(i, []float64{row[0], row[1], 7, row[2], row[0]})
	}
	set.X, set.Inputs = x, []string{"a", "b", "still", "c", "again"}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "2", "readout", "none")
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		notes := strings.Join(r.Notes, "\n")
		if !strings.Contains(notes, "constant on the training part: still") || !strings.Contains(notes, "again = a") || r.Rank != 3 {
			t.Errorf("rank %d, notes %q", r.Rank, r.Notes)
		}
	}
}

package run

import (
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// Weights hold in the graph of every iteration of GPFA: the variance of its
// last features is one under them, not under the degrees that GPFA has itself.
func TestWeightsInEveryIteration(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	n, _ := set.X.Dims()
	set.Importance = make([]float64, n)
	for i := range n {
		set.Importance[i] = 1 + float64(i%7)
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("graph", "gpfa1", "graph-knn", "4", "iterations", "1,2,3", "weights", "none,samples", "space", "linear", "lambda", "0", "p", "2", "readout", "none")
	for _, r := range runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		consistent := r.Graph.Consistency < 1e-9
		if want := graph.Weights.Of(r.Point) == ""; consistent != want {
			t.Errorf("%s: consistency %g", r.Point.Label(), float64(r.Graph.Consistency))
		}
	}
}

// A network under pairs drawn at random is trained anew for each draw.
func TestLayersAreDrawnWithTheirPairs(t *testing.T) {
	s := sweep.Spec{Draws: 3, Split: split.Options{Folds: 1, Seed: 1}}.With("layers", "3:all:poly2:sfa3", "method", "pca", "graph", "class-pairs", "pairs", "2", "space", "linear", "lambda", "0", "p", "2", "readout", "none")
	seen := map[part.Float]int{}
	for _, r := range runAll(t, sweeptest.Plan(t, sweeptest.Trials(4, 2, 30), s), sweep.RunOptions{}).results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
		seen[r.Slowness.MeanTrain]++
	}
	if len(seen) != 3 {
		t.Errorf("slowness of three draws: %v", seen)
	}
}

// What comes out of principal components has no unit variance for multiples of
// a width to go by.
func TestMultiplesOfAWidthNeedSlowFeatures(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("layers", "3:all:pca2", "space", "kernel", "sigma", "rel:1", "m", "10")
	if _, err := sweep.NewPlan(set, "hash", s); err == nil || !strings.Contains(err.Error(), "no unit variance") {
		t.Errorf("error %v", err)
	}
	s.Set("layers", "3:all:pca2:sfa2")
	if _, err := sweep.NewPlan(set, "hash", s); err != nil {
		t.Errorf("a network of slow features: %v", err)
	}
}

package run

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// toy is four signals of 80 samples for training, and the first 20 of them again for test.
func toy() *data.Set {
	x := mat.NewDense(100, 4, nil)
	for i := range 100 {
		t := float64(i % 80)
		x.SetRow(i, []float64{math.Cos(0.3 * t), math.Sin(0.7*t + 0.2*math.Sin(0.11*t)), 0.5*math.Pow(-1, t) + math.Cos(1.1*math.Pow(t, 1.05)), math.Sin(0.05 * math.Pow(t, 1.5))})
	}
	return &data.Set{Name: "toy", Inputs: []string{"a", "b", "c", "d"}, X: x, Segments: []data.Segment{{Name: "0", End: 80}, {Name: "1", Start: 80, End: 100, Held: true}}}
}

// Predictability by the numbers of neighbours and the pasts that a sweep lists, of the two
// first principal components, against a program in numpy that sorts all distances. All
// points of the sweep are of one job, which solves once.
func TestPredictabilityOverNeighboursAndPasts(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "pca", "space", "linear", "p", "2", "readout", "none", "predictability", "3,6", "predictability-past", "1,2,5")
	want := map[[2]int]float64{
		{3, 1}: 1.062452598851124, {3, 2}: 1.5721800472943548, {3, 5}: 1.6329180675795483,
		{6, 1}: 1.4501970124798944, {6, 2}: 1.5744537524440927, {6, 5}: 1.7854403917907975,
	}
	plan := sweeptest.Plan(t, toy(), s)
	if len(plan.Jobs) != 1 || len(plan.Entries) != len(want) {
		t.Fatalf("%d points in %d jobs", len(plan.Entries), len(plan.Jobs))
	}
	for _, r := range runAll(t, plan, sweep.RunOptions{}).results {
		at := [2]int{measure.Neighbours.Of(r.Point), measure.PastOf(r.Point)}
		if got := measure.TestPredictability.Value(r); math.Abs(got-want[at]) > 1e-9 {
			t.Errorf("q = %d, past %d: %v, want %v", at[0], at[1], got, want[at])
		}
	}
}

package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// measured computes a plan of which no point may fail.
func measured(t *testing.T, set *data.Set, s sweep.Spec) map[string]*result.Result {
	t.Helper()
	results := runAll(t, sweeptest.Plan(t, set, s), sweep.RunOptions{}).results
	for _, r := range results {
		if r.Error != "" {
			t.Fatal(r.Error)
		}
	}
	return results
}

// What is minimised is what is shown: under a graph of labels slowness is that between the
// samples of a label on each part, divided by the variance there, and slowness in time is a
// measure of its own.
func TestSlownessUnderTheGraphOfEachPart(t *testing.T) {
	set := sweeptest.Trials(4, 3, 30)
	s := sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.3, Seed: 1}}.With("space", "poly", "lambda", "0,1e-2", "p", "2", "readout", "none", "graph", "clustered,serial")
	for _, r := range measured(t, set, s) {
		x, err := Solve(t.Context(), set, "hash", r.Point)
		if err != nil {
			t.Fatal(err)
		}
		of := graph.Clustered
		if graph.Name.Of(r.Point) == "serial" {
			of = graph.Serial
		}
		under := func(phi *mat.Dense, rows []int) []part.Float {
			label := make([]int, len(rows))
			for i, row := range rows {
				label[i] = set.Label[row]
			}
			g, err := of(label)
			if err != nil {
				t.Fatal(err)
			}
			m, err := graph.Moments(t.Context(), g, phi)
			if err != nil {
				t.Fatal(err)
			}
			out := part.Floats(ratios(m.Cdot, m.C))
			return out
		}
		if want := under(x.Train, x.TrainRows); !sweeptest.Near(r.Slowness.Train, want, 1e-9) {
			t.Errorf("%s: training %v, want %v", r.Point.Label(), r.Slowness.Train, want)
		}
		if want := under(x.Test, x.TestRows); !sweeptest.Near(r.Slowness.Test, want, 1e-9) {
			t.Errorf("%s: test %v, want %v", r.Point.Label(), r.Slowness.Test, want)
		}
		if len(r.Slowness.TimeTrain) != 2 || len(r.Slowness.TimeTest) != 2 || len(r.Slowness.EtaTest) != 2 || sweeptest.Near(r.Slowness.TimeTest, r.Slowness.Test, 1e-3) {
			t.Errorf("%s: slowness in time %v and %v", r.Point.Label(), r.Slowness.TimeTrain, r.Slowness.TimeTest)
		}
		for _, v := range r.Validation.Parts {
			if len(v.Delta) != 2 || len(v.Time) != 2 || sweeptest.Near(v.Delta, v.Time, 1e-3) {
				t.Errorf("%s: validation Δ %v, in time %v", r.Point.Label(), v.Delta, v.Time)
			}
		}
	}
}

// Slowness is divided by the variance measured, on training as on test: where λ makes no
// difference to rounding, that is 1, and where outputs violate it, it is not.
func TestTrainingSlownessIsDividedByTheVariance(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "incremental", "space", "linear", "p", "2", "readout", "none")
	for _, r := range measured(t, set, s) {
		x, err := Solve(t.Context(), set, "hash", r.Point)
		if err != nil {
			t.Fatal(err)
		}
		for j, delta := range r.Slowness.Train {
			steps, pairs, at := 0.0, 0, 0
			for _, n := range x.TrainSpans {
				for i := at + 1; i < at+n; i++ {
					d := x.Train.At(i, j) - x.Train.At(i-1, j)
					steps += d * d
					pairs++
				}
				at += n
			}
			variance := float64(r.Variance.Each[j])
			if want := steps / float64(pairs) / variance; math.Abs(variance-1) < 1e-6 || math.Abs(float64(delta)-want) > 1e-9*want {
				t.Errorf("feature %d of variance %v: Δ = %v, want %v", j+1, variance, delta, want)
			}
		}
	}
}

// images are rows in no order, each of a class.
func images(n, classes int) *data.Set {
	rng := rand.New(rand.NewPCG(8, 1))
	set := &data.Set{Name: "images", Inputs: []string{"a", "b", "c", "d"}, X: mat.NewDense(n, 4, nil), Label: make([]int, n), Segments: []data.Segment{{Name: "all", End: n}}}
	for c := range classes {
		set.Classes = append(set.Classes, fmt.Sprint(c))
	}
	for i := range n {
		set.Label[i] = rng.IntN(classes)
		for j := range 4 {
			set.X.Set(i, j, rng.NormFloat64())
		}
		set.X.Set(i, 0, set.X.At(i, 0)+5*float64(set.Label[i]))
	}
	return set
}

func TestRowsInNoOrderHaveNoSlownessInTime(t *testing.T) {
	for _, r := range measured(t, images(120, 3), sweep.Spec{Split: split.Options{Folds: 2, Seed: 1}}.With("space", "linear", "graph", "clustered", "lambda", "0", "p", "2", "readout", "none")) {
		if s := r.Slowness; s.TimeTrain != nil || s.TimeTest != nil || s.EtaTest != nil || s.XiTest != nil || len(s.Train) != 2 || !(s.Test[0] < 0.5) {
			t.Errorf("slowness %+v", s)
		}
	}
}

// Edges between samples of the training part alone leave no graph on the test part: that is
// said, and nothing is made up.
func TestNoEdgeOnTheTestPart(t *testing.T) {
	set := sweeptest.Trials(4, 2, 30)
	path := filepath.Join(t.TempDir(), "edges.csv")
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "2", "readout", "lda")
	plan := sweeptest.Plan(t, set, s)
	var lines []byte
	for _, span := range plan.Jobs[0].Fold.Train {
		for i := span.Start; i+1 < span.End; i++ {
			lines = fmt.Appendf(lines, "%d,%d,1\n", i, i+1)
		}
	}
	if err := os.WriteFile(path, lines, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, r := range measured(t, set, s.With("graph", "edges:"+path)) {
		if !math.IsNaN(float64(r.Slowness.MeanTest)) || len(r.Slowness.Test) != 2 || !says(r.Notes, "test part: no slowness under the edges:") || r.Accuracy == nil {
			t.Errorf("test slowness %v, accuracy %v, notes %q", r.Slowness.Test, r.Accuracy, r.Notes)
		}
	}
}

// A class of one test sample has no pair there; the others have.
func TestClassOfOneTestSample(t *testing.T) {
	if got := withoutSingles([]int{0, 1, 1, 2, -1, 0}); !slices.Equal(got, []int{0, 1, 1, -1, -1, 0}) {
		t.Errorf("labels %v", got)
	}
}

// The serial graph of three labels tells nothing: all Δ but one agree at 2, so that the
// features are arbitrary; that is said, and none is determined.
func TestSerialGraphOfThreeLabelsHasNoSlowFeature(t *testing.T) {
	set := images(150, 3)
	rng := rand.New(rand.NewPCG(2, 2))
	set.X.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, set.X)
	for i, c := range set.Label { // one direction, which the middle class is at the end of
		set.X.Set(i, 0, set.X.At(i, 0)+[]float64{0, 3, 0}[c])
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "poly", "degree", "2", "graph", "serial,clustered", "lambda", "0", "p", "2,8", "readout", "none")
	for _, r := range measured(t, set, s) {
		d, p := r.Degenerate, method.P.Of(r.Point)
		name := graph.Name.Of(r.Point)
		switch {
		case name == "clustered" && p == 2:
			if d != nil {
				t.Errorf("clustered, p = 2: %+v", d)
			}
		case d == nil:
			t.Errorf("%s: nothing is said to be degenerate; Δ %v", r.Point.Label(), r.Slowness.Train)
		case name == "serial" && (d.Determined != 0 || !slices.Equal(d.Clusters, [][2]int{{1, r.Rank - 1}}) || !d.Cut || d.Nothing != p ||
			!says(r.Notes, "the serial graph of 3 labels tells nothing here: every Δ is 2. Use clustered")):
			t.Errorf("serial, p = %d of rank %d: %+v, notes %q", p, r.Rank, d, r.Notes)
		case name == "clustered" && (d.Determined != 2 || !slices.Equal(d.Clusters, [][2]int{{3, r.Rank}}) || !d.Cut || d.Nothing != 6 ||
			!says(r.Notes, fmt.Sprintf("features 3 to 8 are arbitrary: their Δ agree to rounding (2.000000), and the cluster goes on to %d, so that even their span depends on the machine; 2 features are determined: ask for p = 2", r.Rank)) ||
			!says(r.Notes, "6 of 8 features carry nothing of the graph (Δ = 2: no structure)")):
			t.Errorf("clustered of rank %d: %+v, notes %q", r.Rank, d, r.Notes)
		}
	}
}

func TestFeaturesLikeNoiseOnTestAreNamed(t *testing.T) {
	set := images(2000, 2)
	for i := range 2000 { // one slow input, three of noise
		set.X.Set(i, 0, math.Sin(float64(i)/40))
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "lambda", "0", "p", "4", "readout", "none")
	for _, r := range measured(t, set, s) {
		if !says(r.Notes, "no slower than white noise on test") || says(r.Notes, "feature 1 ") || says(r.Notes, "features 1") {
			t.Errorf("test slowness %v, notes %q", r.Slowness.Test, r.Notes)
		}
	}
	for want, numbers := range map[string][]int{"6 to 8": {6, 7, 8}, "2 and 4": {2, 4}, "1, 2 and 5 to 7": {1, 2, 5, 6, 7}} {
		if got := runsOf(numbers); got != want {
			t.Errorf("%v are %q, want %q", numbers, got, want)
		}
	}
}

// Units of inputs change no feature of a linear space, and lose none, also where they differ
// by 10⁸.
func TestInputsInUnitsFarApart(t *testing.T) {
	spec := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear,poly", "degree", "2", "lambda", "0", "p", "3", "readout", "none")
	plain := map[string]*result.Result{}
	for _, r := range measured(t, sweeptest.Trials(4, 2, 30), spec) {
		plain[r.Point.Label()] = r
	}
	set := sweeptest.Trials(4, 2, 30)
	set.X.Apply(func(_, j int, v float64) float64 { return v * []float64{1, 1e8, 1e-4}[j] }, set.X)
	for _, r := range measured(t, set, spec) {
		want := plain[r.Point.Label()]
		if r.Rank != want.Rank || !sweeptest.Near(r.Slowness.Train, want.Slowness.Train, 1e-9) || !sweeptest.Near(r.Slowness.Test, want.Slowness.Test, 1e-9) {
			t.Errorf("%s: rank %d, slowness %v; in other units rank %d, %v", r.Point.Label(), r.Rank, r.Slowness.Test, want.Rank, want.Slowness.Test)
		}
		if !says(r.Notes, "the standard deviations of the inputs go from") {
			t.Errorf("%s: notes %q", r.Point.Label(), r.Notes)
		}
	}
}

// A validation part of one class has no graph of classes: it gives nothing to choose by, and
// that is said; with a readout it gives what that does.
func TestNoGraphOnAValidationPart(t *testing.T) {
	set := sweeptest.Trials(4, 3, 30)
	for i, seg := range set.Segments { // a class for each half of the groups
		for row := seg.Start; row < seg.End; row++ {
			set.Label[row] = i * 2 / len(set.Segments)
		}
	}
	s := sweep.Spec{Split: split.Options{Folds: 4, Validation: 0.3, Seed: 1}}.With("space", "linear", "graph", "clustered", "lambda", "0", "p", "2", "readout", "none,centroid")
	said, kept := 0, 0
	for _, r := range measured(t, set, s) {
		for _, v := range r.Validation.Parts {
			switch none := readout.Name.Of(r.Point) == "none"; {
			case v.Delta != nil:
			case none && v.Error != "" && says(r.Notes, "no slowness under the clustered graph there"):
				said++
			case !none && v.Error == "" && v.Accuracy != nil:
				kept++
			default:
				t.Errorf("%s: %+v, notes %q", r.Point.Label(), v, r.Notes)
			}
		}
	}
	if said == 0 || kept == 0 {
		t.Errorf("%d parts said why they have no graph, %d kept their accuracy", said, kept)
	}
}

package run

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
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

// The reference table of GPFA, by way of a sweep: the inputs are whitened in front, or by the
// graph itself.
func TestGPFAOfTheReferenceTable(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("front", "none,whiten:4", "space", "linear", "graph", "gpfa1,gpfa2", "graph-knn", "5", "iterations", "1,5", "basis", "printed", "lambda", "0", "p", "2", "readout", "none")
	want := map[string][2]float64{
		"gpfa1 1": {0.2398364919, 0.3572142355}, "gpfa1 5": {0.1067847651, 0.1951799694},
		"gpfa2 1": {0.2333082806, 0.3787570091}, "gpfa2 5": {0.1106439785, 0.2237284923},
	}
	for _, r := range measured(t, toy(), s) {
		name := fmt.Sprint(graph.Name.Of(r.Point), " ", graph.Iterations.Of(r.Point))
		for i, mu := range want[name] {
			if got := float64(r.Graph.Delta[i]) / 2; math.Abs(got-mu) > 1e-9 {
				t.Errorf("%s: μ%d = %.10f, table %.10f", name, i+1, got, mu)
			}
		}
		if len(r.Graph.Free) != 2 || !r.Variance.OK {
			t.Errorf("%s: free responses %v, variance %+v", name, r.Graph.Free, r.Variance)
		}
		if told := says(r.Notes, "compares states of the whitened inputs"); told != (space.FrontOf(r.Point).Text("front") == "") {
			t.Errorf("%s: notes %q", r.Point.Label(), r.Notes)
		}
	}
}

// drifting is two segments for training and one for test of three signals of other scales.
func drifting() *data.Set {
	set := &data.Set{Name: "drifting", Inputs: []string{"a", "b", "c"}, X: mat.NewDense(120, 3, nil)}
	row := 0
	for k, at := range [][2]int{{0, 45}, {60, 35}, {110, 40}} {
		start := row
		for i := range at[1] {
			t := float64(at[0] + i)
			set.X.SetRow(row, []float64{
				math.Cos(0.31*t) + 0.2*math.Sin(0.05*t*t), 3 * math.Sin(0.83*t+math.Sin(0.17*t)), 0.4*math.Cos(0.05*t) + math.Cos(2.1*t)*math.Sin(0.4*t),
			})
			row++
		}
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint(k), Start: start, End: row, Held: k == 2})
	}
	return set
}

// Three iterations of order 2 with 4 neighbours, against a program in numpy that whitens
// inputs and functions, embeds by Eq. 8 and scales directions to norm 1: μ of two features,
// and their predictability on test (q = 5, pasts of 2).
func TestGPFAIteratesAtThePapersScale(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear,poly", "degree", "2", "graph", "gpfa1,gpfa2", "graph-knn", "4", "order", "2", "iterations", "3",
		"basis", "stable,printed", "lambda", "0", "p", "2", "readout", "none", "predictability", "5", "predictability-past", "2")
	want := map[string][3]float64{
		"linear gpfa1":         {0.161501133019, 0.251993842775, 0.848490203225},
		"linear gpfa1 printed": {0.161488927821, 0.251215060520, 0.848720340042},
		"linear gpfa2":         {0.149464683303, 0.290862804117, 0.869032518093},
		"linear gpfa2 printed": {0.148589043448, 0.289852774512, 0.869027731528},
		"poly gpfa1":           {0.193538351845, 0.260788073734, 0.897562524198},
		"poly gpfa1 printed":   {0.198493751142, 0.259668591608, 0.888942050775},
		"poly gpfa2":           {0.215335242681, 0.307562852627, 0.898752705607},
		"poly gpfa2 printed":   {0.215099264103, 0.306300638894, 0.892298502193},
	}
	results := measured(t, drifting(), s)
	if len(results) != len(want) {
		t.Fatalf("%d results", len(results))
	}
	for _, r := range results {
		name := strings.TrimSpace(fmt.Sprint(space.Name.Of(r.Point), " ", graph.Name.Of(r.Point), " ", space.Basis.Of(r.Point)))
		mu := measure.Mu.Of(r)
		got := [3]float64{mu[0], mu[1], measure.TestPredictability.Value(r)}
		for i, x := range want[name] {
			if math.Abs(got[i]-x) > 1e-8 {
				t.Errorf("%s: μ and predictability %.12v, want %v", name, got, want[name])
				break
			}
		}
		if !says(r.Notes, "compares states of the whitened inputs") {
			t.Errorf("%s: notes %q", name, r.Notes)
		}
	}
}

// A kernel space compares states of the inputs as they are, and the note names the remedy.
func TestGPFAInAKernelSpaceLeavesInputs(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("sigma", "rel:1", "m", "20", "graph", "gpfa2", "graph-knn", "4", "iterations", "2", "basis", "stable,printed", "lambda", "1e-3", "p", "2", "readout", "none")
	for _, r := range measured(t, drifting(), s) {
		if !says(r.Notes, "in a kernel space gpfa2 compares states of inputs as they are: --front whiten:0.99 whitens them") {
			t.Errorf("%s: notes %q", r.Point.Label(), r.Notes)
		}
	}
}

// K of PFA has an axis of its own, beside R of GPFA. Without it PFA has as many further steps
// as it had of older sweeps: one less than iterations.
func TestStepsOfPFA(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "sfa,pfa", "space", "linear", "graph", "gpfa2", "graph-knn", "4", "iterations", "1,3", "lambda", "0", "p", "2", "readout", "none")
	slowness := map[string]float64{}
	for _, spec := range []sweep.Spec{s, s.With("pfa-steps", "0,2")} {
		for _, r := range measured(t, drifting(), spec) {
			steps := "–"
			if k := method.Steps.Of(r.Point); k.OK {
				steps = k.String()
			}
			slowness[fmt.Sprint(method.Name.Of(r.Point), " R ", graph.Iterations.Of(r.Point), " K ", steps)] = float64(r.Slowness.MeanTrain)
		}
	}
	if len(slowness) != 6 {
		t.Fatalf("points %v", slowness)
	}
	if slowness["pfa R 1 K –"] != slowness["pfa R 0 K 0"] || slowness["pfa R 3 K –"] != slowness["pfa R 0 K 2"] || slowness["pfa R 0 K 0"] == slowness["pfa R 0 K 2"] {
		t.Errorf("training slowness %v", slowness)
	}
}

// In the printed basis several segments are those of Algorithm 1, with zero columns of D and
// Ċ divided by n − 1, against a program in numpy that writes it down and cuts eigenvalues at
// 1e-11. The stable basis divides by the number of pairs, so that λ weighs otherwise.
func TestPrintedBasisOfSeveralSegments(t *testing.T) {
	set := &data.Set{Name: "segments", Inputs: []string{"a", "b"}, X: mat.NewDense(54, 2, nil)}
	row := 0
	for k, at := range [][2]int{{0, 20}, {60, 15}, {110, 9}, {140, 10}} {
		start := row
		for i := range at[1] {
			t := float64(at[0] + i)
			set.X.SetRow(row, []float64{math.Cos(0.31*t) + 0.2*math.Sin(0.05*t*t), math.Sin(0.83*t + math.Sin(0.17*t))})
			row++
		}
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint(k), Start: start, End: row, Held: k == 3})
	}
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("sigma", "1", "select", "all", "shift", "off", "basis", "printed,stable", "lambda", "0.003", "p", "3", "readout", "none")
	want := map[string][]part.Float{
		space.InPrinted: {0.10565904438574268, 0.4484545786471783, 0.7288905598059405},
		space.InStable:  {0.10549062731078632, 0.4466609509455698, 0.7279717155174001},
	}
	for _, r := range measured(t, set, s) {
		if basis := space.Basis.Of(r.Point); !sweeptest.Near(r.Slowness.Train, want[basis], 2e-5) {
			t.Errorf("%s: Δ %v, want %v", basis, r.Slowness.Train, want[basis])
		}
	}
}

// What a point was measured by is in the table of measures: Ω of ForeCA alone, μ of GPFA
// alone, and η and ξ from Δ and the mean length of the segments.
func TestMeasuresOfPredictableFeaturesAreListed(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("method", "sfa,foreca", "space", "linear", "graph", "time,gpfa2", "graph-knn", "4", "lambda", "0", "p", "2", "readout", "none", "predictability", "3")
	for _, r := range measured(t, toy(), s) {
		omega, mu := measure.Omega.Of(r), measure.Mu.Of(r)
		if foreca := method.Name.Of(r.Point) == "foreca"; foreca != (len(omega) == 2) || foreca && !(omega[0] >= omega[1] && omega[0] < 1 && omega[1] > 0) {
			t.Errorf("%s: Ω %v", r.Point.Label(), omega)
		}
		if gpfa := graph.Name.Of(r.Point) == "gpfa2"; gpfa != (len(mu) == 2) || gpfa && !(0 < mu[0] && mu[0] < mu[1] && mu[1] < 2) {
			t.Errorf("%s: μ %v", r.Point.Label(), mu)
		}
		for i, eta := range measure.TestEta.Of(r) { // one test segment of 20 samples
			if want := 20 / (2 * math.Pi) * math.Sqrt(float64(r.TestInTime()[i])); math.Abs(eta-want) > 1e-12*want || !(measure.TestXi.Of(r)[i] > eta) {
				t.Errorf("%s: η %v, want %v", r.Point.Label(), eta, want)
			}
		}
		for _, m := range []*measure.Measure{measure.TestPredictability, measure.TestEta, measure.TestXi} {
			if _, listed := m.Index(); !listed || math.IsNaN(m.Value(r)) {
				t.Errorf("%s: %s is %v", r.Point.Label(), m.Label, m.Value(r))
			}
		}
	}
}

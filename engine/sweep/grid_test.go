package sweep_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// The heuristic width is that of what the function space sees: multiples of it
// lay the grid out by the same number.
func TestHeuristicWidthOfClippedInputs(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	p := sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("clip", "quantile:0.4", "sigma", "rel:1", "m", "10", "readout", "none"))
	at := p.Entries[0].Point
	got, err := sweep.HeuristicWidth(set, at)
	if err != nil || math.Abs(got-kernel.Sigma.X(at)) > 1e-3*got {
		t.Errorf("σ₀ is %g, the sweep was laid out by %g, error %v", got, kernel.Sigma.X(at), err)
	}
	plain := at
	preparation.Clip.Set(&plain, "")
	if far, err := sweep.HeuristicWidth(set, plain); err != nil || far < 1.5*got || sweep.InputsOf(plain) == sweep.InputsOf(at) {
		t.Errorf("σ₀ is %g without clipping and %g with it, error %v", far, got, err)
	}
}

// All folds share a grid: multiples are of the median over the folds of the width of their
// training parts.
func TestWidthsAreOfTrainingParts(t *testing.T) {
	set := sweeptest.Trials(6, 2, 40)
	for i := range set.X.RawMatrix().Rows / 6 { // the first group is far from the others
		for j := range set.X.RawRowView(i) {
			set.X.RawRowView(i)[j] *= 20
		}
	}
	for folds := 1; folds <= 4; folds++ {
		s := sweep.Spec{Split: split.Options{Folds: folds, Seed: 1}}.With("sigma", "rel:1", "m", "10", "readout", "none")
		p := sweeptest.Plan(t, set, s)
		var each []float64
		for _, j := range p.Jobs {
			train, err := preparation.Gather(t.Context(), set, j.Fold.Train)
			if err != nil {
				t.Fatal(err)
			}
			each = append(each, kernel.HeuristicWidth(train.X))
		}
		slices.Sort(each)
		want := (each[(folds-1)/2] + each[folds/2]) / 2
		got, err := sweep.HeuristicWidth(set, p.Entries[0].Point)
		if len(each) != folds || err != nil || got != want {
			t.Errorf("%d folds: σ₀ is %g, error %v, of the training parts %v", folds, got, err, each)
		}
		for _, e := range p.Entries {
			if math.Abs(kernel.Sigma.X(e.Point)-want) > 1e-3*want {
				t.Errorf("%d folds: rel:1 is %g, not %g", folds, kernel.Sigma.X(e.Point), want)
			}
		}
	}
}

// An order of classes is one value, of the points alone whose graph sorts classes; without one,
// points and their keys are those of before.
func TestOrderOfClassesIsInPointsThatSortThem(t *testing.T) {
	set := sweeptest.Trials(4, 2, 40)
	plan := func(order string) []part.Point {
		s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "graph", "time,clustered,serial,mixed,window,reorder", "lambda", "0", "readout", "none", "class-order", order)
		return sweeptest.Plan(t, set, s).Points()
	}
	plain, natural, ordered := plan(""), plan("natural"), plan(" slow, fast ")
	if !slices.Equal(plain, natural) || len(ordered) != 6 {
		t.Fatalf("%d and %d points, %d with an order", len(plain), len(natural), len(ordered))
	}
	for i, p := range ordered {
		want := ""
		if graph.Kinds.Build(p).Order {
			want = "slow,fast"
		}
		if got := graph.ClassOrder.Of(p); got != want || (sweep.Key(p, "data") == sweep.Key(plain[i], "data")) != (want == "") {
			t.Errorf("%s: order %q, want %q", p, got, want)
		}
	}
	refused := func(say, order string) {
		t.Helper()
		s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("space", "linear", "graph", "serial", "class-order", order)
		if _, err := sweep.NewPlan(set, "hash", s); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%s: %v, want %q", order, err, say)
		}
	}
	refused("class slow is missing", "fast")
	refused("class fast is named twice", "fast,slow,fast")
	refused("no class is called slwo: the classes are fast, slow", "fast,slwo")
	set.Target, set.TargetName = make([]float64, len(set.Label)), "y"
	refused("sort samples by the target y", "fast,slow")
}

// A series that blocks cut is normalised within its training part, and widths go by all of it.
// The part is a ramp of 2000 rows with the standard deviation √((2000² − 1)/12). Of 1000 rows
// every second apart, half of all pairs are at most 293 rows, so 586 steps, apart.
func TestWidthOfANormalisedBlock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ramp.csv")
	text := "a\n"
	for i := range 3000 {
		text += strconv.Itoa(i) + "\n"
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := datasets.Open(t.Context(), datasets.Options{Paths: []string{path}, Normalise: "standard"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := sweeptest.Plan(t, set, sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("sigma", "rel:1", "m", "10", "readout", "none"))
	want := 586 / math.Sqrt((2000*2000-1)/12.) / math.Sqrt(2*math.Ln2)
	if got, err := sweep.HeuristicWidth(set, p.Entries[0].Point); err != nil || p.Jobs[0].Fold.Train.Samples() != 2000 || math.Abs(got-want) > 1e-3 {
		t.Errorf("σ₀ is %g of %d rows, want %g, error %v", got, p.Jobs[0].Fold.Train.Samples(), want, err)
	}
}

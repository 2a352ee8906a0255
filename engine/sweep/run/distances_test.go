package run

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// wide is a set of so many inputs that distances are worth keeping: a slow walk.
func wide(n int) *data.Set {
	const d, length = 100, 40
	rng := rand.New(rand.NewPCG(9, 2))
	s := &data.Set{Name: "wide", X: mat.NewDense(n, d, nil)}
	for j := range d {
		s.Inputs = append(s.Inputs, fmt.Sprint("x", j))
	}
	for i := range n {
		for j := range d {
			s.X.Set(i, j, math.Sin(float64(i)*(0.02+0.01*float64(j%7)))+0.3*rng.NormFloat64()+float64(j))
		}
		if i%length == 0 {
			s.Segments = append(s.Segments, data.Segment{Name: fmt.Sprint(i), Start: i, End: i + length})
		}
	}
	return s
}

// stagesNamed counts the stages that a run told of.
func (r *recorder) stagesNamed(name string) int {
	count := 0
	for _, e := range r.events {
		if e.Kind == sweep.StageDone && strings.HasSuffix(e.Stage, " · "+name) {
			count++
		}
	}
	return count
}

// Kernels of all widths share the squared distances of a division, and what comes from
// them is what comes from the samples: with too little memory for both, nothing else
// changes.
func TestDistancesAreSharedAndChangeNothing(t *testing.T) {
	s := sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.3, Seed: 1}}.With("kernel", "gaussian,laplacian", "sigma", "rel:0.5,1,2", "lambda", "0,1e-5", "m", "30,70", "p", "3", "select", "mp-mah,random,kmeans,all", "readout", "none")
	if !testenv.Full() {
		s.Set("lambda", "1e-5")
	}
	p := sweeptest.Plan(t, wide(240), s)
	mem, err := p.Memory(1, math.MaxInt64)
	if err != nil || mem.Distances == 0 {
		t.Fatalf("nothing is shared: %+v, %v", mem, err)
	}
	with := runAll(t, p, sweep.RunOptions{Memory: mem.Total(), Workers: 1})
	if got := with.stagesNamed("squared distances"); got != 4 {
		t.Errorf("squared distances were computed %d times for two parts of two folds", got)
	}
	budget := mem.Total()
	for ; mem.Distances > 0; budget -= 1 << 14 { // first fewer models are held at once
		if mem, err = p.Memory(1, budget); err != nil {
			t.Fatal(err)
		}
	}
	without := runAll(t, p, sweep.RunOptions{Memory: budget + 1<<14, Workers: 1})
	if got := without.stagesNamed("squared distances"); got != 0 {
		t.Errorf("squared distances were computed %d times without memory for them", got)
	}
	want := without.texts(t)
	if len(want) != len(p.Entries) {
		t.Fatalf("%d results of %d points", len(want), len(p.Entries))
	}
	for k, text := range with.texts(t) {
		if text != want[k] {
			t.Errorf("another result from distances:\n%s\n%s", text, want[k])
		}
	}
}

// Distances that are fewer than the values of a kernel, of few inputs, or too many to be
// kept are not computed.
func TestDistancesAreNotAlwaysWorthIt(t *testing.T) {
	few := wide(240)
	few.X, few.Inputs = mat.DenseCopyOf(few.X.Slice(0, 240, 0, 20)), few.Inputs[:20]
	for name, c := range map[string]struct {
		set  *data.Set
		spec sweep.Spec
	}{
		"one width of few supports": {wide(240), sweep.Spec{}.With("sigma", "rel:1", "m", "20")},
		"few inputs":                {few, sweep.Spec{}.With("sigma", "rel:1,2,4,8,16", "m", "70")},
		"a kernel of products":      {wide(240), sweep.Spec{}.With("kernel", "poly", "degree", "1,2,3,4,5", "m", "70")},
		"many samples":              {wide(9000), sweep.Spec{}.With("sigma", "rel:1,2", "m", "5000")},
		"no samples":                {wide(240), sweep.Spec{}.With("sigma", "rel:1,2,4,8,16", "m", "70", "select", "kmeans")},
	} {
		c.spec.Split = split.Options{Folds: 1, Seed: 1}
		c.spec.Set("readout", "none")
		if shared := sweep.SharedDistances(sweeptest.Plan(t, c.set, c.spec).Jobs); len(shared) > 0 {
			t.Errorf("%s: distances of %d parts are shared", name, len(shared))
		}
	}
}

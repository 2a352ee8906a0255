package run

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// walk is a data set drawn by seed: sums of slow and fast waves and noise, in
// segments of random lengths, of two classes.
func walk(seed uint64) *data.Set {
	rng := rand.New(rand.NewPCG(seed, 7))
	d := 2 + rng.IntN(3)
	set := &data.Set{Name: "walk", Classes: []string{"a", "b"}}
	var rows []float64
	n := 0
	for s := range 4 + rng.IntN(3) {
		length := 20 + rng.IntN(30)
		phase := 2 * math.Pi * rng.Float64()
		for t := range length {
			for j := range d {
				rows = append(rows, math.Sin(phase+0.1*float64((j+1)*t))+0.3*rng.NormFloat64())
			}
			set.Label = append(set.Label, s%2)
		}
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint(s), Start: n, End: n + length})
		n += length
	}
	set.X = mat.NewDense(n, d, rows)
	for j := range d {
		set.Inputs = append(set.Inputs, fmt.Sprint("x", j))
	}
	return set
}

// featuresOf solves one choice of parameters on the training part of a set.
func featuresOf(t *testing.T, set *data.Set, s sweep.Spec) *Outputs {
	t.Helper()
	s.Split = split.Options{Folds: 1, Seed: 1}
	s.Set("readout", "none")
	p := sweeptest.Plan(t, set, s)
	if len(p.Entries) != 1 {
		t.Fatalf("%d points, want one: %+v", len(p.Entries), s)
	}
	out, err := Solve(context.Background(), set, "hash", p.Entries[0].Point)
	if err != nil {
		t.Fatal(err)
	}
	return &out.Outputs
}

// same fails unless two sets of features span the same space and are as slow.
func same(t *testing.T, what string, a, b *Outputs, tol float64) {
	t.Helper()
	for i, c := range measure.PrincipalAngles(a.Train, b.Train) {
		if 1-c > tol {
			t.Errorf("%s: cosine %d is 1 − %.1e", what, i, 1-c)
		}
	}
	x, y := measure.Slowness(a.Train, a.TrainSpans), measure.Slowness(b.Train, b.TrainSpans)
	for i := range x {
		if math.Abs(x[i]-y[i]) > tol*x[i] {
			t.Errorf("%s: slowness %d is %.10g and %.10g", what, i, x[i], y[i])
		}
	}
}

// Different ways of writing one model give one model, on random data.
func TestIdentities(t *testing.T) {
	for seed := range uint64(6) {
		set := walk(seed)
		_, d := set.X.Dims()
		p := fmt.Sprint(d)
		linear := sweep.Spec{}.With("space", "linear", "lambda", "0", "p", p)
		quadratic := sweep.Spec{}.With("space", "poly", "lambda", "0", "p", p)
		plain, square := featuresOf(t, set, linear), featuresOf(t, set, quadratic)
		all := sweep.Spec{}.With("space", "kernel", "kernel", "linear", "select", "all", "lambda", "0", "p", p)
		same(t, "linear kernel over all samples", plain, featuresOf(t, set, all), 1e-8)
		all.Set("kernel", "poly")
		same(t, "(1 + x·z)² over all samples", square, featuresOf(t, set, all), 1e-7)

		gaussian := sweep.Spec{}.With("sigma", "rel:0.5", "m", "12", "lambda", "1e-4", "p", p)
		stable := featuresOf(t, set, gaussian)
		// Ċ is divided by the pairs there and by n − 1 here, so that λ weighs otherwise.
		steps, pairs := float64(len(stable.TrainRows)-1), float64(len(stable.TrainRows)-len(stable.TrainSpans))
		gaussian.Set("basis", "printed")
		gaussian.Set("lambda", strconv.FormatFloat(1e-4*pairs/steps, 'g', -1, 64))
		same(t, "printed and stable basis", stable, featuresOf(t, set, gaussian), 1e-7)
		gaussian.Set("lambda", "1e-4")

		set.Importance, set.TransitionImportance = make([]float64, len(set.Label)), make([]float64, len(set.Label))
		for i := range set.Importance {
			set.Importance[i], set.TransitionImportance[i] = 3, 0.5
		}
		same(t, "time graph of equal weights", square, featuresOf(t, set, quadratic), 1e-9)
		set.Importance, set.TransitionImportance = nil, nil

		same(t, "inputs scaled and moved", square, featuresOf(t, changed(set, 17, 3, seed), quadratic), 1e-7)
		gaussian.Set("basis", "stable") // multiples of a width keep four digits, so scale by ten
		same(t, "inputs and σ scaled alike", stable, featuresOf(t, changed(set, 10, 0, seed), gaussian), 1e-7)
	}
}

// changed is the set with its inputs scaled, moved and in another order.
func changed(set *data.Set, scale, move float64, seed uint64) *data.Set {
	n, d := set.X.Dims()
	out := *set
	out.X = mat.NewDense(n, d, nil)
	for to, from := range rand.New(rand.NewPCG(seed, 9)).Perm(d) {
		for i := range n {
			out.X.Set(i, to, scale*set.X.At(i, from)+move)
		}
	}
	return &out
}

// The order of segments has no part in a model.
func TestSegmentsInAnyOrder(t *testing.T) {
	for seed := range uint64(4) {
		set := walk(seed)
		n, d := set.X.Dims()
		turned := &data.Set{Name: "turned", Inputs: set.Inputs, Classes: set.Classes, X: mat.NewDense(n, d, nil)}
		row := 0
		for _, k := range rand.New(rand.NewPCG(seed, 11)).Perm(len(set.Segments)) {
			s := set.Segments[k]
			turned.Segments = append(turned.Segments, data.Segment{Name: s.Name, Start: row, End: row + s.Len()})
			for i := s.Start; i < s.End; i++ {
				turned.X.SetRow(row, set.X.RawRowView(i))
				turned.Label = append(turned.Label, set.Label[i])
				row++
			}
		}
		// One more segment is the test part, so that all of these are trained on.
		for _, x := range []*data.Set{set, turned} {
			x.X = mat.DenseCopyOf(x.X.Grow(2, 0))
			x.Label = append(x.Label, 0, 1)
			x.Segments = append(x.Segments, data.Segment{Name: "held", Start: n, End: n + 2, Held: true})
		}
		for _, graph := range []string{"time", "clustered"} {
			s := sweep.Spec{}.With("space", "poly", "graph", graph, "lambda", "0", "p", "1")
			a, b := featuresOf(t, set, s), featuresOf(t, turned, s)
			if x, y := measure.Slowness(a.Train, a.TrainSpans)[0], measure.Slowness(b.Train, b.TrainSpans)[0]; math.Abs(x-y) > 1e-8*x {
				t.Errorf("%s graph: slowness %.12g, of the same segments in another order %.12g", graph, x, y)
			}
		}
	}
}

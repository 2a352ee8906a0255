package machines_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func solved(t *testing.T, g machines.Gram, y []float64, o machines.SupportOptions) *machines.SupportSolution {
	t.Helper()
	s, err := machines.SolveSupport(t.Context(), g, y, o)
	if err != nil {
		t.Fatal(err)
	}
	if !s.Settled {
		t.Fatalf("not settled after %d steps", s.Steps)
	}
	return s
}

// support returns the number of support vectors.
func support(s *machines.SupportSolution) int {
	count := 0
	for _, b := range s.Beta {
		if b != 0 {
			count++
		}
	}
	return count
}

// Two samples have the line between them; of four on a line the inner two bear it.
func TestMarginsOfFewSamples(t *testing.T) {
	line := func(at ...float64) *mat.Dense {
		x := mat.NewDense(len(at), len(at), nil)
		for i, a := range at {
			for j, b := range at {
				x.Set(i, j, a*b)
			}
		}
		return x
	}
	s := solved(t, machines.Table{Matrix: line(-1, 3)}, []float64{-1, 1}, machines.SupportOptions{C: 100, Tolerance: 1e-12})
	if math.Abs(s.Beta[1]-0.125) > 1e-12 || math.Abs(s.Bias+0.5) > 1e-12 || math.Abs(s.Objective+0.125) > 1e-12 {
		t.Errorf("two samples: %+v", s)
	}
	s = solved(t, machines.Table{Matrix: line(-5, -1, 1, 7)}, []float64{-1, -1, 1, 1}, machines.SupportOptions{C: 100, Tolerance: 1e-12})
	if support(s) != 2 || s.Beta[0] != 0 || math.Abs(s.Beta[2]-0.5) > 1e-12 || math.Abs(s.Bias) > 1e-12 {
		t.Errorf("four samples: %+v", s)
	}
	s = solved(t, machines.Table{Matrix: line(-1, 3)}, []float64{-1, 1}, machines.SupportOptions{C: 0.01})
	if !slices.Equal(s.Beta, []float64{-0.01, 0.01}) {
		t.Errorf("all at their bound: %+v", s)
	}
}

func TestSolveRefuses(t *testing.T) {
	k := machines.Table{Matrix: mat.NewDense(2, 2, []float64{1, 0, 0, 1})}
	if _, err := machines.SolveSupport(t.Context(), k, []float64{1, 1}, machines.SupportOptions{C: 1}); err == nil {
		t.Error("one class is taken")
	}
	for _, c := range []float64{0, -1, math.Inf(1), math.NaN()} {
		if _, err := machines.SolveSupport(t.Context(), k, []float64{1, -1}, machines.SupportOptions{C: c}); err == nil {
			t.Errorf("C %g is taken", c)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := machines.SolveSupport(ctx, k, []float64{1, -1}, machines.SupportOptions{C: 1}); err != context.Canceled {
		t.Errorf("ended: %v", err)
	}
}

// The solution keeps the conditions of Karush, Kuhn and Tucker, which no other does, of
// samples that are drawn, of such that are there twice, and with a cache of two rows; and
// weights and bias do not change with the order of the samples beyond the tolerance.
func TestSolutionsAreOptimal(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for trial := range 40 {
		n, c, tolerance := 4+r.IntN(60), math.Pow(10, 4*r.Float64()-2), 1e-8
		x, y := mat.NewDense(n, 3, nil), make([]float64, n)
		for i := range n {
			for j := range 3 {
				x.Set(i, j, r.NormFloat64())
			}
			y[i] = float64(2*(i%2) - 1)
			if trial%3 == 0 && i > 1 && i%5 == 0 {
				x.SetRow(i, x.RawRowView(i-1)) // alike, of the other class
			}
		}
		k := kernel.Gaussian{Sigma: 1.5}
		g := machines.Samples(k, x)
		s := solved(t, g, y, machines.SupportOptions{C: c, Tolerance: tolerance, Cache: n * (trial % 4)})
		if math.Abs(floats.Sum(s.Beta)) > 1e-9*c {
			t.Fatalf("trial %d: the coefficients sum to %g", trial, floats.Sum(s.Beta))
		}
		row := make([]float64, n)
		for i := range n {
			g.Row(row, i)
			margin := y[i] * (floats.Dot(row, s.Beta) + s.Bias)
			alpha := y[i] * s.Beta[i]
			switch slack := 2 * tolerance; {
			case alpha < 0 || alpha > c:
				t.Errorf("trial %d: α %g of C %g", trial, alpha, c)
			case alpha == 0 && margin < 1-slack, alpha == c && margin > 1+slack, alpha > 0 && alpha < c && math.Abs(margin-1) > slack:
				t.Errorf("trial %d: α %g of C %g has the margin %.12g", trial, alpha, c, margin)
			}
		}
		order := r.Perm(n)
		px, py := mat.NewDense(n, 3, nil), make([]float64, n)
		for i, from := range order {
			px.SetRow(i, x.RawRowView(from))
			py[i] = y[from]
		}
		again := solved(t, machines.Samples(k, px), py, machines.SupportOptions{C: c, Tolerance: tolerance})
		if math.Abs(again.Objective-s.Objective) > 1e-7*(1+math.Abs(s.Objective)) {
			t.Errorf("trial %d: objectives %.12g and %.12g of other orders", trial, s.Objective, again.Objective)
		}
	}
}

// checkerboard returns n points of the plane and the colours of their fields.
func checkerboard(seed linalgtest.SplitMix, n int) (*mat.Dense, []float64) {
	x, y := mat.NewDense(n, 2, nil), make([]float64, n)
	for i := range n {
		x.Set(i, 0, 4*seed.Uniform())
		x.Set(i, 1, 4*seed.Uniform())
		y[i] = float64(1 - 2*((int(x.At(i, 0))+int(x.At(i, 1)))%2))
	}
	return x, y
}

// The support vectors of a soft margin grow with the samples, which core vectors do not.
func TestL53SupportVectorsGrow(t *testing.T) {
	rows := []struct {
		n, vectors int
		accuracy   float64
	}{{1000, 115, 0.9665}, {10_000, 489, 0.9910}, {30_000, 999, 0.9945}}
	if !testenv.Full() {
		rows = rows[:1]
	}
	test, truth := checkerboard(99, 4000)
	for _, c := range rows {
		x, y := checkerboard(5, c.n)
		f, s, err := machines.SupportClasses(t.Context(), x, y, kernel.Gaussian{Sigma: 0.4}, machines.SupportOptions{C: 100})
		if err != nil {
			t.Fatal(err)
		}
		out, right := make([]float64, 4000), 0.0
		f.Apply(out, test)
		for i, v := range out {
			if v*truth[i] > 0 {
				right += 1. / 4000
			}
		}
		t.Logf("n %d: %d support vectors, accuracy %.4f, %d steps", c.n, support(s), right, s.Steps)
		if math.Abs(right-c.accuracy) > 5e-4 || math.Abs(float64(support(s)-c.vectors)) > 0.01*float64(c.vectors)+1 {
			t.Errorf("n %d: %d support vectors, accuracy %.4f, want %d and %.4f", c.n, support(s), right, c.vectors, c.accuracy)
		}
	}
}

// BenchmarkCheckerboard measures training on the checkerboard of core vectors, which
// are linear in n.
func BenchmarkCheckerboard(b *testing.B) {
	for _, n := range []int{1000, 10_000, 30_000} {
		x, y := checkerboard(5, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := machines.SupportClasses(context.Background(), x, y, kernel.Gaussian{Sigma: 0.4}, machines.SupportOptions{C: 100}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package subset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// blobs returns n samples around the corners (±10, ±10, …) of a square, shifted.
func blobs(n int, shift float64) *mat.Dense {
	x := normal(n, 2, 1)
	for i := range n {
		corner := []float64{20*float64(i%2) - 10 + shift, 20*float64(i/2%2) - 10 + shift}
		floats.Add(x.RawRowView(i), corner)
	}
	return x
}

func TestCentresFindClusters(t *testing.T) {
	for _, shift := range []float64{0, 1e7} {
		x := blobs(400, shift)
		c, err := Centres(context.Background(), x, 4, 1)
		if err != nil {
			t.Fatal(err)
		}
		for corner := range 4 {
			mean := make([]float64, 2)
			for i := corner; i < 400; i += 4 {
				floats.AddScaled(mean, 0.01, x.RawRowView(i))
			}
			least := math.Inf(1)
			for j := range 4 {
				least = min(least, floats.Distance(mean, c.RawRowView(j), 2))
			}
			if least > 1e-7 {
				t.Errorf("shift %g: no centre at %v, the nearest is %g away", shift, mean, least)
			}
		}
	}
}

// The result of Lloyd's iterations is a fixed point: every centre is the mean of
// the samples that are nearest to it.
func TestCentresAreMeansOfTheirSamples(t *testing.T) {
	x := normal(500, 3, 2)
	c, err := Centres(context.Background(), x, 20, 3)
	if err != nil {
		t.Fatal(err)
	}
	sums, counts := mat.NewDense(20, 3, nil), make([]float64, 20)
	for i := range 500 {
		best := 0
		for j := range 20 {
			if floats.Distance(x.RawRowView(i), c.RawRowView(j), 2) < floats.Distance(x.RawRowView(i), c.RawRowView(best), 2) {
				best = j
			}
		}
		floats.Add(sums.RawRowView(best), x.RawRowView(i))
		counts[best]++
	}
	for j := range 20 {
		mean := sums.RawRowView(j)
		floats.Scale(1/counts[j], mean)
		if d := floats.Distance(mean, c.RawRowView(j), 2); !(d < 1e-12) {
			t.Errorf("centre %d is %g from the mean of its %g samples", j, d, counts[j])
		}
	}
}

// The first centres are spread: the chance of a sample is its squared distance
// to the nearest centre so far.
func TestCentresStart(t *testing.T) {
	x := mat.NewDense(4, 1, []float64{0, 0, 1, 3})
	var counts [4]float64
	const trials = 20000
	for seed := range uint64(trials) {
		c := &clustering{x: x, mean: kernel.ColumnMeans(x), label: make([]int, 4)}
		if err := c.drawStart(context.Background(), 2, rand.New(rand.NewPCG(seed, 0))); err != nil {
			t.Fatal(err)
		}
		if c.centres.At(0, 0) == 0 {
			counts[0]++
			if c.centres.At(1, 0) == 3 {
				counts[1]++
			}
		}
	}
	if share := counts[0] / trials; math.Abs(share-0.5) > 0.02 {
		t.Errorf("a zero came first in %g of the trials, want 0.5", share)
	}
	if share := counts[1] / counts[0]; math.Abs(share-0.9) > 0.02 {
		t.Errorf("3 came after 0 in %g of the trials, want 9 of 10", share)
	}
}

// A cluster without samples takes the one farthest from its centre.
func TestEmptyClusterIsFilled(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{0, 1, 2, 10, 11})
	c := &clustering{x: x, mean: kernel.ColumnMeans(x), label: []int{0, 0, 0, 2, 0},
		centres: mat.NewDense(3, 1, []float64{1, 100, 10})}
	c.updateCentres()
	for j, want := range []float64{1, 11, 10} {
		if got := c.centres.At(j, 0); got != want {
			t.Errorf("centre %d is %g, want %g", j, got, want)
		}
	}
	if c.label[4] != 1 {
		t.Errorf("labels %v", c.label)
	}
}

func TestCentresOfEqualSamples(t *testing.T) {
	x := mat.NewDense(30, 2, nil)
	for i := range 30 {
		x.SetRow(i, []float64{float64(i % 3), 1})
	}
	c, err := Centres(context.Background(), x, 8, 1)
	if err != nil {
		t.Fatal(err)
	}
	if rows, _ := c.Dims(); rows != 3 {
		t.Errorf("%d centres of three distinct samples", rows)
	}
	all, err := Centres(context.Background(), normal(40, 3, 1), 40, 1)
	if err != nil {
		t.Fatal(err)
	}
	if rows, _ := all.Dims(); rows != 40 || floats.HasNaN(all.RawMatrix().Data) {
		t.Errorf("as many centres as samples: %d rows", rows)
	}
}

// The same bytes whatever GOMAXPROCS, for every method that divides its work.
func TestSameForAnyProcessors(t *testing.T) {
	x := normal(linalgtest.Size(1500), 5, 4)
	var want string
	for _, procs := range []int{1, 2, 5} {
		before := runtime.GOMAXPROCS(procs)
		c, err := Centres(context.Background(), x, 30, 7)
		got := fmt.Sprintf("%x %v\n", c.RawMatrix().Data, err)
		for _, m := range methods() {
			p, err := m.choose(kernel.Polynomial{Degree: 2}, x, 15)
			got += fmt.Sprintf("%v %x %v\n", p.Index, p.Residual, err)
		}
		runtime.GOMAXPROCS(before)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d processors: another result", procs)
		}
	}
}

func TestCentresStopWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Centres(ctx, normal(100, 3, 1), 5, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func BenchmarkCentres(b *testing.B) {
	for _, c := range []struct{ n, m int }{{4000, 50}, {8000, 50}, {4000, 100}} {
		b.Run(fmt.Sprintf("n=%d/m=%d", c.n, c.m), func(b *testing.B) {
			b.ReportAllocs()
			x := normal(c.n, 20, 1)
			for b.Loop() {
				if _, err := Centres(context.Background(), x, c.m, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

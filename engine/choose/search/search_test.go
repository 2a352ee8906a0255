package search

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/gaussianprocess"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

func TestL7ExpectedImprovement(t *testing.T) {
	for _, c := range [][5]float64{
		{1, 0.5, 0.8, 0, 0.3152194184737}, {0.2, 0.5, 0.8, 0, 0.0280512253586}, {-3, 0.5, 0.8, 0.01, 8.05799558e-16},
		{1, 0, 0.8, 0, 0.2}, {0.5, 0, 0.8, 0, 0},
	} {
		if got := Improvement(c[0], c[1], c[2], c[3]); !scalar.EqualWithinAbsOrRel(got, c[4], 1e-15*c[4], 1e-8) {
			t.Errorf("of %v it is %.12g, want %.12g", c[:4], got, c[4])
		}
	}
	// The two ways meet, and it never falls as the mean rises.
	if a, b := Improvement(-2+1e-9, 1, 0, 0), Improvement(-2-1e-9, 1, 0, 0); !scalar.EqualWithinRel(a, b, 1e-7) {
		t.Errorf("at the seam: %g and %g", a, b)
	}
	last := 0.0
	for mu := -35.0; mu < 3; mu += 0.01 {
		if v := Improvement(mu, 1, 0, 0); v < last {
			t.Fatalf("it falls at %g", mu)
		} else {
			last = v
		}
	}
}

func TestL8NextPicks(t *testing.T) {
	x := mat.NewDense(41, 1, nil)
	f := make([]float64, 41)
	for i := range f {
		v := float64(i) / 40
		x.Set(i, 0, v)
		f[i] = v*math.Sin(9*v) + 0.3*math.Cos(21*v)
	}
	prior := gaussianprocess.Prior{Terms: []gaussianprocess.Term{{Shape: gaussianprocess.Gaussian, Length: 0.15, Signal: 1}}, Noise: 1e-3}
	seen := []int{0, 40, 20}
	for range 4 {
		tried := make([]bool, 41)
		at, y := mat.NewDense(len(seen), 1, nil), make([]float64, len(seen))
		for k, i := range seen {
			tried[i], y[k] = true, f[i]
			at.Set(k, 0, x.At(i, 0))
		}
		mean, sd := stat.PopMeanStdDev(y, nil)
		for k := range y {
			y[k] = (y[k] - mean) / sd
		}
		p, err := gaussianprocess.Condition(t.Context(), prior, at, y)
		if err != nil {
			t.Fatal(err)
		}
		next, _, _, _, err := bestCandidate(t.Context(), p, x, tried, floats.Max(y))
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, next)
	}
	if want := []int{0, 40, 20, 5, 35, 32, 36}; !slices.Equal(seen, want) {
		t.Errorf("it looks at %v instead of %v", seen, want)
	}
}

package predictable

import (
	"context"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// literalDensity returns wᵀFw at the odd multiples of π/N, ascending, by the sums of
// the definition.
func literalDensity(z *mat.Dense, w []float64, lengths []int, window int) []float64 {
	out := make([]float64, window/2)
	var y mat.VecDense
	y.MulVec(z, mat.NewVecDense(len(w), w))
	start, used := 0, 0
	for _, length := range lengths {
		if 2*length >= window {
			used += length
		}
	}
	for _, length := range lengths {
		size := min(length, window)
		if 2*length < window {
			start += length
			continue
		}
		// The fewest windows that overlap by half at least.
		count := 1
		for length > window && float64(length-window)/float64(count-1) > float64(window)/2 {
			count++
		}
		for k := range count {
			from := start
			if count > 1 {
				from += int(math.Floor(float64(k) * float64(length-window) / float64(count-1)))
			}
			energy := 0.0
			power := make([]float64, window/2)
			for j := range power {
				sum := 0i
				for t := range size {
					h := 0.5 - 0.5*math.Cos(2*math.Pi*(float64(t)+0.5)/float64(size))
					sum += complex(h*y.AtVec(from+t), 0) * cmplx.Exp(complex(0, -math.Pi*float64((2*j+1)*t)/float64(window)))
					if j == 0 {
						energy += h * h
					}
				}
				power[j] = cmplx.Abs(sum) * cmplx.Abs(sum)
			}
			share := float64(length) / float64(used) / float64(count)
			floats.AddScaled(out, share/energy/float64(window/2), power)
		}
		start += length
	}
	return out
}

func TestSpectrumAgainstSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	const r = 3
	z := whiten(t, normal(rng, 200, r))
	for _, lengths := range [][]int{{200}, {33, 100, 5, 0, 16, 9, 37}} {
		for _, window := range []int{8, 18, 32} {
			all, _ := stretches(lengths, window)
			s, err := newSpectrum(context.Background(), z, all, window)
			if err != nil {
				t.Fatal(err)
			}
			order := make([]int, window/2)
			floats.Argsort(slices.Clone(s.frequency), order)
			for range 3 {
				w := mat.Col(nil, 0, normal(rng, r, 1))
				want := literalDensity(z, w, lengths, window)
				got, p := make([]float64, window/2), make([]float64, window/2)
				if err := s.density(context.Background(), p, w, make([]float64, r*(r+1)/2)); err != nil {
					t.Fatal(err)
				}
				for j, k := range order {
					got[j] = p[k] * floats.Sum(want)
					if f := math.Pi * float64(2*j+1) / float64(window); math.Abs(s.frequency[k]-f) > 1e-12 {
						t.Errorf("frequency %d of windows of %d: %g, want %g", j, window, s.frequency[k], f)
					}
				}
				if !floats.EqualApprox(got, want, 1e-12) {
					t.Errorf("segments %v, windows of %d: density %v, want %v", lengths, window, got, want)
				}
				total, err := s.weightedSum(context.Background(), s.frequencyWeights(func(float64) float64 { return 1 }))
				if err != nil {
					t.Fatal(err)
				}
				v := mat.NewVecDense(r, w)
				if got := mat.Inner(v, total, v); math.Abs(got-floats.Sum(want)) > 1e-12 {
					t.Errorf("segments %v, windows of %d: the density sums up to %g, want %g", lengths, window, got, floats.Sum(want))
				}
			}
		}
	}
}

func TestStretchesCover(t *testing.T) {
	for _, window := range []int{8, 16, 30} {
		for length := range 200 {
			all, used := stretches([]int{3, length, 3}, window)
			if length < window/2 {
				if len(all) != 0 || used != 0 {
					t.Fatalf("%d samples, windows of %d: %v", length, window, all)
				}
				continue
			}
			weight := 0.0
			for k, s := range all {
				weight += s.weight
				if s.length != min(window, length) {
					t.Errorf("%d samples, windows of %d: a stretch of %d", length, window, s.length)
				}
				if k > 0 && s.from-all[k-1].from > window/2 {
					t.Errorf("%d samples, windows of %d: stretches from %d and %d", length, window, all[k-1].from, s.from)
				}
			}
			last := all[len(all)-1]
			if all[0].from != 3 || last.from+last.length != 3+length || math.Abs(weight-1) > 1e-12 || used != length {
				t.Errorf("%d samples, windows of %d: %v", length, window, all)
			}
		}
	}
}

func TestWindow(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		want    int
	}{
		{nil, 8}, {[]int{20}, 8}, {[]int{700}, 64}, {[]int{5000}, 256}, {[]int{1 << 20}, 256},
		{slices.Repeat([]int{29}, 270), 16}, {slices.Repeat([]int{3}, 1000), 8},
		{append(slices.Repeat([]int{10}, 100), 1000), 128}, {append(slices.Repeat([]int{10}, 101), 1000), 8},
	} {
		if got := Window(c.lengths); got != c.want {
			t.Errorf("%d segments: window %d, want %d", len(c.lengths), got, c.want)
		}
	}
}

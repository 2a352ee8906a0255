package kernel

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// Half of all outputs are above 0.5 at the heuristic width, counted over all pairs of
// more samples than the heuristic uses.
func TestHeuristicWidthHalvesTheOutputs(t *testing.T) {
	x := normal(1500, 6, 1)
	sigma := HeuristicWidth(x)
	g := gram(Gaussian{Sigma: sigma}, x, false)
	var above, all int
	for i := range 1500 {
		for j := range i {
			all++
			if g.At(i, j) > 0.5 {
				above++
			}
		}
	}
	if share := float64(above) / float64(all); math.Abs(share-0.5) > 0.01 {
		t.Errorf("σ₀ = %g: %.4f of the outputs are above 0.5", sigma, share)
	}
}

func TestHeuristicWidthByHand(t *testing.T) {
	// Distances 3, 4, 5: the median is 4.
	x := mat.NewDense(3, 2, []float64{0, 0, 3, 0, 0, 4})
	if got, want := HeuristicWidth(x), 4/math.Sqrt(2*math.Ln2); !scalar.EqualWithinRel(got, want, 1e-15) {
		t.Errorf("σ₀ = %g, want %g", got, want)
	}
	if got := HeuristicWidth(mat.NewDense(4, 2, nil)); got != 0 {
		t.Errorf("σ₀ of equal samples is %g", got)
	}
	// Of 0, 0, 0, 0 and 6 six of ten pairs are equal, and the others 6 apart.
	for _, c := range []struct {
		x      []float64
		want   float64
		mostly bool
	}{
		{[]float64{0, 6, 0, 0, 0}, 6, true}, {[]float64{0, 0, 0, 0, 0, 2, 7}, 2, false}, {[]float64{1, 1, 1, 1, 1, 1, 2, 9}, 7, true}, {[]float64{4, 4, 4}, 0, true}, {[]float64{1, 2, 3}, 1, false},
	} {
		x := mat.NewDense(len(c.x), 1, c.x)
		if got := HeuristicWidth(x) * math.Sqrt(2*math.Ln2); !scalar.EqualWithinAbs(got, c.want, 1e-12) {
			t.Errorf("%v: a distance of %g, want %g", c.x, got, c.want)
		}
		if got := MostlyEqual(x); got != c.mostly {
			t.Errorf("%v: mostly equal: %v", c.x, got)
		}
	}
	if got := HeuristicWidth(mat.NewDense(1, 2, []float64{1, 2})); got != 0 {
		t.Errorf("σ₀ of one sample is %g", got)
	}
}

// Samples far from zero, nearly equal, equal or huge have the distances that they
// have one by one.
func TestHeuristicWidthOfHardSamples(t *testing.T) {
	for name, change := range map[string]func(i, j int, v float64) float64{
		"far from zero": func(_, _ int, v float64) float64 { return 1e9 + v },
		"nearly equal":  func(i, _ int, v float64) float64 { return 7 + 1e-9*v + float64(i%2) },
		"mostly equal":  func(i, _ int, v float64) float64 { return math.Max(0, float64(i-30)) * v },
		"huge":          func(_, _ int, v float64) float64 { return 1e200 * v },
	} {
		x := normal(40, 5, 2)
		x.Apply(change, x)
		var d []float64
		for i := range 40 {
			for j := range i {
				d = append(d, floats.Distance(x.RawRowView(i), x.RawRowView(j), 2))
			}
		}
		slices.Sort(d)
		if d[len(d)/2] == 0 {
			d = slices.DeleteFunc(d, func(v float64) bool { return v == 0 })
		}
		want := d[len(d)/2] / math.Sqrt(2*math.Ln2)
		if got := HeuristicWidth(x); !scalar.EqualWithinRel(got, want, 1e-7) {
			t.Errorf("%s: σ₀ = %g, want %g", name, got, want)
		}
	}
}

func TestMeanNorm(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{3, 4, 0, 0, 0, -1})
	if got := MeanNorm(x); !scalar.EqualWithinRel(got, 2, 1e-15) {
		t.Errorf("mean norm %g, want 2", got)
	}
	// Of many rows, evenly spaced ones stand for all.
	long := mat.NewDense(10*WidthRows, 1, nil)
	for i := range 10 * WidthRows {
		long.Set(i, 0, float64(i))
	}
	if got, want := MeanNorm(long), float64(10*WidthRows-10)/2; got != want {
		t.Errorf("mean norm %g, want %g", got, want)
	}
}

func BenchmarkHeuristicWidth(b *testing.B) {
	x := normal(5000, 400, 3)
	for b.Loop() {
		HeuristicWidth(x)
	}
}

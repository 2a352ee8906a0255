package subset

import (
	"context"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// Features are made of differences of kernel functions, so d inputs of the linear kernel take
// d+1 supports, and d where the samples lie in a plane off the origin: there the span holds
// the constant function. The quadratic kernel of three inputs has ten functions, one of them
// constant: nine differences of ten supports.
func TestGreedySupportsSpanTheirHull(t *testing.T) {
	plane := normal(90, 3, 4)
	for i := range 90 {
		plane.Set(i, 2, 1)
	}
	for name, c := range map[string]struct {
		kernel string
		x      *mat.Dense
		want   int
	}{
		"three inputs":         {"linear", normal(90, 3, 1), 4},
		"one input":            {"linear", normal(90, 1, 2), 2},
		"a plane":              {"linear", plane, 3},
		"polynomials":          {"poly", normal(90, 3, 3), 10},
		"as many as asked for": {"linear", normal(90, 20, 5), 12},
	} {
		for _, how := range []string{"mp-mah", "online-mah", "mp-kpca"} {
			var at part.Point
			kernel.Name.Set(&at, c.kernel)
			kernel.Degree.Set(&at, 2)
			Name.Set(&at, how)
			s, err := Kinds.Build(at).Choose(context.Background(), Candidates{X: c.x}, 12, at)
			if err != nil {
				t.Fatal(name, how, err)
			}
			if len(s.Index) != c.want || len(slices.Compact(slices.Sorted(slices.Values(s.Index)))) != c.want {
				t.Errorf("%s, %s: supports %v, want %d", name, how, s.Index, c.want)
			}
		}
	}
}

// With σ a million times the spread of the samples κ is 1 to twelve digits, but κ − 1 is
// −‖x−y‖²/2σ², of which the differences hold the inputs and their products: what is left of
// any sample is next to rounding, by a factorisation that pivots among the supports alone.
func TestSupportsAtWideWidths(t *testing.T) {
	x := normal(80, 2, 6)
	for _, sigma := range []float64{30, 1e3, 1e6} {
		for _, how := range []string{"mp-mah", "online-mah", "mp-kpca"} {
			var at part.Point
			kernel.Name.Set(&at, "gaussian")
			kernel.Sigma.Set(&at, part.Value{X: sigma, OK: true})
			Name.Set(&at, how)
			s, err := Kinds.Build(at).Choose(context.Background(), Candidates{X: x}, 60, at)
			if err != nil {
				t.Fatal(how, err)
			}
			if left := leftOfDifferences(x, sigma, s.Index); left > 1e-11 {
				t.Errorf("σ = %g, %s: %d supports leave %.2g of a sample", sigma, how, len(s.Index), left)
			}
		}
	}
}

// leftOfDifferences returns the largest squared distance of the difference of a sample
// and the first one to the span of those of the supports: that of the sample to their
// affine hull.
func leftOfDifferences(x *mat.Dense, sigma float64, supports []int) float64 {
	n, _ := x.Dims()
	less1 := func(a, b int) float64 {
		return math.Expm1(-squaredDistance(x.RawRowView(a), x.RawRowView(b)) / (2 * sigma * sigma))
	}
	z := supports[0]
	r := make([][]float64, n)
	most := 0.0
	for a := range n {
		r[a] = make([]float64, n)
		for b := range n {
			r[a][b] = less1(a, b) - less1(a, z) - less1(z, b)
		}
		most = max(most, r[a][a])
	}
	rest := slices.Clone(supports[1:])
	for len(rest) > 0 {
		p := slices.MaxFunc(rest, func(a, b int) int { return int(math.Copysign(1, r[a][a]-r[b][b])) })
		rest = slices.DeleteFunc(rest, func(t int) bool { return t == p })
		if r[p][p] <= 1e-14*most {
			break
		}
		column, pivot := slices.Clone(r[p]), r[p][p]
		for a := range n {
			for b := range n {
				r[a][b] -= column[a] * column[b] / pivot
			}
		}
	}
	left := 0.0
	for a := range n {
		left = max(left, r[a][a]/most)
	}
	return left
}

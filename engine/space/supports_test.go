package space_test

import (
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// The covariance of the supports is that of the functions there.
func TestSupportCovariance(t *testing.T) {
	x := smooth(700, 8)
	for _, sigma := range []float64{1, 5, 400} {
		s := stable(t, kernel.Gaussian{Sigma: sigma}, rows(x, some(300)...), true)
		kept, _ := s.Parts()
		at := rows(x, kept...)
		var want mat.SymDense
		stat.CovarianceMatrix(&want, evaluate(s, at), nil)
		n := float64(len(kept))
		want.ScaleSym((n-1)/n, &want)
		got, err := s.SupportCovariance(t.Context())
		if err != nil || !mat.EqualApprox(got, &want, 1e-10) {
			t.Errorf("σ = %g: not the covariance of %d supports, %v", sigma, len(kept), err)
		}
	}
}

// some returns the numbers below n.
func some(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// Known distances change no bit of a space, also where supports depend on each other.
func TestStableFromDistances(t *testing.T) {
	ctx, x := t.Context(), smooth(400, 8)
	origin := kernel.ColumnMeans(x)
	distances, err := kernel.NewDistances(ctx, x, x, origin)
	if err != nil {
		t.Fatal(err)
	}
	index := append(some(150), 3, 7)
	z := rows(x, index...)
	for _, sigma := range []float64{1, 30, 500} {
		for _, shift := range []bool{true, false} {
			k := kernel.Gaussian{Sigma: sigma}
			want, err := space.NewStableAt(ctx, k, z, origin, shift)
			if err != nil {
				t.Fatal(err)
			}
			got, err := space.NewStableFrom(ctx, k, z, origin, shift, space.Lookup{Distances: distances, Rows: index})
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(evaluate(got, x), evaluate(want, x)) {
				t.Errorf("σ = %g, shift %t: another space", sigma, shift)
			}
		}
	}
}

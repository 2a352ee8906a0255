package moments

import (
	"math"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// Where the samples are the supports, moments and features are what evaluating the
// functions gives, over one batch and over several.
func TestOwnValues(t *testing.T) {
	ctx := t.Context()
	for _, lengths := range [][]int{{40}, {2}, {1, 1, 1}, {300, 1, 20}, {700, 1, 400, 219}} {
		n := 0
		for _, l := range lengths {
			n += l
		}
		if n > 1000 && linalgtest.LeftOut(n) {
			continue
		}
		x := walk(n, 5, 31)
		s, err := space.NewStable(ctx, kernel.Gaussian{Sigma: 1.5}, x, true)
		if err != nil {
			t.Fatal(err)
		}
		plain, own := newValues(s, x, lengths, Packed), NewValuesAtSupports(s, x, lengths)
		a, err := Stream(ctx, plain)
		if err != nil {
			t.Fatal(err)
		}
		b, err := Stream(ctx, own)
		if err != nil {
			t.Fatal(err)
		}
		if a.N != b.N || a.Pairs != b.Pairs {
			t.Errorf("%v: %d samples and %d pairs, want %d and %d", lengths, b.N, b.Pairs, a.N, a.Pairs)
		}
		m := s.Dim()
		same(t, "mean", mat.NewDense(1, m, b.Mean), mat.NewDense(1, m, a.Mean))
		same(t, "C", b.C, a.C)
		same(t, "Ċ", b.Cdot, a.Cdot)
		h, err := plain.All(ctx)
		if err != nil {
			t.Fatal(err)
		}
		g, err := own.All(ctx)
		if err != nil {
			t.Fatal(err)
		}
		same(t, "h", g, h)
		dim := (m + 1) / 2
		weights := walk(dim, 2, 32)
		want, err := plain.Project(ctx, weights, []float64{3, 4})
		if err != nil {
			t.Fatal(err)
		}
		got, err := own.Project(ctx, weights, []float64{3, 4})
		if err != nil {
			t.Fatal(err)
		}
		same(t, "features", got, want)
	}
}

func same(t *testing.T, what string, got, want mat.Matrix) {
	t.Helper()
	var off mat.Dense
	off.Sub(got, want)
	if e, scale := max(mat.Max(&off), -mat.Min(&off)), math.Max(1, mat.Max(want)); !(e <= 1e-10*scale) {
		t.Errorf("%s is off by %g", what, e)
	}
}

package moments

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// However values are kept, their moments and those of the sphered values are the same
// bits, in the first pass and in one that finds the values kept.
func TestSphereOfKeptValues(t *testing.T) {
	n, m, d := 900, linalgtest.Size(200), 6
	ctx, x, lengths := t.Context(), walk(n, d, 31), []int{300, 1, 599}
	z := mat.NewDense(m, d, nil)
	for i := range m {
		z.SetRow(i, x.RawRowView(i*n/m))
	}
	s, err := space.NewStableAt(ctx, kernel.Gaussian{Sigma: 3}, z, kernel.ColumnMeans(x), true)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.Partial(ctx)
	if err != nil || p == nil {
		t.Fatal("the solve is not put off", err)
	}
	for _, functions := range []space.Space{s, p} {
		var first, sphered *Moments
		for _, keep := range []Keeping{notKept, Packed, InRows} {
			v := newValues(functions, x, lengths, keep)
			for pass := range 2 {
				what := fmt.Sprintf("%T, kept as %d, pass %d", functions, keep, pass)
				got, err := Stream(ctx, v)
				if err != nil {
					t.Fatal(err)
				}
				z, err := Sphere(ctx, v, got, 1e-13)
				if err != nil || z == nil {
					t.Fatal(what, z, err)
				}
				if first == nil {
					first, sphered = got, z.Moments
				}
				checkBits(t, what, got, first)
				checkBits(t, what+", sphered", z.Moments, sphered)
			}
		}
	}
}

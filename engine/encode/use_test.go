package encode

import (
	"context"
	"math"
	"testing"

	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Each sample is in the code of one centre, and its class determines which; a front
// that splits its codes is described by its atoms.
func TestUseOfAtoms(t *testing.T) {
	x := mat.NewDense(90, 3, nil)
	label := make([]int, 90)
	for i := range 90 {
		label[i] = i / 30 % 2
		x.Set(i, label[i], 3+math.Sin(float64(i)))
		x.Set(i, 2, 0.1*math.Cos(float64(i)))
	}
	use := func(word, code string) *Use {
		t.Helper()
		f := fitted(t, word, x, Code.Is(code))
		u, err := UseOf(context.Background(), f, x, label, 3)
		if err != nil {
			t.Fatal(err)
		}
		if sum := floats.Sum(u.Energy); math.Abs(sum-1) > 1e-12 {
			t.Errorf("%s: the shares of the energy sum up to %g", word, sum)
		}
		return u
	}
	vq := use("vq:2", "own")
	if math.Abs(floats.Max(vq.Share)-60.0/90) > 1e-12 || math.Abs(floats.Sum(vq.Share)-1) > 1e-12 {
		t.Errorf("centres are in %v of the codes", vq.Share)
	}
	for j, of := range vq.ByClass {
		if of[2] != 0 || of[0]+of[1] != 1 {
			t.Errorf("centre %d is in %v of the codes by class", j, of)
		}
		if n := len(vq.Along[j]); n != 90 || vq.Along[j][0] != of[0] || vq.Along[j][31] != of[1] {
			t.Errorf("centre %d over the samples: %v", j, vq.Along[j])
		}
	}
	own, split := use("ksvd:5:2", "own"), use("ksvd:5:2", "split")
	if len(split.Share) != 5 || !floats.Equal(own.Share, split.Share) || floats.Sum(own.Share) > 2+1e-12 {
		t.Errorf("shares of own codes %v, of split ones %v", own.Share, split.Share)
	}
	components := space.NewProjection([]float64{1, 1, 0}, mat.NewDense(3, 2, []float64{1, 0, 0, 0, 0, 1}))
	if u, err := UseOf(context.Background(), components, x, nil, 0); err != nil || u.Share[0] != 1 || u.Energy[0] < u.Energy[1] || u.ByClass != nil {
		t.Errorf("components: %+v, %v", u, err)
	}
	if got := duplicateAtoms(mat.NewDense(4, 2, []float64{1, 0, 0, 0, -2, 0.001, 0, 1})); got[0] != -1 || got[1] != -1 || got[2] != 0 || got[3] != -1 {
		t.Errorf("doubles of %v", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := UseOf(ctx, fitted(t, "vq:2", x), x, nil, 0); err == nil {
		t.Error("goes on when the context ended")
	}
}

package hierarchy

import (
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

// retina returns n images of side×side on which a pattern of 3×3 walks slowly, and its
// place (n×2). The pattern flickers: each of its values is drawn anew from −1 and 1 on
// every image.
func retina(seed uint64, n, side int) (x, place *mat.Dense) {
	rng := rand.New(rand.NewPCG(seed, 11))
	x, place = mat.NewDense(n, side*side, nil), mat.NewDense(n, 2, nil)
	at := [2]int{side / 2, side / 2}
	for t := range n {
		for c := range at {
			if rng.IntN(3) == 0 {
				at[c] += 2*rng.IntN(2) - 1
			}
			at[c] = max(1, min(side-2, at[c]))
			place.Set(t, c, float64(at[c]))
		}
		for j := range side * side {
			x.Set(t, j, 0.05*rng.NormFloat64())
		}
		for dy := -1; dy <= 1; dy++ {
			for dx := -1; dx <= 1; dx++ {
				x.Set(t, (at[1]+dy)*side+at[0]+dx, float64(2*rng.IntN(2)-1))
			}
		}
	}
	return x, place
}

// On new images, the features of two layers hold the place of a pattern whose
// identity flickers; linear features of the same number do not.
func TestPlaceOnARetina(t *testing.T) {
	const n, side = 3000, 12
	x, _ := retina(1, n, side)
	fresh, place := retina(2, n, side)
	found := func(text string) float64 {
		cosines := measure.PrincipalAngles(apply(t, train(t, mustParse(t, text), x, time(n)), fresh), place)
		return cosines[1] // the lesser of two directions
	}
	linear, deep := found("12x12:all:sfa8"), found("12x12:3x3:poly2:sfa3/all:sfa8")
	t.Logf("correlation with the place: %.3f linear, %.3f with two layers", linear, deep)
	if deep < 0.93 || linear > 0.3 {
		t.Error("two layers must find the place, and linear features must not")
	}
}

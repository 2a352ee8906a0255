package format

import (
	"math"
	"slices"
	"testing"
)

func TestFinite(t *testing.T) {
	for n := range 11 {
		x := make([]float64, n)
		for i := range x {
			x[i] = []float64{-math.MaxFloat64, 5e-324, math.Copysign(0, -1), 1}[i%4]
		}
		if !allFinite(x) {
			t.Errorf("%v is not finite", x)
		}
		for i := range x {
			for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				bad := slices.Clone(x)
				bad[i] = v
				if allFinite(bad) || notFinite(bad) != i {
					t.Errorf("%v is finite", bad)
				}
			}
		}
	}
}

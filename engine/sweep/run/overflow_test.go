package run

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"gonum.org/v1/gonum/mat"
)

// A feature that is constant on the test part has no slowness there; one that overflows is no
// result at all.
func TestOverflowIsNoConstant(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{1, 7, 1, 2, 7, 1e300, 3, 7, -1e300, 4, 7, 2})
	pass := measure.NewPass(measure.Steps|measure.Deviations, 3, []int{4})
	g := pass.Group(0)
	g.Add(x)
	g.End()
	if bad := pass.NotFinite(3); !slices.Equal(bad, []int{2}) {
		t.Errorf("not finite are %v", bad)
	}
	if s := pass.UnitSlowness(3); !math.IsNaN(s[1]) || math.IsNaN(s[0]) {
		t.Errorf("slowness %v", s)
	}
	f := &features{Solution: &method.Solution{A: mat.NewDense(5, 3, nil)}, scored: pass}
	if err := f.checkHeld(3); err == nil {
		t.Error("an overflow is a result")
	}
	if err := f.checkHeld(2); err != nil {
		t.Error(err)
	}
}

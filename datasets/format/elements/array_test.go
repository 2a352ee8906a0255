package elements

import (
	"math"
	"testing"
)

func TestHalfFloat(t *testing.T) {
	for bits, want := range map[uint16]float64{0: 0, 0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0001: math.Ldexp(1, -24), 0x3555: 0.333251953125, 0x7c00: math.Inf(1), 0x0400: math.Ldexp(1, -14)} {
		if got := HalfFloat(bits); got != want {
			t.Errorf("%#x: %g, want %g", bits, got, want)
		}
	}
	if !math.IsNaN(HalfFloat(0x7e00)) {
		t.Error("NaN is none")
	}
}

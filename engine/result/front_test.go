package result

import (
	"testing"

	"example.com/sfatui/engine/part"
)

// What rises counts, but for rounding: by share of the objective, and where nothing is left.
func TestRises(t *testing.T) {
	for _, c := range []struct {
		left part.Float
		of   []part.Float
		want int
	}{
		{0.1, []part.Float{4, 3, 3.5, 2, 2 * (1 + 1e-12)}, 1},
		{1e-31, []part.Float{4e-31, 3e-31, 3.5e-31}, 0},
		{0, []part.Float{1, 2, 3}, 2},
	} {
		f := Front{Objective: c.of, Relative: EnergyLeft{Train: c.left}}
		if got := f.Rises(); got != c.want {
			t.Errorf("%v, of which %g is left, rises %d times, want %d", c.of, c.left, got, c.want)
		}
	}
}

package inspect

import "testing"

// The proposed step is the largest up to ε with which all rows between the first and the last
// window are in a window, found by marking them.
func TestCoveringStep(t *testing.T) {
	covers := func(l, epsilon, delta int) bool {
		const windows = 60
		in := map[int]bool{}
		for w := range windows {
			for k := range l {
				in[w*delta+k*epsilon] = true
			}
		}
		for row := l * epsilon; row < (windows-1)*delta; row++ {
			if !in[row] {
				return false
			}
		}
		return true
	}
	for l := 1; l <= 12; l++ {
		for epsilon := 1; epsilon <= 12; epsilon++ {
			want := epsilon
			for !covers(l, epsilon, want) {
				want--
			}
			if got := coveringStep(l, epsilon); got != want {
				t.Errorf("windows of %d values %d apart: step %d, want %d", l, epsilon, got, want)
			}
		}
	}
}

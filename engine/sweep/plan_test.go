package sweep_test

import (
	"slices"
	"testing"

	"example.com/sfatui/engine/sweep"
)

func TestEndsFirstIsAPermutation(t *testing.T) {
	for n := range 40 {
		got := sweep.EndsFirst(n)
		slices.Sort(got)
		for i, v := range got {
			if i != v {
				t.Fatalf("n = %d: %v", n, got)
			}
		}
		if len(got) != n {
			t.Fatalf("n = %d: %d values", n, len(got))
		}
	}
}

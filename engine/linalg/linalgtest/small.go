package linalgtest

import (
	"os"
	"slices"
	"testing"
)

// mostSmall is the largest size of matrices where SFATUI_SMALL is set.
const mostSmall = 128

// small reports whether tests leave out large matrices, as SFATUI_SMALL states: an emulated
// processor is about a hundred times slower, the race detector ten times.
func small() bool { return os.Getenv("SFATUI_SMALL") != "" }

// LeftOut reports whether a test skips matrices of size n because SFATUI_SMALL is set.
func LeftOut(n int) bool { return small() && n > mostSmall }

// Size returns n, limited to 128 where SFATUI_SMALL is set.
func Size(n int) int {
	if LeftOut(n) {
		return mostSmall
	}
	return n
}

// Sizes returns the sizes. Where SFATUI_SMALL is set it replaces all larger sizes by a
// single 128.
func Sizes(sizes ...int) []int {
	kept := slices.DeleteFunc(slices.Clone(sizes), LeftOut)
	if len(kept) < len(sizes) && !slices.Contains(kept, mostSmall) {
		kept = append(kept, mostSmall)
	}
	return kept
}

// SkipLarge skips a test of matrices of size n if [LeftOut] reports true.
func SkipLarge(t *testing.T, n int) {
	t.Helper()
	if LeftOut(n) {
		t.Skipf("matrices of size %d are left out where SFATUI_SMALL is set", n)
	}
}

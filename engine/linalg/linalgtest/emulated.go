package linalgtest

import (
	"os"
	"slices"
	"testing"
)

// mostEmulated is the largest size of matrices in tests on an emulated processor, which
// is about a hundred times slower.
const mostEmulated = 128

// emulated reports whether the processor is emulated, as .ci/arm64 states by SFATUI_EMULATED.
func emulated() bool { return os.Getenv("SFATUI_EMULATED") != "" }

// LeftOut reports whether a test skips matrices of size n because the processor is
// emulated.
func LeftOut(n int) bool { return emulated() && n > mostEmulated }

// Size returns n, limited to 128 on an emulated processor.
func Size(n int) int {
	if LeftOut(n) {
		return mostEmulated
	}
	return n
}

// Sizes returns the sizes. On an emulated processor it replaces all larger sizes by a
// single 128.
func Sizes(sizes ...int) []int {
	small := slices.DeleteFunc(slices.Clone(sizes), LeftOut)
	if len(small) < len(sizes) && !slices.Contains(small, mostEmulated) {
		small = append(small, mostEmulated)
	}
	return small
}

// SkipLarge skips a test of matrices of size n if [LeftOut] reports true.
func SkipLarge(t *testing.T, n int) {
	t.Helper()
	if LeftOut(n) {
		t.Skipf("matrices of size %d are left out on an emulated processor", n)
	}
}

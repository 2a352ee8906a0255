package roofline_test

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/roofline"
	"example.com/sfatui/engine/linalg/simd"
)

// Every path has limits.
func TestLimits(t *testing.T) {
	for _, path := range simd.Paths() {
		if l := roofline.Measure(path); !(l.One > 0 && l.All > 0 && l.Bandwidth > 0) {
			t.Errorf("%s: %+v", path, l)
		}
	}
}

// Every kind of work reaches something of the limits.
func Example() {
	l := roofline.Measure(simd.Path())
	for _, r := range roofline.Shares(l) {
		fmt.Println(r.What, r.Rate > 0 && r.Share > 0)
	}
	// Output:
	// products true
	// moments true
	// exponentials true
	// tridiagonalisation true
}

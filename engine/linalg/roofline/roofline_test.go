package roofline_test

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/roofline"
	"example.com/sfatui/engine/linalg/simd"
)

// Every path has limits, and every kind of work reaches something of them.
func TestLimitsAndShares(t *testing.T) {
	var l roofline.Limits
	for _, path := range simd.Paths() {
		if l = roofline.Measure(path); !(l.One > 0 && l.All > 0 && l.Bandwidth > 0) {
			t.Errorf("%s: %+v", path, l)
		}
	}
	for _, r := range roofline.Shares(l) {
		t.Logf("%-20s %6.1f GFLOP/s, %3.0f %%", r.What, r.Rate/1e9, 100*r.Share)
		if !(r.Rate > 0 && r.Share > 0) {
			t.Errorf("%+v", r)
		}
	}
}

func Example() {
	l := roofline.Measure(simd.Path())
	for _, r := range roofline.Shares(l) {
		fmt.Println(r.What, r.Share > 0)
	}
	// Output:
	// products true
	// moments true
	// exponentials true
	// tridiagonalisation true
}

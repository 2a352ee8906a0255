package sweepview_test

import (
	"fmt"

	"example.com/sfatui/ui/uitest"
)

// A finished sweep: its rows, its axes, and the best row by validation.
func Example_snapshot() {
	sweep := uitest.Done(80, 24).Sweep
	fmt.Println(len(sweep.Rows), "rows along", len(sweep.Axes), "axes,", sweep.Missing(), "points missing")
	fmt.Println("best:", sweep.Axes[0].Label(sweep.Rows[sweep.Best].Config))
	// Output:
	// 60 rows along 4 axes, 0 points missing
	// best: 5
}

package align_test

import (
	"fmt"

	"example.com/sfatui/engine/align"
)

// The best path of two series of one channel, of which the second stays at its peak.
func ExamplePath() {
	x, y := align.Of(0, 1, 2, 1), align.Of(0, 1, 2, 2, 1)
	path, cost := align.Path(x, y, align.Window{})
	fmt.Println(path, cost)
	// Output:
	// [[0 0] [1 1] [2 2] [2 3] [3 4]] 0
}

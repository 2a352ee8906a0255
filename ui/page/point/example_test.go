package point_test

import (
	"fmt"

	"example.com/sfatui/ui/page/point"
	"example.com/sfatui/ui/uitest"
)

// The verdicts on the best point of a sweep, and on the one after it.
func Example_detail() {
	scene := uitest.Done(80, 24)
	for range 2 {
		for _, line := range point.Verdict(scene, scene.Table.Row(&scene.Sweep), 70) {
			fmt.Println(line)
		}
		scene.Table.Move(&scene.Sweep, 1)
	}
	// Output:
	// ★ best samples right on validation: 0.860, 1 of 3 with that score
	// = tied with ★: a tie-break rule decided
}

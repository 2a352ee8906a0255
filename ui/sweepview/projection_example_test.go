package sweepview_test

import (
	"fmt"

	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// A chart over σ, a line for each λ, with the other axes held at the best point.
func Example_projection() {
	scene := uitest.Done(80, 24)
	var slice sweepview.Slice
	view := slice.Aim(&scene.Sweep, scene.Base(), sweepview.Wish{Xs: []string{"sigma"}, Lines: []string{"lambda"}})
	fmt.Println(view.X.Name, view.Lines.Name, view.Title(""))
	// Output: sigma lambda m=100
}

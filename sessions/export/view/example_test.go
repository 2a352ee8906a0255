package view_test

import (
	"fmt"

	"example.com/sfatui/sessions/export/view"
)

func Example() {
	for _, name := range view.PointViews() {
		if view.UseOfData(name) == view.DataNeeded {
			fmt.Println(name, "is solved for again on the data")
		}
	}
	// Output:
	// traces is solved for again on the data
	// scatter is solved for again on the data
	// graph is solved for again on the data
	// predictability is solved for again on the data
	// band is solved for again on the data
	// prediction is solved for again on the data
	// align is solved for again on the data
	// atoms is solved for again on the data
	// novelty is solved for again on the data
}

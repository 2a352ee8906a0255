package sweepview_test

import (
	"fmt"

	"example.com/sfatui/ui/uitest"
)

// A filter applies to the table, and reports what it cannot parse.
func Example_points() {
	scene := uitest.Done(80, 24)
	table := &scene.Table
	table.Filter, _ = table.ParseFilter(&scene.Sweep, "sigma=5 lambda<1e-3 by:slowness")
	table.Arrange(&scene.Sweep)
	fmt.Println(table.Caption(&scene.Sweep))
	_, err := table.ParseFilter(&scene.Sweep, "sigma<")
	fmt.Println(err)
	// Output:
	// 8 of 60 · ◉ is hidden · by slowness ▲
	// sigma<: a number is missing
}

package samples_test

import (
	"fmt"

	"example.com/sfatui/engine/samples"
)

// What --clip takes is a share of the samples, or a number of deviations from the median.
func ExampleParseClip() {
	for _, text := range []string{"quantile:0.01", "mad:5", "quantile:2"} {
		_, err := samples.ParseClip(text)
		fmt.Println(text, err)
	}
	// Output:
	// quantile:0.01 <nil>
	// mad:5 <nil>
	// quantile:2 --clip: "quantile:2": write quantile:0.01 (a share below 0.5 at each end), mad:5 (that many deviations from the median) or none
}

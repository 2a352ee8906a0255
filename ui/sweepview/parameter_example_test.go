package sweepview_test

import (
	"fmt"

	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// The axes of a sweep are the parameters in which its points differ.
func Example_parameter() {
	for _, a := range sweepview.AxesOf(uitest.Points()) {
		fmt.Println(a.Name, sweepview.EnumerateAxis(a))
	}
	// Output:
	// sigma 1 2 5 10 20
	// lambda 0 1e-7 0.001
	// m 50 100
	// readout lda perceptron
}

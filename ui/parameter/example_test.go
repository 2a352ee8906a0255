package parameter_test

import (
	"fmt"

	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/uitest"
)

// The axes of a sweep are the parameters in which its points differ.
func Example() {
	for _, a := range parameter.Axes(uitest.Points()) {
		fmt.Println(a.Name, parameter.Enumerate(a))
	}
	// Output:
	// sigma 1 2 5 10 20
	// lambda 0 1e-7 0.001
	// m 50 100
	// readout lda perceptron
}

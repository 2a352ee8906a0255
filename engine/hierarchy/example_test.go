package hierarchy_test

import (
	"fmt"

	"example.com/sfatui/engine/hierarchy"
)

func ExampleParse() {
	s, err := hierarchy.Parse("8x8:4x4+2x2:pca12:poly2:sfa8/all:poly2:sfa9")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Inputs(), "inputs,", s.Outputs(), "outputs")
	// Output: 64 inputs, 9 outputs
}

package data

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/ui/page"
)

// drawnInputs returns the indices of the inputs to draw. Delayed copies in an embedding are
// left out.
func drawnInputs(set *data.Set, inputs int) []int {
	var drawn []int
	for j := range inputs {
		if j >= len(set.Inputs) || !strings.HasSuffix(set.Inputs[j], "]") || strings.HasSuffix(set.Inputs[j], "[0]") {
			drawn = append(drawn, j)
		}
	}
	return drawn
}

// inputIndex returns the index of a column's input, or of its first input in a delay window; -1
// if the column is not an input.
func inputIndex(sc *page.Scene, column string) int {
	return slices.IndexFunc(sc.Set.Inputs, func(name string) bool { return name == column || name == column+"[0]" })
}

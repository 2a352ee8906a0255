package stringkernel_test

import (
	"fmt"

	"example.com/sfatui/engine/stringkernel"
)

// Two strings of symbols, compared by the pairs of symbols that they have in common.
func Example() {
	var w stringkernel.Workspace
	s, t := []int32{0, 1, 0, 2}, []int32{0, 1, 2}
	gaps := stringkernel.Subsequence{N: 2, Decay: 0.5}
	fmt.Println(gaps.Value(&w, s, t), stringkernel.Spectrum{N: 2}.Value(&w, s, t))
	// Output: 2.125 1
}

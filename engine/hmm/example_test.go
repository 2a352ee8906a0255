package hmm_test

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/hmm"
)

// A model of two states, of strings that change once.
func ExampleFit() {
	m, told, err := hmm.Fit(context.Background(), [][]int32{{0, 0, 0, 1, 1}, {0, 0, 1, 1, 1, 1}, {0, 1, 1}}, 1, 2, 2)
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d frames, state 1 begins with %.2f\n", told.Frames, m.Start[0])
	// Output: 14 frames, state 1 begins with 0.97
}

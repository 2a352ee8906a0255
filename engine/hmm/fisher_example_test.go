package hmm_test

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/hmm"
	"gonum.org/v1/gonum/mat"
)

// Two strings become vectors under a model that is learnt from them.
func ExampleLearnScores() {
	x := data.PackFrames(mat.NewDense(7, 1, []float64{0, 1, 0, 1, 1, 1, 1}), []int{4, 3})
	s, err := hmm.LearnScores(context.Background(), x, 2, 2, true)
	if err != nil {
		panic(err)
	}
	v, err := s.Vectors(context.Background(), x)
	if err != nil {
		panic(err)
	}
	frames, _ := data.StackFrames(v)
	fmt.Println(frames.Dims())
	// Output: 2 10
}

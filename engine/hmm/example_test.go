package hmm_test

import (
	"fmt"

	"example.com/sfatui/engine/hmm"
	"gonum.org/v1/gonum/mat"
)

// The log-likelihood of a series of symbols under a model of two states.
func ExampleModel_Log() {
	m := hmm.Softmax([]float64{0.2, -0.2}, mat.NewDense(2, 2, []float64{1, 0, 0.3, 0.9}), mat.NewDense(2, 3, []float64{0.8, 0, -0.5, -0.4, 0.1, 0.7}))
	fmt.Printf("%.6f\n", m.Log([]int32{0, 0, 1}))
	// Output: -2.983867
}

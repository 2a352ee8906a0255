package online_test

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/online"
)

// The learner takes one sample after another and keeps none of them.
func ExampleLearner() {
	l := online.New(2, online.Defaults(2, 1))
	for t := range 20000 {
		slow, fast := math.Sin(float64(t)/200), math.Sin(float64(t))
		if err := l.Observe([]float64{slow + fast, slow - 2*fast}, t == 0); err != nil {
			fmt.Println(err)
			return
		}
	}
	a, _ := l.Features()
	fmt.Printf("weights in the ratio %.1f\n", a.At(0, 0)/a.At(1, 0))
	// Output: weights in the ratio 2.0
}

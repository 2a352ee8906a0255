package sessiontest_test

import (
	"fmt"

	"example.com/sfatui/sessions/sessiontest"
)

func ExampleResult() {
	plan := sessiontest.Plan(3)
	for _, e := range plan {
		r := sessiontest.Result(e, 0.5)
		fmt.Printf("%.4f %q\n", r.Slowness.MeanTrain, r.Error)
	}
	// Output:
	// 0.3226 ""
	// 0.2439 ""
	// 0.1961 "rank is 0: use a larger σ"
}

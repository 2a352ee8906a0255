package preparation_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/stat"
)

// What --clip takes is a share of the samples, or a number of deviations from the median.
func Example_clip() {
	for _, text := range []string{"quantile:0.01", "mad:5", "quantile:2"} {
		_, err := preparation.Clip.Axis().ReadSetting(text)
		fmt.Println(text, err)
	}
	// Output:
	// quantile:0.01 <nil>
	// mad:5 <nil>
	// quantile:2 --clip: "quantile:2": write quantile:0.01 (a share below 0.5 at each end), mad:5 (that many deviations from the median) or none
}

// A clipping of our own keeps what is near the mean, in standard deviations.
func ExampleClipping() {
	preparation.Clippings.Register(part.Part[preparation.Clipping]{
		Name: "sd", Prefix: "sd:", Doc: "sd:3 standard deviations from the mean",
		Build: preparation.Clipping{
			Write: "sd:3 (that many standard deviations from the mean)",
			Takes: func(v float64) bool { return v > 0 && !math.IsInf(v, 0) },
			Bounds: func(sorted []float64, v float64) (lo, hi float64) {
				mean, sd := stat.MeanStdDev(sorted, nil)
				return mean - v*sd, mean + v*sd
			},
		},
	})
	set, err := datasets.Open(context.Background(), datasets.Options{Paths: []string{"sincos"}, Limit: 300}, nil)
	if err != nil {
		panic(err)
	}
	results, err := run.All(context.Background(), set, sweep.Spec{}.With("clip", "sd:1", "space", "linear", "p", "1", "lambda", "0", "readout", "none"))
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Println(r.Notes[0])
	}
	// Output:
	// 178 of 400 values of the training part clipped
}

package split_test

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
)

// Three speakers said two words each. Each fold tests on a speaker that it was
// not trained on.
func ExampleFolds() {
	set := &data.Set{X: mat.NewDense(60, 1, nil)}
	for i := range 6 {
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint("word ", i), Group: []string{"ada", "bob", "cem"}[i/2], Start: 10 * i, End: 10 * (i + 1)})
	}
	folds, err := split.Folds(set, split.Options{Folds: 3, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range folds {
		fmt.Println("train on", f.Train.Samples(), "samples, test on", set.Segments[f.Test[0].Segment].Group)
	}
	// Unordered output:
	// train on 40 samples, test on cem
	// train on 40 samples, test on ada
	// train on 40 samples, test on bob
}

// A single series is cut into blocks. A gap keeps what it is tested on away from
// its neighbours in time.
func ExampleOptions() {
	set := &data.Set{X: mat.NewDense(300, 1, nil), Segments: []data.Segment{{Name: "series", End: 300}}}
	folds, err := split.Folds(set, split.Options{Folds: 1, Gap: 10, Validation: 0.2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("fit", folds[0].Inner[0].Fit)
	fmt.Println("choose", folds[0].Inner[0].Validation)
	fmt.Println("test", folds[0].Test)
	// Output:
	// fit [{0 0 142}]
	// choose [{0 152 190}]
	// test [{0 200 300}]
}

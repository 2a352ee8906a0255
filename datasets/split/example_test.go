package split_test

import (
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
)

// Three speakers said two words each. Each fold tests on a speaker that is not
// in its training part.
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

// A single series is divided into blocks. A gap separates the test part from
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

// A registered unit divides the data by whole days, with which the names of
// segments begin.
func ExampleRegister() {
	split.Register(split.Way{
		Name: "day", Missing: "there are not two days",
		Of: func(s *data.Set, segment int) string {
			day, _, _ := strings.Cut(s.Segments[segment].Name, " ")
			return day
		},
	})
	set := &data.Set{X: mat.NewDense(60, 1, nil)}
	for i := range 6 {
		set.Segments = append(set.Segments, data.Segment{Name: fmt.Sprint([]string{"Monday", "Tuesday"}[i%2], " ", i), Start: 10 * i, End: 10 * (i + 1)})
	}
	folds, err := split.Folds(set, split.Options{Folds: 2, By: "day", Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range folds {
		for _, span := range f.Test {
			fmt.Print(set.Segments[span.Segment].Name, ";")
		}
		fmt.Println()
	}
	_, err = split.Folds(set, split.Options{By: "night"})
	fmt.Println(err)
	// Unordered output:
	// Monday 0;Monday 2;Monday 4;
	// Tuesday 1;Tuesday 3;Tuesday 5;
	// --split-by night: choose group, segment, day, block or row
}

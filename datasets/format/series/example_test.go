package series_test

import (
	"example.com/sfatui/datasets/format/series"
	"example.com/sfatui/datasets/internal/check"
	"example.com/sfatui/datasets/internal/sample"
)

// Two series of two channels, each with a class.
func ExampleTS() {
	check.Print(&series.TS, sample.TSHead+"@univariate false\n@classLabel true up down\n@data\n1,2,3:10,20,30:up\n4,5:40,50:down\n")
	// Output:
	// inputs [x1 x2]
	// file.ts:1 [up] [1 10 2 20 3 30]
	// file.ts:2 [down] [4 40 5 50]
}

// A table of Weka: the class is the label, and a sparse row omits zeros.
func ExampleARFF() {
	check.Print(&series.ARFF, "@relation r\n@attribute a real\n@attribute b real\n@attribute class {yes,no}\n@data\n1,2,yes\n{1 5, 2 no}\n")
	// Output:
	// inputs [a b]
	// file.arff [yes no] [1 2 0 5]
	// file.arff: the attribute class is taken as the label
}

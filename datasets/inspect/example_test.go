package inspect_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
)

// A sine with a period of 40 samples, and a constant column.
func ExampleReportOf() {
	set := &data.Set{Name: "sine", Inputs: []string{"x", "gain"}, X: mat.NewDense(400, 2, nil), Segments: []data.Segment{{Name: "sine", End: 400}}}
	for i := range 400 {
		set.X.SetRow(i, []float64{math.Sin(2 * math.Pi * float64(i) / 40), 3})
	}
	report, err := inspect.ReportOf(context.Background(), set)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(report.Samples, report.Constant)
	fmt.Printf("%s %.1f to %.1f, standard deviation %.3f\n", report.Columns[0].Name, report.Columns[0].Min, report.Columns[0].Max, report.Columns[0].SD)
	// Output:
	// 400 [gain]
	// x -1.0 to 1.0, standard deviation 0.707
}

// The autocorrelation of a sine first falls below 0 after a quarter of a
// period, and two values of a window determine the phase.
func ExampleAdvise() {
	set := &data.Set{Inputs: []string{"x"}, X: mat.NewDense(2000, 1, nil), Segments: []data.Segment{{Name: "sine", End: 2000}}}
	for i := range 2000 {
		set.X.Set(i, 0, math.Sin(2*math.Pi*float64(i)/40.3))
	}
	advice, err := inspect.Advise(context.Background(), set)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(advice.Inputs[0].Zero, advice.L)
	// Output:
	// 11 2
}

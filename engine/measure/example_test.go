package measure_test

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// crossings is a measure of our own: the share of steps in which a feature
// changes its sign.
var crossings = measure.Register(&measure.Measure{
	ID: "crossings", Label: "zero crossings", Unit: measure.Share, Better: measure.Lower, Part: measure.Training,
	Take: func(_ context.Context, f measure.Features) ([]float64, error) {
		n, p := f.Train.Dims()
		share := make([]float64, p)
		for j := range p {
			for i := 1; i < n; i++ {
				if f.Train.At(i-1, j)*f.Train.At(i, j) < 0 {
					share[j] += 1 / float64(n-1)
				}
			}
		}
		return share, nil
	},
})

// A measure that is registered is taken in every sweep, and stands in every
// table of measures.
func Example() {
	x := mat.NewDense(100, 2, nil)
	for t := range 100 {
		x.SetRow(t, []float64{math.Sin(float64(t) / 16), math.Sin(float64(t) / 2)})
	}
	set := &data.Set{Name: "waves", Inputs: []string{"slow", "fast"}, X: x, Segments: []data.Segment{{Name: "all", End: 100}}}
	done, err := run.All(context.Background(), set, sweep.Spec{}.With("space", "linear", "lambda", "0", "p", "1,2", "readout", "none"))
	if err != nil {
		panic(err)
	}
	rows := choose.InOrder(choose.Summarize(done))
	for _, m := range measure.In(measure.Reports, measure.All()) {
		if choose.Have(rows, m) {
			fmt.Printf("%-18s %.2f %.2f\n", m.Show.Report, rows[0].Of(m).Mean, rows[1].Of(m).Mean)
		}
	}
	best := rows[choose.BestAt(rows, crossings)]
	fmt.Printf("fewest with p=%d\n", method.P.Of(best.Config))
	// Output:
	// slowness test      0.02 0.02
	// slowness train     0.01 0.01
	// η test             0.75 0.75
	// ξ test             0.81 0.81
	// zero crossings     0.03 0.10
	// fewest with p=1
}

package hierarchy

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// checkInterval is the number of rows between checks of the context.
const checkInterval = 1024

// inputs returns the mean of each input, and at each position of the grid the inputs
// that vary. Values that differ by no more than their rounding count as constant: a
// node would magnify them to variance one. The mean is summed relative to the first
// sample, so a large one costs no digits.
func (s Shape) inputs(ctx context.Context, x *mat.Dense) (mean []float64, columns [][]int, err error) {
	n, d := x.Dims()
	first, offset := x.RawRowView(0), make([]float64, d)
	mean = make([]float64, d)
	low, high := append([]float64(nil), first...), append([]float64(nil), first...)
	for t := range n {
		if t%checkInterval == 0 && ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		row := x.RawRowView(t)
		floats.SubTo(offset, row, first)
		floats.Add(mean, offset)
		for j, v := range row {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	floats.Scale(1/float64(n), mean)
	floats.Add(mean, first)
	columns = make([][]int, s.grid.count())
	for j := range d {
		spread := high[j] - low[j]
		if math.IsNaN(spread) || math.IsInf(spread, 0) {
			return nil, nil, fmt.Errorf("input %d of %d goes from %.3g to %.3g on the training data: remove values that are not finite, or scale it down", j+1, d, low[j], high[j])
		}
		if spread > 4*0x1p-52*math.Max(math.Abs(low[j]), math.Abs(high[j])) {
			p := j / s.channels
			columns[p] = append(columns[p], j)
		}
	}
	return mean, columns, nil
}

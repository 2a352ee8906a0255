package preparation

import (
	"cmp"
	"context"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/floats"
)

// columnGrain bounds the inputs that a pass over the rows scans.
const columnGrain = 64

// spread returns the mean and the variance (divided by n) of each input, in two passes.
// The variance of an input that is constant up to rounding is exactly 0.
func (p *Part) spread(ctx context.Context) (mean, variance []float64, err error) {
	_, d := p.X.Dims()
	mean, variance = make([]float64, d), make([]float64, d)
	processors := parallel.Processors()
	each := max(columnGrain, (d+processors-1)/processors) // wide ranges, because in a file each row is another page
	err = parallel.For(ctx, d, each, func(lo, hi int) { p.spreadOfRange(ctx, mean[lo:hi], variance[lo:hi], lo) })
	if err = cmp.Or(err, ctx.Err()); err != nil { // because a range may be unfinished
		return nil, nil, err
	}
	return mean, variance, nil
}

// spreadOfRange writes the mean and the variance of the inputs from lo on. It returns
// early if ctx ends.
func (p *Part) spreadOfRange(ctx context.Context, mean, variance []float64, lo int) {
	n, d := p.Len(), len(mean)
	inputs := func(i int) []float64 { return p.X.RawRowView(i)[lo:][:d] }
	first := inputs(0)
	offset, square, steady := make([]float64, d), make([]float64, d), make([]bool, d)
	for j := range steady {
		steady[j] = true
	}
	for i := range n {
		if i%gatherGrain == 0 && ctx.Err() != nil {
			return
		}
		row := inputs(i)
		floats.SubTo(offset, row, first)
		floats.Add(mean, offset)
		for j, d := range offset {
			if d != 0 && steady[j] {
				steady[j] = data.Steady(row[j], first[j])
			}
		}
	}
	floats.Scale(1/float64(n), mean)
	floats.Add(mean, first)
	for i := range n {
		if i%gatherGrain == 0 && ctx.Err() != nil {
			return
		}
		floats.SubTo(offset, inputs(i), mean)
		floats.MulTo(square, offset, offset)
		floats.Add(variance, square)
	}
	floats.Scale(1/float64(n), variance)
	for j := range variance {
		if steady[j] {
			variance[j] = 0
		}
	}
}

package subset

import (
	"context"
	"math"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// round picks among the samples in, which have processed all picks so far, for as long
// as the best of them is worse than the bound of sample rest; n stands for no sample.
// It returns the number of picks, zero if no residual is above stop.
func (p *pursuit) round(ctx context.Context, in []int, rest int) (int, error) {
	if len(in) == 0 {
		return 0, nil
	}
	r, err := p.residualKernel(ctx, in)
	if err != nil {
		return 0, err
	}
	bound := math.Inf(-1)
	if rest < len(p.eps) {
		bound = p.eps[rest]
	}
	c := newPivotedCholesky(in, p.eps, r, p.columns[:0])
	defer func() { p.columns = c.factor }()
	for p.chosen()+len(c.pivots) < p.wanted {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		best, next := c.largestTwo()
		e := c.eps[best]
		if e <= p.stop() || worse(bound, rest, e, in[best]) {
			break
		}
		p.picks.add(in[best], e, max(bound, next))
		c.pick(best)
		if !(floats.Min(c.eps) >= -indefinite*p.largest) || floats.HasNaN(c.eps) {
			// The sample is checked when it processes the block.
			break
		}
	}
	if len(c.pivots) > 0 {
		p.addBlock(c.samples(), c.triangle())
	}
	return len(c.pivots), nil
}

// add appends a pick with residual e. The next largest residual is at most second, or
// −∞ if no sample remains.
func (p *Picks) add(t int, e, second float64) {
	if last := len(p.Residual) - 1; last >= 0 {
		e = min(e, p.Residual[last]) // an increase is rounding
	}
	p.Index = append(p.Index, t)
	p.Residual = append(p.Residual, e)
	if margin := e - second; margin > 0 && !math.IsInf(margin, 1) && (p.Margin == 0 || margin < p.Margin) {
		p.Margin = margin
	}
}

// residualKernel returns κ of the samples in minus the part that all blocks explain.
// Only its upper triangle is valid.
func (p *pursuit) residualKernel(ctx context.Context, in []int) (blas64.General, error) {
	g, err := p.gram(ctx, in)
	if err != nil {
		return blas64.General{}, err
	}
	raw := g.RawSymmetric()
	r := blas64.General{Rows: raw.N, Cols: raw.N, Stride: raw.Stride, Data: raw.Data}
	if len(p.blocks) == 0 {
		return r, nil
	}
	under := p.roundRows(len(in), p.chosen())
	rows := simd.NewRightFactor(under.Cols, under.Rows)
	defer rows.Release()
	err = parallel.For(ctx, len(in), simd.BlockAlign, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			p.gather(under.Data[i*under.Stride:][:under.Cols], in[i])
		}
	})
	if err == nil {
		err = parallel.For(ctx, rows.Slivers(), 1, func(lo, hi int) { rows.PackRows(under, lo, hi) })
	}
	if err == nil {
		err = parallel.For(ctx, len(in), tileRows, func(lo, hi int) {
			simd.Add(-1, rows, rows, r, simd.Block{I0: lo, I1: hi, J0: lo, J1: len(in)}, simd.Upper)
		})
	}
	return r, err
}

// gram returns κ of the samples in.
func (p *pursuit) gram(ctx context.Context, in []int) (*mat.SymDense, error) {
	if p.distances != nil {
		return p.distances.Gram(ctx, p.k, in, false)
	}
	return kernel.GramAt(ctx, p.k, rowsOf(p.x, in), p.origin, false)
}

// roundRows returns storage for the rows of a round. It is allocated once, for the
// largest round: touching fresh memory takes longer than writing to it.
func (p *pursuit) roundRows(rows, columns int) blas64.General {
	if p.roundStorage.Data == nil {
		p.roundStorage.Data = storage.Make(p.candidateCount * p.wanted)
	}
	p.roundStorage.Rows, p.roundStorage.Cols, p.roundStorage.Stride = rows, columns, columns
	return p.roundStorage
}

// pivotedCholesky is the greedy choice among a few samples: pivoted Cholesky of their
// residual kernel matrix r, whose upper triangle is valid.
type pivotedCholesky struct {
	in     []int
	eps    []float64
	r      blas64.General
	width  int       // length of a column of the factor, padded with zeros
	factor []float64 // its columns, one after the other
	pivots []int     // positions in in
}

// columnMultiple is a multiple of the length of a vector register: with columns of such
// lengths all entries undergo the same operations.
const columnMultiple = 64

// newPivotedCholesky returns a choice without picks, whose columns use the given
// storage.
func newPivotedCholesky(in []int, eps []float64, r blas64.General, columns []float64) *pivotedCholesky {
	c := &pivotedCholesky{in: in, r: r, factor: columns, eps: make([]float64, len(in)), width: (len(in) + columnMultiple - 1) / columnMultiple * columnMultiple}
	for i, t := range in {
		c.eps[i] = eps[t]
	}
	return c
}

// largestTwo returns the position of the worst sample, and the largest residual of the
// others.
func (c *pivotedCholesky) largestTwo() (best int, next float64) {
	next = math.Inf(-1)
	for i, e := range c.eps {
		switch {
		case i == 0 || e > c.eps[best]:
			if i > 0 {
				next = c.eps[best]
			}
			best = i
		case e > next:
			next = e
		}
	}
	return best, next
}

// pick picks the sample at a position: it adds a column to the factor and updates the
// residuals.
func (c *pivotedCholesky) pick(pivot int) {
	j := len(c.pivots)
	c.factor = append(c.factor, make([]float64, c.width)...)
	v := c.factor[j*c.width:][:c.width]
	for i := range pivot {
		v[i] = c.r.Data[i*c.r.Stride+pivot]
	}
	copy(v[pivot:], c.r.Data[pivot*c.r.Stride+pivot:][:len(c.in)-pivot])
	at := 0
	for ; at+4 <= j; at += 4 {
		rows := c.factor[at*c.width:]
		w := [4]float64{-rows[pivot], -rows[c.width+pivot], -rows[2*c.width+pivot], -rows[3*c.width+pivot]}
		simd.Four{Data: rows[:4*c.width], Stride: c.width}.Axpy(&w, v)
	}
	for ; at < j; at++ {
		row := c.factor[at*c.width:][:c.width]
		simd.Axpy(-row[pivot], row, v)
	}
	root := math.Sqrt(c.eps[pivot])
	for i, e := range c.eps {
		v[i] /= root
		c.eps[i] = e - v[i]*v[i]
	}
	v[pivot], c.eps[pivot] = root, 0
	c.pivots = append(c.pivots, pivot)
}

// samples returns the picks in order.
func (c *pivotedCholesky) samples() []int {
	out := make([]int, len(c.pivots))
	for i, at := range c.pivots {
		out[i] = c.in[at]
	}
	return out
}

// triangle returns the factor of the picks' residual kernel matrix.
func (c *pivotedCholesky) triangle() *mat.TriDense {
	l := mat.NewTriDense(len(c.pivots), mat.Lower, nil)
	for i, at := range c.pivots {
		for j := range i + 1 {
			l.SetTri(i, j, c.factor[j*c.width+at])
		}
	}
	return l
}

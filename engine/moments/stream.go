package moments

import (
	"cmp"
	"context"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Stream accumulates the moments of v. Besides the two m×m sums it takes up to about
// 40·BlockRows·m values. It fails only if ctx ends.
func Stream(ctx context.Context, v *Values) (*Moments, error) {
	a := newAccumulator(v.space.Dim())
	if err := a.addAll(ctx, v, nil); err != nil {
		return nil, err
	}
	m := a.moments()
	switch {
	case v.atSupports != nil:
		floats.Add(m.Mean, v.atSupports.base)
	case v.part != nil:
		return m, m.finish(ctx, v.part)
	}
	return m, nil
}

// finish transforms the moments of g to those of h.
func (m *Moments) finish(ctx context.Context, p *space.Partial) error {
	p.Finish(mat.NewDense(1, len(m.Mean), m.Mean))
	if err := p.FinishSecond(ctx, m.C); err != nil {
		return err
	}
	return p.FinishSecond(ctx, m.Cdot)
}

// accumulator adds up batches of blocks in row order.
type accumulator struct {
	n, pairs int
	origin   []float64 // the first row; means are relative to it
	last     []float64 // the last row
	mean     []float64
	c, cdot  *mat.SymDense // sums, not yet divided
}

func newAccumulator(m int) *accumulator {
	return &accumulator{
		origin: make([]float64, m), last: make([]float64, m), mean: make([]float64, m),
		c: dense.NewSym(m), cdot: dense.NewSym(m),
	}
}

// addAll adds all blocks of v to the sums, transformed by turn unless it is nil. While
// a batch is added to the sums, the next one is evaluated, because each step alone
// leaves processors idle at its end.
func (a *accumulator) addAll(ctx context.Context, v *Values, turn rowTransform) error {
	first, rows := batchesOf(v.Blocks, v.batchSize())
	dim, buffer := len(a.mean), v.passStorage
	if buffer == nil {
		buffer = storage.Make(v.PassSize())
	}
	t := newBatch(buffer[:rows.size(dim)], rows, dim)
	if err := t.fill(ctx, v, turn, first[0], first[1]); err != nil {
		return err
	}
	var other *batch
	if len(first) > 2 {
		other = newBatch(buffer[rows.size(dim):], rows, dim)
	}
	for i, next := range first[1:] {
		if err := a.merge(ctx, t, v.Blocks[first[i]:next]); err != nil {
			return err
		}
		var errs [2]error
		err := parallel.For(ctx, 2, 1, func(task, _ int) {
			switch {
			case task == 0:
				errs[task] = a.addRows(ctx, t)
			case next < len(v.Blocks):
				errs[task] = other.fill(ctx, v, turn, next, first[i+2])
			}
		})
		if err := cmp.Or(err, errs[0], errs[1]); err != nil {
			return err
		}
		t, other = other, t
	}
	return nil
}

// merge finishes the rows of a batch, which consists of blocks.
func (a *accumulator) merge(ctx context.Context, t *batch, blocks []Block) error {
	if a.n == 0 {
		copy(a.origin, t.first.RawRowView(0))
	}
	if err := t.merge(ctx, a.last[:t.width], a.origin[:t.width], a.mean[:t.width]); err != nil {
		return err
	}
	copy(a.last, t.last.RawRowView(t.blocks-1))
	for _, b := range blocks {
		a.n += b.End - b.Start
		a.pairs += b.End - b.Start - len(b.first)
	}
	return nil
}

// addRows adds the rows of the batch to the sums.
func (a *accumulator) addRows(ctx context.Context, t *batch) error {
	c, cdot := a.c.SliceSym(0, t.width).(*mat.SymDense), a.cdot.SliceSym(0, t.width).(*mat.SymDense)
	if t.rows[chunkMeans] > 0 {
		dense.SyrkAdd(c, 1, t.panelOf(chunkMeans))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := dense.SyrkAddBoth(ctx, c, cdot, t.waves); err != nil {
		return err
	}
	if t.rows[chunkSteps] > 0 {
		dense.SyrkAdd(cdot, 1, t.panelOf(chunkSteps))
	}
	return ctx.Err()
}

// moments divides the sums and returns the moments. The accumulator must not be used
// afterwards.
func (a *accumulator) moments() *Moments {
	if a.n > 0 {
		scale(a.c, 1/float64(a.n))
		floats.Add(a.mean, a.origin)
	}
	if a.pairs > 0 {
		scale(a.cdot, 1/float64(a.pairs))
	}
	return &Moments{N: a.n, Pairs: a.pairs, Mean: a.mean, C: a.c, Cdot: a.cdot}
}

// scale multiplies s by f, on all processors.
func scale(s *mat.SymDense, f float64) {
	r := s.RawSymmetric()
	_ = parallel.For(context.Background(), r.N, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			floats.Scale(f, r.Data[i*r.Stride+i:i*r.Stride+r.N])
		}
	})
}

package moments

import (
	"context"

	"example.com/sfatui/engine/linalg"
	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Stream accumulates the moments of v. Besides the two m×m sums it takes up to
// some 20·BlockRows·m numbers. It fails only when ctx ends.
func Stream(ctx context.Context, v *Values) (*Moments, error) {
	a := newAccumulator(v.space.Dim())
	for from := 0; from < len(v.Blocks); from += v.batchSize() {
		if err := a.add(ctx, v, from, min(from+v.batchSize(), len(v.Blocks))); err != nil {
			return nil, err
		}
	}
	m := a.moments()
	switch {
	case v.own != nil:
		floats.Add(m.Mean, v.own.base)
	case v.part != nil:
		return m, m.finish(ctx, v.part)
	}
	return m, nil
}

// finish turns the moments of g into those of h.
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
	mean     []float64
	c, cdot  *mat.SymDense // sums, not yet divided
	batch    batch
}

func newAccumulator(m int) *accumulator {
	return &accumulator{mean: make([]float64, m), c: linalg.NewSym(m), cdot: linalg.NewSym(m)}
}

// add takes the blocks from … to-1 of v, at most batchBlocks. The accumulator
// must not be used after an error.
func (a *accumulator) add(ctx context.Context, v *Values, from, to int) error {
	t := &a.batch
	t.cut(v.Blocks[from:to], a.n, len(a.mean))
	t.width = v.width(v.Blocks[to-1].End)
	err := v.each(ctx, from, to, func(i int, h *mat.Dense) {
		rows, _ := h.Dims()
		t.transform(i-from, h.Slice(0, rows, 0, t.width).(*mat.Dense))
	})
	if err != nil {
		return err
	}
	if a.n == 0 {
		a.origin = append(a.origin, t.first.RawRowView(0)...)
	}
	if err := t.merge(ctx, a.origin[:t.width], a.mean[:t.width]); err != nil {
		return err
	}
	for _, b := range v.Blocks[from:to] {
		a.n += b.End - b.Start
		a.pairs += b.End - b.Start - len(b.first)
	}
	return a.addRows(ctx)
}

// addRows adds the rows of the batch to the sums.
func (a *accumulator) addRows(ctx context.Context) error {
	t := &a.batch
	c, cdot := a.c.SliceSym(0, t.width).(*mat.SymDense), a.cdot.SliceSym(0, t.width).(*mat.SymDense)
	if t.rows[levels] > 0 {
		linalg.SyrkAdd(c, 1, t.of(levels, levels))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	var waves []simd.Group
	rows := 0
	for k := levels + 1; k < joins; k++ {
		waves = append(waves, simd.Group{Size: t.rows[k], Weight: step(k) * step(k)})
		rows += t.rows[k]
	}
	if rows > 0 {
		if err := linalg.SyrkAddBoth(ctx, c, cdot, waves, t.of(levels+1, joins-1)); err != nil {
			return err
		}
	}
	if t.rows[joins] > 0 {
		linalg.SyrkAdd(cdot, 1, t.of(joins, joins))
	}
	return ctx.Err()
}

// moments divides the sums. The accumulator must not be used after it.
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
	_ = linalg.ParallelRows(context.Background(), r.N, 64, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			floats.Scale(f, r.Data[i*r.Stride+i:i*r.Stride+r.N])
		}
	})
}

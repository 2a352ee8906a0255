package moments

import (
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// plain is the accumulator without the cosine transform, the reference for the
// other: one product of the centred samples for C, one of the differences for Ċ.
type plain struct {
	n, pairs int
	mean     []float64
	c, cdot  *mat.SymDense
	last     []float64
	panel    *mat.Dense
}

func newPlain(m int) *plain {
	return &plain{
		mean: make([]float64, m), last: make([]float64, m),
		c: mat.NewSymDense(m, nil), cdot: mat.NewSymDense(m, nil),
		panel: mat.NewDense(BlockRows+1, m, nil),
	}
}

// streamPlain computes Stream by the plain accumulator, on one processor except for the
// products.
func streamPlain(v *Values) *Moments {
	m := v.space.Dim()
	p, buffer := newPlain(m), mat.NewDense(BlockRows, m, nil)
	for i, b := range v.Blocks {
		h := buffer.Slice(0, b.End-b.Start, 0, m).(*mat.Dense)
		if _, linear := v.space.(space.Linear); linear {
			h = v.samples(v.Blocks[i])
		} else {
			v.space.Eval(h, v.samples(v.Blocks[i]))
		}
		p.addCovariance(h)
		p.addDifferences(h, b)
		copy(p.last, h.RawRowView(b.End-b.Start-1))
	}
	p.c.ScaleSym(1/float64(p.n), p.c)
	p.cdot.ScaleSym(1/float64(max(1, p.pairs)), p.cdot)
	return &Moments{N: p.n, Pairs: p.pairs, Mean: p.mean, C: p.c, Cdot: p.cdot}
}

// addCovariance centres the block on its own mean and merges it: the rank-one
// term between the two means is one more row of the panel.
func (p *plain) addCovariance(h *mat.Dense) {
	rows, m := h.Dims()
	mean := make([]float64, m)
	for i := range rows {
		floats.Add(mean, h.RawRowView(i))
	}
	floats.Scale(1/float64(rows), mean)
	for i := range rows {
		floats.SubTo(p.panel.RawRowView(i), h.RawRowView(i), mean)
	}
	na, nb := float64(p.n), float64(rows)
	delta := p.panel.RawRowView(rows)
	floats.SubTo(delta, mean, p.mean)
	floats.AddScaled(p.mean, nb/(na+nb), delta)
	floats.Scale(math.Sqrt(na*nb/(na+nb)), delta)
	dense.SyrkAdd(p.c, 1, p.panel.Slice(0, rows+1, 0, m).(*mat.Dense))
	p.n += rows
}

// addDifferences adds the pairs that end inside the block.
func (p *plain) addDifferences(h *mat.Dense, b Block) {
	rows, m := h.Dims()
	used := 0
	for i := range rows {
		if slices.Contains(b.first, i) {
			continue
		}
		before := p.last
		if i > 0 {
			before = h.RawRowView(i - 1)
		}
		floats.SubTo(p.panel.RawRowView(used), h.RawRowView(i), before)
		used++
	}
	if used > 0 {
		dense.SyrkAdd(p.cdot, 1, p.panel.Slice(0, used, 0, m).(*mat.Dense))
	}
	p.pairs += used
}

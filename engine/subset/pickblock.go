package subset

import (
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// block holds the picks of one round of [MPMAH], and their rows of the Cholesky factor
// of the whole kernel matrix.
type block struct {
	from, size    int              // picks from … from+size-1
	picks         []int            // the picks, as rows of the samples
	supports      *kernel.Supports // the picks as supports; nil if distances are known
	earlier       blas64.General   // rows of the factor under the previous picks, size×from
	packedEarlier *simd.Packed     // the same as a right factor; nil without previous picks
	triangle      *mat.TriDense    // factor of their residual kernel matrix
	solver        *dense.LowerSolver
}

// addBlock appends a block of new picks, whose residual kernel matrix has the factor
// triangle. They must be up to date with all blocks so far.
func (p *pursuit) addBlock(picks []int, triangle *mat.TriDense) {
	b := &block{
		from: p.chosen(), size: len(picks), picks: picks, triangle: triangle, solver: dense.NewLowerSolver(triangle),
	}
	if p.distances == nil {
		b.supports = kernel.NewSupportsAt(rowsOf(p.x, picks), p.origin)
	}
	if b.from > 0 {
		b.earlier = dense.New(b.size, b.from).RawMatrix()
		b.packedEarlier = simd.NewRightFactor(b.from, b.size)
	}
	for i, t := range picks {
		if b.from > 0 {
			p.gather(b.earlier.Data[i*b.earlier.Stride:][:b.from], t)
		}
		p.eps[t], p.applied[t], p.rows[t] = 0, picked, nil
	}
	if b.from > 0 {
		b.packedEarlier.PackRows(b.earlier, 0, b.packedEarlier.Slivers())
	}
	p.blocks = append(p.blocks, b)
}

// chosen returns the number of picks in all blocks.
func (p *pursuit) chosen() int {
	if len(p.blocks) == 0 {
		return 0
	}
	last := p.blocks[len(p.blocks)-1]
	return last.from + last.size
}

// gather copies to dst the row of the factor of sample t, for the blocks that it has
// processed.
func (p *pursuit) gather(dst []float64, t int) {
	for _, part := range p.rows[t] {
		dst = dst[copy(dst, part):]
	}
}

// weights returns [factor.weights] of a sample. It solves back through the blocks that
// the sample has processed.
func (p *pursuit) weights(t int) float64 {
	blocks := p.blocks[:p.applied[t]]
	last := blocks[len(blocks)-1]
	v := blas64.Vector{N: last.from + last.size, Inc: 1, Data: make([]float64, last.from+last.size)}
	p.gather(v.Data, t)
	for i := len(blocks) - 1; i >= 0; i-- {
		b := blocks[i]
		own := blas64.Vector{N: b.size, Inc: 1, Data: v.Data[b.from:][:b.size]}
		blas64.Trsv(blas.Trans, b.triangle.RawTriangular(), own)
		if b.from > 0 {
			blas64.Gemv(blas.Trans, -1, b.earlier, own, 1, blas64.Vector{N: b.from, Inc: 1, Data: v.Data[:b.from]})
		}
	}
	return 1 + blas64.Asum(v)
}

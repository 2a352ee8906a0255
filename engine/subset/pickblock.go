package subset

import (
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// block is what one round of [MPMAH] picked, and the rows of the Cholesky factor of
// the whole kernel matrix that belong to these picks.
type block struct {
	from, size int              // picks from … from+size-1
	picks      []int            // they, as rows of the samples
	supports   *kernel.Supports // and as supports; nil where distances are known
	left       blas64.General   // the rows of the factor under the picks before, size×from
	before     *simd.Packed     // the same as a right factor; nil without picks before
	triangle   *mat.TriDense    // the factor of their residual kernel matrix
	solver     *dense.LowerSolver
}

// addBlock makes a block of new picks, whose residual kernel matrix has the
// factor triangle. They must have taken all blocks so far.
func (p *pursuit) addBlock(picks []int, triangle *mat.TriDense) {
	b := &block{
		from: p.chosen(), size: len(picks), picks: picks, triangle: triangle, solver: dense.NewLowerSolver(triangle),
	}
	if p.distances == nil {
		b.supports = kernel.NewSupportsAt(rowsOf(p.x, picks), p.origin)
	}
	if b.from > 0 {
		b.left = dense.New(b.size, b.from).RawMatrix()
		b.before = simd.NewRight(b.from, b.size)
	}
	for i, t := range picks {
		if b.from > 0 {
			p.gather(b.left.Data[i*b.left.Stride:][:b.from], t)
		}
		p.eps[t], p.applied[t], p.rows[t] = 0, picked, nil
	}
	if b.from > 0 {
		b.before.PackRows(b.left, 0, b.before.Slivers())
	}
	p.blocks = append(p.blocks, b)
}

// chosen is the number of picks in all blocks.
func (p *pursuit) chosen() int {
	if len(p.blocks) == 0 {
		return 0
	}
	last := p.blocks[len(p.blocks)-1]
	return last.from + last.size
}

// gather copies to dst the row of the factor of sample t, as far as it has taken
// blocks.
func (p *pursuit) gather(dst []float64, t int) {
	for _, part := range p.rows[t] {
		dst = dst[copy(dst, part):]
	}
}

// weights is that of the factor, for a sample: its row goes back through the blocks
// that it has taken.
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
			blas64.Gemv(blas.Trans, -1, b.left, own, 1, blas64.Vector{N: b.from, Inc: 1, Data: v.Data[:b.from]})
		}
	}
	return 1 + blas64.Asum(v)
}

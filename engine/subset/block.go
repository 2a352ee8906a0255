package subset

import (
	"context"
	"sync"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// tileRows samples take a block at a time.
const tileRows = 4 * simd.BlockAlign

// block is what one round of [MPMAH] picked, and the columns of the Cholesky
// factor of the whole kernel matrix under these picks, for the samples that have
// taken them.
type block struct {
	from, size int // picks from … from+size-1
	supports   *kernel.Supports
	triangle   *mat.TriDense  // the factor of their residual kernel matrix
	before     []*simd.Packed // for each block before, the rows of the factor that belong to these picks

	rows  []blas64.General // of the factor, as many at a time as took the block
	place []place          // of each sample
}

// place is where a sample's row is: in which matrix, and which row of it.
type place struct{ matrix, row int32 }

// row is the part of the factor that belongs to sample t, size numbers.
func (b *block) row(t int) []float64 {
	at := b.place[t]
	return b.rows[at.matrix].Data[int(at.row)*b.size:][:b.size]
}

// gather copies the rows of samples into dst.
func (b *block) gather(dst blas64.General, samples []int) {
	for i, t := range samples {
		copy(dst.Data[i*dst.Stride:][:b.size], b.row(t))
	}
}

// addBlock makes a block of new picks, whose residual kernel matrix has the
// factor triangle. They must have taken all blocks so far.
func (p *pursuit) addBlock(picks []int, triangle *mat.TriDense) {
	b := &block{from: p.factor.size, size: len(picks), triangle: triangle,
		supports: kernel.NewSupports(rowsOf(p.x, picks)), place: make([]place, len(p.eps))}
	for i, t := range picks {
		row := p.factor.next(p.most)
		for _, c := range p.blocks {
			copy(row[c.from:], c.row(t))
		}
		for j := range i + 1 {
			row[b.from+j] = triangle.At(i, j)
		}
		p.factor.size++
		p.eps[t], p.taken[t] = 0, picked
	}
	l := p.factor.l
	for _, c := range p.blocks {
		packed := simd.NewRight(c.size, b.size)
		packed.PackRows(blas64.General{Rows: b.size, Cols: c.size, Stride: l.Stride, Data: l.Data[b.from*l.Stride+c.from:]}, 0, packed.Slivers())
		b.before = append(b.before, packed)
	}
	p.blocks = append(p.blocks, b)
}

// apply lets samples that have taken all blocks before take block number at.
func (p *pursuit) apply(ctx context.Context, at int, samples []int) error {
	b := p.blocks[at]
	out := blas64.General{Rows: len(samples), Cols: b.size, Stride: b.size, Data: p.room.take(len(samples) * b.size)}
	err := linalg.ParallelRows(ctx, len(samples), tileRows, func(lo, hi int) {
		tile := blas64.General{Rows: hi - lo, Cols: b.size, Stride: b.size, Data: out.Data[lo*b.size : hi*b.size]}
		p.fill(tile, at, samples[lo:hi])
	})
	if err != nil {
		return err
	}
	b.rows = append(b.rows, out)
	for i, t := range samples {
		b.place[t] = place{int32(len(b.rows) - 1), int32(i)}
		p.taken[t] = int32(at + 1)
		row := out.Data[i*b.size:][:b.size]
		p.eps[t] -= floats.Dot(row, row)
		if err := p.check(t, p.eps[t], b.from+b.size, func() float64 { return p.weights(t) }); err != nil {
			return err
		}
	}
	return nil
}

// room is storage for rows of the factor, which lives until the end. It is asked
// for in large parts, whose pages are large, each for many matrices.
type room struct {
	part int // numbers
	rest []float64
}

// largestPart is 32 MiB.
const largestPart = 4 << 20

// newRoom is made for as much as is needed in all, at the worst.
func newRoom(worst int) room { return room{part: min(worst/8, largestPart)} }

// take gives n numbers.
func (r *room) take(n int) []float64 {
	if n > len(r.rest) {
		r.rest = simd.Make(max(n, r.part))
	}
	out := r.rest[:n:n]
	r.rest = r.rest[n:]
	return out
}

// fill computes the rows of a few samples under block number at: κ less what the
// blocks before explain, through the triangle. Sums go block by block, so that a
// row does not depend on when it is computed.
func (p *pursuit) fill(tile blas64.General, at int, samples []int) {
	b := p.blocks[at]
	panel := mat.NewDense(tile.Rows, tile.Cols, tile.Data)
	kernel.MatrixRows(panel, p.k, p.x, samples, b.supports, false)
	scratch := scratches.Get().(*[]float64)
	for i, c := range p.blocks[:at] {
		if need := tile.Rows * c.size; len(*scratch) < need {
			*scratch = make([]float64, need)
		}
		under := blas64.General{Rows: tile.Rows, Cols: c.size, Stride: c.size, Data: *scratch}
		c.gather(under, samples)
		simd.GemmPacked(blas.NoTrans, -1, under, b.before[i], 1, tile)
	}
	scratches.Put(scratch)
	linalg.SolveLowerRows(b.triangle, panel)
}

// scratches keeps storage for gathered rows.
var scratches = sync.Pool{New: func() any { return new([]float64) }}

// weights is that of the factor, for a sample.
func (p *pursuit) weights(t int) float64 {
	var v []float64
	for _, b := range p.blocks[:p.taken[t]] {
		v = append(v, b.row(t)...)
	}
	leading := factor{size: len(v), l: p.factor.l}
	return leading.weights(v)
}

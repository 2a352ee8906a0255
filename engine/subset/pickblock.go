package subset

import (
	"context"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
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

// refreshShare is the share of the threshold that samples take blocks down to. Thresholds
// fall: one that is just below would come again in the next round, and to take it up
// costs about as much as a block.
const refreshShare = 0.9

// lastThreshold guesses the threshold of the last round: residuals are taken to go on
// falling by as much from pick to pick as over the second half of the picks so far.
// They fall ever slower as a rule, so it is below that more often than above.
func (p *pursuit) lastThreshold(threshold float64) float64 {
	residual := p.picks.Residual
	last := len(residual) - 1
	if last < 1 {
		return 0
	}
	fallen := residual[last] / residual[last/2]
	return threshold * math.Pow(fallen, float64(p.most-len(residual))/float64(last-last/2))
}

// sharesOf cuts samples into what a processor takes up at a time, and gives where each share
// begins and the last one ends: whole tiles, and less of one the nearer the end, so that no
// processor waits long for another. Halves of tiles cost two percent more time, and quarters eight.
func sharesOf(samples, processors int) (starts []int) {
	for at := 0; at < samples; {
		starts = append(starts, at)
		size := tileRows
		for size > simd.BlockAlign && samples-at < (processors+1)*size {
			size /= 2
		}
		at += size
	}
	return append(starts, samples)
}

// refresh lets samples take the blocks they have not taken, until their residual is
// well below the threshold, or so low that no round is likely to ask for them.
func (p *pursuit) refresh(ctx context.Context, samples []int, threshold float64) error {
	// Those that have taken as many stand together.
	order := make([]int, 0, len(samples))
	for b := range p.blocks {
		for _, t := range samples {
			if p.applied[t] == int32(b) {
				order = append(order, t)
			}
		}
	}
	least := max(refreshShare*threshold, p.lastThreshold(threshold))
	starts := sharesOf(len(order), parallel.Processors())
	err := parallel.For(ctx, len(starts)-1, 1, func(i, _ int) {
		s := p.getUpdate()
		s.run(order[starts[i]:starts[i+1]], least)
		p.putUpdate(s)
	})
	if err != nil {
		return err
	}
	for _, t := range order {
		last := p.blocks[p.applied[t]-1]
		if err := p.check(t, p.eps[t], last.from+last.size, func() float64 { return p.weights(t) }); err != nil {
			return err
		}
	}
	return nil
}

package eigen

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

const (
	// blockSweeps is the number of sweeps that are applied to eigenvectors together.
	// More would make larger products, but with more zeros.
	blockSweeps = simd.BlockAlign
	// backRows is the number of eigenvectors that one goroutine transforms through all
	// spans.
	backRows = simd.BlockAlign
)

// applyQ transforms the rows of x from the tridiagonal basis back to that of B: x ← x ·
// Qᵀ.
//
// H(s, k) commutes with all reflectors except those whose spans overlap R_k. For some
// sweeps together the order may therefore be changed to that of k, from the last to the
// first, and then of s (Haidar, Ltaief and Dongarra, 2011). The reflectors of one k
// form a block on little more than one span.
func (c *bulgeChasing) applyQ(ctx context.Context, x blas64.General) error {
	for s := (c.b.n - 1) / blockSweeps * blockSweeps; s >= 0; s -= blockSweeps {
		blocks := make([]blockReflector, c.spans(s))
		err := parallel.For(ctx, len(blocks), 1, func(k, _ int) { blocks[k] = c.blockReflector(s, k) })
		if err == nil {
			err = parallel.For(ctx, x.Rows, backRows, func(lo, hi int) {
				for _, b := range blocks {
					b.apply(dense.Slice(x, lo, hi, b.at.lo, b.at.hi))
				}
			})
		}
		for _, b := range blocks {
			b.release()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// blockReflector is a product of reflectors on the columns at: I - Vᵀ T V, with V and U
// = Tᵀ V packed to multiply from the right.
type blockReflector struct {
	at     span
	sweeps int
	v, u   *simd.Packed
}

// blockReflector returns the product of H(s, k), H(s+1, k), … for blockSweeps sweeps.
func (c *bulgeChasing) blockReflector(s, k int) blockReflector {
	sweeps := min(blockSweeps, c.b.n-1-s)
	at := span{c.span(s, k).lo, min(c.span(s+sweeps-1, k).hi, c.b.n)}
	v, inner, t := dense.Zeros(sweeps, at.hi-at.lo), dense.Zeros(sweeps, sweeps), dense.Zeros(sweeps, sweeps)
	tau := make([]float64, sweeps)
	for i := range sweeps {
		r := c.span(s+i, k)
		if r.lo >= r.hi {
			break
		}
		copy(v.Data[i*v.Stride+r.lo-at.lo:], c.v.Data[(s+i)*c.v.Stride+r.lo:(s+i)*c.v.Stride+r.hi])
		tau[i] = c.tau.Data[(s+i)*c.tau.Stride+k]
	}
	simd.Gemm(blas.NoTrans, blas.Trans, 1, v, v, 0, inner)
	completeFactor(inner, tau, t)
	return blockReflector{at, sweeps, simd.Pack(blas.Trans, v), simd.Pack(blas.NoTrans, dense.SmallProduct(blas.Trans, t, v))}
}

// apply multiplies x by (I - Vᵀ T V)ᵀ from the right: x ← x - (x Vᵀ) U.
func (p *blockReflector) apply(x blas64.General) {
	var scratch [backRows * blockSweeps]float64
	w := blas64.General{Rows: x.Rows, Cols: p.sweeps, Stride: blockSweeps, Data: scratch[:]}
	simd.GemmPacked(blas.NoTrans, 1, x, p.v, 0, w)
	simd.GemmPacked(blas.NoTrans, -1, w, p.u, 1, x)
}

// release releases the packed storage.
func (p *blockReflector) release() {
	if p.v != nil {
		p.v.Release()
		p.u.Release()
	}
}

package subset

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Tolerance is the residual, relative to the largest κ(x, x), at which
// matching pursuit stops: what is left of every sample is rounding.
const Tolerance = 1e-12

// Picks is a chosen subset.
type Picks struct {
	// Index holds the rows chosen, in order.
	Index []int
	// Residual[j] is the largest approximation error ε before pick j, the
	// squared Hilbert-space distance of the worst sample to the span of the
	// picks before it. It never rises. Nil where it is not computed.
	Residual []float64
}

// rowGrain is how many samples a goroutine updates at a time.
const rowGrain = 512

// MPMAH chooses up to m rows of x (n×d) by matching pursuit for the
// maximisation of the affine hull (Böhmer et al. 2012, Algorithm 2): each pick
// is the sample worst approximated by the span of the picks before it, the
// lowest index among equals. That is diagonal-pivoted Cholesky of the kernel
// matrix: O(m²n + mnd) time, O(mn) memory, and no inverse. It stops early when
// the largest residual falls to [Tolerance].
func MPMAH(ctx context.Context, k kernel.Kernel, x *mat.Dense, m int) (Picks, error) {
	n, _ := x.Dims()
	if m < 1 || m > n {
		panic(fmt.Sprintf("subset: %d picks of %d samples", m, n))
	}
	p := pursuit{k: k, x: x, xx: kernel.SquaredNorms(x), l: mat.NewDense(n, m, nil), eps: make([]float64, n)}
	self := make([]float64, 1)
	for t := range n {
		self[0] = p.xx[t]
		k.Apply(self, p.xx[t], p.xx[t:t+1], false)
		p.eps[t] = self[0]
	}
	var out Picks
	if sum := floats.Sum(p.eps); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return out, errors.New("the kernel of a sample with itself overflows: scale the inputs down or standardise them")
	}
	stop := Tolerance * floats.Max(p.eps)
	for j := range m {
		best := floats.MaxIdx(p.eps)
		if p.eps[best] <= stop {
			break
		}
		out.Index = append(out.Index, best)
		out.Residual = append(out.Residual, p.eps[best])
		pivot := math.Sqrt(p.eps[best])
		if err := linalg.ParallelRows(ctx, n, rowGrain, func(lo, hi int) { p.update(best, j, pivot, lo, hi) }); err != nil {
			return Picks{}, err
		}
		p.eps[best] = 0
	}
	return out, nil
}

// pursuit is the state of MPMAH: l is the n×m Cholesky factor built column by
// column, eps the residual diagonal.
type pursuit struct {
	k   kernel.Kernel
	x   *mat.Dense
	xx  []float64
	l   *mat.Dense
	eps []float64
}

// update adds column j, of the pick best, to rows [lo, hi) of the factor.
func (p *pursuit) update(best, j int, pivot float64, lo, hi int) {
	_, d := p.x.Dims()
	col := make([]float64, hi-lo)
	kernel.Column(col, p.k, p.x.Slice(lo, hi, 0, d).(*mat.Dense), p.xx[lo:hi], p.x.RawRowView(best), p.xx[best])
	c := blas64.Vector{N: hi - lo, Inc: 1, Data: col}
	if j > 0 {
		done := p.l.Slice(lo, hi, 0, j).(*mat.Dense).RawMatrix()
		row := blas64.Vector{N: j, Inc: 1, Data: p.l.RawRowView(best)[:j]}
		blas64.Gemv(blas.NoTrans, -1, done, row, 1, c)
	}
	for i, v := range col {
		v /= pivot
		p.l.Set(lo+i, j, v)
		p.eps[lo+i] -= v * v
	}
}

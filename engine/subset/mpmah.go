package subset

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// roundSize is how many of the worst approximated samples a round looks at.
const roundSize = 256

// rowGrain is how many samples a goroutine updates at a time.
const rowGrain = 512

// MPMAH chooses up to m rows of x (n×d) by matching pursuit for the
// maximisation of the affine hull (Böhmer et al. 2012, Algorithm 2): each pick
// is the sample worst approximated by the span of the picks before it, the
// lowest index among equals. That is diagonal-pivoted Cholesky of the kernel
// matrix: O(m²n + mnd) time, O(mn) memory, and no inverse. It stops early when
// the largest residual falls to [Tolerance]. A negative residual beyond rounding
// is an error: the kernel is not positive semi-definite.
//
// Residuals only fall. So among the worst samples the greedy choice goes on by
// itself for as long as its best is worse than all others were when the round
// began; the others then take all picks of the round in one product.
func MPMAH(ctx context.Context, k kernel.Kernel, x *mat.Dense, m int) (Picks, error) {
	n, _ := x.Dims()
	if m < 1 || m > n {
		panic(fmt.Sprintf("subset: %d picks of %d samples", m, n))
	}
	p, err := newPursuit(k, x, m)
	if err != nil {
		return Picks{}, err
	}
	for len(p.picks.Index) < m {
		block, err := p.round(m - p.done)
		if err != nil {
			return Picks{}, err
		}
		if block == nil {
			break
		}
		if err := p.apply(ctx, block); err != nil {
			return Picks{}, err
		}
	}
	return p.picks, nil
}

// pursuit is the state of MPMAH: the residuals and the n×m Cholesky factor l,
// whose first columns are those of the picks so far.
type pursuit struct {
	*residuals
	x     *mat.Dense
	l     *mat.Dense
	order []int // all rows, sorted by each round
	picks Picks
	done  int // picks that all rows have taken: columns of l that are filled
}

func newPursuit(k kernel.Kernel, x *mat.Dense, m int) (*pursuit, error) {
	n, _ := x.Dims()
	r, err := newResiduals(k, kernel.SquaredNorms(x))
	if err != nil {
		return nil, err
	}
	return &pursuit{residuals: r, x: x, l: mat.NewDense(n, m, nil), order: All(n).Index}, nil
}

// worse orders samples by their residual, the lower index first among equals.
func worse(ea float64, a int, eb float64, b int) int {
	return cmp.Or(cmp.Compare(eb, ea), cmp.Compare(a, b))
}

// round picks up to most samples among the worst ones and returns the lower
// triangular factor of the picks' residual kernel matrix, or nil when the
// largest residual has fallen to stop.
func (p *pursuit) round(most int) (*mat.TriDense, error) {
	slices.SortFunc(p.order, func(a, b int) int { return worse(p.eps[a], a, p.eps[b], b) })
	count := min(roundSize, len(p.order))
	in := slices.Clone(p.order[:count])
	bound, boundAt := math.Inf(-1), len(p.order)
	if count < len(p.order) {
		boundAt = p.order[count]
		bound = p.eps[boundAt]
	}
	r := p.residualKernel(in)
	eps := make([]float64, count)
	for i, t := range in {
		eps[i] = p.eps[t]
	}
	factor := mat.NewDense(count, min(most, count), nil)
	var chosen []int
	for len(chosen) < min(most, count) {
		best := 0
		for i := range in {
			if worse(eps[i], in[i], eps[best], in[best]) < 0 {
				best = i
			}
		}
		if eps[best] <= p.stop() || worse(bound, boundAt, eps[best], in[best]) < 0 {
			break
		}
		p.picks.Index = append(p.picks.Index, in[best])
		p.picks.Residual = append(p.picks.Residual, eps[best])
		pivotColumn(r, factor, eps, best, len(chosen))
		chosen = append(chosen, best)
		for i, t := range in {
			if err := p.check(t, eps[i], len(p.picks.Index)); err != nil {
				return nil, err
			}
		}
	}
	if len(chosen) == 0 {
		return nil, nil
	}
	block := mat.NewTriDense(len(chosen), mat.Lower, nil)
	for i, c := range chosen {
		for j := range i + 1 {
			block.SetTri(i, j, factor.At(c, j))
		}
	}
	return block, nil
}

// pivotColumn adds column j, with the given pivot, to the factor of r and
// lowers the residuals eps; the pivot's own becomes zero.
func pivotColumn(r, factor *mat.Dense, eps []float64, pivot, j int) {
	root := math.Sqrt(eps[pivot])
	row := factor.RawRowView(pivot)[:j]
	for i := range eps {
		v := (r.At(i, pivot) - floats.Dot(factor.RawRowView(i)[:j], row)) / root
		if i == pivot {
			v = root
		}
		factor.Set(i, j, v)
		eps[i] -= v * v
	}
	eps[pivot] = 0
}

// residualKernel is κ of the given rows less what the picks so far explain.
func (p *pursuit) residualKernel(rows []int) *mat.Dense {
	z, l := p.gather(rows)
	r := mat.NewDense(len(rows), len(rows), nil)
	kernel.Matrix(r, p.k, z, kernel.NewSupports(z), false)
	if l != nil {
		blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, l.RawMatrix(), mat.DenseCopyOf(l.T()).RawMatrix(), 1, r.RawMatrix())
	}
	return r
}

// gather copies rows of the samples and of the factor so far, which is nil
// before the first pick is applied.
func (p *pursuit) gather(rows []int) (z, l *mat.Dense) {
	_, d := p.x.Dims()
	done := p.done
	z = mat.NewDense(len(rows), d, nil)
	if done > 0 {
		l = mat.NewDense(len(rows), done, nil)
	}
	for i, t := range rows {
		z.SetRow(i, p.x.RawRowView(t))
		if done > 0 {
			l.SetRow(i, p.l.RawRowView(t)[:done])
		}
	}
	return z, l
}

// apply lets all rows take the picks of a round, whose factor is block.
func (p *pursuit) apply(ctx context.Context, block *mat.TriDense) error {
	chosen := p.picks.Index[p.done:]
	z, l := p.gather(chosen)
	supports := kernel.NewSupports(z)
	var lt blas64.General
	if l != nil {
		lt = mat.DenseCopyOf(l.T()).RawMatrix()
	}
	n, d := p.x.Dims()
	to := p.done + len(chosen)
	err := linalg.ParallelRows(ctx, n, rowGrain, func(lo, hi int) {
		panel := p.l.Slice(lo, hi, p.done, to).(*mat.Dense)
		kernel.Matrix(panel, p.k, p.x.Slice(lo, hi, 0, d).(*mat.Dense), supports, false)
		if l != nil {
			blas64.Gemm(blas.NoTrans, blas.NoTrans, -1, p.l.Slice(lo, hi, 0, p.done).(*mat.Dense).RawMatrix(), lt, 1, panel.RawMatrix())
		}
		linalg.SolveLowerRows(block, panel)
		for t := lo; t < hi; t++ {
			row := p.l.RawRowView(t)[p.done:to]
			p.eps[t] -= floats.Dot(row, row)
		}
	})
	if err != nil {
		return err
	}
	for _, t := range p.picks.Index {
		p.eps[t] = 0
	}
	p.done = to
	return p.checkAll(to)
}

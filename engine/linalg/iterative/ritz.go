package iterative

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// Ritz holds approximate eigenpairs of M from its Krylov space: the largest values,
// descending, and the coefficients of their vectors in the basis, in columns.
type Ritz struct {
	values       []float64
	coefficients *mat.Dense
	// residual is the largest norm of M v - value · v relative to its value; infinite
	// if a value is not positive.
	residual float64
}

// ritz returns the p largest Ritz pairs.
func (k *Krylov) ritz(ctx context.Context, p int) (*Ritz, error) {
	size := k.basis.size
	negative := mat.NewSymDense(size, nil)
	to, from := dense.RawSym(negative), dense.RawSym(k.t)
	err := parallel.For(ctx, size, dense.RowGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			for j := i; j < size; j++ {
				to.Data[i*to.Stride+j] = -from.Data[i*from.Stride+j]
			}
		}
	})
	if err != nil {
		return nil, err
	}
	values, vectors, err := eigen.Lowest(ctx, negative, p)
	if err != nil {
		return nil, err
	}
	r := &Ritz{values: values, coefficients: vectors}
	var ends mat.Dense
	below := mat.NewDense(Block, Block, k.coupling.Data)
	ends.Mul(below.T(), vectors.Slice(size-Block, size, 0, p))
	for j, v := range values {
		values[j] = -v
		relative := mat.Norm(ends.ColView(j), 2) / values[j]
		if !(relative >= 0) {
			relative = math.Inf(1)
		}
		r.residual = max(r.residual, relative)
	}
	return r, nil
}

// Schedule determines the accuracy of an iteration and when its residual is checked.
type Schedule struct {
	Tol   float64 // residual to be reached, relative to each value
	First int     // size of the basis at the first check
	// Gain is the factor by which a step usually reduces the residual at least, near
	// the end.
	Gain float64
}

// maxSteps is the largest number of steps between two checks.
const maxSteps = 20

// Converge extends the basis until the residual of the p largest is small enough. It
// returns nil as soon as it expects the basis to reach its limit first.
func (k *Krylov) Converge(ctx context.Context, p int, at Schedule) (*Ritz, error) {
	limit := k.limit / Block * Block
	check := at.First
	size, last := 0, 0.0 // the basis at the last check, and the logarithm of the residual over the tolerance then
	for k.basis.size < limit {
		if err := k.extend(ctx); err != nil {
			return nil, err
		}
		if k.basis.size < min(check, limit) {
			continue
		}
		r, err := k.ritz(ctx, p)
		if err != nil || r.residual <= at.Tol {
			return r, err
		}
		missing := math.Log(r.residual / at.Tol)
		// Steps gain increasingly more, but not three times the gain so far.
		hope := 3 * (last - missing) * float64(limit-k.basis.size) / float64(k.basis.size-size)
		if math.IsInf(missing, 1) || size > 0 && hope < missing {
			return nil, nil
		}
		size, last = k.basis.size, missing
		steps := max(1, min(math.Ceil(missing/math.Log(at.Gain)), maxSteps))
		check = size + int(steps)*Block
	}
	return nil, nil
}

// Vectors returns the Ritz vectors in rows, p×n.
func (k *Krylov) Vectors(ctx context.Context, r *Ritz) (blas64.General, error) {
	p := len(r.values)
	v, h := dense.Zeros(p, k.basis.n), dense.Borrow(p, k.basis.size)
	defer dense.Release(h)
	for i := range p {
		mat.Col(h.Data[i*h.Stride:][:h.Cols], i, r.coefficients)
	}
	return v, k.basis.addSums(ctx, 1, h, v)
}

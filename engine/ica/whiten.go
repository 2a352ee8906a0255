package ica

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// blockRows is the number of samples processed at a time.
const blockRows = 2048

// whiten centres a copy of phi and multiplies it by C^-½, the whitening that changes
// the features least. off is the distance of C from the identity.
func whiten(ctx context.Context, phi *mat.Dense) (x *mat.Dense, off float64, err error) {
	if x, err = centredCopy(phi); err != nil {
		return nil, 0, err
	}
	n, p := x.Dims()
	c := mat.NewSymDense(p, nil)
	err = blocks(ctx, x, func(rows *mat.Dense) error {
		dense.SyrkAdd(c, 1/float64(n), rows)
		return nil
	})
	if err != nil {
		return nil, 0, err
	}
	root, err := inverseRoot(ctx, c)
	if err != nil {
		return nil, 0, err
	}
	panel := mat.NewDense(min(n, blockRows), p, nil)
	err = blocks(ctx, x, func(rows *mat.Dense) error {
		m, _ := rows.Dims()
		copied := panel.Slice(0, m, 0, p).(*mat.Dense)
		copied.Copy(rows)
		return dense.Gemm(ctx, blas.NoTrans, blas.NoTrans, 1, copied.RawMatrix(), root.RawMatrix(), 0, rows.RawMatrix())
	})
	return x, identityDistance(c), err
}

// blocks calls f with blockRows rows of x at a time, fewer the last time.
func blocks(ctx context.Context, x *mat.Dense, f func(rows *mat.Dense) error) error {
	n, p := x.Dims()
	for lo := 0; lo < n; lo += blockRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f(x.Slice(lo, min(lo+blockRows, n), 0, p).(*mat.Dense)); err != nil {
			return err
		}
	}
	return nil
}

// centredCopy returns a copy of phi less the mean of each column. It subtracts the
// first row first, so that a large mean costs no digits and a constant column becomes
// exactly 0. It fails if a value is not finite.
func centredCopy(phi *mat.Dense) (*mat.Dense, error) {
	n, p := phi.Dims()
	x := mat.NewDense(n, p, nil)
	mean := make([]float64, p)
	for i := range n {
		row := x.RawRowView(i)
		floats.SubTo(row, phi.RawRowView(i), phi.RawRowView(0))
		for j, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				// Infinity minus a number is infinite, and minus itself is NaN.
				return nil, fmt.Errorf("feature %d of sample %d (both counted from 0) is %v, or too far from that of sample 0: drop the sample, or find its cause", j, i, phi.At(i, j))
			}
		}
		floats.Add(mean, row)
	}
	floats.Scale(1/float64(n), mean)
	for i := range n {
		floats.Sub(x.RawRowView(i), mean)
	}
	return x, nil
}

// inverseRoot returns C^-½. It fails if a feature is constant, if features are linearly
// dependent, and if ctx ends.
func inverseRoot(ctx context.Context, c *mat.SymDense) (*mat.Dense, error) {
	p := c.SymmetricDim()
	for j := range p {
		if c.At(j, j) == 0 {
			return nil, fmt.Errorf("feature %d (counted from 0) is constant: leave it out", j)
		}
	}
	values, u, err := eigen.Sym(ctx, c)
	if err != nil {
		return nil, err
	}
	if values[0] <= sfa.Tolerance(p)*values[p-1] {
		return nil, fmt.Errorf("the %d features are linearly dependent (the eigenvalues of their covariance are %.2g … %.2g): take fewer", p, values[0], values[p-1])
	}
	half := mat.NewDense(p, p, nil)
	for i := range p {
		for j, v := range values {
			half.Set(i, j, u.At(i, j)/math.Sqrt(math.Sqrt(v)))
		}
	}
	root := mat.NewDense(p, p, nil)
	return root, dense.Gemm(ctx, blas.NoTrans, blas.Trans, 1, half.RawMatrix(), half.RawMatrix(), 0, root.RawMatrix())
}

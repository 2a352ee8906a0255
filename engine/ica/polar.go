package ica

import (
	"context"
	"errors"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// polarSteps suffice to raise singular values of 10⁻⁹ to 1.
const polarSteps = 60

// polar returns the orthogonal matrix nearest to a: a(aᵀa)^-½. Forming aᵀa costs half
// of the digits, which the steps r(3 − rᵀr)/2 of Newton and Schulz restore.
func polar(ctx context.Context, a *mat.Dense) (*mat.Dense, error) {
	p, _ := a.Dims()
	values, u, err := eigen.Sym(ctx, gram(a))
	if err != nil {
		return nil, err
	}
	root := mat.NewDense(p, p, nil)
	for i := range p {
		for j, v := range values {
			least := sfa.Tolerance(p) * values[p-1]
			root.Set(i, j, u.At(i, j)/math.Sqrt(math.Max(v, least)))
		}
	}
	along, r := mat.NewDense(p, p, nil), mat.NewDense(p, p, nil)
	if err := dense.Gemm(ctx, blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), root.RawMatrix(), 0, along.RawMatrix()); err != nil {
		return nil, err
	}
	if err := dense.Gemm(ctx, blas.NoTrans, blas.Trans, 1, along.RawMatrix(), u.RawMatrix(), 0, r.RawMatrix()); err != nil {
		return nil, err
	}
	for range polarSteps {
		g := gram(r)
		if identityDistance(g) <= float64(p)*0x1p-50 {
			return r, nil
		}
		g.ScaleSym(-0.5, g)
		for i := range p {
			g.SetSym(i, i, 1.5+g.At(i, i))
		}
		next := mat.NewDense(p, p, nil)
		if err := dense.Gemm(ctx, blas.NoTrans, blas.NoTrans, 1, r.RawMatrix(), mat.DenseCopyOf(g).RawMatrix(), 0, next.RawMatrix()); err != nil {
			return nil, err
		}
		r = next
	}
	return nil, errors.New("the directions of two components coincide: take more samples or fewer features, or another seed")
}

// gram returns aᵀa.
func gram(a *mat.Dense) *mat.SymDense {
	_, p := a.Dims()
	g := mat.NewSymDense(p, nil)
	dense.SyrkAdd(g, 1, a)
	return g
}

// identityDistance returns the largest distance of an entry of c from that of the
// identity.
func identityDistance(c *mat.SymDense) float64 {
	off := 0.0
	for i := range c.SymmetricDim() {
		off = math.Max(off, math.Abs(c.At(i, i)-1))
		for j := range i {
			off = math.Max(off, math.Abs(c.At(i, j)))
		}
	}
	return off
}

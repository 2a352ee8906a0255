package ica

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// The length of a step is halved every stepsPerLength steps, so that an oscillating
	// search converges.
	maxSteps, stepsPerLength = 500, 100
	// convergedChange is the largest change of the entries of the rotation that counts
	// as none.
	convergedChange = 1e-9
)

// ascend iterates FastICA from the rotation nearest to start to a fixed point.
func ascend(ctx context.Context, x, start *mat.Dense) (rotation, error) {
	o := rotation{}
	var err error
	if o.r, err = polar(ctx, start); err != nil {
		return o, err
	}
	f := newFixedPoint(x)
	length := 1.0
	for k := 0; k < maxSteps && !o.converged; k++ {
		if k > 0 && k%stepsPerLength == 0 {
			length /= 2
		}
		next, err := f.step(ctx, o.r, length)
		if err != nil {
			return o, err
		}
		var change mat.Dense
		change.Sub(next, o.r)
		o.r, o.moved = next, mat.Norm(&change, math.Inf(1))
		o.converged = o.moved <= convergedChange*length
	}
	o.excess, err = f.excess(ctx, o.r)
	return o, err
}

// fixedPoint holds the iteration over white samples x (n×p).
type fixedPoint struct {
	x *mat.Dense
	// y holds the components of a block of samples, one a row; scratch has its shape.
	y, scratch *mat.Dense
}

func newFixedPoint(x *mat.Dense) *fixedPoint {
	n, p := x.Dims()
	rows := min(n, blockRows)
	return &fixedPoint{x, mat.NewDense(p, rows, nil), mat.NewDense(p, rows, nil)}
}

// forEachBlock computes the components (xR)ᵀ of one block of samples after the other.
// It calls visit with each component, which may change it and returns a number, and
// then after with all of them and their samples. It returns the sums of the numbers of
// each component.
func (f *fixedPoint) forEachBlock(ctx context.Context, r *mat.Dense, visit func(y, scratch []float64) float64, after func(rows, y *mat.Dense) error) ([]float64, error) {
	_, p := f.x.Dims()
	sums := make([]float64, p)
	err := blocks(ctx, f.x, func(rows *mat.Dense) error {
		m, _ := rows.Dims()
		y := f.y.Slice(0, p, 0, m).(*mat.Dense)
		if err := dense.Gemm(ctx, blas.Trans, blas.Trans, 1, r.RawMatrix(), rows.RawMatrix(), 0, y.RawMatrix()); err != nil {
			return err
		}
		err := parallel.For(ctx, p, 1, func(j, _ int) {
			sums[j] += visit(y.RawRowView(j), f.scratch.RawRowView(j)[:m])
		})
		if err != nil {
			return err
		}
		return after(rows, y)
	})
	return sums, err
}

// step returns the step of FastICA, R⁺ = ⟨x tanh(xᵀR)⟩ − R·diag⟨1 − tanh²⟩ made
// orthogonal, with the signs that keep the components. A length below 1 goes part of
// the way, with the same fixed points.
func (f *fixedPoint) step(ctx context.Context, r *mat.Dense, length float64) (*mat.Dense, error) {
	n, p := f.x.Dims()
	m := mat.NewDense(p, p, nil)
	squares, err := f.forEachBlock(ctx, r, tanh, func(rows, y *mat.Dense) error {
		return dense.Gemm(ctx, blas.Trans, blas.Trans, 1/float64(n), rows.RawMatrix(), y.RawMatrix(), 1, m.RawMatrix())
	})
	if err != nil {
		return nil, err
	}
	for j := range p {
		slope := 1 - squares[j]/float64(n)
		along := mat.Dot(r.ColView(j), m.ColView(j)) - slope
		sign := math.Copysign(length, along)
		for i := range p {
			m.Set(i, j, sign*(m.At(i, j)-slope*r.At(i, j))+(1-length)*math.Abs(along)*r.At(i, j))
		}
	}
	return polar(ctx, m)
}

// tanh replaces each entry of y by its hyperbolic tangent and sums the squares.
func tanh(y, scratch []float64) float64 {
	for i, v := range y {
		scratch[i] = -2 * math.Abs(v)
	}
	simd.Expm1(scratch)
	sum := 0.0
	for i, e := range scratch {
		t := -e / (2 + e)
		y[i] = math.Copysign(t, y[i])
		sum += t * t
	}
	return sum
}

// excess returns ⟨log cosh y⟩ − E[log cosh ν] of each component of xR.
func (f *fixedPoint) excess(ctx context.Context, r *mat.Dense) ([]float64, error) {
	n, _ := f.x.Dims()
	sums, err := f.forEachBlock(ctx, r, logCosh, func(_, _ *mat.Dense) error { return nil })
	if err != nil {
		return nil, err
	}
	floats.Scale(1/float64(n), sums)
	floats.AddConst(-normalLogCosh, sums)
	return sums, nil
}

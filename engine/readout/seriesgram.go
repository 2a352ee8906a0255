package readout

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/machines"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

// seriesGram is the kernel matrix of training series, corrected if the point requests
// it.
type seriesGram struct {
	k    *seriesKernel
	x    *mat.Dense // the series in the form that the kernel compares
	g    *mat.SymDense
	onto *mat.Dense // converts coefficients of corrected values to those of κ; nil if they are the same
	note string
}

// newSeriesGram returns the matrix of the training series in the rows of x. It returns
// a [kernel.IndefiniteError] for an indefinite one unless it is corrected (Hammer 2014,
// section 7.2).
func newSeriesGram(ctx context.Context, x *mat.Dense, at part.Point) (*seriesGram, error) {
	k, err := newSeriesKernel(ctx, x, at, Sigma.Of(at), 1)
	if err != nil {
		return nil, err
	}
	s := &seriesGram{k: k, x: k.rows(x)}
	if s.g, err = kernel.Gram(ctx, k.Kernel, s.x, false); err != nil || kernelOf(at) != dtwWord {
		return s, err
	}
	return s, s.correct(ctx, space.Corrections.Named(Indefinite.Of(at)))
}

// roundedShare is the share of the largest eigenvalue at and below which one counts as
// zero.
const roundedShare = 1e-12

// correct replaces negative eigenvalues of the matrix, or returns an error if how is
// nil.
func (s *seriesGram) correct(ctx context.Context, how *part.Part[space.Correction]) error {
	values, vectors, err := eigen.Sym(ctx, s.g)
	if err != nil {
		return err
	}
	n, below := len(values), 0
	rounding := float64(max(n, 8)) * kernel.EntryError(s.k.Kernel, s.x, false)
	for _, v := range values {
		if v < -rounding {
			below++
		}
	}
	switch {
	case below > 0 && how == nil:
		return &kernel.IndefiniteError{
			Kernel: s.k.Name(), Least: values[0],
			Evidence: fmt.Sprintf("on the %d training series: %d eigenvalues of their kernel matrix are negative, down to %.3g", n, below, values[0]),
			Advice:   fmt.Sprintf("use gak, or correct the matrix: --%s clip", Indefinite.Axis().Name),
		}
	case how == nil:
		return nil
	case below > 0:
		s.note = fmt.Sprintf("kernel %s is not positive semi-definite on the %d training series: %d negative eigenvalues of their kernel matrix were %s", s.k.Name(), n, below, how.Doc)
		if how.Build.Warning != "" {
			s.note += "; " + how.Build.Warning
		}
	}
	s.replace(values, vectors, how.Build)
	return nil
}

// replace sets the matrix to Σ f(λ)uuᵀ over the eigenvalues λ that are not zero to
// rounding. The corrected similarities of a new series with similarities k are Σ
// w(λ)√f(λ)·u·uᵀk; corrections with a lift leave k unchanged.
func (s *seriesGram) replace(values []float64, vectors *mat.Dense, how space.Correction) {
	n := len(values)
	least, zero := min(values[0], 0), roundedShare*max(-values[0], values[n-1])
	f, by := make([]float64, n), make([]float64, n)
	for i, v := range values {
		if f[i] = how.Value(v, least); math.Abs(v) <= zero || f[i] == 0 {
			f[i] = 0
			continue
		}
		by[i] = how.Weight(v, least) * math.Sqrt(f[i])
	}
	var product mat.Dense
	product.Product(vectors, mat.NewDiagDense(n, f), vectors.T())
	for i := range n {
		for j := i; j < n; j++ {
			s.g.SetSym(i, j, product.At(i, j))
		}
	}
	if how.Lift == nil {
		s.onto = new(mat.Dense)
		s.onto.Product(vectors, mat.NewDiagDense(n, by), vectors.T())
	}
}

// solve trains the machine of two classes on some of the series, with y_i = ±1.
func (s *seriesGram) solve(ctx context.Context, rows []int, y []float64, o machines.SupportOptions) (*kernel.Expansion, *machines.SupportSolution, error) {
	sub := mat.NewSymDense(len(rows), nil)
	for i, row := range rows {
		for j := i; j < len(rows); j++ {
			sub.SetSym(i, j, s.g.At(row, rows[j]))
		}
	}
	found, err := machines.SolveSupport(ctx, machines.Table{Matrix: sub}, y, o)
	if err != nil {
		return nil, nil, err
	}
	n, d := s.x.Dims()
	beta := mat.NewVecDense(n, nil)
	for i, row := range rows {
		beta.SetVec(row, found.Beta[i])
	}
	if s.onto != nil {
		beta.MulVec(s.onto, mat.VecDenseCopyOf(beta))
	}
	f := &kernel.Expansion{Kernel: s.k.Kernel, Bias: found.Bias}
	var at []float64
	for i := range n {
		if b := beta.AtVec(i); b != 0 {
			at, f.Beta = append(at, s.x.RawRowView(i)...), append(f.Beta, b)
		}
	}
	f.At = mat.NewDense(len(f.Beta), d, at)
	return f, found, nil
}

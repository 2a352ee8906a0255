package graph

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// MaxFree is the largest number of samples of [FreeResponses].
const MaxFree = 2000

// FreeResponses returns the slowest features that any function of the samples could
// reach: the p lowest Δ, ascending, and an n×p matrix y of their values at the samples,
// with 1/Q Σ v y_j y_k = δ_jk. They solve 2/R L y = Δ/Q diag(v) y. The first is
// constant, Δ = 0. The entry of largest magnitude of each is positive.
//
// A sample of weight 0 has the value that minimises Δ: the mean over its neighbours,
// weighted by γ, or 0 without neighbours.
//
// It returns fewer than p if fewer samples have a weight. It fails for more than
// [MaxFree] samples, if no edge joins two samples, if samples of weight 0 form a
// component of their own, and if ctx ends. It panics if p < 1.
func FreeResponses(ctx context.Context, g Graph, p int) (values []float64, y *mat.Dense, err error) {
	if p < 1 {
		panic(fmt.Sprintf("graph: %d free responses", p))
	}
	if g.N() > MaxFree {
		return nil, nil, fmt.Errorf("free responses of %d samples: they need memory of order n² and time of order n³; %d samples are allowed", g.N(), MaxFree)
	}
	if g.Pairs() == 0 {
		return nil, nil, errors.New("no edge of the training graph joins two samples: every response is free")
	}
	f := newFree(g)
	if err := f.eliminate(); err != nil {
		return nil, nil, err
	}
	n := len(f.weighted)
	q, r := Total(g)
	root := make([]float64, n)
	for a, i := range f.weighted {
		root[a] = math.Sqrt(g.Vertices()[i])
	}
	scaled := mat.NewSymDense(n, nil)
	for a := range n {
		for b := a; b < n; b++ {
			scaled.SetSym(a, b, 2*q/r*f.inner.At(a, b)/(root[a]*root[b]))
		}
	}
	values, u, err := iterative.Lowest(ctx, scaled, p)
	if err != nil {
		return nil, nil, err
	}
	for a := range n {
		floats.Scale(math.Sqrt(q)/root[a], u.RawRowView(a))
	}
	y = f.complete(u)
	sfa.CanonicalSigns(y, y)
	return values, y, nil
}

// freeProblem is a Laplacian divided into the samples with weight and the weightless
// ones, which only have edges.
type freeProblem struct {
	n                    int
	weighted, weightless []int
	inner                *mat.SymDense // of weighted samples, with the weightless ones eliminated
	joint                *mat.Dense    // weightless × weighted, L itself; nil without weightless samples
	chol                 mat.Cholesky  // of the weightless samples
	weightlessL          *mat.SymDense
}

func newFree(g Graph) *freeProblem {
	f := &freeProblem{n: g.N()}
	full := mat.NewSymDense(f.n, nil)
	g.Edges(func(i, j int, w float64) bool {
		if i < j {
			full.SetSym(i, j, full.At(i, j)-w)
		}
		if i != j {
			full.SetSym(i, i, full.At(i, i)+w)
		}
		return true
	})
	for i, v := range g.Vertices() {
		switch {
		case v > 0:
			f.weighted = append(f.weighted, i)
		case full.At(i, i) > 0:
			f.weightless = append(f.weightless, i)
		}
	}
	f.inner = submatrix(full, f.weighted)
	if len(f.weightless) > 0 {
		f.weightlessL = submatrix(full, f.weightless)
		f.joint = mat.NewDense(len(f.weightless), len(f.weighted), nil)
		for a, i := range f.weightless {
			for b, j := range f.weighted {
				f.joint.Set(a, b, full.At(i, j))
			}
		}
	}
	return f
}

func submatrix(a *mat.SymDense, rows []int) *mat.SymDense {
	out := mat.NewSymDense(len(rows), nil)
	for p, i := range rows {
		for q := p; q < len(rows); q++ {
			out.SetSym(p, q, a.At(i, rows[q]))
		}
	}
	return out
}

// eliminate replaces the weightless samples by their optimal values given the weighted
// ones: the Schur complement of the Laplacian.
func (f *freeProblem) eliminate() error {
	if len(f.weightless) == 0 {
		return nil
	}
	// A component without a weighted sample leaves a constant free: L is singular
	// there.
	if !f.chol.Factorize(f.weightlessL) || f.chol.Cond() > 1e14 {
		return fmt.Errorf("of the %d samples of weight 0 that have edges, some are not joined to any sample of weight", len(f.weightless))
	}
	var solved, reduced mat.Dense
	if err := f.chol.SolveTo(&solved, f.joint); err != nil {
		return fmt.Errorf("samples of weight 0: %w", err)
	}
	reduced.Mul(f.joint.T(), &solved)
	for a := range f.weighted {
		for b := a; b < len(f.weighted); b++ {
			f.inner.SetSym(a, b, f.inner.At(a, b)-(reduced.At(a, b)+reduced.At(b, a))/2)
		}
	}
	return nil
}

// complete returns the rows of all samples, given those of the weighted ones.
func (f *freeProblem) complete(held *mat.Dense) *mat.Dense {
	_, p := held.Dims()
	y := mat.NewDense(f.n, p, nil)
	for a, i := range f.weighted {
		y.SetRow(i, held.RawRowView(a))
	}
	if len(f.weightless) > 0 {
		var pull, loose mat.Dense
		pull.Mul(f.joint, held)
		// eliminate has solved with this factor and would have failed.
		_ = f.chol.SolveTo(&loose, &pull)
		for a, i := range f.weightless {
			floats.ScaleTo(y.RawRowView(i), -1, loose.RawRowView(a))
		}
	}
	return y
}

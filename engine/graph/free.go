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

// MaxFree is the largest number of samples that [FreeResponses] takes.
const MaxFree = 2000

// FreeResponses are the slowest features that any function of the samples could
// reach: the p lowest Δ, ascending, and an n×p matrix y of what they give each
// sample, with 1/Q Σ v y_j y_k = δ_jk. They solve 2/R L y = Δ/Q diag(v) y. The
// first is constant, Δ = 0. The entry of largest magnitude of each is positive.
//
// A sample of weight 0 gets what makes Δ least: the mean over its neighbours, by
// γ, or 0 without neighbours.
//
// There are fewer than p where fewer samples have a weight. It fails for more than
// [MaxFree] samples, when no edge joins two samples, when samples of weight 0 hang
// together without one of weight, and when ctx ends. It panics when p < 1.
func FreeResponses(ctx context.Context, g Graph, p int) (values []float64, y *mat.Dense, err error) {
	if p < 1 {
		panic(fmt.Sprintf("graph: %d free responses", p))
	}
	if g.N() > MaxFree {
		return nil, nil, fmt.Errorf("free responses of %d samples: they take n² memory and n³ time, %d samples at most", g.N(), MaxFree)
	}
	if g.Pairs() == 0 {
		return nil, nil, errors.New("no edge of the training graph joins two samples: every response is free")
	}
	f := newFree(g)
	if err := f.eliminate(); err != nil {
		return nil, nil, err
	}
	n := len(f.held)
	q, r := Total(g)
	root := make([]float64, n)
	for a, i := range f.held {
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

// free is a Laplacian cut into the samples with weight and the ones that only
// have edges.
type free struct {
	n           int
	held, loose []int
	inner       *mat.SymDense // of held samples, with the loose ones eliminated
	joint       *mat.Dense    // loose × held, L itself; nil without loose samples
	chol        mat.Cholesky  // of the loose samples
	looseL      *mat.SymDense
}

func newFree(g Graph) *free {
	f := &free{n: g.N()}
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
			f.held = append(f.held, i)
		case full.At(i, i) > 0:
			f.loose = append(f.loose, i)
		}
	}
	f.inner = submatrix(full, f.held)
	if len(f.loose) > 0 {
		f.looseL = submatrix(full, f.loose)
		f.joint = mat.NewDense(len(f.loose), len(f.held), nil)
		for a, i := range f.loose {
			for b, j := range f.held {
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

// eliminate takes the loose samples at the values that are best given the held
// ones: the Schur complement of the Laplacian.
func (f *free) eliminate() error {
	if len(f.loose) == 0 {
		return nil
	}
	// A part without a held sample leaves a constant free: L is singular there.
	if !f.chol.Factorize(f.looseL) || f.chol.Cond() > 1e14 {
		return fmt.Errorf("of the %d samples of weight 0 that have edges, some are not joined to any sample of weight", len(f.loose))
	}
	var solved, reduced mat.Dense
	if err := f.chol.SolveTo(&solved, f.joint); err != nil {
		return fmt.Errorf("samples of weight 0: %w", err)
	}
	reduced.Mul(f.joint.T(), &solved)
	for a := range f.held {
		for b := a; b < len(f.held); b++ {
			f.inner.SetSym(a, b, f.inner.At(a, b)-(reduced.At(a, b)+reduced.At(b, a))/2)
		}
	}
	return nil
}

// complete gives all samples their rows, from those of the held ones.
func (f *free) complete(held *mat.Dense) *mat.Dense {
	_, p := held.Dims()
	y := mat.NewDense(f.n, p, nil)
	for a, i := range f.held {
		y.SetRow(i, held.RawRowView(a))
	}
	if len(f.loose) > 0 {
		var pull, loose mat.Dense
		pull.Mul(f.joint, held)
		// eliminate has solved with this factor and would have failed.
		_ = f.chol.SolveTo(&loose, &pull)
		for a, i := range f.loose {
			floats.ScaleTo(y.RawRowView(i), -1, loose.RawRowView(a))
		}
	}
	return y
}

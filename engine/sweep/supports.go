package sweep

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/mat"
)

// selectionKind is one way of choosing supports.
type selectionKind struct {
	name string
	// looks says that the choice depends on the kernel.
	looks bool
	// nests says that the choice for m is a prefix of that for a larger m.
	nests bool
	// random says that it depends on a seed.
	random bool
	// exact is the largest training part for which it does not.
	exact  int
	choose func(ctx context.Context, from candidates, m int, at part.Point) (*supports, error)
}

// candidates are the rows of x that supports are chosen from.
type candidates struct {
	x         *mat.Dense
	mean      func() []float64
	distances *kernel.Distances // of the rows to each other; nil where they are not known
}

// exactKPCA is the largest training part for which MP-KPCA looks at every
// sample at each step; beyond, at 59 drawn at random, which hold one of the
// best twentieth with probability 0.95 (Smola and Schölkopf 2000).
const exactKPCA = 4000

// selections is the table of all ways, in the order they are shown.
var selections = []selectionKind{
	{name: "mp-mah", looks: true, nests: true, choose: func(ctx context.Context, from candidates, m int, at part.Point) (*supports, error) {
		return picked(subset.MPMAHFrom(ctx, kernelOf(at), from.x, m, from.mean, from.distances))
	}},
	{name: "online-mah", looks: true, choose: func(ctx context.Context, from candidates, m int, at part.Point) (*supports, error) {
		p, eta, err := subset.OnlineMAHTo(ctx, kernelOf(at), from.x, m)
		s, err := picked(p, err)
		if err == nil {
			s.note = fmt.Sprintf("online MAH took %d samples at threshold %.4g", len(p.Index), eta)
		}
		return s, err
	}},
	{name: "mp-kpca", looks: true, nests: true, random: true, exact: exactKPCA, choose: func(ctx context.Context, from candidates, m int, at part.Point) (*supports, error) {
		looked := 0
		if n, _ := from.x.Dims(); n > exactKPCA {
			looked = 59
		}
		return picked(subset.MPKPCA(ctx, kernelOf(at), from.x, m, looked, at.DrawSeed()))
	}},
	{name: "random", nests: true, random: true, choose: func(_ context.Context, from candidates, m int, at part.Point) (*supports, error) {
		n, _ := from.x.Dims()
		return picked(subset.Random(n, m, at.DrawSeed()), nil)
	}},
	{name: "kmeans", random: true, choose: func(ctx context.Context, from candidates, m int, at part.Point) (*supports, error) {
		z, err := subset.Centres(ctx, from.x, m, at.DrawSeed())
		if err != nil {
			return nil, err
		}
		return &supports{centres: z}, nil
	}},
	{name: "all", nests: true, choose: func(_ context.Context, from candidates, _ int, _ part.Point) (*supports, error) {
		n, _ := from.x.Dims()
		return picked(subset.All(n), nil)
	}},
}

// selectionNames are the words of the select axis.
func selectionNames() []string {
	names := make([]string, len(selections))
	for i, s := range selections {
		names[i] = s.name
	}
	return names
}

func selectionOf(name string) selectionKind {
	for _, s := range selections {
		if s.name == name {
			return s
		}
	}
	panic(fmt.Sprintf("sweep: unknown selection %q", name))
}

// picking is what the choice of supports depends on. Where it looks at the
// kernel its width may be one of its own.
func pickingOf(p part.Point) part.Point {
	at := part.Point{Select: p.Select}
	kind := selectionOf(p.Select)
	if kind.looks {
		at.Kernel, at.Degree, at.Sigma, at.Alpha, at.Gamma = p.Kernel, p.Degree, p.Sigma, p.Alpha, p.Gamma
		if p.SelectSigma.OK {
			at.Sigma = p.SelectSigma
		}
	}
	if !kind.nests {
		at.M = p.M
	}
	at.Seed = p.Seed
	if kind.random {
		at.Draw = p.Draw
	}
	return at
}

// supports are what a kernel expansion is built on: samples of the training
// part, or centres of their own.
type supports struct {
	index   []int // rows of the training part, in order; nil for centres
	centres *mat.Dense
	note    string // what is worth knowing; ""
}

func picked(p subset.Picks, err error) (*supports, error) {
	if err != nil {
		return nil, err
	}
	return &supports{index: slices.Clone(p.Index)}, nil // they may be a few of all samples
}

// len is the number of supports; none without a kernel.
func (s *supports) len() int {
	switch {
	case s == nil:
		return 0
	case s.centres != nil:
		n, _ := s.centres.Dims()
		return n
	}
	return len(s.index)
}

// all reports whether the supports are all of n samples, in their order.
func (s *supports) all(n int) bool {
	if len(s.index) != n {
		return false
	}
	for i, t := range s.index {
		if i != t {
			return false
		}
	}
	return true
}

// matrix is the first m supports (m×d) of the training part x.
func (s *supports) matrix(x *mat.Dense, m int) *mat.Dense {
	_, d := x.Dims()
	z := dense.New(m, d)
	for i := range m {
		if s.centres != nil {
			z.SetRow(i, s.centres.RawRowView(i))
		} else {
			z.SetRow(i, x.RawRowView(s.index[i]))
		}
	}
	return z
}

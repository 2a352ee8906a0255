package subset

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// The parameters of selections.
var (
	Name = part.NewWord(part.Axis{Name: "select", Doc: "how supports are chosen", Default: "mp-mah"})
	// M is the number of supports asked for.
	M = part.NewCount(part.Axis{Name: "m", Symbol: "m", Doc: "subset sizes: 100,200,400 or lin:100:500:5"})
	// Sigma is the width that supports are chosen with, where it is not the point's own.
	Sigma = part.NewNumber(part.Axis{
		Name: "select-sigma", Symbol: "σsel", Log: true, Must: part.Above0, Width: true, Optional: true,
		Doc:  "width used for choosing supports; default the point's own σ",
		When: func(p *part.Point) bool { return kernel.Sigma.Of(*p).OK },
	})
)

// Kind is one way of choosing supports.
type Kind struct {
	// Nests says that the choice for m is a prefix of that for a larger m.
	Nests bool
	// Random says that it depends on a seed, where there are more than Exact samples.
	Random bool
	Exact  int
	// Samples says that the supports are some of the samples, so that values of kernels
	// at them come from squared distances of samples.
	Samples bool
	// Numbers is how many are in memory during a choice of m of n samples; nil for next to
	// none.
	Numbers func(n, m int64) int64
	// Work is the operations of a choice of m of n samples with d inputs, in those of a
	// matrix product; nil for next to none.
	Work func(n, m, d float64) float64

	Choose func(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error)
}

// Candidates are the rows of X that supports are chosen from.
type Candidates struct {
	X         *mat.Dense
	Mean      func() []float64
	Distances *kernel.Distances // of the rows to each other; nil where they are not known
}

// Kinds is the table of all selections.
var Kinds = part.NewTable[Kind](Name, "")

// exactKPCA is the largest training part for which MP-KPCA looks at every
// sample at each step; beyond, at 59 drawn at random, which hold one of the
// best twentieth with probability 0.95 (Smola and Schölkopf 2000).
const exactKPCA = 4000

func init() {
	sized := []part.Parameter{M}
	looking := []part.Parameter{M, Sigma}
	Kinds.Register(
		part.Part[Kind]{Name: "mp-mah", Parameters: looking, Build: Kind{
			Nests: true, Samples: true, Numbers: valuesAt, Choose: chooseMPMAH,
			Work: func(n, m, d float64) float64 { return n * m * (2*d + m) },
		}},
		part.Part[Kind]{Name: "online-mah", Parameters: looking, Build: Kind{
			Samples: true, Numbers: valuesAt, Choose: chooseOnlineMAH, Work: passes,
		}},
		part.Part[Kind]{Name: "mp-kpca", Parameters: looking, Build: Kind{
			Nests: true, Random: true, Exact: exactKPCA, Samples: true, Choose: chooseMPKPCA,
			Numbers: func(n, m int64) int64 {
				if n <= exactKPCA {
					return n*n + n*m
				}
				return n * m
			},
			Work: func(n, m, d float64) float64 { return n * n * (2*d + m) },
		}},
		part.Part[Kind]{Name: "random", Parameters: sized, Build: Kind{Nests: true, Random: true, Samples: true, Choose: chooseRandom}},
		part.Part[Kind]{Name: "kmeans", Parameters: sized, Build: Kind{Random: true, Numbers: valuesAt, Choose: chooseCentres, Work: passes}},
		part.Part[Kind]{Name: "all", Build: Kind{Nests: true, Numbers: valuesAt, Choose: chooseAll}},
	)
}

// valuesAt are those of all samples at the supports.
func valuesAt(n, m int64) int64 { return n * m }

// passes is the work of going over the data again and again.
func passes(n, m, d float64) float64 { return 20 * n * m * (2*d + m) }

func chooseMPMAH(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	return supportsOf(MPMAH(ctx, kernel.At(at), from.X, m, from.Mean, from.Distances))
}

func chooseOnlineMAH(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	p, eta, err := OnlineMAHTo(ctx, kernel.At(at), from.X, m)
	s, err := supportsOf(p, err)
	if err == nil {
		s.Note = fmt.Sprintf("online MAH took %d samples at threshold %.4g", len(p.Index), eta)
	}
	return s, err
}

func chooseMPKPCA(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	looked := 0
	if n, _ := from.X.Dims(); n > exactKPCA {
		looked = 59
	}
	return supportsOf(MPKPCA(ctx, kernel.At(at), from.X, m, looked, at.DrawSeed()))
}

func chooseRandom(_ context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	n, _ := from.X.Dims()
	return supportsOf(Random(n, m, at.DrawSeed()), nil)
}

func chooseCentres(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error) {
	z, err := Centres(ctx, from.X, m, at.DrawSeed())
	if err != nil {
		return nil, err
	}
	return &Supports{Centres: z}, nil
}

func chooseAll(_ context.Context, from Candidates, _ int, _ part.Point) (*Supports, error) {
	n, _ := from.X.Dims()
	return supportsOf(All(n), nil)
}

// Supports are what a kernel expansion is built on: samples of the training
// part, or centres of their own.
type Supports struct {
	Index   []int      // rows of the training part, in order; nil for centres
	Centres *mat.Dense // m×d
	Note    string     // what is worth knowing; ""
}

func supportsOf(p Picks, err error) (*Supports, error) {
	if err != nil {
		return nil, err
	}
	return &Supports{Index: slices.Clone(p.Index)}, nil // they may be a few of all samples
}

// Len is the number of supports; 0 for nil, where there is no kernel.
func (s *Supports) Len() int {
	switch {
	case s == nil:
		return 0
	case s.Centres != nil:
		n, _ := s.Centres.Dims()
		return n
	}
	return len(s.Index)
}

// All reports whether the supports are all of n samples, in their order.
func (s *Supports) All(n int) bool {
	if len(s.Index) != n {
		return false
	}
	for i, t := range s.Index {
		if i != t {
			return false
		}
	}
	return true
}

// Matrix is the first m supports (m×d) of the training part x.
func (s *Supports) Matrix(x *mat.Dense, m int) *mat.Dense {
	_, d := x.Dims()
	z := dense.New(m, d)
	for i := range m {
		if s.Centres != nil {
			z.SetRow(i, s.Centres.RawRowView(i))
		} else {
			z.SetRow(i, x.RawRowView(s.Index[i]))
		}
	}
	return z
}

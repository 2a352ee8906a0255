package subset

import (
	"context"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// The parameters of selections.
var (
	Name = part.NewWord(part.Axis{Name: "select", Doc: "how to choose the supports", Default: "mp-mah"})
	// M is the requested number of supports.
	M = part.NewCount(part.Axis{Name: "m", Symbol: "m", Doc: "subset sizes: 100,200,400 or lin:100:500:5"})
	// Sigma is the kernel width for choosing supports, if it is not the point's own.
	Sigma = part.NewNumber(part.Axis{
		Name: "select-sigma", Symbol: "σsel", Log: true, Must: part.Above0, Width: true, Optional: true,
		Doc:  "kernel width for choosing supports; default: the σ of the point",
		When: func(p *part.Point) bool { return kernel.Sigma.Of(*p).OK },
	})
	// Threshold is the approximation error above which online MAH picks a sample.
	Threshold = part.NewNumber(part.Axis{
		Name: "mah-threshold", Symbol: "ηMAH", Log: true, Must: part.AtLeast0, Optional: true,
		Doc: "threshold η of online-mah, which adds every sample whose squared distance to the span of the previous supports exceeds η, up to m; default: the η that gives m",
	})
)

// Kind is one way of choosing supports.
type Kind struct {
	// Nests reports whether the choice for m is a prefix of that for a larger m.
	Nests bool
	// Random reports whether the choice depends on a seed for more than Exact samples.
	Random bool
	Exact  int
	// Samples reports whether the supports are samples, so that kernel values at them
	// can be computed from squared distances of samples.
	Samples bool
	// Centres reports whether the supports are means of samples instead.
	Centres bool
	// Numbers returns the number of values in memory during a choice of m of n samples;
	// nil if negligible.
	Numbers func(n, m int64) int64
	// Work returns the operations of a choice of m of n samples with d inputs, in those
	// of a matrix product; nil if negligible.
	Work func(n, m, d float64) float64

	Choose func(ctx context.Context, from Candidates, m int, at part.Point) (*Supports, error)
}

// Candidates are the rows of X that supports are chosen from.
type Candidates struct {
	X         *mat.Dense
	Mean      func() []float64
	Distances *kernel.Distances // of the rows to each other; nil if unknown
}

// Kinds is the table of all selections.
var Kinds = part.NewTable[Kind](Name, "")

// valuesAt returns the number of values of all samples at the supports.
func valuesAt(n, m int64) int64 { return n * m }

// passes returns the work of repeated passes over the data.
func passes(n, m, d float64) float64 { return 20 * n * m * (2*d + m) }

package space

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"gonum.org/v1/gonum/mat"
)

// The parameters of function spaces.
var (
	Name = part.NewWord(part.Axis{Name: "space", Doc: "function space", Default: "kernel", Always: true, Written: true})
	// Basis is that of a kernel space.
	Basis = part.NewWord(part.Axis{
		Name: "basis", Doc: "stable: orthonormal in the Hilbert space; printed: Algorithm 1 to the letter",
		Choices: []string{"stable", "printed"}, Default: "stable",
	})
	// Reduction is the front: what is done to the inputs.
	Reduction = part.NewWord(part.Axis{
		Name: "front", Always: true, Default: "none", Unset: "none",
		Doc:    "components of the inputs that the space is built on: none, pca:20, whiten:20, whiten:0.99 (a share of the variance)",
		Remedy: "write none, pca:20, whiten:20 or whiten:0.99",
	})
)

// Kind is one kind of function space.
type Kind struct {
	// Kernel says that it is made over supports, by a kernel.
	Kernel bool
	// Centre says that to move the origin of the inputs to their mean changes nothing
	// but rounding.
	Centre bool
	// Inputs says that the functions are the inputs themselves, which are not kept twice.
	Inputs bool
	// Dim is the number of functions of d inputs; nil for a kernel space.
	Dim func(p part.Point, d int) int
	// New makes the space of d inputs; nil for a kernel space.
	New func(p part.Point, d int) (Space, error)
	// Refuses names the parameter that a space of d inputs cannot be made for, with why;
	// nil where none can be refused.
	Refuses func(p part.Point, d int) error
}

// Kinds is the table of all function spaces.
var Kinds = part.NewTable[Kind](Name, "")

func init() {
	Kinds.Register(
		part.Part[Kind]{
			Name: "kernel", Parameters: []part.Parameter{kernel.Name, subset.Name, Basis}, Build: Kind{Kernel: true},
		},
		part.Part[Kind]{Name: "linear", Build: Kind{
			Centre: true, Inputs: true,
			Dim: func(_ part.Point, d int) int { return d },
			New: func(_ part.Point, d int) (Space, error) { return Linear{D: d}, nil },
		}},
		part.Part[Kind]{Name: "poly", Parameters: []part.Parameter{kernel.Degree}, Build: Kind{
			Centre: true,
			Dim: func(p part.Point, d int) int {
				return int(min(PolynomialDim(d, kernel.Degree.Of(p)), math.MaxInt32))
			},
			New: func(p part.Point, d int) (Space, error) {
				if k := kernel.Degree.Of(p); k < 1 {
					return nil, fmt.Errorf("polynomials of degree %d", k)
				}
				return NewPolynomial(d, kernel.Degree.Of(p))
			},
			Refuses: func(p part.Point, d int) error {
				if _, err := NewPolynomial(d, kernel.Degree.Of(p)); err != nil {
					return part.Errorf("degree", "%v (--front pca:…)", err)
				}
				return nil
			},
		}},
		part.Part[Kind]{Name: "0.8exp", Build: Kind{
			Dim: func(_ part.Point, d int) int { return 2 * d },
			New: func(_ part.Point, d int) (Space, error) { return Exp08{D: d}, nil },
		}},
	)
}

// FrontKind is one kind of front: what is done to the inputs before the space sees them.
type FrontKind struct {
	// Components is how many there are of d inputs at most.
	Components func(word string, d int) int
	// Fit makes the front from the mean (length d) and the covariance (d×d) of the inputs
	// of the training part.
	Fit func(ctx context.Context, word string, mean []float64, c *mat.SymDense) (*Front, error)
}

// Fronts is the table of all fronts.
var Fronts = part.NewTable[FrontKind](Reduction, "")

func init() { Fronts.Register(principal("pca", false), principal("whiten", true)) }

// principal is a front of principal components.
func principal(name string, whiten bool) part.Part[FrontKind] {
	return part.Part[FrontKind]{
		Name: name, Prefix: name + ":",
		Read: func(word string) (string, error) {
			_, err := keepOf(word)
			return word, err
		},
		Build: FrontKind{
			Components: func(word string, d int) int {
				if keep, err := keepOf(word); err == nil && keep.Components > 0 {
					return min(d, keep.Components)
				}
				return d
			},
			Fit: func(ctx context.Context, word string, mean []float64, c *mat.SymDense) (*Front, error) {
				keep, err := keepOf(word)
				if err != nil {
					return nil, err
				}
				return NewPCA(ctx, mean, c, keep, whiten)
			},
		},
	}
}

// keepOf reads what a front keeps.
func keepOf(text string) (keep Keep, err error) {
	kind, number, _ := strings.Cut(text, ":")
	v, parseErr := strconv.ParseFloat(number, 64)
	switch {
	case parseErr != nil || !(v > 0) || v > math.MaxInt32:
		return keep, fmt.Errorf("%q: behind %s: stands a number of components, or a share of the variance below 1", text, kind)
	case v < 1:
		keep.Share = v
	case v == math.Trunc(v):
		keep.Components = int(v)
	default:
		return keep, fmt.Errorf("%q: a number of components is whole", text)
	}
	return keep, nil
}

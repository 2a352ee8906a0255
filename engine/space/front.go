package space

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Reduction is the front: what is done to the inputs.
var Reduction = part.NewWord(part.Axis{
	Name: "front", Always: true, Default: "none", Unset: "none",
	Doc:    "components of the inputs that the space is built on: none, pca:20, whiten:20, whiten:0.99 (a share of the variance)",
	Remedy: "write none, pca:20, whiten:20 or whiten:0.99",
})

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

// Front is a linear map Wᵀ(x − mean) in front of a function space. Samples are
// projected before any space sees them.
type Front struct {
	mean []float64
	w    *mat.Dense // d×p

	// Rank is the number of principal components that have variance: eigenvalues of
	// the covariance above max(d, 64)·2⁻⁵² of the largest, the cut of a solve. 0 where
	// it is not known.
	Rank int
	// Share is the share of the variance that the components hold; 0 where it is not
	// known.
	Share float64
}

// NewFront makes the front of a mean (length d) and weights (d×p), which it keeps. Its
// rank and share are not known.
func NewFront(mean []float64, w *mat.Dense) *Front {
	if d, _ := w.Dims(); d != len(mean) {
		panic(fmt.Sprintf("space: weights of %d inputs for %d means", d, len(mean)))
	}
	return &Front{mean: mean, w: w}
}

// Parts gives the mean (length d) and the weights W (d×p) of the components
// Wᵀ(x − mean). Neither may be written to.
func (f *Front) Parts() (mean []float64, w *mat.Dense) { return f.mean, f.w }

// Components is the number p of components kept.
func (f *Front) Components() int {
	_, p := f.w.Dims()
	return p
}

// Project writes the components of each row of x (b×d) into dst (b×p).
func (f *Front) Project(dst, x *mat.Dense) {
	d, p := f.w.Dims()
	checkShapes(dst, x, p, d)
	b, _ := x.Dims()
	centred := mat.NewDense(b, d, nil)
	for t := range b {
		floats.SubTo(centred.RawRowView(t), x.RawRowView(t), f.mean)
	}
	dst.Mul(centred, f.w)
}

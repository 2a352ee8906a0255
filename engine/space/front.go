package space

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Reduction is the front: what is done to the inputs.
var Reduction = part.NewWord(part.Axis{
	Name: "front", Always: true, Default: "none", Unset: "none",
	Doc: "what of the inputs the space is built on: none; components pca:20, whiten:20, whiten:0.99 (a share of the variance); codes ksvd:100:4, l1:100:0.2, nmf:16, klnmf:16, snmf:16, hnmf:16:0.7, vq:50; " +
		"random measurements measure:64",
	Remedy: "write none, pca:20, whiten:0.99, ksvd:100:4, l1:100:0.2, nmf:16, klnmf:16, snmf:16, hnmf:16:0.7, vq:50 or measure:64",
})

// FrontKind is one kind of front: what is done to the inputs before the space sees them.
type FrontKind struct {
	// Components is how many there are of d inputs at most.
	Components func(at part.Point, d int) int
	// Fit makes the front of a point from the mean (length d) and the covariance (d×d) of
	// the inputs of the training part. It is nil where Learn is not.
	Fit func(ctx context.Context, at part.Point, mean []float64, c *mat.SymDense) (Front, error)
	// Learn makes the front of a point from the samples of the training part (n×d), which
	// it leaves as they are.
	Learn func(ctx context.Context, at part.Point, x *mat.Dense) (Front, error)
	// Learnt is what Learn looks at of a point, and Recode makes the front of the point from
	// one that was learnt for another with the same; nil where Learn looks at all of it.
	Learnt func(at part.Point) part.Point
	Recode func(at part.Point, learnt Front) (Front, error)
	// Judge tells what samples can be made from again of a front that is no [Encoder], on
	// the training part and the test part, nil for none; it gives nil where that was not
	// asked for. The note says in words what is worth knowing, "" for nothing. Nil for a front
	// of which nothing is told.
	Judge func(ctx context.Context, at part.Point, front Front, train, test *mat.Dense) (info *result.Front, note string, err error)
	// Needs are those of learning from n samples of d inputs, and JudgeNeeds those of Judge;
	// nil for next to nothing.
	Needs      func(at part.Point, n, d int) Needs
	JudgeNeeds func(at part.Point, n, d int) Needs
	// Restore makes a front again from its Parts; nil for a [Projection].
	Restore func(at part.Point, mean []float64, w *mat.Dense) (Front, error)
	// Raw reports whether a point needs the samples themselves: their origin is not moved to
	// their mean. Nil for a kind that never does.
	Raw func(at part.Point) bool
	// Random says that draws of a point have fronts of their own.
	Random bool
}

// Needs are what learning a front takes.
type Needs struct {
	Numbers int64   // of 8 bytes, at their peak, beside the samples
	Work    float64 // in operations of a matrix product
}

// NeedsOf are those of the front of a point, of n samples of d inputs, and where it is judged,
// too, of that.
func NeedsOf(at part.Point, n, d int, judged bool) (out Needs) {
	f := Fronts.Of(at)
	if f == nil {
		return out
	}
	if f.Build.Needs != nil {
		out = f.Build.Needs(at, n, d)
	}
	if judged && f.Build.JudgeNeeds != nil {
		of := f.Build.JudgeNeeds(at, n, d)
		out.Numbers, out.Work = max(out.Numbers, of.Numbers), out.Work+of.Work
	}
	return out
}

// Fronts is the table of all fronts.
var Fronts = part.NewTable[FrontKind](Reduction, "")

// FrontOf is what the front of a point depends on beside the samples.
func FrontOf(p part.Point) part.Point {
	var at part.Point
	Fronts.Copy(&at, p)
	if kind := Fronts.Build(p); kind.Learn != nil {
		at.Seed = p.Seed
		if kind.Random {
			at.Draw = p.Draw
		}
	}
	return at
}

// Front stands in front of a function space: samples are projected before any space sees
// them.
type Front interface {
	// Components is the number p of numbers that a sample becomes.
	Components() int
	// Project writes what the rows of x (b×d) become into dst (b×p).
	Project(dst, x *mat.Dense)
	// Parts are what the front is made of: the mean (length d) that is taken from samples,
	// nil for none, and a matrix, the weights d×p of a [Projection] or atoms K×d. Neither
	// may be written to.
	Parts() (mean []float64, w *mat.Dense)
}

// Noted is a front that says in words what it keeps of d inputs.
type Noted interface{ Note(d int) string }

// Encoder is a front that samples can be made from again, but for an error.
type Encoder interface {
	Front
	// Info tells how it was learnt, without its errors.
	Info() result.Front
	// Error is the squared norm of what the front leaves of samples (b×d).
	Error(ctx context.Context, x *mat.Dense) (float64, error)
}

// Projection is a linear front: Wᵀ(x − mean).
type Projection struct {
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

// NewProjection makes the front of a mean (length d) and weights (d×p), which it keeps. Its
// rank and share are not known.
func NewProjection(mean []float64, w *mat.Dense) *Projection {
	if d, _ := w.Dims(); d != len(mean) {
		panic(fmt.Sprintf("space: weights of %d inputs for %d means", d, len(mean)))
	}
	return &Projection{mean: mean, w: w}
}

// Parts gives the mean (length d) and the weights W (d×p) of the components
// Wᵀ(x − mean). Neither may be written to.
func (f *Projection) Parts() (mean []float64, w *mat.Dense) { return f.mean, f.w }

// Components is the number p of components kept.
func (f *Projection) Components() int {
	_, p := f.w.Dims()
	return p
}

// Note says how much of the variance the components hold, where that is known.
func (f *Projection) Note(d int) string {
	note := fmt.Sprintf("%d components of %d inputs", f.Components(), d)
	if f.Share > 0 {
		note += fmt.Sprintf(" hold %.3g of the variance", f.Share)
	}
	return note
}

// Project writes the components of each row of x (b×d) into dst (b×p).
func (f *Projection) Project(dst, x *mat.Dense) {
	d, p := f.w.Dims()
	checkShapes(dst, x, p, d)
	b, _ := x.Dims()
	centred := mat.NewDense(b, d, nil)
	for t := range b {
		floats.SubTo(centred.RawRowView(t), x.RawRowView(t), f.mean)
	}
	dst.Mul(centred, f.w)
}

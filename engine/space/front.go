package space

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Reduction selects the front, the transformation of the inputs.
var Reduction = part.NewWord(part.Axis{
	Name: "front", Always: true, Default: "none", Unset: "none",
	Doc: "transformation of the inputs before the function space: none; components pca:20, whiten:20, whiten:0.99 (a share of the variance); codes ksvd:100:4, l1:100:0.2, nmf:16, klnmf:16, snmf:16, hnmf:16:0.7, vq:50; " +
		"random measurements measure:64",
	Remedy: "write none, pca:20, whiten:0.99, ksvd:100:4, l1:100:0.2, nmf:16, klnmf:16, snmf:16, hnmf:16:0.7, vq:50 or measure:64",
})

// FrontKind is one kind of front, a transformation of the inputs before the space.
type FrontKind struct {
	// Components returns the largest number of components of d inputs.
	Components func(at part.Point, d int) int
	// Fit returns the front of a point, from the mean (length d) and the covariance
	// (d×d) of the inputs of the training part. It is nil if Learn is set.
	Fit func(ctx context.Context, at part.Point, mean []float64, c *mat.SymDense) (Front, error)
	// Learn returns the front of a point, from the samples of the training part (n×d),
	// which it does not change.
	Learn func(ctx context.Context, at part.Point, x *mat.Dense) (Front, error)
	// Learnt returns the parameters that Learn depends on, and Recode makes the front
	// of the point from one that was learnt for another point with the same parameters;
	// nil if Learn depends on all of them.
	Learnt func(at part.Point) part.Point
	Recode func(at part.Point, learnt Front) (Front, error)
	// Judge returns the reconstruction errors of a front that is no [Encoder], on the
	// training part and the test part (nil for none). info is nil if that was not
	// requested; note is a sentence on it, or "". Judge is nil for a front without
	// errors.
	Judge func(ctx context.Context, at part.Point, front Front, train, test *mat.Dense) (info *result.Front, note string, err error)
	// Needs returns the costs of learning from n samples of d inputs, and JudgeNeeds
	// those of Judge; nil if negligible.
	Needs      func(at part.Point, n, d int) Needs
	JudgeNeeds func(at part.Point, n, d int) Needs
	// Restore returns a front from its Parts; nil for a [Projection].
	Restore func(at part.Point, mean []float64, w *mat.Dense) (Front, error)
	// Raw reports whether a point needs the samples themselves, with their origin not
	// moved to their mean. Nil for a kind that never does.
	Raw func(at part.Point) bool
	// Random reports whether draws of a point have different fronts.
	Random bool
}

// Needs holds the costs of learning a front.
type Needs struct {
	Numbers int64   // peak memory in values of 8 bytes, without the samples
	Work    float64 // in operations of a matrix product
}

// NeedsOf returns the costs of the front of a point, for n samples of d inputs,
// including its judgement if judged is set.
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

// FrontOf returns the parameters of a point that its front depends on, besides the
// samples.
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

// Front transforms samples before a function space.
type Front interface {
	// Components returns p, the length of a transformed sample.
	Components() int
	// Project writes the transformed rows of x (b×d) into dst (b×p).
	Project(dst, x *mat.Dense)
	// Parts returns the data of the front: the mean (length d) that is subtracted from
	// samples, nil for none, and a matrix, the weights d×p of a [Projection] or atoms
	// K×d. Neither may be written to.
	Parts() (mean []float64, w *mat.Dense)
}

// Noted is a front that describes what it keeps of d inputs in a sentence.
type Noted interface{ Note(d int) string }

// Encoder is a front from which samples can be reconstructed, up to an error.
type Encoder interface {
	Front
	// Info returns how it was learnt, without its errors.
	Info() result.Front
	// Error returns the squared norm of the reconstruction error of samples (b×d).
	Error(ctx context.Context, x *mat.Dense) (float64, error)
}

// Projection is a linear front: Wᵀ(x − mean).
type Projection struct {
	mean []float64
	w    *mat.Dense // d×p

	// Rank is the number of principal components that have variance: eigenvalues of the
	// covariance above max(d, 64)·2⁻⁵² of the largest, the cut of a solve. 0 if
	// unknown.
	Rank int
	// Share is the share of the variance of the kept components; 0 if unknown.
	Share float64
}

// NewProjection returns the front of a mean (length d) and weights (d×p), which it
// keeps. Its rank and share are unknown.
func NewProjection(mean []float64, w *mat.Dense) *Projection {
	if d, _ := w.Dims(); d != len(mean) {
		panic(fmt.Sprintf("space: weights of %d inputs for %d means", d, len(mean)))
	}
	return &Projection{mean: mean, w: w}
}

// Parts returns the mean (length d) and the weights W (d×p) of the components Wᵀ(x −
// mean). Neither may be written to.
func (f *Projection) Parts() (mean []float64, w *mat.Dense) { return f.mean, f.w }

// Components returns the number p of components.
func (f *Projection) Components() int {
	_, p := f.w.Dims()
	return p
}

// Note returns a sentence on the number of components, with their share of the variance
// if known.
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

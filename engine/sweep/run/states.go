package run

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// whiteTolerance is the largest difference between the covariance of white inputs and a
// multiple of the identity, relative to their mean variance.
const whiteTolerance = 1e-6

// inputWhitening is the whitening of a model's inputs for GPFA, which requires white inputs
// (Weghenkel et al. 2017, section 2.3).
type inputWhitening struct {
	white bool       // whether the inputs are white already
	by    *mat.Dense // d×r, whitens the inputs; nil if they are white, or in a kernel space
}

// newInputWhitening returns the whitening of training inputs (n×d). In a kernel space, states
// are compared by the inputs as they are.
func newInputWhitening(ctx context.Context, x *mat.Dense, kernel bool) (*inputWhitening, error) {
	w := &inputWhitening{white: isWhite(x)}
	if w.white || kernel {
		return w, nil
	}
	f, _, err := sfa.Principal(ctx, sfa.Problem{C: covariance(x), Explicit: true}, math.MaxInt)
	if err != nil {
		return nil, err
	}
	w.by = f.A
	return w, nil
}

// apply returns the part with the inputs that GPFA compares states by; for other graphs the part
// is returned unchanged.
func (w *inputWhitening) apply(of preparation.Part, at part.Point) preparation.Part {
	if graph.Kinds.Build(at).Predictive == nil || w.by == nil {
		return of
	}
	var x mat.Dense
	x.Mul(of.X, w.by)
	of.X = &x
	return of
}

// note returns the note on inputs that are not white under a graph of GPFA; "" for white inputs
// and other graphs.
func (w *inputWhitening) note(at part.Point) string {
	switch name := graph.Name.Of(at); {
	case graph.Kinds.Build(at).Predictive == nil || w.white:
		return ""
	case space.OnSupports(at):
		return fmt.Sprintf("the inputs are not white, and in a kernel space %s compares states of inputs as they are: --front whiten:0.99 whitens them", name)
	default:
		return fmt.Sprintf("the inputs are not white: %s compares states of the whitened inputs", name)
	}
}

// covariance returns the d×d covariance of the columns of x, divided by their number of rows.
func covariance(x *mat.Dense) *mat.SymDense {
	n, _ := x.Dims()
	var c mat.SymDense
	stat.CovarianceMatrix(&c, x, nil)
	c.ScaleSym(float64(n-1)/float64(n), &c)
	return &c
}

// isWhite reports whether the covariance of the columns of x is a multiple of the identity.
func isWhite(x *mat.Dense) bool {
	c := covariance(x)
	d := c.SymmetricDim()
	mean := mat.Trace(c) / float64(d)
	for i := range d {
		for j := range i + 1 {
			want := 0.0
			if i == j {
				want = mean
			}
			if !(math.Abs(c.At(i, j)-want) <= whiteTolerance*mean) {
				return false
			}
		}
	}
	return true
}

// ofUnitNorm scales a solution and its features phi (n×p) on the training part so that each
// has variance 1 there: as a direction of white functions it then has norm 1, as in the
// iterations of Weghenkel et al. 2017, section 2.8.
func ofUnitNorm(s *method.Solution, phi *mat.Dense) *method.Solution {
	_, p := phi.Dims()
	scale := make([]float64, p)
	for j := range p {
		_, sd := stat.PopMeanStdDev(mat.Col(nil, j, phi), nil)
		scale[j] = 1 / sd
	}
	out := *s
	out.A = mat.DenseCopyOf(s.A)
	for _, by := range []*mat.Dense{out.A, phi} {
		rows, _ := by.Dims()
		for i := range rows {
			floats.Mul(by.RawRowView(i), scale)
		}
	}
	return &out
}

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

// whiteEnough is how far the covariance of white inputs may be from a multiple of the
// identity, as a share of their mean variance.
const whiteEnough = 1e-6

// states holds what the inputs of a model are to GPFA, which expects them white (Weghenkel et
// al. 2017, section 2.3).
type states struct {
	white bool
	by    *mat.Dense // d×r, whitens them; nil before it is asked for
}

// joined returns the part with the inputs that GPFA compares states by: in spaces without a
// kernel those are whitened as on the training part, unless they are white. Other graphs
// take the part as it is.
func (m *model) joined(ctx context.Context, of preparation.Part, at part.Point) (preparation.Part, error) {
	if graph.Kinds.Build(at).Predictive == nil {
		return of, nil
	}
	if m.states == nil {
		m.states = &states{white: isWhite(m.data.Train.X)}
	}
	if m.states.white || space.OnSupports(m.At) {
		return of, nil
	}
	if m.states.by == nil {
		f, _, err := sfa.Principal(ctx, sfa.Problem{C: covariance(m.data.Train.X), Explicit: true}, math.MaxInt)
		if err != nil {
			return of, err
		}
		m.states.by = f.A
	}
	var x mat.Dense
	x.Mul(of.X, m.states.by)
	of.X = &x
	return of, nil
}

// statesNote returns what is to be known of inputs that are not white under a graph of GPFA;
// "" for white ones, and under other graphs.
func (m *model) statesNote(at part.Point) string {
	switch name := graph.Name.Of(at); {
	case graph.Kinds.Build(at).Predictive == nil || m.states == nil || m.states.white:
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
			if !(math.Abs(c.At(i, j)-want) <= whiteEnough*mean) {
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

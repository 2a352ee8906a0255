package resolve

import (
	"context"
	"fmt"
	"runtime"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// Trained is the model of one point, trained on the whole training part of its fold. It
// computes the features of any sample. A sample x of d inputs is clipped to [Low, High],
// standardised to (x − Mean)·Scale, and transformed by Front, by Network and by the functions h
// of Space; its p features are Aᵀh − Offset. Nil fields are skipped.
type Trained struct {
	Point  part.Point
	Inputs int // d
	preparation.Fitted
	Space    space.Space
	Supports *mat.Dense // of Space; nil without a kernel
	A        *mat.Dense
	Offset   []float64
	// Readout is the trained readout; nil without one.
	Readout readout.Saved
}

// Train solves one point again and returns its model, including the readout, and the features
// on the parts of its fold.
func Train(ctx context.Context, set *data.Set, hash string, point part.Point) (*Trained, *run.Outputs, error) {
	s, err := run.Solve(ctx, set, hash, point)
	if err != nil {
		return nil, nil, err
	}
	t := &Trained{Point: point, Inputs: set.Channels(), Fitted: s.Parts.Fitted, A: s.A}
	dim, p := s.A.Dims()
	offset := mat.NewVecDense(p, nil)
	offset.MulVec(s.A.T(), mat.NewVecDense(dim, s.Mean))
	t.Offset = offset.RawVector().Data
	t.Space, t.Supports = s.LeadingSpace()
	if readout.Kinds.Build(point).Restore != nil {
		r, err := s.TrainReadout(ctx, point)
		if err != nil {
			return nil, nil, err
		}
		t.Readout = r.(readout.Saved)
	}
	return t, &s.Outputs, nil
}

// Width returns the number of values of a prepared sample.
func (t *Trained) Width() int {
	switch {
	case t.Strings != nil:
		return t.Strings.Width()
	case t.Network != nil:
		return t.Network.Outputs()
	case t.Front != nil:
		return t.Front.Components()
	}
	return t.Inputs
}

// Prepared returns the prepared samples x (n×d), the input of the functions. It panics if d is
// not the number of inputs, and fails when ctx ends.
func (t *Trained) Prepared(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	n, d := x.Dims()
	if t.Series && n > 0 {
		_, d = data.Frames(x.RawRowView(0))
	}
	if d != t.Inputs {
		panic(fmt.Sprintf("resolve: %d inputs for a model of %d", d, t.Inputs))
	}
	return t.Fitted.Apply(ctx, x)
}

// Apply returns the features (n×p) of the samples x (n×d), which may be in any order. It panics
// and fails as [Trained.Prepared] does.
func (t *Trained) Apply(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	defer runtime.KeepAlive(x) // x may be in a file, which is closed with the last reference to it
	n, _ := x.Dims()
	x, err := t.Prepared(ctx, x)
	if err != nil {
		return nil, err
	}
	v := moments.NewValues(t.Space, x, []int{n})
	if t.Series {
		if err := run.AlignTo(ctx, v, t.Point, t.Space, x, t.Supports); err != nil {
			return nil, err
		}
	}
	return v.Project(ctx, t.A, t.Offset)
}

// Basis returns the matrix that turns kernel values at the supports into the functions of a
// kernel space: the lower factor of a stable basis or the weights of a clipped space; nil if
// the kernel values are the functions.
func (t *Trained) Basis() *mat.Dense {
	switch s := t.Space.(type) {
	case *space.Stable:
		_, l := s.Parts()
		return mat.DenseCopyOf(l)
	case *space.Corrected:
		return s.Parts()
	}
	return nil
}

// Origin returns the origin of a stable basis, see [space.Stable.Origin]; nil for another
// space.
func (t *Trained) Origin() []float64 {
	if s, ok := t.Space.(*space.Stable); ok {
		return s.Origin()
	}
	return nil
}

// Coefficients returns the weights Â of the features on the values of the kernel at the
// supports, or on explicit functions: the features are Âᵀκ − Offset up to rounding, which grows
// with the coefficients. In a clipped space κ stands for the kernel values minus their mean
// over the supports.
func (t *Trained) Coefficients() *mat.Dense { return t.Space.Coefficients(t.A) }

package preparation

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/nmf"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// partsData is one division of the samples, prepared: what is trained on, and
// what the result is scored on.
type Data struct {
	Train, Held Part
	Fitted      Fitted
	Notes       []string
	StringsInfo *result.Strings // of kernels of strings, from the training part; nil for others

	// Drift is how far the means of the inputs of Held are from those of Train; 0 where
	// Held is no validation part.
	Drift float64

	Origin func() []float64 // the mean of what is trained on, where kernels of differences have theirs
}

// Division is what a model is trained on and what it is scored on: a validation part, or
// one that nothing may be chosen by.
type Division struct {
	Train, Held data.Part
	Validation  bool
}

// Fitted is what a preparation found on the training part: (x − mean)·scale,
// then the components of the front, then the network. Each may be nil. Of whole series it
// is about their frames.
type Fitted struct {
	Series      bool      // a sample is a whole series
	Low, High   []float64 // what outliers are clipped to; nil for nothing
	Mean, Scale []float64
	Front       space.Front
	FrontInfo   *result.Front // of an encoder, with what it leaves; nil for others
	Network     *hierarchy.Network
	Strings     *Strings // that series become behind all that; nil where they stay series

	unread bool // nobody reads FrontInfo: it is that of an inner model, or for a width
	shared Shared
}

// Shared gives a front that was learnt before for what the key of the preparation says of
// learning, or learns it.
type Shared func(learn func() (space.Front, error)) (space.Front, error)

// Apply is what the functions see of samples, which are left as they are.
func (f Fitted) Apply(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	if f.Series {
		return f.applySeries(ctx, x)
	}
	n, _ := x.Dims()
	if f.Low != nil || f.Mean != nil {
		x = mat.DenseCopyOf(x)
	}
	if f.Low != nil {
		if _, err := bound(ctx, x, f.Low, f.High); err != nil {
			return nil, err
		}
	}
	if f.Mean != nil {
		if err := rescale(ctx, x, f.Mean, f.Scale); err != nil {
			return nil, err
		}
	}
	if f.Front != nil {
		y := mat.NewDense(n, f.Front.Components(), nil)
		if err := projectRows(ctx, f.Front, y, x); err != nil {
			return nil, err
		}
		x = y
	}
	if f.Network != nil {
		return f.Network.Apply(ctx, x)
	}
	return x, ctx.Err()
}

// Before is what the front sees of samples, which are left as they are: of whole series
// their frames, with how many each has.
func (f Fitted) Before(ctx context.Context, x *mat.Dense) (seen *mat.Dense, frames []int, err error) {
	if f.Series {
		x, frames = data.StackFrames(x)
	}
	f.Series, f.Front, f.Network = false, nil, nil
	seen, err = f.Apply(ctx, x)
	return seen, frames, err
}

// Prepare gathers what a model is trained on and what it is scored on, and prepares
// them. What is fitted is fitted on the training part only. Fronts that others learn, too,
// come from shared; nil for none.
func Prepare(ctx context.Context, in *Graphs, parts Division, k Preparation, shared Shared) (*Data, error) {
	f := &Data{}
	f.Fitted.shared = shared
	defer func() { f.Fitted.shared = nil }()
	f.Fitted.unread = parts.Validation
	var err error
	if f.Train, err = Gather(ctx, in.set, parts.Train); err != nil {
		return nil, err
	}
	if f.Held, err = Gather(ctx, in.set, parts.Held); err != nil {
		return nil, err
	}
	if in.set.Series {
		return f, f.prepareSeries(ctx, parts, k)
	}
	if parts.Validation {
		if f.Drift, err = drift(ctx, &f.Train, &f.Held); err != nil {
			return nil, err
		}
	}
	if f.Notes, err = oddInputs(ctx, &f.Train, in.set.Inputs); err != nil {
		return nil, err
	}
	if !k.Standardize && !parts.Validation { // nobody reads the notes of those
		note, err := apartScales(ctx, &f.Train, in.set.Inputs)
		if err != nil {
			return nil, err
		}
		f.Notes = append(f.Notes, note...)
	}
	notes, err := k.Fit(ctx, &f.Fitted, []*Part{&f.Train, &f.Held})
	if err == nil && k.Layers != "" {
		if f.Fitted.Network, err = in.network(ctx, k, &f.Train, &f.Held); err == nil {
			notes = append(notes, f.Fitted.Network.Notes()...)
		}
	}
	f.Notes = append(f.Notes, notes...)
	f.Origin = sync.OnceValue(func() []float64 { return kernel.ColumnMeans(f.Train.X) })
	return f, err
}

// Standardize is the setting that scales each input to mean 0 and variance 1.
var Standardize = part.NewSwitch(part.Axis{
	Name: "standardize", Shared: part.Preparing, Step: 2, Doc: "scale each input to mean 0 and variance 1 on the training part",
	Words: [2]string{"raw inputs", "standardized"}, Report: "inputs",
	Says: func(value string) string {
		if value == "on" {
			return "standardized on the training part"
		}
		return "as they are"
	},
	Method: func(value string) string {
		if value == "on" {
			return "every input was scaled to mean 0 and variance 1 by its training part"
		}
		return "the inputs as they were read"
	},
})

// Preparation is what is done to the inputs before any function sees them.
type Preparation struct {
	// Centre moves the origin to the mean of the training part, where that
	// changes nothing but rounding. Kernels of differences need it not: they
	// have an origin of their own.
	Centre bool
	// Clip is how outliers are clipped, before all else; "" for not at all.
	Clip string
	// Standardize does so, and scales each input to unit variance.
	Standardize bool
	// Front is the front, see [space.FrontOf]; the zero Point for the inputs themselves.
	Front part.Point
	// Layers is a network that the inputs go through, "" for none, and under
	// the training graph that it is trained under.
	Layers string
	Under  part.Point
	// Strings is what strings are made of whole series, see [StringsOf]; the zero Point for
	// the series themselves.
	Strings part.Point
}

// Learning is what the front of a preparation is learnt by, whatever codes it gives; all of
// the preparation where its kind looks at all.
func (p Preparation) Learning() Preparation {
	if learnt := space.Fronts.Build(p.Front).Learnt; learnt != nil {
		p.Front = learnt(p.Front)
		p.Layers, p.Under, p.Strings = "", part.Point{}, part.Point{}
	}
	return p
}

// Fit fits the preparation to the first part and applies it to all of them. It
// says in words what is worth knowing.
func (p Preparation) Fit(ctx context.Context, to *Fitted, parts []*Part) (notes []string, err error) {
	limits, err := boundsOf(p.Clip)
	if err != nil {
		return nil, err
	}
	if limits != nil {
		var note string
		if to.Low, to.High, note, err = clip(ctx, limits, parts); err != nil {
			return nil, err
		}
		notes = append(notes, note)
	}
	if p.Centre || p.Standardize {
		if to.Mean, to.Scale, err = p.scale(ctx, parts); err != nil {
			return nil, err
		}
	}
	if space.Fronts.Of(p.Front) != nil {
		var note string
		to.Front, note, err = p.project(ctx, to, parts)
		if note != "" {
			notes = append(notes, note)
		}
		return notes, err
	}
	return notes, nil
}

// FitTo prepares the samples of one part by what is fitted to them.
func (p Preparation) FitTo(ctx context.Context, of *Part) error {
	if !of.Set.Series {
		_, err := p.Fit(ctx, &Fitted{unread: true}, []*Part{of})
		return err
	}
	frames := of.frames()
	_, err := p.Fit(ctx, &Fitted{unread: true}, []*Part{frames})
	if err == nil {
		of.pack(frames)
	}
	return err
}

// scale gives the mean of each input, and what it is multiplied by then.
func (p Preparation) scale(ctx context.Context, parts []*Part) (mean, scale []float64, err error) {
	mean, variance, err := parts[0].spread(ctx)
	if err != nil {
		return nil, nil, err
	}
	scale = make([]float64, len(mean))
	var steady []int
	for j, v := range variance {
		scale[j] = 1
		if v == 0 {
			steady = append(steady, j)
		}
		if v != 0 && p.Standardize {
			scale[j] = 1 / math.Sqrt(v)
		}
	}
	if err := makeOwn(ctx, parts); err != nil {
		return nil, nil, err
	}
	for _, part := range parts {
		if part.Len() == 0 {
			continue
		}
		if err := rescale(ctx, part.X, mean, scale); err != nil {
			return nil, nil, err
		}
	}
	// What is left of a constant is rounding, which no function may make much of.
	for i := range parts[0].Len() {
		for _, j := range steady {
			parts[0].X.RawRowView(i)[j] = 0
		}
	}
	return mean, scale, nil
}

// rescale makes each row of x (x − mean)·scale.
func rescale(ctx context.Context, x *mat.Dense, mean, scale []float64) error {
	n, _ := x.Dims()
	return parallel.For(ctx, n, gatherGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := x.RawRowView(i)
			floats.Sub(row, mean)
			floats.Mul(row, scale)
		}
	})
}

func (p Preparation) project(ctx context.Context, to *Fitted, parts []*Part) (front space.Front, note string, err error) {
	train := parts[0]
	_, d := train.X.Dims()
	if front, err = p.fitFront(ctx, train, to.shared); err != nil {
		return nil, "", p.named(train, err)
	}
	if encoder, ok := front.(space.Encoder); ok {
		if to.FrontInfo, err = leftBy(ctx, encoder, parts); err != nil {
			return nil, "", err
		}
	} else if judge := space.Fronts.Build(p.Front).Judge; judge != nil && !to.unread {
		if to.FrontInfo, note, err = judge(ctx, p.Front, front, train.X, held(parts)); err != nil {
			return nil, "", err
		}
	}
	for _, part := range parts {
		if n := part.Len(); n > 0 {
			y, err := part.Set.Room(n, front.Components())
			if err != nil {
				return nil, "", err
			}
			if err := projectRows(ctx, front, y, part.X); err != nil {
				return nil, "", err
			}
			part.X, part.shared = y, false
		}
	}
	if noted, ok := front.(space.Noted); ok {
		note = strings.Trim(noted.Note(d)+"; "+note, "; ")
	}
	return front, note, nil
}

// named is an error of a front in the words of the data: the row, from 1 as in a table
// without its head, and the column of a number that it cannot take.
func (p Preparation) named(train *Part, err error) error {
	var negative *nmf.NegativeError
	if !errors.As(err, &negative) || negative.Column >= len(train.Set.Inputs) {
		return err
	}
	where := ""
	if negative.Row < len(train.Rows) {
		where = fmt.Sprintf(" in sample %d", train.Rows[negative.Row]+1)
	}
	remedy := "take another front, or inputs without negative numbers"
	if p.Standardize {
		remedy = "--standardize makes negative numbers: leave it out"
	}
	return fmt.Errorf("--front %s: column %s has %.4g%s, and parts without negative numbers need inputs without; %s", space.Reduction.Of(p.Front), message.Clean(train.Set.Inputs[negative.Column]), negative.Value, where, remedy)
}

// held are the samples of the second part; nil for none.
func held(parts []*Part) *mat.Dense {
	if len(parts) < 2 || parts[1].Len() == 0 {
		return nil
	}
	return parts[1].X
}

// leftBy tells of an encoder, and what share of the energy of the samples it leaves.
func leftBy(ctx context.Context, e space.Encoder, parts []*Part) (*result.Front, error) {
	info := e.Info()
	mean, _ := e.Parts()
	to := []*part.Float{&info.Relative.Train, &info.Relative.Test}
	for i, p := range parts {
		if p.Len() == 0 {
			continue
		}
		left, err := e.Error(ctx, p.X)
		if err != nil {
			return nil, err
		}
		*to[i] = part.Float(left / energy(p.X, mean))
	}
	return &info, nil
}

// energy is the sum of the squares of samples less a mean, nil for none.
func energy(x *mat.Dense, mean []float64) (sum float64) {
	n, _ := x.Dims()
	for i := range n {
		for j, v := range x.RawRowView(i) {
			if mean != nil {
				v -= mean[j]
			}
			sum += v * v
		}
	}
	return sum
}

// fitFront fits the front to the training part.
func (p Preparation) fitFront(ctx context.Context, train *Part, shared Shared) (space.Front, error) {
	kind := space.Fronts.Build(p.Front)
	if kind.Learn != nil {
		learn := func() (space.Front, error) { return kind.Learn(ctx, p.Front, train.X) }
		if shared == nil || kind.Recode == nil {
			return learn()
		}
		learnt, err := shared(learn)
		if err != nil {
			return nil, err
		}
		return kind.Recode(p.Front, learnt)
	}
	_, d := train.X.Dims()
	m, err := moments.Stream(ctx, moments.NewValues(space.Linear{D: d}, train.X, train.Lengths))
	if err != nil {
		return nil, err
	}
	return kind.Fit(ctx, p.Front, m.Mean, m.C)
}

// encodeGrain is how many rows are coded between looks at the context: a code takes longer
// than a projection.
const encodeGrain = 128

// projectRows projects the rows of x, some at a time, as their copy is made.
func projectRows(ctx context.Context, front space.Front, y, x *mat.Dense) error {
	n, d := x.Dims()
	_, p := y.Dims()
	grain := gatherGrain
	if _, ok := front.(space.Encoder); ok {
		grain = encodeGrain
	}
	for lo := 0; lo < n; lo += grain {
		if err := ctx.Err(); err != nil {
			return err
		}
		hi := min(n, lo+grain)
		front.Project(y.Slice(lo, hi, 0, p).(*mat.Dense), x.Slice(lo, hi, 0, d).(*mat.Dense))
		for i := lo; i < hi; i++ {
			if sum := floats.Sum(y.RawRowView(i)); math.IsNaN(sum) || math.IsInf(sum, 0) {
				return fmt.Errorf("what the front makes of sample %d overflows or is no number: scale the inputs down", i+1)
			}
		}
	}
	return nil
}

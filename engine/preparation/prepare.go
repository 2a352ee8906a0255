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
	"example.com/sfatui/engine/codes"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Apply returns the samples x (n×d) after all fitted steps. It does not change x.
func (f Fitted) Apply(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	if f.Series {
		return f.applySeries(ctx, x)
	}
	n, _ := x.Dims()
	if f.Low != nil || f.Mean != nil {
		x = mat.DenseCopyOf(x)
	}
	if f.Low != nil {
		if _, err := clipRows(ctx, x, f.Low, f.High); err != nil {
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

// Before returns the samples x after the steps before the front. It does not change x.
// For whole series it returns their frames, and the number of frames of each.
func (f Fitted) Before(ctx context.Context, x *mat.Dense) (seen *mat.Dense, frames []int, err error) {
	if f.Series {
		x, frames = data.StackFrames(x)
	}
	f.Series, f.Front, f.Network = false, nil, nil
	seen, err = f.Apply(ctx, x)
	return seen, frames, err
}

// inspect sets the drift of a validation part and the notes on the inputs of train.
func (f *Data) inspect(ctx context.Context, train, held *Part, parts Division, k Preparation) (err error) {
	if parts.Validation {
		if f.Drift, err = drift(ctx, train, held); err != nil {
			return err
		}
	}
	names := f.Train.Set.Inputs
	if f.Notes, err = inputNotes(ctx, train, names); err != nil {
		return err
	}
	if !k.Standardize && !parts.Validation { // notes are not shown for validation parts
		note, err := scaleNotes(ctx, train, names)
		if err != nil {
			return err
		}
		f.Notes = append(f.Notes, note...)
	}
	return nil
}

// Prepare gathers the parts of a division and prepares them. It fits every step on the
// training part alone. shared supplies fronts that several calls learn; nil to learn
// each time.
func Prepare(ctx context.Context, in *Graphs, parts Division, k Preparation, shared Shared) (*Data, error) {
	f := &Data{}
	f.Fitted.shared = shared
	defer func() { f.Fitted.shared = nil }()
	f.Fitted.skipInfo = parts.Validation
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
	if err := f.inspect(ctx, &f.Train, &f.Held, parts, k); err != nil {
		return nil, err
	}
	notes, err := k.Fit(ctx, &f.Fitted, []*Part{&f.Train, &f.Held})
	if err == nil && k.Layers != "" {
		if f.Fitted.Network, err = in.trainNetwork(ctx, k, &f.Train, &f.Held); err == nil {
			notes = append(notes, f.Fitted.Network.Notes()...)
		}
	}
	f.Notes = append(f.Notes, notes...)
	f.Origin = sync.OnceValue(func() []float64 { return kernel.ColumnMeans(f.Train.X) })
	return f, err
}

// Fit fits the preparation to the first part and applies it to all of them. The notes
// report peculiarities of the data.
func (p Preparation) Fit(ctx context.Context, to *Fitted, parts []*Part) (notes []string, err error) {
	limits, err := parseClip(p.Clip)
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

// FitTo fits the preparation to one part and applies it there.
func (p Preparation) FitTo(ctx context.Context, of *Part) error {
	if !of.Set.Series {
		_, err := p.Fit(ctx, &Fitted{skipInfo: true}, []*Part{of})
		return err
	}
	frames := of.frames()
	_, err := p.Fit(ctx, &Fitted{skipInfo: true}, []*Part{frames})
	if err == nil {
		of.packFrames(frames)
	}
	return err
}

// scale centres, and on request standardizes, all parts by the first. It returns the
// mean and the factor of each input.
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
	// The rest of a constant input is rounding, which no function may amplify.
	for i := range parts[0].Len() {
		for _, j := range steady {
			parts[0].X.RawRowView(i)[j] = 0
		}
	}
	return mean, scale, nil
}

// rescale replaces each row of x by (x − mean)·scale. It fails only if ctx ends.
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
		return nil, "", p.explainError(train, err)
	}
	if encoder, ok := front.(space.Encoder); ok {
		if to.FrontInfo, err = encoderErrors(ctx, encoder, parts); err != nil {
			return nil, "", err
		}
	} else if judge := space.Fronts.Build(p.Front).Judge; judge != nil && !to.skipInfo {
		if to.FrontInfo, note, err = judge(ctx, p.Front, front, train.X, heldSamples(parts)); err != nil {
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

// explainError rewords an error of a front on a negative number: it names the column,
// the sample, from 1 as in a table without its header, and a remedy.
func (p Preparation) explainError(train *Part, err error) error {
	var negative *codes.NegativeError
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

// heldSamples returns the samples of the second part; nil for none.
func heldSamples(parts []*Part) *mat.Dense {
	if len(parts) < 2 || parts[1].Len() == 0 {
		return nil
	}
	return parts[1].X
}

// encoderErrors returns the facts of an encoder, with the share of the energy of the
// samples that it leaves in each part.
func encoderErrors(ctx context.Context, e space.Encoder, parts []*Part) (*result.Front, error) {
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

// energy returns the sum of squares of samples, after subtracting the mean unless it is
// nil.
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

// fitFront fits the front to the training part, or takes a learnt one from shared.
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

// encodeGrain is the number of rows coded between checks of the context, as a code
// takes longer than a projection.
const encodeGrain = 128

// projectRows writes the outputs of the front for the rows of x to y, in blocks. It
// fails if ctx ends and if an output is not finite.
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
				return fmt.Errorf("the output of the front for sample %d overflows or is not a number: scale the inputs down", i+1)
			}
		}
	}
	return nil
}

package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
)

// ReadoutOutputs holds the output of a readout on the held-out part, if there is one:
// discriminants, or predictions with their standard deviations SD if the readout provides them.
type ReadoutOutputs struct {
	Disc          *mat.Dense
	Predicted, SD []float64
	info          map[string]part.Float
	chosen        []result.ReadoutInput
	notes         []string
}

// reading is the readout of a point on features.
type reading struct {
	f       *features
	samples *samples
	at      part.Point
	kind    readout.Kind
}

// reading returns the readout of a point, which has at most as many features.
func (f *features) reading(at part.Point) *reading {
	return &reading{f, f.samples, at, readout.Kinds.Build(at)}
}

// readFrom returns the readout's input on both parts: features, or the prepared inputs of the
// function space.
func (r *reading) readFrom() (train, held *mat.Dense) {
	if readout.OfInputs(r.at) {
		return r.samples.data.Train.Series(), r.samples.data.Held.Series()
	}
	p := method.P.Of(r.at)
	if r.f.held != nil {
		held = leadingColumns(r.f.held, p)
	}
	return leadingColumns(r.f.train, p), held
}

// train trains a readout on the training part, a novelty detector on its [normal.Normal]
// samples only. It returns a [readout.Classifier], [readout.Regressor] or [readout.Detector],
// and the readout's input on the held-out part; nil without one.
func (r *reading) train(ctx context.Context) (trained any, held *mat.Dense, err error) {
	if r.samples.job.Plan.Set.Series && readout.From.Of(r.at) != "" {
		return nil, nil, errors.New("--readout-from inputs: samples are whole series, which have no single inputs to choose: write --readout-from features")
	}
	train, held := r.readFrom()
	switch {
	case r.kind.Classify != nil:
		trained, err = r.kind.Classify(ctx, train, r.samples.data.Train.Label, len(r.samples.job.Plan.Set.Classes), r.at)
	case r.kind.Regress != nil:
		trained, err = r.kind.Regress(ctx, train, r.samples.data.Train.Target, r.at)
	default:
		if train, err = r.samples.normalSamples(train, r.at); err == nil {
			trained, err = r.detector(ctx, train)
		}
	}
	return trained, held, err
}

// apply trains a readout and applies it to the held-out part, if there is one.
func (r *reading) apply(ctx context.Context) (out ReadoutOutputs, err error) {
	trained, held, err := r.train(ctx)
	if err != nil {
		return out, err
	}
	out.notes, out.info, out.chosen = slices.Clone(readout.NotesOf(trained)), infoOf(trained), r.samples.selectedInputs(r.at, trained)
	r.samples.nameAbsent(out.notes)
	if r.f.held == nil {
		return out, nil
	}
	if r.kind.Classify != nil {
		out.Disc, err = readout.Discriminate(ctx, trained.(readout.Classifier), held)
		return out, err
	}
	if d, ok := trained.(readout.Distribution); ok {
		out.Predicted, out.SD, err = d.Distribute(ctx, held)
		return out, err
	}
	out.Predicted, err = readout.Predict(ctx, trained.(readout.Regressor), held)
	return out, err
}

// infoOf returns the named numbers that a trained readout reports; nil if it reports none.
func infoOf(trained any) map[string]part.Float {
	informed, ok := trained.(readout.Informed)
	if !ok {
		return nil
	}
	out := map[string]part.Float{}
	for name, v := range informed.Info() {
		out[name] = part.Float(v)
	}
	return out
}

// selectedInputs returns the inputs or features with a non-zero weight in a sparse readout; nil
// for other readouts.
func (s *samples) selectedInputs(at part.Point, trained any) []result.ReadoutInput {
	chooses, ok := trained.(readout.Selective)
	if !ok {
		return nil
	}
	out := []result.ReadoutInput{}
	for _, c := range chooses.Chosen() {
		class := ""
		if c.Class >= 0 {
			class = s.job.Plan.Set.Classes[c.Class]
		}
		out = append(out, result.ReadoutInput{Input: s.nameOfRead(at, c.Index), Class: class, Weight: part.Float(c.Weight)})
	}
	return out
}

// nameOfRead returns the name of a column of the readout's input.
func (s *samples) nameOfRead(at part.Point, column int) string {
	switch names := s.job.Plan.Set.Inputs; {
	case !readout.OfInputs(at):
		return fmt.Sprintf("feature %d", column+1)
	case s.data.Fitted.Network != nil:
		return fmt.Sprintf("output %d", column+1)
	case s.data.Fitted.Front != nil:
		return fmt.Sprintf("component %d", column+1)
	default:
		return names[column]
	}
}

// normalSamples returns the rows of train (n×p) whose samples are in normal operation. It fails
// if there are none.
func (s *samples) normalSamples(train *mat.Dense, at part.Point) (*mat.Dense, error) {
	states, err := normal.Of(at, s.job.Plan.Set)
	if err != nil {
		return nil, err
	}
	n, p := train.Dims()
	learnt := make([]float64, 0, n*p)
	for i, row := range s.data.Train.Rows {
		if states[row] == normal.Normal {
			learnt = append(learnt, train.RawRowView(i)...)
		}
	}
	if len(learnt) == 0 {
		return nil, fmt.Errorf("none of the %d samples of the training part is of normal operation (--normal, --onset): there is nothing to learn from", n)
	}
	return mat.NewDense(len(learnt)/p, p, learnt), nil
}

// detector trains a novelty detector on the rows of train. For the outer model it also sets the
// threshold from the validation parts, if the point requires it (--offset held).
func (r *reading) detector(ctx context.Context, train *mat.Dense) (readout.Detector, error) {
	d, err := r.kind.Detect(ctx, train, r.at)
	if err != nil || r.samples.of.which.Inner() || !readout.DrawnByHeld(r.at) {
		return d, err
	}
	novelty, err := r.samples.of.heldNovelty(ctx, r.at)
	if err != nil {
		return nil, err
	}
	d.DrawBy(novelty)
	return d, nil
}

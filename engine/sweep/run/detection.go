package run

import (
	"context"
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// Watched holds the novelty scores of a point's test part and the threshold of its detector.
type Watched struct {
	Novelty   []float64      // score of each sample
	State     []normal.State // state of each sample: normal, new or unknown
	Drawn     []float64      // scores that determine the threshold, ascending
	Threshold float64        // a sample with a higher score is classified as new
	// Rows and Spans are as in [Outputs].
	Rows, Spans []int

	border float64 // score at the border of the detector
}

// Watch solves one point again and returns the novelty scores of its test part. It fails as
// [Solve] does, if the readout is no novelty detector, and without a test part.
func Watch(ctx context.Context, set *data.Set, hash string, point part.Point) (*Watched, error) {
	kind := readout.Kinds.Build(point)
	if kind.Detect == nil {
		return nil, fmt.Errorf("the readout %s does not detect novelty: use the readout novelty", readout.Name.Of(point))
	}
	s, err := Solve(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	if s.Test == nil {
		return nil, fmt.Errorf("the point has no test part")
	}
	w, _, _, err := s.f.reading(point).scoreNovelty(ctx)
	return w, err
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
	return d, r.drawByHeld(ctx, d)
}

// scoreNovelty trains the detector on the normal samples of the training part and scores the
// held-out part. Without a held-out part, w contains no scores.
func (r *reading) scoreNovelty(ctx context.Context) (w *Watched, info map[string]part.Float, notes []string, err error) {
	trained, held, err := r.train(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	d := trained.(readout.Detector)
	notes = readout.NotesOf(d)
	w = &Watched{Drawn: d.Drawn(), Threshold: readout.Threshold(d, r.at), border: d.Border()}
	if held == nil {
		return w, infoOf(d), notes, nil
	}
	states, err := normal.Of(r.at, r.samples.job.Plan.Set)
	if err != nil {
		return nil, nil, nil, err
	}
	w.Rows, w.Spans = r.samples.data.Held.Rows, r.samples.data.Held.Lengths
	for _, row := range w.Rows {
		w.State = append(w.State, states[row])
	}
	w.Novelty, err = readout.Predict(ctx, d, held)
	return w, infoOf(d), notes, err
}

// detection scores the detector's alarms on the held-out part. If the threshold comes from the
// validation parts, it stores the scores of such a part instead, because the threshold requires
// all parts.
func (r *reading) detection(ctx context.Context) (s result.Scores, notes []string, err error) {
	w, info, notes, err := r.scoreNovelty(ctx)
	if err != nil {
		return s, nil, err
	}
	s.ReadoutInfo = info
	switch {
	case r.samples.of.which.Inner() && readout.DrawnByHeld(r.at):
		r.samples.of.validations.novelty[r.at] = append(r.samples.of.validations.novelty[r.at], heldPart{r.samples.of.which, w})
	case w.Novelty != nil:
		s.Detection = w.Score(w.Threshold, readout.AlarmAfter.Of(r.at))
	}
	return s, notes, nil
}

// drawByHeld sets the threshold of a detector from the validation parts of the point. If the
// point is solved again outside of a sweep, the models of these parts are solved again too.
func (r *reading) drawByHeld(ctx context.Context, d readout.Detector) error {
	validations := r.samples.of.validations
	if r.samples.of.solvedAgain {
		c, done, err := newSingleComputation(ctx, r.samples.job.Plan.Set, r.samples.job.Plan.Data, r.at)
		if err != nil {
			return err
		}
		defer done()
		validations = c.validations
		for i := range c.job.Fold.Inner {
			f, err := c.solve(ctx, sweep.Model(i), r.at, sweep.ToKeep)
			if err == nil {
				_, _, err = f.reading(r.at).scores(ctx)
			}
			if err != nil {
				return fmt.Errorf("validation part %d, by which the line of the alarm is drawn: %w", i+1, err)
			}
			f.model.release()
		}
	}
	novelty, err := validations.heldNovelty(r.at)
	if err == nil {
		d.DrawBy(novelty)
	}
	return err
}

// Score returns the detection measures of alarms: an alarm is raised after so many consecutive
// samples above threshold. Row numbers of faults are rows of the data set.
func (w *Watched) Score(threshold float64, after int) *result.Detection {
	d := measure.Detect(measure.Detected{Novelty: w.Novelty, New: w.isState(normal.New), Unknown: w.isState(normal.Unknown), Spans: w.Spans, Threshold: threshold, After: after})
	for i := range d.Faults {
		d.Faults[i].Row = w.Rows[d.Faults[i].Row]
	}
	return &d
}

// isState reports for each sample whether its state is s.
func (w *Watched) isState(s normal.State) []bool {
	out := make([]bool, len(w.State))
	for i, state := range w.State {
		out[i] = state == s
	}
	return out
}

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
	"gonum.org/v1/gonum/mat"
)

// Watched is what a readout that tells what is new makes of the test part of a point.
type Watched struct {
	Novelty   []float64      // of each sample
	State     []normal.State // what is known of each
	Learnt    []float64      // those of the samples learnt from, ascending
	Threshold float64        // above which a sample is taken for new
	// Rows and Spans are as in [Outputs].
	Rows, Spans []int
}

// Watch solves one point again and gives what its readout makes of the test part. It fails as
// [Solve] does, where the readout does not tell what is new, and without a test part.
func Watch(ctx context.Context, set *data.Set, hash string, point part.Point) (*Watched, error) {
	kind := readout.Kinds.Build(point)
	if kind.Detect == nil {
		return nil, fmt.Errorf("the readout %s does not tell what is new: novelty does", readout.Name.Of(point))
	}
	s, err := Solve(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	if s.Test == nil {
		return nil, fmt.Errorf("the point has no test part to look at")
	}
	w, _, _, err := s.m.watch(ctx, kind, point, s.f)
	return w, err
}

// ofNormal are the samples of normal operation of those of the training part.
func (m *model) ofNormal(train *mat.Dense, at part.Point) (*mat.Dense, error) {
	states, err := normal.Of(at, m.Plan.Set)
	if err != nil {
		return nil, err
	}
	n, p := train.Dims()
	learnt := make([]float64, 0, n*p)
	for i, row := range m.data.Train.Rows {
		if states[row] == normal.Normal {
			learnt = append(learnt, train.RawRowView(i)...)
		}
	}
	if len(learnt) == 0 {
		return nil, fmt.Errorf("none of the %d samples of the training part is of normal operation (--normal, --onset): there is nothing to learn from", n)
	}
	return mat.NewDense(len(learnt)/p, p, learnt), nil
}

// watch trains a readout on the normal samples of the training part, and looks at the held
// one, where there is one.
func (m *model) watch(ctx context.Context, kind readout.Kind, at part.Point, f *features) (w *Watched, info map[string]part.Float, notes []string, err error) {
	trained, held, err := m.trainReadout(ctx, kind, f, at)
	if err != nil {
		return nil, nil, nil, err
	}
	d := trained.(readout.Detector)
	notes = readout.NotesOf(d)
	w = &Watched{Learnt: d.Learnt(), Threshold: readout.Threshold(d, at)}
	if held == nil {
		return w, infoOf(d), notes, nil
	}
	states, err := normal.Of(at, m.Plan.Set)
	if err != nil {
		return nil, nil, nil, err
	}
	w.Rows, w.Spans = m.data.Held.Rows, m.data.Held.Lengths
	for _, row := range w.Rows {
		w.State = append(w.State, states[row])
	}
	w.Novelty, err = readout.Predict(ctx, d, held)
	return w, infoOf(d), notes, err
}

// detection scores a readout that tells what is new on the held part.
func (m *model) detection(ctx context.Context, kind readout.Kind, at part.Point, f *features) (s result.Scores, notes []string, err error) {
	w, info, notes, err := m.watch(ctx, kind, at, f)
	if err != nil {
		return s, nil, err
	}
	s.ReadoutInfo = info
	if w.Novelty != nil {
		s.Detection = w.Score(w.Threshold, readout.AlarmAfter.Of(at))
	}
	return s, notes, nil
}

// Score says how good the alarms above a threshold are, which so many samples in a row raise.
func (w *Watched) Score(threshold float64, after int) *result.Detection {
	d := measure.Detect(measure.Detected{Novelty: w.Novelty, New: w.isState(normal.New), Unknown: w.isState(normal.Unknown), Spans: w.Spans, Threshold: threshold, After: after})
	for i := range d.Faults {
		d.Faults[i].Row = w.Rows[d.Faults[i].Row]
	}
	return &d
}

// isState says of each sample whether that is its state.
func (w *Watched) isState(s normal.State) []bool {
	out := make([]bool, len(w.State))
	for i, state := range w.State {
		out[i] = state == s
	}
	return out
}

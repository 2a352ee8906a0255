package run

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// Watched is what a readout that tells what is new makes of the test part of a point.
type Watched struct {
	Novelty   []float64      // of each sample
	State     []normal.State // what is known of each
	Drawn     []float64      // those that the line is drawn by, ascending
	Threshold float64        // above which a sample is taken for new
	// Rows and Spans are as in [Outputs].
	Rows, Spans []int

	border float64 // of the detector
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

// detector trains a readout that tells what is new, and draws its line.
func (m *model) detector(ctx context.Context, kind readout.Kind, train *mat.Dense, at part.Point) (readout.Detector, error) {
	d, err := kind.Detect(ctx, train, at)
	if err != nil || m.which.Inner() || !readout.DrawnByHeld(at) {
		return d, err
	}
	return d, m.drawByHeld(ctx, d, at)
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
	w = &Watched{Drawn: d.Drawn(), Threshold: readout.Threshold(d, at), border: d.Border()}
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

// detection scores a readout that tells what is new on the held part. A validation part by
// which the line is drawn is kept instead, until the others are there.
func (m *model) detection(ctx context.Context, kind readout.Kind, at part.Point, f *features) (s result.Scores, notes []string, err error) {
	w, info, notes, err := m.watch(ctx, kind, at, f)
	if err != nil {
		return s, nil, err
	}
	s.ReadoutInfo = info
	switch {
	case m.which.Inner() && readout.DrawnByHeld(at):
		m.heldOut[at] = append(m.heldOut[at], heldPart{m.which, w})
	case w.Novelty != nil:
		s.Detection = w.Score(w.Threshold, readout.AlarmAfter.Of(at))
	}
	return s, notes, nil
}

// heldPart is a validation part by which the line of a point is drawn.
type heldPart struct {
	of sweep.Model
	*Watched
}

// heldNovelty returns the novelty of the samples of normal operation of all validation parts,
// see [pooled]. It fails where one of them was not scored.
func (c *computation) heldNovelty(at part.Point) ([]float64, error) {
	parts := c.heldOut[at]
	for i := range c.Fold.Inner {
		if !slices.ContainsFunc(parts, func(p heldPart) bool { return p.of == sweep.Model(i) }) {
			return nil, fmt.Errorf("--offset held: the line of the alarm is drawn by all %d validation parts, and part %d gives nothing%s", len(c.Fold.Inner), i+1, c.whyFailed(at, i))
		}
	}
	return pooled(parts, sweep.Outer), nil
}

// whyFailed returns why a validation part gave nothing of a point, behind a colon; "" where
// that is not known.
func (c *computation) whyFailed(at part.Point, inner int) string {
	for _, e := range c.Entries {
		for _, v := range c.validated[e.Key] {
			if e.Point == at && v.Inner == inner && v.Error != "" {
				return ": " + v.Error
			}
		}
	}
	return ""
}

// pooled returns the novelty of the samples of normal operation of all parts but one, less the
// border of the detector of their part. Borders of detectors that learn from fewer samples lie
// higher, and a line that holds their difference lets too few samples through.
func pooled(parts []heldPart, but sweep.Model) (out []float64) {
	for _, p := range parts {
		for i, state := range p.State {
			if state == normal.Normal && p.of != but {
				out = append(out, p.Novelty[i]-p.border)
			}
		}
	}
	return out
}

// drawByHeld draws the line of a detector by the validation parts of the point. Those of a
// point that is solved again are solved for.
func (m *model) drawByHeld(ctx context.Context, d readout.Detector, at part.Point) error {
	c := m.computation
	if m.solvedAgain {
		var done func()
		var err error
		if c, done, err = single(ctx, m.Plan.Set, m.Plan.Data, at); err != nil {
			return err
		}
		defer done()
		for i := range c.Fold.Inner {
			inner, f, err := c.solve(ctx, sweep.Model(i), at, sweep.ToKeep)
			if err == nil {
				_, _, err = inner.readout(ctx, at, f)
			}
			if err != nil {
				return fmt.Errorf("validation part %d, by which the line of the alarm is drawn: %w", i+1, err)
			}
			inner.release()
		}
	}
	novelty, err := c.heldNovelty(at)
	if err == nil {
		d.DrawBy(novelty)
	}
	return err
}

// scoreHeld scores each validation part by the line that the others draw, so that its false
// alarms say what the line lets through. One that the others are too few for is scored by the
// line of all, which the note says.
func (c *computation) scoreHeld(at part.Point, parts []result.ValidationPart) (note string) {
	held := c.heldOut[at]
	line := func(but sweep.Model) float64 {
		novelty := pooled(held, but)
		slices.Sort(novelty)
		return readout.ThresholdAt(novelty, at, readout.Offset.X(at))
	}
	for _, h := range held {
		beyond := line(h.of)
		if math.IsInf(beyond, 1) {
			beyond = line(sweep.Outer)
			note = "a validation part is scored by the line that it draws itself, as the other parts are too few for one: its false alarms are those that the line is drawn for"
		}
		for i := range parts {
			if parts[i].Inner == int(h.of) {
				parts[i].Detection = h.Score(beyond+h.border, readout.AlarmAfter.Of(at))
				parts[i].Detection.Faults = nil
			}
		}
	}
	return note
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

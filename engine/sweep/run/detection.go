package run

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

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

package run

import (
	"context"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/result"
)

// scoreNovelty trains the detector on the normal samples of the training part and scores the
// held-out part. Without a held-out part, w contains no scores.
func (r *reading) scoreNovelty(ctx context.Context) (w *NoveltyScores, info map[string]part.Float, notes []string, err error) {
	trained, held, err := r.train(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	d := trained.(readout.Detector)
	notes = readout.NotesOf(d)
	w = &NoveltyScores{Drawn: d.Drawn(), Threshold: readout.Threshold(d, r.at), border: d.Border()}
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

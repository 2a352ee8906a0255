package run

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
)

// validations holds what the inner models of a job have scored so far.
type validations struct {
	job     *sweep.Job
	parts   map[string][]result.ValidationPart // by the point's key
	novelty map[part.Point][]heldPart          // for the threshold of a novelty detector
}

func newValidations(j *sweep.Job) *validations {
	return &validations{job: j, parts: map[string][]result.ValidationPart{}, novelty: map[part.Point][]heldPart{}}
}

// add records the scores of a point on a validation part.
func (v *validations) add(key string, scored result.ValidationPart) {
	v.parts[key] = append(v.parts[key], scored)
}

// heldPart holds the novelty scores of one validation part.
type heldPart struct {
	of sweep.Model
	*NoveltyScores
}

// heldNovelty returns the novelty scores of the normal samples of all validation parts,
// relative to their detectors (see [pooledNovelty]). It fails if a part has no scores.
func (v *validations) heldNovelty(at part.Point) ([]float64, error) {
	parts := v.novelty[at]
	for i := range v.job.Fold.Inner {
		if !slices.ContainsFunc(parts, func(p heldPart) bool { return p.of == sweep.Model(i) }) {
			return nil, fmt.Errorf("--offset held: the line of the alarm is drawn by all %d validation parts, and part %d gives nothing%s", len(v.job.Fold.Inner), i+1, v.whyFailed(at, i))
		}
	}
	return pooledNovelty(parts, sweep.Outer), nil
}

// whyFailed returns the error of a point on a validation part as ": error"; "" if none is
// recorded.
func (v *validations) whyFailed(at part.Point, inner int) string {
	for _, e := range v.job.Entries {
		for _, p := range v.parts[e.Key] {
			if e.Point == at && p.Inner == inner && p.Error != "" {
				return ": " + p.Error
			}
		}
	}
	return ""
}

// pooledNovelty returns the novelty scores of the normal samples of all parts except but, minus
// the border of the detector of their part. Detectors that learn from fewer samples have higher
// borders; a threshold that included this difference would raise too few alarms.
func pooledNovelty(parts []heldPart, but sweep.Model) (out []float64) {
	for _, p := range parts {
		for i, state := range p.State {
			if state == normal.Normal && p.of != but {
				out = append(out, p.Novelty[i]-p.border)
			}
		}
	}
	return out
}

// scoreHeld scores each validation part with the threshold from the other parts, so that its
// false alarms estimate those on new data. If the other parts have too few samples for a
// threshold, the one from all parts is used, and the note reports it.
func (v *validations) scoreHeld(at part.Point, parts []result.ValidationPart) (note string) {
	held := v.novelty[at]
	line := func(but sweep.Model) float64 {
		novelty := pooledNovelty(held, but)
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

package run

import (
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/result"
)

// NoveltyScores holds the novelty scores of a point's test part and the threshold of its detector.
type NoveltyScores struct {
	Novelty   []float64      // score of each sample
	State     []normal.State // state of each sample: normal, new or unknown
	Drawn     []float64      // scores that determine the threshold, ascending
	Threshold float64        // a sample with a higher score is classified as new
	// Rows and Spans are as in [Outputs].
	Rows, Spans []int

	border float64 // score at the border of the detector
}

// Score returns the detection measures of alarms: an alarm is raised after so many consecutive
// samples above threshold. Row numbers of faults are rows of the data set.
func (w *NoveltyScores) Score(threshold float64, after int) *result.Detection {
	d := measure.Detect(measure.Detected{Novelty: w.Novelty, New: w.isState(normal.New), Unknown: w.isState(normal.Unknown), Spans: w.Spans, Threshold: threshold, After: after})
	for i := range d.Faults {
		d.Faults[i].Row = w.Rows[d.Faults[i].Row]
	}
	return &d
}

// isState reports for each sample whether its state is s.
func (w *NoveltyScores) isState(s normal.State) []bool {
	out := make([]bool, len(w.State))
	for i, state := range w.State {
		out[i] = state == s
	}
	return out
}

package page

import (
	"context"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
)

// Kind is a kind of computation on finished points.
type Kind int

const (
	Inspecting              Kind = iota // features and graph of one fold
	Rescoring                           // scores of readouts and groups over all folds
	Checking                            // variances with the other kernel, plain or shifted
	Predicting                          // predictions of the readout on one fold, with their uncertainty
	Aligning                            // alignments of the series that one fold was trained on
	Dissecting                          // atoms of the front of one fold
	MeasuringPredictability             // predictability of the features of one fold
	Watching                            // novelty of the test samples of one fold
	Kinds
)

// Inquiry is a computation on finished points whose result is not stored.
type Inquiry struct {
	Kind  Kind
	Point part.Point // point to compute again: of a fold, or a configuration
	Of    part.Point // point that the result describes: Point or its twin
	Folds int        // number of finished folds
}

// Hand is the user's part of an inquiry. The rest changes as points finish: the best point, and
// the finished folds.
type Hand struct {
	picked bool
	chosen part.Point // if picked
	fold   int
}

// Probe is an inquiry with its state and its result.
type Probe struct {
	Inquiry
	Hand    Hand
	ID      int
	Cancel  context.CancelFunc
	Pending bool
	Outcome
}

// Outcome holds the result of an inquiry, of its kind, or why there is none.
type Outcome struct {
	Err            error
	Inspection     *resolve.Inspection
	Rescored       *resolve.Rescored
	Variances      []float64
	Predicted      *resolve.Predicted
	Aligned        *resolve.Aligned
	Atoms          *resolve.Atoms
	Novelty        *run.NoveltyScores
	Predictability *resolve.PredictabilityCurves
}

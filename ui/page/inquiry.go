package page

import (
	"context"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/engine/sweep/run"
)

// Kind is a way of looking into finished points again.
type Kind int

const (
	Inspecting Kind = iota // the features and the graph of one fold
	Rescoring              // groups and readouts over all folds
	Checking               // the variances with the other kernel, plain or shifted
	Predicting             // what the readout predicts of one fold, and how sure it is
	Aligning               // the whole series that one fold was trained on, with each other
	Dissecting             // the atoms of the front of one fold
	Watching               // how new the samples of the test part of one fold are
	Kinds
)

// Inquiry is a question about points that the results do not answer.
type Inquiry struct {
	Kind  Kind
	Point part.Point // that is computed again: of a fold, or a configuration
	Of    part.Point // that this tells about: point, or its twin
	Folds int        // finished ones
}

// Hand is what the user chose of an inquiry. The rest moves by itself while
// points come in: the best one, and which folds are finished.
type Hand struct {
	picked bool
	chosen part.Point // where picked
	fold   int
}

// Probe is what is known of the answer to an inquiry.
type Probe struct {
	Inquiry
	Hand       Hand
	ID         int
	Cancel     context.CancelFunc
	Pending    bool
	Err        error
	Inspection *resolve.Inspection
	Rescored   *resolve.Rescored
	Variances  []float64
	Predicted  *resolve.Predicted
	Aligned    *resolve.Aligned
	Atoms      *resolve.Atoms
	Watched    *run.Watched
}

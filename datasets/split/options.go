package split

import (
	"math/rand/v2"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Options specifies how to divide a set into training, validation and test
// parts. Exactly one of these applies: the set has Held segments (one fold with
// them as the test part, regardless of Folds); Repeats > 0 (that many random
// splits); otherwise Folds.
type Options struct {
	// Folds is N for N-fold: each group (or segment, or block of the only
	// segment) is in one test part, so that N is at most their number. 1 means
	// a single split whose test part is a third. 0 means the default: 3 for at
	// least 3 groups, 2 for 2, else 1.
	Folds int `json:"folds,omitempty"`
	// Repeats is the number of random splits with TrainFraction of the units
	// for training.
	Repeats       int     `json:"repeats,omitempty"`
	TrainFraction float64 `json:"train_fraction,omitempty"`
	// Gap is the number of samples left out on both sides of a test block, and
	// before a validation part that is a segment's last rows, because
	// neighbours in time are alike.
	Gap int `json:"gap,omitempty"`
	// By is the unit that is kept together: group, segment, block or row; "" is
	// a group if there are at least two, else a segment, else a block.
	By string `json:"split_by,omitempty"`
	// LeaveOneOut requests as many folds as there are groups, or segments: each
	// is the test part once. Resolve converts it to Folds.
	LeaveOneOut bool `json:"leave_one_out,omitempty"`
	// Validation is the share of each training part reserved for validation:
	// groups if the part has at least two, else segments if it has at least
	// two, else its last rows. 0 reserves none, except for Inner blocks.
	Validation float64 `json:"validation,omitempty"`
	// Inner is the number of inner splits of each training part. 0 is the
	// single one of engine 0.5: units at random, or the last rows. With blocks,
	// Validation is ignored. A sweep has its own setting for it.
	Inner int `json:"-"`
	// TrainShare is the share of the units of each training part on which
	// models are trained; 0 means 1. A sweep has it as an axis.
	TrainShare float64 `json:"-"`
	// Seed seeds the shuffling of units.
	Seed uint64 `json:"seed"`
}

// Fold is one division of a set into disjoint training and test parts.
type Fold struct {
	Train, Test data.Part
	// Inner holds the inner splits of Train, by which parameters are chosen;
	// none if no validation parts are reserved.
	Inner []Inner
}

// FewestFit returns the minimum number of samples on which a model of the fold
// is fitted.
func (f Fold) FewestFit() int {
	n := f.Train.Samples()
	for _, in := range f.Inner {
		n = min(n, in.Fit.Samples())
	}
	return n
}

// Inner is an inner split of a training part into two disjoint parts: one to
// fit a model on, and a validation part to score it on.
type Inner struct {
	Fit, Validation data.Part
}

// asUsageError returns an error of dividing as a usage error if the options
// request more than the default split.
func (o Options) asUsageError(err error) error {
	if err != nil && o.isRequested() {
		return message.Usagef("%v", err)
	}
	return err
}

// isRequested reports whether the options request more than the default split.
func (o Options) isRequested() bool {
	return o.Folds > 0 || o.Repeats > 0 || o.LeaveOneOut || o.Gap > 0 || o.By != ""
}

// maxInner is the maximum number of inner splits; a higher one is taken for a
// typing error.
const maxInner = 1000

// maxRepeats is the maximum number of random splits; a higher one is taken for
// a typing error.
const maxRepeats = 1000

// check returns an error for invalid numbers and contradictory flags.
func (o Options) check(held bool) error {
	inside := func(f float64) bool { return f > 0 && f < 1 }
	switch {
	case o.Folds < 0:
		return message.Usagef("--folds %d: the number of folds cannot be negative", o.Folds)
	case o.Repeats < 0:
		return message.Usagef("--repeats %d: the number of random splits cannot be negative", o.Repeats)
	case o.Repeats > maxRepeats:
		return message.Usagef("--repeats %d: at most %d random splits make sense", o.Repeats, maxRepeats)
	case o.Inner < 0 || o.Inner > maxInner:
		return message.Usagef("--inner %d: the number of inner splits must be from 1 to %d", o.Inner, maxInner)
	case o.Validation != 0 && !inside(o.Validation):
		return message.Usagef("--validation %g: the share set aside for choosing must lie between 0 and 1", o.Validation)
	case o.Gap < 0:
		return message.Usagef("--gap %d: the number of samples left out cannot be negative", o.Gap)
	case o.By != "" && !slices.Contains(Ways(), o.By):
		return message.Usagef("--split-by %s: choose %s", message.Clean(o.By), wayNames())
	case held && o.Repeats > 0:
		return message.Usagef("--test-data fixes the test part: leave out --repeats")
	case held && o.LeaveOneOut:
		return message.Usagef("--test-data fixes the test part: leave out --leave-one-out")
	case o.LeaveOneOut && (o.Repeats > 0 || o.Folds > 0):
		return message.Usagef("--leave-one-out sets the number of folds: leave out --folds and --repeats")
	case o.LeaveOneOut && o.By == blockUnits:
		return message.Usagef("--leave-one-out leaves out groups or segments: for blocks, say how many with --folds")
	case o.Repeats > 0 && o.Folds > 0:
		return message.Usagef("--folds and --repeats exclude each other: leave out one")
	case o.Repeats > 0 && !inside(o.TrainFraction):
		return message.Usagef("--repeats needs --train-fraction between 0 and 1, such as 0.67, not %g", o.TrainFraction)
	case o.Repeats == 0 && o.TrainFraction != 0:
		return message.Usagef("--train-fraction belongs to --repeats: give the number of random splits")
	}
	return nil
}

// blocksNeeded returns the number of blocks that folds over blocks require.
func (o Options) blocksNeeded() int {
	if o.Folds == 1 {
		return 3
	}
	return o.Folds
}

// rng returns the generator of a fold's choices. Each fold has its own stream,
// so that it does not depend on the number of folds before it.
func (o Options) rng(stream int) *rand.Rand {
	return rand.New(rand.NewPCG(o.Seed, uint64(stream)))
}

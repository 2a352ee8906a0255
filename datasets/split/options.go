package split

import (
	"math/rand/v2"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Options say how training, validation and test parts are cut. Exactly
// one of these holds: the set has Held segments (one fold, they are the test
// part, whatever Folds says); Repeats > 0 (that many random splits); otherwise
// Folds.
type Options struct {
	// Folds is N for N-fold: each group (or segment, or block of the only
	// segment) is in one test part, so N is at most their number. 1 means a
	// single split whose test part is a third. 0 means the default: 3 where
	// there are 3 groups or more, 2 where there are 2, else 1.
	Folds int `json:"folds,omitempty"`
	// Repeats is the number of random splits with TrainFraction of the units
	// for training.
	Repeats       int     `json:"repeats,omitempty"`
	TrainFraction float64 `json:"train_fraction,omitempty"`
	// Gap is how many samples are left out on both sides of a test block, and
	// before a validation part that is a segment's last rows: neighbours in time
	// are alike.
	Gap int `json:"gap,omitempty"`
	// By is what is dealt out whole: group, segment, block or row; "" is a group
	// where there are two or more, else a segment, else a block.
	By string `json:"split_by,omitempty"`
	// LeaveOneOut asks for as many folds as there are groups, or segments: each
	// is the test part once. Resolve turns it into Folds.
	LeaveOneOut bool `json:"leave_one_out,omitempty"`
	// Validation is the share of each training part set aside for choosing:
	// groups where the part has two or more, else segments where it has two or
	// more, else its last rows. 0 sets none aside, but for Inner blocks.
	Validation float64 `json:"validation,omitempty"`
	// Inner is the number of inner splits of each training part, dealt in turn. 0 is the
	// single one of engine 0.5: units at random, or the last rows. Of blocks, Validation
	// has no part in it. A sweep has it as a text of its own.
	Inner int `json:"-"`
	// TrainShare is the share of the units of each training part that models are trained on;
	// 0 stands for 1. A sweep has it as an axis.
	TrainShare float64 `json:"-"`
	// Seed shuffles the units.
	Seed uint64 `json:"seed"`
}

// Fold is one division of a set into a part to train on and a part to test on, which are
// disjoint.
type Fold struct {
	Train, Test data.Part
	// Inner are the inner splits of Train, by which parameters are chosen; none where
	// nothing is set aside for that.
	Inner []Inner
}

// FewestFit is the least number of samples that a model of the fold is fitted on.
func (f Fold) FewestFit() int {
	n := f.Train.Samples()
	for _, in := range f.Inner {
		n = min(n, in.Fit.Samples())
	}
	return n
}

// Inner is an inner split of a training part: what a model is fitted on, and the
// validation part that it is scored on. They are disjoint.
type Inner struct {
	Fit, Validation data.Part
}

// asked makes an error of dividing a usage error where more is asked for than the
// default split.
func (o Options) asked(err error) error {
	if err != nil && o.asks() {
		return message.Usagef("%v", err)
	}
	return err
}

// asks reports whether more is asked for than the default split.
func (o Options) asks() bool {
	return o.Folds > 0 || o.Repeats > 0 || o.LeaveOneOut || o.Gap > 0 || o.By != ""
}

// maxInner is the most inner splits: beyond it a digit was typed too many.
const maxInner = 1000

// maxRepeats is the most random splits: beyond it a digit was typed too many.
const maxRepeats = 1000

// check refuses numbers that cannot be, and flags that contradict each other.
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
		return message.Usagef("--split-by %s: choose %s", message.Clean(o.By), waysToAsk())
	case held && o.Repeats > 0:
		return message.Usagef("--test-data fixes the test part: leave out --repeats")
	case held && o.LeaveOneOut:
		return message.Usagef("--test-data fixes the test part: leave out --leave-one-out")
	case o.LeaveOneOut && (o.Repeats > 0 || o.Folds > 0):
		return message.Usagef("--leave-one-out settles the number of folds: leave out --folds and --repeats")
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

// ways is the number of blocks that folds over blocks need.
func (o Options) ways() int {
	if o.Folds == 1 {
		return 3
	}
	return o.Folds
}

// rng is the generator of a fold's choices: one stream each, so that a fold
// does not depend on how many come before it.
func (o Options) rng(stream int) *rand.Rand {
	return rand.New(rand.NewPCG(o.Seed, uint64(stream)))
}

package split

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Folds divides the set into training, validation and test parts.
//
// Rows are kept together in units. A unit is a group if there are at least two;
// else a segment if there are at least two; else, in a single segment, a block
// of consecutive rows. If the samples are ordered by class, so that a fold
// would test a class without training on it, a block has its share of the rows
// of each class.
//
// Groups and segments are shuffled by Seed and divided so that the test parts
// differ by at most one unit; segments of one class each are divided class by
// class, which balances the classes. A single split tests on a third of the
// units, at least on one. Blocks are not shuffled: fold i tests on the i-th, a
// single split on the last third. Random splits choose among 20 blocks. They
// are all different: if fewer different ones exist than are requested, there
// are fewer folds.
//
// Inner splits divide the shuffled units of the training part into runs, each
// of which is the share Validation of them. A training part of a single group
// uses its segments instead. One of a single segment, or of blocks, is divided
// into max(8, Inner) blocks of equal length, of which Inner, evenly spread, are
// validation parts; or its last rows are, if Inner is 0. So no group is ever in
// test and in another part. But if only one group remains for training, as in
// two folds of two speakers, validation cannot use an unseen group.
//
// Gap leaves out samples beside test and validation blocks. By selects the
// unit. If the data itself assigns rows to test or validation, these are used.
//
// An impossible request, or one that is impossible for this set, is a
// *[message.UsageError] with an alternative. Without a request, too little data
// is another error.
func Folds(s *data.Set, o Options) ([]Fold, error) {
	folds, err := divide(s, o)
	return folds, o.asUsageError(err)
}

// mostDivided is the largest number of folds times units: each fold lists its units, and all lists
// must fit into memory.
const mostDivided = 1 << 27

// divide divides the set into folds.
func divide(s *data.Set, o Options) ([]Fold, error) {
	held := hasTestData(s)
	if err := o.check(held); err != nil {
		return nil, err
	}
	o = Resolve(s, o)
	if o.LeaveOneOut && o.Gap > 0 {
		return nil, message.Usagef("--leave-one-out leaves out groups or segments, --gap samples beside blocks: use only one of them")
	}
	if o.LeaveOneOut {
		return nil, message.Usagef("--leave-one-out needs at least two groups or segments, but there is one: use --folds, which divides it into blocks")
	}
	u, err := units(s, o)
	if err != nil {
		return nil, err
	}
	if held && slices.ContainsFunc(s.Segments, func(seg data.Segment) bool { return seg.Aside }) {
		f := writtenFold(s, o)
		if err := u.check(f, o, 0); err != nil {
			return []Fold{f}, err
		}
		f, err = u.reduceTraining(s, f, indices(len(u.all)), o, 0)
		return []Fold{f}, err
	}
	if n := max(o.Folds, o.Repeats); !held && n > mostDivided/len(u.all) {
		what := fmt.Sprintf("--folds %d", o.Folds)
		switch {
		case n == len(u.all) && o.Repeats == 0:
			what = "--leave-one-out"
		case o.Repeats > 0:
			what = fmt.Sprintf("--repeats %d", o.Repeats)
		}
		return nil, message.Usagef("%s: %s of %s are too many: use --folds %d or fewer", what, message.Counted(n, "division"), message.Counted(len(u.all), u.kind), mostDivided/len(u.all))
	}
	var parts []choice
	switch {
	case held:
		parts = []choice{make(choice, len(u.all))} // all units are for training
	case o.Repeats > 0:
		parts, err = u.random(o)
	default:
		parts, err = u.testParts(o)
	}
	if err != nil {
		return nil, err
	}
	folds := make([]Fold, len(parts))
	for i, test := range parts {
		if folds[i], err = u.fold(s, o, test, i, held); err != nil {
			return nil, err
		}
	}
	return folds, nil
}

// Resolve sets the number of folds that an empty o, or LeaveOneOut, means for
// the set, and limits the number of random splits to that of different ones.
func Resolve(s *data.Set, o Options) Options {
	u, err := units(s, o)
	if o.Repeats > 0 && err == nil && len(u.all) > 1 {
		o.Repeats = min(o.Repeats, u.splits(o))
	}
	if o.LeaveOneOut && o.Folds == 0 && !hasTestData(s) && err == nil && u.kind != blockUnits {
		o.Folds, o.LeaveOneOut = len(u.all), false
	}
	if o.LeaveOneOut {
		return o
	}
	if o.Folds == 0 && o.Repeats == 0 {
		o.Folds = 1
		if !hasTestData(s) {
			o.Folds = max(1, min(3, len(s.Groups())))
		}
	}
	return o
}

// DealtOut returns a description of the units of a split and of its validation
// parts. It returns an error, as [Folds] does, if the set has no such units.
func DealtOut(s *data.Set, o Options) (string, error) {
	u, err := units(s, Resolve(s, o))
	switch {
	case err != nil && !hasTestData(s):
		return "", err
	case err != nil || hasTestData(s) && (o.Inner == 0 || u.kind != blockUnits):
		return "the test data is given", nil
	case u.kind != blockUnits:
		if u.kind == rowUnits {
			return "single rows are assigned at random, as if they were exchangeable" + u.allSplits(o), nil
		}
		return fmt.Sprintf("whole %ss are dealt out", u.kind) + u.allSplits(o), nil
	}
	text := "blocks of consecutive samples are dealt out" + u.allSplits(o)
	if u.byClass {
		text = "blocks of consecutive samples of each class are dealt out, because the samples are sorted by class"
	}
	if hasTestData(s) {
		text = "the test data is given, and blocks of the training data are set aside for choosing"
	}
	switch own := o.Gap - s.Overlap; {
	case o.Gap == 0:
	case s.Overlap == 0 || own < 0:
		text += fmt.Sprintf("; %s left out at each border", message.Counted(o.Gap, "row"))
	case own == 0:
		text += fmt.Sprintf("; %s left out at each border: their windows overlap", message.Counted(o.Gap, "row"))
	default:
		text += fmt.Sprintf("; %s left out at each border: the windows of %d overlap, and --gap %d", message.Counted(o.Gap, "row"), s.Overlap, own)
	}
	return text, nil
}

// allSplits returns a clause that no further random splits exist; "" if others
// do.
func (u *unitList) allSplits(o Options) string {
	if o.Repeats == 0 || len(u.all) < 2 || u.splits(o) > o.Repeats || o.Repeats == maxRepeats {
		return ""
	}
	return fmt.Sprintf("; of %s only %s differ", message.Counted(len(u.all), u.kind), message.Counted(u.splits(o), "random split"))
}

// fold returns the fold with the given test units.
func (u *unitList) fold(s *data.Set, o Options, test choice, index int, held bool) (Fold, error) {
	var f Fold
	var train []int
	for i, isTest := range test {
		if isTest {
			f.Test = append(f.Test, u.all[i].part...)
		} else {
			train = append(train, i)
		}
	}
	if held {
		f.Test = heldPart(s)
	}
	f.Test = data.Joined(f.Test)
	whole := withoutNear(u.join(train), f.Test, o.Gap)
	switch own := o.Gap - s.Overlap; {
	case whole != nil:
	case s.Overlap > 0 && own >= 0:
		return f, fmt.Errorf("fold %d: the windows of %d rows at each border overlap; to leave these out, and --gap %d, leaves nothing to train on: take fewer folds, shorter windows (--embed, --stft), or more data", index+1, s.Overlap, own)
	default:
		return f, fmt.Errorf("fold %d: --gap %d leaves nothing to train on: take a smaller gap or fewer folds", index+1, o.Gap)
	}
	f.Train = whole
	var err error
	switch {
	case o.Inner > 0:
		f.Inner, err = u.inner(s, train, whole, o, o.rng(index+1))
	case o.Validation > 0:
		var in Inner
		in, err = u.splitValidation(s, train, whole, o, o.rng(index+1))
		f.Inner = []Inner{in}
		// Up to engine 0.5 the gap before the validation rows was also left out
		// of the whole training part.
		f.Train = data.Joined(slices.Concat(in.Fit, in.Validation))
	}
	if err != nil {
		return f, fmt.Errorf("fold %d: %w", index+1, err)
	}
	if err := u.check(f, o, index); err != nil {
		return f, err
	}
	return u.reduceTraining(s, f, train, o, index)
}

// check returns an error for a part without consecutive samples.
func (u *unitList) check(f Fold, o Options, index int) error {
	remedy := "give longer segments"
	switch {
	case o.Folds > 2:
		remedy = "use fewer --folds or " + remedy
	case len(u.all) > 2:
		remedy = "use another --seed or " + remedy
	}
	none := "give --validation 0, which sets nothing aside, or longer segments"
	if o.Inner > 0 {
		none = "use --inner last or fewer --folds, or give more data"
	}
	type checked struct {
		name   string
		part   data.Part
		remedy string
	}
	parts := []checked{{"training part", f.Train, remedy}, {"test part", f.Test, remedy}}
	for _, in := range f.Inner {
		parts = append(parts, checked{"training part without validation", in.Fit, none}, checked{"validation part", in.Validation, none})
	}
	for _, p := range parts {
		if u.singleSamples {
			if p.part.Samples() == 0 {
				return fmt.Errorf("fold %d: the %s is empty: %s", index+1, p.name, p.remedy)
			}
			continue
		}
		if pairs(p.part) == 0 {
			return fmt.Errorf("fold %d: the %s has %s but no two consecutive ones in a segment, so slowness cannot be measured: %s",
				index+1, p.name, message.Counted(p.part.Samples(), "sample"), p.remedy)
		}
	}
	return nil
}

// pairs returns the number of pairs of consecutive samples of a part.
func pairs(p data.Part) (n int) {
	for _, span := range p {
		n += span.Len() - 1
	}
	return n
}

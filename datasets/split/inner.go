package split

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

const (
	// DefaultValidation is the default share of each training part that is
	// reserved for validation.
	DefaultValidation = 0.25
	// DefaultTrainFraction is the default training share of a random split.
	DefaultTrainFraction = 2.0 / 3
	// DefaultInner is the default of --inner.
	DefaultInner = "auto"

	// enoughScores is the minimum number of validation parts of a point, over
	// its folds, when the number of inner splits is automatic.
	enoughScores = 8
	// fewestBlocks is the minimum number of blocks from which validation blocks
	// are chosen.
	fewestBlocks = 8
	// idleShuffles is the number of consecutive shuffles without a new
	// validation part after which the different ones count as exhausted.
	idleShuffles = 32
)

// Dealt resolves o for the set with the given inner splits: auto, last, a
// number, or "" for last. It sets the numbers of folds and of inner splits, and
// the gap, to which the overlap of windows is added for blocks.
//
// With auto and F folds there are ⌈8/F⌉ inner splits, so that a point has at
// least eight scores, or as many as there are different validation parts; last
// is the single one of engine 0.5, the last rows of one series. If auto is
// impossible, as with very few samples, last is used. An impossible request of
// the user is a usage error. A number is limited to the number of different
// validation parts, and the number of random splits to that of different ones.
func Dealt(s *data.Set, o Options, inner string) (Options, error) {
	if err := o.check(hasTestData(s)); err != nil {
		return o, err
	}
	o = Resolve(s, o)
	u, err := units(s, o)
	if err != nil {
		return o, err
	}
	named := hasTestData(s) && slices.ContainsFunc(s.Segments, func(seg data.Segment) bool { return seg.Aside })
	blocks := u.kind == blockUnits
	if blocks && s.Whole != "" {
		return o, message.Usagef("%s depends on all rows of a segment, but blocks of it are tested or set aside: cut the data into more segments (--segment, --cut-by), scale the inputs with --standardize in place of --normalise, or write --normalise none", s.Whole)
	}
	if blocks && !named {
		o.Gap += s.Overlap
	}
	o.Inner = 0
	last := o
	if o.Inner, err = o.innerCount(inner, named); err != nil || o.Inner == 0 || o.Inner == 1 && !blocks {
		return last, err
	}
	if blocks {
		if o.Validation != DefaultValidation {
			return last, message.Usagef("--validation %g: blocks of a single series are set aside for choosing, at most an eighth of the training part: leave it out, or use --inner last, which sets aside that share at the end", o.Validation)
		}
		o.Validation = 0
	}
	folds, err := divide(s, o)
	switch {
	case err != nil && inner == DefaultInner:
		return last, nil // dividing with last reports the error
	case err != nil:
		return o, nil // dividing with o reports the error
	}
	for _, f := range folds {
		o.Inner = min(o.Inner, distinctParts(f.Inner))
	}
	if o.Inner == 1 && !blocks {
		return last, nil
	}
	return o, nil
}

// distinctParts returns the number of distinct validation parts. A repeated one
// would count as two scores and make intervals too narrow.
func distinctParts(inner []Inner) int {
	var seen []data.Part
	for _, in := range inner {
		if !slices.ContainsFunc(seen, func(p data.Part) bool { return slices.Equal(p, in.Validation) }) {
			seen = append(seen, in.Validation)
		}
	}
	return len(seen)
}

// CheckInner returns an error unless a text is a valid number of inner splits.
func CheckInner(text string) error {
	if n, err := strconv.Atoi(text); text == "last" || text == DefaultInner || err == nil && n >= 1 && n <= maxInner {
		return nil
	}
	return fmt.Errorf("write auto, last or a number of inner splits from 1 to %d", maxInner)
}

// innerCount returns the number of inner splits that a text requests, 0 for
// last. named reports that the data names the validation rows.
func (o Options) innerCount(inner string, named bool) (int, error) {
	switch inner {
	case "", "last":
		return 0, nil
	case DefaultInner:
		if named || o.Validation == 0 {
			return 0, nil
		}
		folds := max(o.Folds, o.Repeats, 1)
		return (enoughScores + folds - 1) / folds, nil
	}
	if err := CheckInner(inner); err != nil {
		return 0, message.Usagef("--inner %s: %v", message.Clean(inner), err)
	}
	n, _ := strconv.Atoi(inner)
	switch {
	case named:
		return 0, message.Usagef("--inner %d: the data itself defines the validation part: leave it out", n)
	case o.Validation == 0:
		return 0, message.Usagef("--inner %d: --validation 0 sets nothing aside for choosing: leave out one of them", n)
	}
	return n, nil
}

// DealtFolds returns the folds of a set with the given inner splits, see
// [Dealt] and [Folds].
func DealtFolds(s *data.Set, o Options, inner string) ([]Fold, error) {
	dealt, err := Dealt(s, o, inner)
	if err != nil {
		return nil, o.asUsageError(err)
	}
	folds, err := divide(s, dealt)
	return folds, o.asUsageError(err)
}

// inner returns the inner splits of a training part of some units.
func (u *unitList) inner(s *data.Set, train []int, whole data.Part, o Options, rng *rand.Rand) ([]Inner, error) {
	u, train = u.splitSingle(s, train, whole)
	if u.kind == blockUnits || len(train) < 2 {
		return u.innerBlocks(whole, o)
	}
	v := min(max(1, int(math.Round(o.Validation*float64(len(train))))), len(train)-1)
	var inner []Inner
	var dealt [][]int
	for idle := 0; len(inner) < o.Inner && idle < idleShuffles; idle++ {
		for _, chosen := range runs(u.shuffled(train, rng), v) {
			if slices.ContainsFunc(dealt, func(d []int) bool { return slices.Equal(d, chosen) }) {
				continue
			}
			idle, dealt = -1, append(dealt, chosen)
			isAside := choiceOf(len(u.all), chosen)
			left := slices.DeleteFunc(slices.Clone(train), func(i int) bool { return isAside[i] })
			inner = append(inner, Inner{Fit: u.join(left), Validation: u.join(chosen)})
		}
	}
	for i := 0; len(inner) < o.Inner; i++ { // all different ones are used
		inner = append(inner, inner[i])
	}
	return inner[:o.Inner], nil
}

// runs divides a list that is sorted by class into runs of v entries, each with
// its share of each class. Fewer than v entries remain, evenly spread.
func runs(list []int, v int) [][]int {
	out := make([][]int, len(list)/v)
	dealt := evenEntries(indices(len(list)), len(out)*v)
	for i := range out {
		for j := range v {
			out[i] = append(out[i], list[dealt[j*len(out)+i]])
		}
		slices.Sort(out[i])
	}
	return out
}

// innerBlocks returns inner splits, each with one block of a training part for
// validation.
func (u *unitList) innerBlocks(whole data.Part, o Options) ([]Inner, error) {
	count := max(fewestBlocks, o.Inner)
	if rows := whole.Samples(); rows < 2*count {
		return nil, fmt.Errorf("%s of blocks for choosing need a training part of %d samples, but it has %d: use --inner last, or give more data", message.Counted(o.Inner, "inner split"), 2*count, rows)
	}
	blocks := u.divideRows(whole, count)
	inner := make([]Inner, o.Inner)
	for i := range inner {
		at := (2*i + 1) * count / (2 * o.Inner)
		var rest data.Part
		for _, block := range slices.Concat(blocks[:at], blocks[at+1:]) {
			rest = append(rest, block.part...)
		}
		rest, aside := data.Joined(rest), blocks[at].part
		inner[i] = Inner{Fit: withoutNear(rest, aside, o.Gap), Validation: aside}
		if inner[i].Fit == nil {
			return nil, fmt.Errorf("inner split %d: leaving out %d samples beside its validation block leaves nothing to fit: use --inner last, a smaller gap or shorter windows, or give more data", i+1, o.Gap)
		}
	}
	return inner, nil
}

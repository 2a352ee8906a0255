package split

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// randomBlocks is the number of blocks from which random splits choose.
const randomBlocks = 20

// unitList holds all units of a split, in row order.
type unitList struct {
	kind          string // the name of a way, or blockUnits
	all           []unit
	rows          int
	singleSamples bool  // no segment has two samples, so that no part has consecutive ones
	byClass       bool  // blocks contain rows of each class
	label         []int // classes of the set's rows; nil without
	classes       []int // classes of the set's segments; nil if segments are not of one class each
}

// choice marks the units of a test part.
type choice []bool

// units divides the set, without its Held segments, into units.
func units(s *data.Set, o Options) (*unitList, error) {
	whole := segmentPart(s, func(seg data.Segment) bool { return !seg.Held })
	u := &unitList{rows: whole.Samples(), classes: segmentClasses(s), singleSamples: !s.HasPairs(), label: s.Label}
	if o.By == rowUnits {
		return u, u.takeRows(s, whole, o)
	}
	for _, w := range ways {
		if o.By != "" && o.By != w.Name {
			continue
		}
		if all := w.unitsBy(s, whole, u.classes); len(all) > 1 {
			if w.Single && o.By == "" && hasOnePerClass(all, u.classes) {
				break
			}
			u.kind, u.all = w.Name, all
			break
		} else if o.By != "" {
			return nil, message.Usagef("--split-by %s: %s", w.Name, w.Missing)
		}
	}
	if u.kind == "" {
		count := o.blocksNeeded()
		if o.Repeats > 0 {
			count = min(randomBlocks, u.rows/2)
		}
		u.takeBlocks(whole, max(1, min(count, u.rows)), o)
	}
	if o.Gap > 0 && u.kind != blockUnits {
		return nil, message.Usagef("--gap %d: whole %ss are dealt out, which have no neighbours in time: leave it out, or deal out blocks with --split-by block", o.Gap, u.kind)
	}
	return u, nil
}

// segmentClasses returns the classes of the segments, or nil if labels change
// within one. It ignores Held segments, which are not divided.
func segmentClasses(s *data.Set) []int {
	if s.Label == nil {
		return nil
	}
	classes := make([]int, len(s.Segments))
	for i, seg := range s.Segments {
		if seg.Held {
			continue
		}
		var constant bool
		if classes[i], constant = s.SegmentClass(seg); !constant || s.GoesOn(i) && classes[i] != classes[i-1] {
			return nil
		}
	}
	return classes
}

// splitSingle divides a training part of a single unit, such as a group, into
// its segments.
func (u *unitList) splitSingle(s *data.Set, train []int, whole data.Part) (*unitList, []int) {
	if len(train) != 1 || u.kind == blockUnits {
		return u, train
	}
	finer := &unitList{kind: bySegment.Name, all: bySegment.unitsBy(s, whole, u.classes)}
	return finer, indices(len(finer.all))
}

// takeRows makes each row a unit, with its class.
func (u *unitList) takeRows(s *data.Set, whole data.Part, o Options) error {
	switch {
	case s.Overlap > 0:
		return message.Usagef("--split-by row: rows up to %d apart share what was measured, by windows (--embed, --stft), a filter or gaps that were filled: deal out blocks, segments or groups", s.Overlap)
	case s.Whole != "":
		return message.Usagef("--split-by row: %s depends on all rows of a segment, on both sides of the split: scale the inputs with --standardize instead", s.Whole)
	case o.Gap > 0:
		return message.Usagef("--gap %d: single rows are dealt out, without regard to neighbours in time: leave it out, or deal out blocks with --split-by block", o.Gap)
	}
	u.kind = rowUnits
	for _, span := range whole {
		for row := span.Start; row < span.End; row++ {
			v := unit{part: data.Part{{Segment: span.Segment, Start: row, End: row + 1}}}
			if u.label != nil {
				v.class = u.label[row]
			}
			u.all = append(u.all, v)
		}
	}
	return nil
}

// takeBlocks makes units of blocks of consecutive rows. If all rows of a class
// would be in one tested block, and blocks were not requested, each block has
// rows of each class.
func (u *unitList) takeBlocks(whole data.Part, count int, o Options) {
	u.kind, u.all = blockUnits, cutBlocks(whole, count)
	tested := u.all
	if o.Folds == 1 {
		tested = u.all[count-1:]
	}
	if o.By == "" && u.label != nil && o.Repeats == 0 && u.holdsWholeClass(tested, whole, 2*count) {
		u.byClass = true
		u.all = u.divideRows(whole, count)
	}
}

// holdsWholeClass reports whether one of the blocks has all rows of a class,
// and each class has at least so many rows that it can be divided into blocks.
func (u *unitList) holdsWholeClass(blocks []unit, whole data.Part, least int) bool {
	rows := map[int]int{}
	u.count(whole, rows)
	for class, n := range rows {
		if class >= 0 && n < least {
			return false
		}
	}
	for _, b := range blocks {
		inside := map[int]int{}
		u.count(b.part, inside)
		for class, n := range inside {
			if class >= 0 && n == rows[class] {
				return true
			}
		}
	}
	return false
}

// count adds the rows of each class in a part.
func (u *unitList) count(p data.Part, rows map[int]int) {
	for _, span := range p {
		for _, class := range u.label[span.Start:span.End] {
			rows[class]++
		}
	}
}

// hasOnePerClass reports whether each class has one unit, so that no tested
// class can be trained on.
func hasOnePerClass(all []unit, classes []int) bool {
	seen := map[int]bool{}
	for _, v := range all {
		if classes == nil || v.class < 0 || seen[v.class] {
			return false
		}
		seen[v.class] = true
	}
	return true
}

// divideRows divides a part into count blocks of consecutive rows, or of
// consecutive rows of each class.
func (u *unitList) divideRows(p data.Part, count int) []unit {
	if !u.byClass {
		return cutBlocks(p, count)
	}
	of := map[int]data.Part{}
	for _, span := range p {
		for from := span.Start; from < span.End; {
			to := from + 1
			for to < span.End && u.label[to] == u.label[from] {
				to++
			}
			class := u.label[from]
			of[class] = append(of[class], data.Span{Segment: span.Segment, Start: from, End: to})
			from = to
		}
	}
	out := make([]unit, count)
	for _, rows := range of {
		for i, block := range cutBlocks(rows, count) {
			out[i].part = append(out[i].part, block.part...)
		}
	}
	for i := range out {
		out[i].part = data.Joined(out[i].part)
	}
	return out
}

// cutBlocks divides a part into count blocks of consecutive rows whose sizes
// differ by at most one row.
func cutBlocks(p data.Part, count int) []unit {
	out := make([]unit, count)
	for b := range count {
		out[b].part = p.Rows(b*p.Samples()/count, (b+1)*p.Samples()/count)
	}
	return out
}

// testParts returns the test parts of N folds, or of the single split.
func (u *unitList) testParts(o Options) ([]choice, error) {
	n := len(u.all)
	if u.kind == blockUnits {
		return u.dealBlocks(o)
	}
	if n < o.Folds {
		return nil, fmt.Errorf("%d folds need at least %d %ss, but there are %d: use --folds %d or fewer",
			o.Folds, o.Folds, u.kind, n, n)
	}
	order := u.shuffled(indices(n), o.rng(0))
	if o.Folds == 1 {
		third := max(1, int(math.Round(float64(n)/3)))
		return []choice{choiceOf(n, evenEntries(order, third))}, nil
	}
	parts := make([]choice, o.Folds)
	for i := range parts {
		var test []int
		for j := i; j < n; j += o.Folds {
			test = append(test, order[j])
		}
		parts[i] = choiceOf(n, test)
	}
	return parts, nil
}

// dealBlocks returns the test parts of N folds over blocks of rows, or of the
// single split, which tests on the last third.
func (u *unitList) dealBlocks(o Options) ([]choice, error) {
	if ways := o.blocksNeeded(); u.rows < 2*ways {
		remedy := "give more data"
		if u.rows >= 4 {
			remedy = fmt.Sprintf("use --folds %d or give more data", u.rows/2)
		}
		return nil, fmt.Errorf("there are only %d samples, too few for %d parts of two samples each: %s", u.rows, ways, remedy)
	}
	n := len(u.all)
	if o.Folds == 1 {
		return []choice{choiceOf(n, []int{n - 1})}, nil
	}
	parts := make([]choice, o.Folds)
	for i := range parts {
		parts[i] = choiceOf(n, []int{i})
	}
	return parts, nil
}

// random returns the test parts of random splits, which are all different, at
// most [unitList.splits] of them.
func (u *unitList) random(o Options) ([]choice, error) {
	n := len(u.all)
	if n < 2 {
		return nil, fmt.Errorf("random splits need at least 4 samples, but there are %d: give more data", u.rows)
	}
	drawn := make([][]int, min(o.Repeats, u.splits(o)))
	parts := make([]choice, len(drawn))
	for i := range parts {
		rng := o.rng(-1 - i) // distinct from the streams that choose validation units
		for {
			drawn[i] = u.pick(indices(n), u.testUnits(o), rng)
			if !slices.ContainsFunc(drawn[:i], func(d []int) bool { return slices.Equal(d, drawn[i]) }) {
				break
			}
		}
		parts[i] = choiceOf(n, drawn[i])
	}
	return parts, nil
}

// testUnits returns the number of test units of a random split.
func (u *unitList) testUnits(o Options) int {
	n := len(u.all)
	train := int(math.Round(o.TrainFraction * float64(n)))
	return n - min(max(train, 1), n-1)
}

// splits returns the number of different random splits, at most maxRepeats. The
// test part of each has the same number of units of each class, see
// [unitList.pick].
func (u *unitList) splits(o Options) int {
	of, test := map[int]int{}, map[int]int{}
	for _, v := range u.all {
		of[v.class]++
	}
	for _, i := range u.pick(indices(len(u.all)), u.testUnits(o), o.rng(0)) {
		test[u.all[i].class]++
	}
	count := 1
	for class, k := range test {
		count = min(maxRepeats, count*subsets(of[class], k))
	}
	return count
}

// subsets returns the number of subsets of k out of n, at most maxRepeats.
func subsets(n, k int) int {
	count := 1
	for i := 1; i <= min(k, n-k) && count < maxRepeats; i++ {
		count = count * (n - min(k, n-k) + i) / i
	}
	return min(count, maxRepeats)
}

// shuffled returns list in random order, sorted by class. Taking entries in
// turn or at even steps gives each part its share of each class.
func (u *unitList) shuffled(list []int, rng *rand.Rand) []int {
	list = slices.Clone(list)
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(u.all[a].class, u.all[b].class) })
	return list
}

// pick returns count random entries of list, balanced by class, in row order.
func (u *unitList) pick(list []int, count int, rng *rand.Rand) []int {
	return evenEntries(u.shuffled(list, rng), count)
}

// evenEntries returns count entries of list at even steps, sorted.
func evenEntries(list []int, count int) []int {
	out := make([]int, count)
	for i := range out {
		out[i] = list[(2*i+1)*len(list)/(2*count)]
	}
	slices.Sort(out)
	return out
}

// indices returns 0 … n−1.
func indices(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// choiceOf returns the choice of some of n units.
func choiceOf(n int, chosen []int) choice {
	b := make(choice, n)
	for _, i := range chosen {
		b[i] = true
	}
	return b
}

// join returns the part that consists of some units.
func (u *unitList) join(list []int) data.Part {
	var p data.Part
	for _, i := range list {
		p = append(p, u.all[i].part...)
	}
	return data.Joined(p)
}

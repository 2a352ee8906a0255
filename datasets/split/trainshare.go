package split

import (
	"math"
	"slices"
	"sort"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// reduceTraining reduces the training parts of a fold to a share of their
// units; test and validation parts stay. The units are ordered randomly by the
// seed and balanced by class, so that a smaller share is a subset of a larger
// one. For one series, and for blocks, the units are up to 20 blocks of the
// part.
func (u *unitList) reduceTraining(s *data.Set, f Fold, train []int, o Options, index int) (Fold, error) {
	if o.TrainShare == 0 || o.TrainShare == 1 {
		return f, nil
	}
	u, train = u.splitSingle(s, train, f.Train)
	order := u.shuffled(train, o.rng(thinStream+index))
	f.Train = u.firstUnits(f.Train, order, o, index)
	f.Inner = slices.Clone(f.Inner)
	for i := range f.Inner {
		f.Inner[i].Fit = u.firstUnits(f.Inner[i].Fit, order, o, index)
	}
	parts := []data.Part{f.Train}
	for _, in := range f.Inner {
		parts = append(parts, in.Fit)
	}
	for _, p := range parts {
		if !u.singleSamples && pairs(p) == 0 {
			return f, message.Usagef("--train-share %g: fold %d: %s left to train on, but no two consecutive ones in a segment, so slowness cannot be measured: take a larger share",
				o.TrainShare, index+1, message.Counted(p.Samples(), "sample"))
		}
	}
	return f, nil
}

// thinStream is the random stream of the first fold's order, distinct from
// those of other choices.
const thinStream = 1 << 20

// firstUnits returns a share of a part: the first of its units in the given
// order.
func (u *unitList) firstUnits(p data.Part, order []int, o Options, index int) data.Part {
	if u.kind == blockUnits || len(order) < 2 {
		blocks := *u
		blocks.kind, blocks.all = blockUnits, u.divideRows(p, max(1, min(randomBlocks, p.Samples()/2)))
		order, u = blocks.shuffled(indices(len(blocks.all)), o.rng(thinStream+index)), &blocks
	} else {
		order = slices.DeleteFunc(slices.Clone(order), func(i int) bool { return intersect(u.all[i].part, p) == nil })
	}
	var taken []int
	for len(order) > 0 {
		class := u.all[order[0]].class
		n := slices.IndexFunc(order, func(i int) bool { return u.all[i].class != class })
		if n < 0 {
			n = len(order)
		}
		taken = append(taken, order[:max(1, int(math.Round(o.TrainShare*float64(n))))]...)
		order = order[n:]
	}
	return intersect(u.join(taken), p)
}

// intersect returns the rows of a part that are also in other, whose spans
// ascend.
func intersect(p, other data.Part) (out data.Part) {
	for _, s := range p {
		i := sort.Search(len(other), func(i int) bool { return other[i].End > s.Start })
		for ; i < len(other) && other[i].Start < s.End; i++ {
			out = append(out, data.Span{Segment: s.Segment, Start: max(s.Start, other[i].Start), End: min(s.End, other[i].End)})
		}
	}
	return out
}

package split

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// splitValidation divides the training units into those to fit on and those for
// validation: groups or segments at random; of a single segment or of blocks,
// the last rows. A single group is divided into its segments. whole holds the
// usable samples of the units.
func (u *unitList) splitValidation(s *data.Set, train []int, whole data.Part, o Options, rng *rand.Rand) (Inner, error) {
	f := o.Validation
	u, train = u.splitSingle(s, train, whole)
	if u.kind == blockUnits || len(train) < 2 {
		rest, tail, err := cutTail(whole, f)
		return Inner{Fit: withoutNear(rest, tail, o.Gap), Validation: tail}, err
	}
	chosen := u.pick(train, unitShare(f, len(train)), rng)
	isAside := choiceOf(len(u.all), chosen)
	left := slices.DeleteFunc(slices.Clone(train), func(i int) bool { return isAside[i] })
	return Inner{Fit: u.join(left), Validation: u.join(chosen)}, nil
}

// unitShare returns the share f of n units, rounded up: at least one, and
// at most n − 1.
func unitShare(f float64, n int) int {
	// the subtraction makes 0.1·30 = 3.0000000000000004 round to 3
	return min(max(int(math.Ceil(f*float64(n)-1e-9)), 1), n-1)
}

// cutTail separates the last rows of a training part for validation.
func cutTail(train data.Part, f float64) (rest, tail data.Part, err error) {
	train = slices.Clone(train)
	rows := train.Samples()
	if rows < 4 {
		return nil, nil, fmt.Errorf("nothing can be set aside for choosing: the training part is %s of a single segment, and two parts of two are needed; give --validation 0 or more data",
			message.Counted(rows, "sample"))
	}
	take := min(max(unitShare(f, rows), 2), rows-2)
	for i := len(train) - 1; take > 0; i-- {
		span := train[i]
		n := min(take, span.Len())
		tail = append(tail, data.Span{Segment: span.Segment, Start: span.End - n, End: span.End})
		train[i].End -= n
		take -= n
	}
	for _, span := range train {
		if span.Len() > 0 {
			rest = append(rest, span)
		}
	}
	slices.Reverse(tail)
	return rest, tail, nil
}

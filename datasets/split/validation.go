package split

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// setAside divides units for training into those that stay and validation: of
// groups, or of segments, at random; of a single segment or of blocks, the last
// rows. The units of a single group are its segments.
// whole are the samples of the units that may be used.
func (u *unitList) setAside(s *data.Set, train []int, whole data.Part, o Options, rng *rand.Rand) (Inner, error) {
	f := o.Validation
	u, train = u.apart(s, train, whole)
	if u.kind == blockUnits || len(train) < 2 {
		rest, tail, err := cutTail(whole, f)
		return Inner{Fit: withoutNear(rest, tail, o.Gap), Validation: tail}, err
	}
	chosen := u.pick(train, share(f, len(train)), rng)
	isAside := marked(len(u.all), chosen)
	left := slices.DeleteFunc(slices.Clone(train), func(i int) bool { return isAside[i] })
	return Inner{Fit: u.join(left), Validation: u.join(chosen)}, nil
}

// share is f of n units, rounded up, at least one, and leaving at least one.
func share(f float64, n int) int {
	// the subtraction keeps 0.1·30 from being 3.0000000000000004
	return min(max(int(math.Ceil(f*float64(n)-1e-9)), 1), n-1)
}

// cutTail takes the last rows of a training part for validation.
func cutTail(train data.Part, f float64) (rest, tail data.Part, err error) {
	train = slices.Clone(train)
	rows := train.Samples()
	if rows < 4 {
		return nil, nil, fmt.Errorf("nothing can be set aside for choosing: the training part is %s of a single segment, and two parts of two are needed; give --validation 0 or more data",
			message.Counted(rows, "sample"))
	}
	take := min(max(share(f, rows), 2), rows-2)
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

package align

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"example.com/sfatui/engine/linalg/parallel"
)

// Nearest finds the nearest of some series by dynamic time warping. It aligns with those
// first whose lower bound is least, and gives up on what cannot be near: the answers are
// those of comparing all. Several goroutines may use it at once.
type Nearest struct {
	series      []Series
	independent bool
	window      Window
	envelopes   []Envelope // nil where no bound holds
	aligners    sync.Pool
}

// NewNearest makes ready to look among series, by one path for all channels or by one for
// each. The window is widened for each pair that has no path in it.
func NewNearest(series []Series, independent bool, w Window) *Nearest {
	s := &Nearest{series: series, independent: independent, window: w}
	s.aligners.New = func() any { return new(Aligner) }
	if w.kind != band || slices.ContainsFunc(series, func(x Series) bool { return x.Len() != series[0].Len() }) {
		return s
	}
	s.envelopes = make([]Envelope, len(series))
	// Without a cancellable context there is nothing to report.
	_ = parallel.For(context.Background(), len(series), 16, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.envelopes[i] = NewEnvelope(series[i], w.width)
		}
	})
	return s
}

// found is one of the series, or a bound of it.
type found struct {
	index int
	cost  float64
}

// before is the order of neighbours: the nearer first, the earlier among equals.
func before(a, b found) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.index, b.index))
}

// slack is what rounding may make a bound larger than what it bounds, as a share.
const slack = 1e-12

// Of gives the k nearest of the series, the nearest first and the earlier first among
// equals, and how many were aligned. The series number leave is none of them; −1 leaves out
// none. There are fewer than k where there are no more series. It fails only when ctx ends.
func (s *Nearest) Of(ctx context.Context, x Series, k, leave int) (index []int, aligned int, err error) {
	a := s.aligners.Get().(*Aligner)
	defer s.aligners.Put(a)
	best := make([]found, 0, k+1)
	limit := inf
	for _, c := range s.bounded(x, leave) {
		if c.cost*(1-slack) > limit {
			break // and all behind it
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		aligned++
		cost := s.below(a, x, s.series[c.index], limit)
		if cost > limit {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, found{c.index, cost}, before)
		if best = slices.Insert(best, at, found{c.index, cost}); len(best) > k {
			best = best[:k]
		}
		if len(best) == k {
			limit = best[k-1].cost
		}
	}
	for _, f := range best {
		index = append(index, f.index)
	}
	return index, aligned, nil
}

// bounded are the series with lower bounds of their costs, the least first.
func (s *Nearest) bounded(x Series, leave int) []found {
	out := make([]found, 0, len(s.series))
	var own Envelope
	keogh := s.envelopes != nil && x.Len() == s.series[0].Len()
	if keogh {
		own = NewEnvelope(x, s.window.width)
	}
	for i, y := range s.series {
		switch {
		case i == leave:
		case keogh:
			bound := s.envelopes[i].Keogh(x, inf)
			out = append(out, found{i, max(bound, own.Keogh(y, inf))})
		default:
			out = append(out, found{i, FirstLast(x, y)})
		}
	}
	slices.SortFunc(out, before)
	return out
}

// below is the cost of a pair where it is at most limit.
func (s *Nearest) below(a *Aligner, x, y Series, limit float64) float64 {
	w := s.window.Widened(x.Len(), y.Len())
	if s.independent {
		return a.IndependentBelow(x, y, w, limit)
	}
	return a.DTWBelow(x, y, w, limit)
}

// LearnBand is the width of the band that tells series of known classes apart best, each
// held against the k nearest of all others: of the widths of 0 to 20 hundredths of the
// longest series the smallest that no other beats, with how many of the series are told
// rightly (Dau et al. 2018). label is the class of each series. It fails only when ctx ends.
func LearnBand(ctx context.Context, series []Series, label []int, classes, k int, independent bool) (width, right int, err error) {
	longest := 0
	for _, s := range series {
		longest = max(longest, s.Len())
	}
	right, before := -1, -1
	for percent := range 21 {
		w := percent * longest / 100
		if w == before {
			continue
		}
		before = w
		near, hits := NewNearest(series, independent, Band(w)), make([]bool, len(series))
		err := parallel.For(ctx, len(series), 1, func(lo, hi int) {
			for i := lo; i < hi; i++ {
				index, _, err := near.Of(ctx, series[i], k, i)
				hits[i] = err == nil && mostOf(index, label, classes) == label[i]
			}
		})
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return 0, 0, err
		}
		count := 0
		for _, hit := range hits {
			if hit {
				count++
			}
		}
		if count > right {
			width, right = w, count
		}
	}
	return width, right, nil
}

// mostOf is the class that most of the series listed have, the first among equals.
func mostOf(index, label []int, classes int) int {
	count := make([]int, classes)
	for _, i := range index {
		count[label[i]]++
	}
	best := 0
	for c, n := range count {
		if n > count[best] {
			best = c
		}
	}
	return best
}

package align

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"example.com/sfatui/engine/linalg/parallel"
)

// Nearest finds the nearest of several series by dynamic time warping. It aligns those
// of least lower bound first, and skips those that cannot be near; the results equal
// those of aligning all. Several goroutines may use it at once.
type Nearest struct {
	series      []Series
	independent bool
	window      Window
	envelopes   []Envelope // nil if Keogh's bound does not apply
	aligners    sync.Pool
}

// NewNearest prepares the search among series, by one path for all channels or by one
// for each. It widens the window for each pair that has no path in it.
func NewNearest(series []Series, independent bool, w Window) *Nearest {
	s := &Nearest{series: series, independent: independent, window: w}
	s.aligners.New = func() any { return new(Aligner) }
	if !w.bounded || slices.ContainsFunc(series, func(x Series) bool { return x.Len() != series[0].Len() }) {
		return s
	}
	s.envelopes = make([]Envelope, len(series))
	// The context never ends, so that there is no error.
	_ = parallel.For(context.Background(), len(series), 16, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			s.envelopes[i] = NewEnvelope(series[i], w.width)
		}
	})
	return s
}

// neighbour holds the index of a series with its cost, or with a lower bound of that.
type neighbour struct {
	index int
	cost  float64
}

// compareNeighbours sorts the nearer first, and the earlier first among equals.
func compareNeighbours(a, b neighbour) int {
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.index, b.index))
}

// boundSlack is the share by which rounding may lift a bound above the bounded cost.
const boundSlack = 1e-12

// Of returns the k nearest of the series, the nearest first and the earlier first among
// equals, and the number of series aligned. It leaves out series number leave; −1
// leaves out none. It returns fewer than k if there are no more. It fails only if ctx
// ends.
func (s *Nearest) Of(ctx context.Context, x Series, k, leave int) (index []int, aligned int, err error) {
	a := s.aligners.Get().(*Aligner)
	defer s.aligners.Put(a)
	best := make([]neighbour, 0, k+1)
	limit := inf
	for _, c := range s.lowerBounds(x, leave) {
		if c.cost*(1-boundSlack) > limit {
			break // and all after it
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, err
		}
		aligned++
		cost := s.alignBelow(a, x, s.series[c.index], limit)
		if cost > limit {
			continue
		}
		at, _ := slices.BinarySearchFunc(best, neighbour{c.index, cost}, compareNeighbours)
		if best = slices.Insert(best, at, neighbour{c.index, cost}); len(best) > k {
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

// lowerBounds returns the series, except number leave, with lower bounds of their
// costs, the least first.
func (s *Nearest) lowerBounds(x Series, leave int) []neighbour {
	out := make([]neighbour, 0, len(s.series))
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
			out = append(out, neighbour{i, max(bound, own.Keogh(y, inf))})
		default:
			out = append(out, neighbour{i, FirstLast(x, y)})
		}
	}
	slices.SortFunc(out, compareNeighbours)
	return out
}

// alignBelow returns the cost of a pair if that is at most limit, and otherwise a
// larger number.
func (s *Nearest) alignBelow(a *Aligner, x, y Series, limit float64) float64 {
	w := s.window.Widened(x.Len(), y.Len())
	if s.independent {
		return a.IndependentBelow(x, y, w, limit)
	}
	return a.DTWBelow(x, y, w, limit)
}

// LearnBand returns the width of the band that classifies series of known classes best,
// each by the k nearest of all others: the smallest of the best among widths of 0 to 20
// hundredths of the longest series (Dau et al. 2018). right counts the
// series classified correctly; label holds the class of each series. It fails only if
// ctx ends.
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
				hits[i] = err == nil && majorityClass(index, label, classes) == label[i]
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

// majorityClass returns the most frequent class of the series listed, the first among
// equals.
func majorityClass(index, label []int, classes int) int {
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

package measure

import (
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// blockRows rows are gone through at a time: all that is summed over them is
	// while they are in the cache. They are as deep as a product sums at once.
	blockRows = simd.Depth
	// mostGroups groups of blocks are summed side by side, each of at least
	// groupNumbers. They do not depend on the processors, so sums do not either.
	mostGroups   = 8
	groupNumbers = 1 << 17
)

// parts are what a pass sums.
type parts int

const (
	steps      parts = 1 << iota // squared first differences
	turns                        // squared second differences
	deviations                   // squared deviations from the mean
	products                     // products of the deviations of two columns, too
)

// sums is what a pass over some rows of p features gives.
type sums struct {
	what parts
	rows int
	// shift is the mean of the first block, as near to that of all as it takes;
	// mean is relative to it, and a sum until the group is centred.
	shift, mean []float64

	squares  []float64
	products *mat.SymDense // nil unless asked for; its diagonal is squares

	pairs, triples int
	steps, turns   []float64

	panel *mat.Dense // a block less the shift
}

// pass goes through the rows of phi once and sums what is asked for. Lengths are
// those of consecutive spans; differences are taken inside of them.
//
// Means are taken in steps, so that no digit is lost to a large one and a constant
// column deviates by 0 to the last bit. A group is summed relative to the mean of its
// first block, which is itself relative to the first row; what is left of the group's
// mean is taken from the sums. Of N rows in blocks of b its square is at most N/b
// variances, which costs no more than summing N rows may. The means of groups are
// merged (Chan, Golub and LeVeque 1983).
//
// It fails only when ctx ends, and panics unless the lengths make up the rows.
func pass(ctx context.Context, phi *mat.Dense, lengths []int, what parts) (*sums, error) {
	n, p := phi.Dims()
	if n == 0 || p == 0 {
		panic("measure: no features to measure")
	}
	ends := endsOf(lengths, n)
	count := max(1, min(mostGroups, n*p/groupNumbers))
	rows := ((n+count-1)/count + blockRows - 1) / blockRows * blockRows
	groups := make([]*sums, (n+rows-1)/rows)
	err := linalg.ParallelRows(ctx, len(groups), 1, func(g, _ int) {
		s, start, end := newSums(what, p), g*rows, min(n, (g+1)*rows)
		if s.panel != nil {
			s.shiftBy(phi, start, min(end, start+blockRows))
		}
		for lo := start; lo < end && ctx.Err() == nil; lo += blockRows {
			s.add(phi, lo, min(end, lo+blockRows), ends)
		}
		s.centre()
		groups[g] = s
	})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	for _, g := range groups[1:] {
		groups[0].merge(g)
	}
	return groups[0], nil
}

func newSums(what parts, p int) *sums {
	s := &sums{what: what, steps: make([]float64, p), turns: make([]float64, p)}
	if what&(deviations|products) != 0 {
		s.shift, s.mean, s.squares = make([]float64, p), make([]float64, p), make([]float64, p)
		s.panel = mat.NewDense(blockRows, p, nil)
	}
	if what&products != 0 {
		s.products = mat.NewSymDense(p, nil)
	}
	return s
}

// add adds the rows lo … hi-1 of phi, a block.
func (s *sums) add(phi *mat.Dense, lo, hi int, ends []int) {
	if s.panel != nil {
		s.addDeviations(phi, lo, hi)
	}
	at, _ := slices.BinarySearch(ends, lo+1)
	start := 0
	if at > 0 {
		start = ends[at-1]
	}
	for ; start < hi; at++ {
		end := min(ends[at], hi)
		if from := max(start+1, lo); s.what&steps != 0 && from < end {
			addSteps(s.steps, phi, from, end)
			s.pairs += end - from
		}
		if from := max(start+2, lo); s.what&turns != 0 && from < end {
			addTurns(s.turns, phi, from, end)
			s.triples += end - from
		}
		start = ends[at]
	}
}

// shiftBy makes the mean of the rows lo … hi-1 the shift.
func (s *sums) shiftBy(phi *mat.Dense, lo, hi int) {
	first, row := phi.RawRowView(lo), s.panel.RawRowView(0)
	for i := lo; i < hi; i++ {
		floats.SubTo(row, phi.RawRowView(i), first)
		simd.Axpy(1, row, s.shift)
	}
	floats.Scale(1/float64(hi-lo), s.shift)
	floats.Add(s.shift, first)
}

// addDeviations adds what rows have beside the shift.
func (s *sums) addDeviations(phi *mat.Dense, lo, hi int) {
	for i := lo; i < hi; i++ {
		row := s.panel.RawRowView(i - lo)
		floats.SubTo(row, phi.RawRowView(i), s.shift)
		simd.Axpy(1, row, s.mean)
	}
	s.rows += hi - lo
	_, p := phi.Dims()
	deviations := s.panel.Slice(0, hi-lo, 0, p).(*mat.Dense)
	if s.products != nil {
		linalg.SyrkAdd(s.products, 1, deviations)
	} else {
		addSquares(s.squares, deviations)
	}
}

// centre turns the sums relative to the shift into those relative to the mean.
func (s *sums) centre() {
	if s.panel == nil || s.rows == 0 {
		return
	}
	n := float64(s.rows)
	floats.Scale(1/n, s.mean)
	if s.products != nil {
		s.products.SymRankOne(s.products, -n, mat.NewVecDense(len(s.mean), s.mean))
		return
	}
	for j, v := range s.mean {
		s.squares[j] -= n * v * v
	}
}

// merge adds the sums over the rows behind.
func (s *sums) merge(o *sums) {
	floats.Add(s.steps, o.steps)
	floats.Add(s.turns, o.turns)
	s.pairs, s.triples = s.pairs+o.pairs, s.triples+o.triples
	if s.panel == nil {
		return
	}
	// One more deviation makes of those from two means those from one.
	na, nb := float64(s.rows), float64(o.rows)
	scale, gain := math.Sqrt(na*nb/(na+nb)), nb/(na+nb)
	row := make([]float64, len(o.mean))
	for j, v := range o.mean {
		delta := (o.shift[j] - s.shift[j]) + (v - s.mean[j])
		row[j] = scale * delta
		s.mean[j] += gain * delta
		s.squares[j] += o.squares[j] + row[j]*row[j]
	}
	s.rows += o.rows
	if s.products != nil {
		s.products.AddSym(s.products, o.products)
		s.products.SymRankOne(s.products, 1, mat.NewVecDense(len(row), row))
	}
}

// variances are the squares over the rows.
func (s *sums) variances() []float64 {
	v := s.squares
	if s.products != nil {
		for j := range v {
			v[j] = s.products.At(j, j)
		}
	}
	floats.Scale(1/float64(s.rows), v)
	return v
}

// endsOf are the rows behind each span.
func endsOf(lengths []int, n int) []int {
	checkLengths(lengths, n)
	ends, at := make([]int, 0, len(lengths)), 0
	for _, length := range lengths {
		at += length
		ends = append(ends, at)
	}
	return ends
}

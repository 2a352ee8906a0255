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
	// while they are in the cache. With the row that merges them into those before
	// they are as deep as a product sums at once.
	blockRows = simd.Depth - 1
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
	what  parts
	first []float64 // what means are relative to
	rows  int
	mean  []float64

	squares  []float64
	products *mat.SymDense // nil unless asked for; its diagonal is squares

	pairs, triples int
	steps, turns   []float64

	panel *mat.Dense // the deviations of a block
	block []float64  // its mean
}

// pass goes through the rows of phi once and sums what is asked for. Lengths are
// those of consecutive spans; differences are taken inside of them.
//
// Means are taken in steps, so that no digit is lost to a large one and a constant
// column deviates by 0 to the last bit: first the first row is taken from each,
// then, block by block, the mean of what is left; the means of blocks are merged
// (Chan, Golub and LeVeque 1983), the deviations from them never summed with them.
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
		s := newSums(what, phi.RawRowView(0))
		for lo, end := g*rows, min(n, (g+1)*rows); lo < end && ctx.Err() == nil; lo += blockRows {
			s.add(phi, lo, min(end, lo+blockRows), ends)
		}
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

func newSums(what parts, first []float64) *sums {
	p := len(first)
	s := &sums{what: what, first: first, steps: make([]float64, p), turns: make([]float64, p)}
	if what&(deviations|products) != 0 {
		s.mean, s.squares, s.block = make([]float64, p), make([]float64, p), make([]float64, p)
		s.panel = mat.NewDense(blockRows+1, p, nil)
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

// addDeviations adds what rows have beside the mean.
func (s *sums) addDeviations(phi *mat.Dense, lo, hi int) {
	clear(s.block)
	for i := lo; i < hi; i++ {
		row := s.panel.RawRowView(i - lo)
		copy(row, phi.RawRowView(i))
		simd.Axpy(-1, s.first, row)
		simd.Axpy(1, row, s.block)
	}
	floats.Scale(1/float64(hi-lo), s.block)
	for i := range hi - lo {
		simd.Axpy(-1, s.block, s.panel.RawRowView(i))
	}
	s.moveMean(s.panel.RawRowView(hi-lo), s.block, hi-lo)
	_, p := phi.Dims()
	deviations := s.panel.Slice(0, hi-lo+1, 0, p).(*mat.Dense)
	if s.products != nil {
		linalg.SyrkAdd(s.products, 1, deviations)
	} else {
		addSquares(s.squares, deviations)
	}
}

// moveMean merges the mean of that many more rows into that of those before, and
// writes into row what is left of both of them: as one more deviation it makes of
// the deviations from two means those from one.
func (s *sums) moveMean(row, mean []float64, rows int) {
	na, nb := float64(s.rows), float64(rows)
	scale, gain := math.Sqrt(na*nb/(na+nb)), nb/(na+nb)
	for j, v := range mean {
		delta := v - s.mean[j]
		row[j] = scale * delta
		s.mean[j] += gain * delta
	}
	s.rows += rows
}

// merge adds the sums over the rows behind.
func (s *sums) merge(o *sums) {
	floats.Add(s.steps, o.steps)
	floats.Add(s.turns, o.turns)
	s.pairs, s.triples = s.pairs+o.pairs, s.triples+o.triples
	if s.panel == nil {
		return
	}
	row := make([]float64, len(o.mean))
	s.moveMean(row, o.mean, o.rows)
	for j, v := range row {
		s.squares[j] += o.squares[j] + v*v
	}
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

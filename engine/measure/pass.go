package measure

import (
	"context"
	"sync"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/mat"
)

const (
	// blockRows is the number of rows of a matrix that are processed at a time, so that
	// all sums over them run while they are in the cache. It is the depth of a product.
	blockRows = simd.Depth
	// groupRows is the number of rows of a group. Groups, and thus sums, do not depend
	// on the processors or on the number of features.
	groupRows = 2 * blockRows
)

// Pass sums the terms of measures of p features while it iterates over their rows once.
// Rows come in blocks, as they are computed or from a matrix: consecutive blocks form a
// group, groups may be summed concurrently, and are merged in order. The sums thus
// depend only on the blocks and groups. Those of the first features are the same, bit
// for bit, without the others.
//
// Means are computed in steps, so that a large mean costs no digit and a constant
// column has deviations of exactly 0. A group is summed relative to the mean of its
// first rows, which is itself relative to the first one; the sums are then corrected
// for the remaining mean of the group. Its square is at most N/b variances for N rows
// with b first ones, which costs no more than summing N rows may. The means of groups
// are merged (Chan, Golub and LeVeque 1983).
type Pass struct {
	shape

	mu    sync.Mutex
	total *Group         // all groups up to the first that has not ended
	ended map[int]*Group // ended groups after that one, by their first row
	free  []*Group       // merged groups, for reuse
}

// NewPass begins a pass over rows of p features. lengths are those of consecutive spans
// that make up the rows. It panics without rows or features.
func NewPass(what Sums, p int, lengths []int) *Pass {
	pass := &Pass{shape: shape{what: what, p: p}, ended: map[int]*Group{}}
	at := 0
	for _, length := range lengths {
		if length < 0 {
			panic("measure: span of negative length")
		}
		at += length
		pass.ends = append(pass.ends, at)
	}
	if at == 0 || p <= 0 {
		panic("measure: no features to measure")
	}
	return pass
}

// Group begins the group with the given first row. It is safe for concurrent use.
func (p *Pass) Group(start int) *Group {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.free) - 1
	if last < 0 {
		return newGroup(&p.shape, p.end, start)
	}
	g := p.free[last]
	p.free = p.free[:last]
	g.begin(start)
	return g
}

// end merges a group, and all following groups that are ready.
func (p *Pass) end(g *Group) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended[g.start] = g
	for next := p.ended[p.Rows()]; next != nil; next = p.ended[p.Rows()] {
		delete(p.ended, next.start)
		if p.total == nil {
			p.total = next
			continue
		}
		p.total.merge(next)
		p.free = append(p.free, next)
	}
}

// Rows returns the number of rows that were summed without a gap.
func (p *Pass) Rows() int {
	if p.total == nil {
		return 0
	}
	return p.total.rows
}

// sums returns the sums over all rows, which must be complete, and checks the number of
// first features to be read. It panics before all rows are summed.
func (p *Pass) sums(features int) *Group {
	if p.Rows() != p.ends[len(p.ends)-1] || features <= 0 || features > p.p {
		panic("measure: sums of rows or features that were not added")
	}
	return p.total
}

// sumRows returns a pass over the rows of phi. It fails only if ctx ends, and panics
// unless the lengths sum to the number of rows.
func sumRows(ctx context.Context, phi *mat.Dense, lengths []int, what Sums) (*Pass, error) {
	n, columns := phi.Dims()
	checkLengths(lengths, n)
	p := NewPass(what, columns, lengths)
	err := parallel.For(ctx, n, groupRows, func(start, end int) {
		g := p.Group(start)
		for lo := start; lo < end && ctx.Err() == nil; lo += blockRows {
			g.Add(phi.Slice(lo, min(end, lo+blockRows), 0, columns).(*mat.Dense))
		}
		g.End()
	})
	if err == nil {
		err = ctx.Err()
	}
	return p, err
}

// addTurns adds (φ(t) − 2φ(t−1) + φ(t−2))² of the rows from … to-1. The difference of
// two differences is exactly 0 on a line of any offset. It processes four rows at a
// time, so that sums are read and written once for all of them.
func addTurns(sum []float64, phi *mat.Dense, from, to int) {
	n, t := len(sum), from
	for ; t+4 <= to; t += 4 {
		a, b, c := phi.RawRowView(t - 2)[:n], phi.RawRowView(t - 1)[:n], phi.RawRowView(t)[:n]
		d, e, f := phi.RawRowView(t + 1)[:n], phi.RawRowView(t + 2)[:n], phi.RawRowView(t + 3)[:n]
		for j := range sum {
			v, w, x, y, z := b[j]-a[j], c[j]-b[j], d[j]-c[j], e[j]-d[j], f[j]-e[j]
			v, w, x, y = w-v, x-w, y-x, z-y
			sum[j] += (v*v + w*w) + (x*x + y*y)
		}
	}
	for ; t < to; t++ {
		a, b, c := phi.RawRowView(t - 2)[:n], phi.RawRowView(t - 1)[:n], phi.RawRowView(t)[:n]
		for j := range sum {
			x := (c[j] - b[j]) - (b[j] - a[j])
			sum[j] += x * x
		}
	}
}

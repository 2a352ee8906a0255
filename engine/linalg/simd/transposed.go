package simd

import "gonum.org/v1/gonum/blas/blas64"

// AddTransposed adds Sᵀ · right to c, where S are the lines from … to-1 of the right
// factor: the depths of S are the rows of c, and its lines are summed over. Lines that
// were just used in a product are thus reused for the product with the transpose while
// they are in the cache. It prefetches the same number of lines from next on.
//
// It panics unless from is a multiple of [BlockAlign], the depth of right is to−from,
// and c has as many rows as p is deep and as many columns as right has lines, a
// multiple of 8.
func (p *Packed) AddTransposed(from, to int, right *Packed, c blas64.General, next int) {
	if p.width != tileColumns() || from%BlockAlign > 0 || from < 0 || to > p.lines ||
		right.width != p.width || right.depth != to-from || c.Rows != p.depth || c.Cols != right.lines || c.Cols%8 > 0 {
		panic("simd: AddTransposed: shapes do not agree")
	}
	for _, s := range p.segments {
		for k := from / p.width; k*p.width < to; k++ {
			a := transposedSliver{sliver: p.sliver(s, k), lines: min(p.width, to-k*p.width), first: k*p.width - from, right: right, c: c, row: s.from}
			a.next = a.sliver
			if after := k + (next-from)/p.width; after >= 0 && after < p.slivers {
				a.next = p.sliver(s, after)
			}
			a.add(s.size)
		}
	}
	multiplyAdds.Add(int64(to-from) * int64(c.Rows) * int64(c.Cols))
}

// A transposedSliver is a range of depths of a sliver, used as a left factor.
type transposedSliver struct {
	sliver, next []float64
	lines        int // number of lines that are summed over
	first        int // depth of right that belongs to the first line
	right        *Packed
	c            blas64.General
	row          int // row of c for the first depth
}

func (a transposedSliver) add(depths int) {
	mr, nr := tileRows(), tileColumns()
	whole := depths - depths%mr
	for j := range a.right.slivers {
		r := a.right.sliver(a.right.segments[0], j)[a.first*nr:]
		columns := min(nr, a.c.Cols-j*nr)
		for i := 0; i < whole; i += mr {
			tileTransposed(columns/lanes(), a.lines, &a.sliver[i*nr], &r[0], &a.c.Data[(a.row+i)*a.c.Stride+j*nr], a.c.Stride, &a.next[i*nr])
		}
		for i := whole; i < depths; i++ {
			row := a.c.Data[(a.row+i)*a.c.Stride+j*nr:][:columns]
			for l, w := range a.sliver[i*nr:][:a.lines] {
				axpy(w, r[l*nr:][:columns], row)
			}
		}
	}
}

package simd

import "gonum.org/v1/gonum/blas/blas64"

// AddTransposed adds S · right to c for the right factor S, of which it takes the lines
// from … to-1 alone: their depths are the rows of c, and the lines are what is summed
// over. Lines that have just been a factor of a product are so one of the product with
// the transpose, while they are in the cache. Meanwhile the lines from next on, as many,
// are asked for.
//
// It panics unless from is a multiple of [BlockAlign], right is as deep as there are
// lines, and c has as many rows as p is deep and as many columns as right has lines, a
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

// transposedSliver is a sliver of some depths as a left factor.
type transposedSliver struct {
	sliver, next []float64
	lines        int // of the sliver that are summed over
	first        int // the depth of right that belongs to the first of them
	right        *Packed
	c            blas64.General
	row          int // of c for the first depth
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

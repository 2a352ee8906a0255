package simd

import "gonum.org/v1/gonum/blas/blas64"

// packTogether is the number of rows in memory that are read side by side along all
// slivers. Packing one sliver at a time would access another page with every row.
const packTogether = 16

// PackRows packs the slivers lo … hi-1 of a factor whose lines are the rows of a: A
// itself as a left factor, or Bᵀ as a right one. It panics unless a is lines × depth.
func (p *Packed) PackRows(a blas64.General, lo, hi int) {
	if a.Rows != p.lines || a.Cols != p.depth {
		panic("simd: PackRows: not lines × depth")
	}
	for _, s := range p.segments {
		for k := lo; k < hi; k++ {
			p.packRows(p.sliver(s, k), a, k*p.width, s.from, s.size)
		}
	}
}

// PackColumns packs the slivers lo … hi-1 of a factor whose lines are the columns of a:
// Aᵀ as a left factor, or B itself as a right one. It panics unless a is depth × lines.
func (p *Packed) PackColumns(a blas64.General, lo, hi int) {
	if a.Rows != p.depth || a.Cols != p.lines {
		panic("simd: PackColumns: not depth × lines")
	}
	for _, s := range p.segments {
		for at := 0; at < s.size; at += packTogether {
			size := min(packTogether, s.size-at)
			for k := lo; k < hi; k++ {
				p.packColumns(p.sliver(s, k)[at*p.width:], a, k*p.width, s.from+at, size)
			}
		}
	}
}

// PackSymmetric packs the slivers lo … hi-1 of a factor whose lines are those of a
// symmetric matrix at the depths from … from+depth-1. a is square with as many rows as
// the factor has lines; only the stored triangle is read. It panics unless the shapes
// fit and stored is Upper or Lower.
func (p *Packed) PackSymmetric(a blas64.General, stored Part, from, lo, hi int) {
	if a.Rows != p.lines || a.Cols != p.lines || from < 0 || from+p.depth > a.Cols || stored == All {
		panic("simd: PackSymmetric: not a triangle of lines × lines, or depth out of range")
	}
	for _, s := range p.segments {
		for k := lo; k < hi; k++ {
			line := k * p.width
			next := min(line+p.width, p.lines)
			start, end := from+s.from, from+s.from+s.size
			// Depths before the diagonal square of the lines, in it, and after it.
			first, last := min(max(line, start), end), min(max(next, start), end)
			dst := p.sliver(s, k)
			left, right := p.packColumns, p.packRows
			if stored == Lower {
				left, right = right, left
			}
			left(dst, a, line, start, first-start)
			p.packSquare(dst[(first-start)*p.width:], a, stored, line, first, last)
			right(dst[(last-start)*p.width:], a, line, last, end-last)
		}
	}
}

// packSquare packs the lines from line on at the depths from … to-1, which cross the
// diagonal.
func (p *Packed) packSquare(dst []float64, a blas64.General, stored Part, line, from, to int) {
	for k := from; k < to; k++ {
		row := dst[(k-from)*p.width:][:p.width]
		clear(row)
		for l := range min(p.width, p.lines-line) {
			i, j := min(line+l, k), max(line+l, k)
			if stored == Lower {
				i, j = j, i
			}
			row[l] = a.Data[i*a.Stride+j]
		}
	}
}

// packRows packs a sliver of the rows of a from line on, at count depths from from on.
func (p *Packed) packRows(dst []float64, a blas64.General, line, from, count int) {
	packRows(dst, p.width, a, line, min(line+p.width, p.lines), from, count)
}

// packColumns packs a sliver of the columns of a from line on, at count depths from
// from on.
func (p *Packed) packColumns(dst []float64, a blas64.General, line, from, count int) {
	packColumns(dst, p.width, a, line, min(line+p.width, p.lines), from, count)
}

// packRows packs the rows lo … hi-1 of a, at count depths from from on, as a sliver of
// width lines.
func packRows(dst []float64, width int, a blas64.General, lo, hi, from, count int) {
	if count == 0 {
		return
	}
	src := a.Data[lo*a.Stride+from:]
	if hi-lo == width {
		transposeSliver(dst, width, src, a.Stride, width, count)
		return
	}
	clear(dst[:count*width])
	transposePortable(dst, width, src, a.Stride, hi-lo, count)
}

// packColumns packs the columns lo … hi-1 of a, at count depths from from on, as a
// sliver of width lines.
func packColumns(dst []float64, width int, a blas64.General, lo, hi, from, count int) {
	if count == 0 {
		return
	}
	src := a.Data[from*a.Stride+lo:]
	if hi-lo == width {
		copySliver(dst, width, src, a.Stride, count)
		return
	}
	clear(dst[:count*width])
	for k := range count {
		copy(dst[k*width:][:hi-lo], src[k*a.Stride:])
	}
}

// UnpackRows writes the slivers lo … hi-1 to rows of a, the inverse of
// [Packed.PackRows].
func (p *Packed) UnpackRows(a blas64.General, lo, hi int) {
	if a.Rows != p.lines || a.Cols != p.depth {
		panic("simd: UnpackRows: not lines × depth")
	}
	for _, s := range p.segments {
		for k := lo; k < hi; k++ {
			line := k * p.width
			n := min(p.width, p.lines-line)
			transposeSliver(a.Data[line*a.Stride+s.from:], a.Stride, p.sliver(s, k), p.width, s.size, n)
		}
	}
}

// UnpackColumns writes the slivers lo … hi-1 to columns of a, the inverse of
// [Packed.PackColumns].
func (p *Packed) UnpackColumns(a blas64.General, lo, hi int) {
	if a.Rows != p.depth || a.Cols != p.lines {
		panic("simd: UnpackColumns: not depth × lines")
	}
	for _, s := range p.segments {
		for k := lo; k < hi; k++ {
			line := k * p.width
			n := min(p.width, p.lines-line)
			sliver := p.sliver(s, k)
			for d := range s.size {
				copy(a.Data[(s.from+d)*a.Stride+line:][:n], sliver[d*p.width:])
			}
		}
	}
}

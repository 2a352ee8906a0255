package simd

import "gonum.org/v1/gonum/blas/blas64"

// PackColumnsLess packs the rows of a minus shift at depths first … first+a.Rows-1 of a
// right factor, and adds them to sum in order. shift and sum have a number for each
// column. It panics unless the shapes fit.
func (p *Packed) PackColumnsLess(first int, a blas64.General, shift, sum []float64) {
	if a.Cols != p.lines || first < 0 || first+a.Rows > p.depth || p.width != tileColumns() || len(shift) != p.lines || len(sum) != p.lines {
		panic("simd: PackColumnsLess: not rows of a right factor, or depth out of range")
	}
	for _, s := range p.segments {
		from, to := max(s.from, first), min(s.from+s.size, first+a.Rows)
		for at := from; at < to; at += packTogether {
			rows := blas64.General{Rows: min(packTogether, to-at), Cols: a.Cols, Stride: a.Stride, Data: a.Data[(at-first)*a.Stride:]}
			for k := range p.slivers {
				p.packShifted(p.sliver(s, k)[(at-s.from)*p.width:], rows, k*p.width, shift, sum)
			}
		}
	}
}

// packShifted packs the columns of a from line on, minus shift, into a part of a
// sliver, and adds them to sum.
func (p *Packed) packShifted(dst []float64, a blas64.General, line int, shift, sum []float64) {
	src, n := a.Data[line:], min(p.width, p.lines-line)
	shift, sum = shift[line:line+n], sum[line:line+n]
	if n == p.width {
		lessSliver(dst, src, a.Stride, a.Rows, shift, sum)
		return
	}
	clear(dst[:a.Rows*p.width])
	lessPortable(dst, src, a.Stride, a.Rows, shift, sum)
}

// AddSquaredSteps adds the squared differences of consecutive rows of a to sum, pair by
// pair. It panics unless sum has a number for each column.
func AddSquaredSteps(sum []float64, a blas64.General) {
	if len(sum) != a.Cols || !stored(a) {
		panic("simd: AddSquaredSteps: shapes differ")
	}
	width := tileColumns()
	for t := 0; t < a.Rows-1; t += packTogether {
		steps := min(packTogether, a.Rows-1-t)
		for j := 0; j < a.Cols; j += width {
			src, to := a.Data[t*a.Stride+j:], sum[j:min(j+width, a.Cols)]
			if len(to) == width {
				stepsTile(src, a.Stride, steps, to)
			} else {
				stepsPortable(src, a.Stride, steps, to)
			}
		}
	}
}

// AddSquares adds the squares of each line to sum, in the order of the depths. It
// panics unless sum has a number for each line.
func (p *Packed) AddSquares(sum []float64) {
	if len(sum) != p.lines {
		panic("simd: AddSquares: not a number for each line")
	}
	for _, s := range p.segments {
		for k := range p.slivers {
			sliver, to := p.sliver(s, k), sum[k*p.width:min((k+1)*p.width, p.lines)]
			for ; len(sliver) > 0; sliver = sliver[p.width:] {
				for j, v := range sliver[:len(to)] {
					to[j] += float64(v * v)
				}
			}
		}
	}
}

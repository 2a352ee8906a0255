package simd

import (
	"math"
	"runtime"
	"unsafe"
)

// The tile of the portable path, whose sums fit the registers.
const (
	portableRows    = 4
	portableColumns = 4
)

// fused reports whether the processor has a fused multiply-add instruction.
const fused = runtime.GOARCH == "arm64" || runtime.GOARCH == "ppc64le" || runtime.GOARCH == "s390x" || runtime.GOARCH == "riscv64"

// mulAdd returns a·b + c, rounded once or twice, but the same way everywhere. A
// compiler may otherwise fuse a product with a sum in one place and not in another.
func mulAdd(a, b, c float64) float64 {
	if fused {
		return math.FMA(a, b, c)
	}
	return c + float64(a*b)
}

// tilePortable computes [tile] in plain Go.
func tilePortable(depth int, left *float64, step int, right *float64, alpha float64, c *float64, stride, keep int) {
	s := sumTile(unsafe.Slice(left, (depth-1)*step+portableRows), step, unsafe.Slice(right, depth*portableColumns))
	if keep == 0 {
		row := unsafe.Slice(c, (portableRows-1)*stride+portableColumns)
		for i := range portableRows {
			clear(row[i*stride:][:portableColumns])
		}
	}
	addTile(&s, alpha, c, stride)
}

// tileTransposedPortable computes [tileTransposed] in plain Go.
func tileTransposedPortable(depth int, left, right, c *float64, stride int) {
	// A right sliver has as many columns as a tile has rows: transpose it.
	var turned [portableColumns * portableRows]float64
	across := unsafe.Slice(left, portableRows*portableColumns)
	for i := range portableRows {
		for k := range depth {
			turned[k*portableRows+i] = across[i*portableColumns+k]
		}
	}
	tilePortable(depth, &turned[0], portableRows, right, 1, c, stride, 1)
}

// tileBothPortable computes [tileBoth] in plain Go.
func tileBothPortable(depth int, left *float64, step int, right *float64, c *float64, strideC int, weight float64, d *float64, strideD int) {
	s := sumTile(unsafe.Slice(left, (depth-1)*step+portableRows), step, unsafe.Slice(right, depth*portableColumns))
	addTile(&s, 1, c, strideC)
	addTile(&s, weight, d, strideD)
}

// sumTile returns the sum of the outer products of the lines of two slivers.
func sumTile(left []float64, step int, right []float64) (s [portableRows * portableColumns]float64) {
	// Two rows at a time: eight sums and their factors fit sixteen registers.
	for half := 0; half < portableRows; half += 2 {
		var s00, s01, s02, s03, s10, s11, s12, s13 float64
		l, r := left[half:], right
		for len(r) >= portableColumns {
			a0, a1 := l[0], l[1]
			b0, b1, b2, b3 := r[0], r[1], r[2], r[3]
			s00 = mulAdd(a0, b0, s00)
			s01 = mulAdd(a0, b1, s01)
			s02 = mulAdd(a0, b2, s02)
			s03 = mulAdd(a0, b3, s03)
			s10 = mulAdd(a1, b0, s10)
			s11 = mulAdd(a1, b1, s11)
			s12 = mulAdd(a1, b2, s12)
			s13 = mulAdd(a1, b3, s13)
			r = r[portableColumns:]
			if len(r) > 0 {
				l = l[step:]
			}
		}
		copy(s[half*portableColumns:], []float64{s00, s01, s02, s03, s10, s11, s12, s13})
	}
	return s
}

// sumTileBack returns [sumTile] summed from the last depth to the first, for left
// slivers without gaps. One loop for both orders would take 20 % longer.
func sumTileBack(left, right []float64) (s [portableRows * portableColumns]float64) {
	// Two rows at a time: eight sums and their factors fit sixteen registers.
	for half := 0; half < portableRows; half += 2 {
		var s00, s01, s02, s03, s10, s11, s12, s13 float64
		for i := len(right) - portableColumns; i >= 0; i -= portableColumns {
			l, r := left[i/portableColumns*portableRows+half:][:2], right[i:][:portableColumns]
			a0, a1 := l[0], l[1]
			b0, b1, b2, b3 := r[0], r[1], r[2], r[3]
			s00 = mulAdd(a0, b0, s00)
			s01 = mulAdd(a0, b1, s01)
			s02 = mulAdd(a0, b2, s02)
			s03 = mulAdd(a0, b3, s03)
			s10 = mulAdd(a1, b0, s10)
			s11 = mulAdd(a1, b1, s11)
			s12 = mulAdd(a1, b2, s12)
			s13 = mulAdd(a1, b3, s13)
		}
		copy(s[half*portableColumns:], []float64{s00, s01, s02, s03, s10, s11, s12, s13})
	}
	return s
}

// addTile adds alpha times the sums to the tile at c.
func addTile(s *[portableRows * portableColumns]float64, alpha float64, c *float64, stride int) {
	row := unsafe.Slice(c, (portableRows-1)*stride+portableColumns)
	for i := range portableRows {
		r := row[i*stride:][:portableColumns]
		for j := range r {
			r[j] = mulAdd(alpha, s[i*portableColumns+j], r[j])
		}
	}
}

// transposePortable computes [transposeSliver] in plain Go.
func transposePortable(dst []float64, step int, src []float64, stride, rows, count int) {
	for r := range rows {
		for k, v := range src[r*stride:][:count] {
			dst[k*step+r] = v
		}
	}
}

// copyPortable computes [copySliver] in plain Go.
func copyPortable(dst []float64, width int, src []float64, stride, depth int) {
	for k := range depth {
		copy(dst[k*width:][:width], src[k*stride:])
	}
}

// lessPortable computes [lessSliver] in plain Go for len(sum) columns; the other
// columns of the sliver are unchanged.
func lessPortable(dst, src []float64, stride, depth int, shift, sum []float64) {
	width := tileColumns()
	shift = shift[:len(sum)]
	for k := range depth {
		from, to := src[k*stride:][:len(sum)], dst[k*width:][:len(sum)]
		for j, v := range from {
			d := v - shift[j]
			to[j] = d
			sum[j] += d
		}
	}
}

// stepsPortable computes [stepsTile] in plain Go for len(sum) columns.
func stepsPortable(src []float64, stride, steps int, sum []float64) {
	for k := range steps {
		last, next := src[k*stride:][:len(sum)], src[(k+1)*stride:][:len(sum)]
		for j, v := range next {
			d := v - last[j]
			sum[j] += float64(d * d)
		}
	}
}

// solvePortable computes [solve] in plain Go.
func solvePortable(depth int, left, right, l, t *float64) {
	if depth > 0 {
		tilePortable(depth, left, portableRows, right, -1, t, portableColumns, 1)
	}
	ls := unsafe.Slice(l, portableRows*portableRows)
	ts := unsafe.Slice(t, portableRows*portableColumns)
	for k := range portableRows {
		solveRow(ls, ts, k, k+1, portableRows)
	}
}

// solveBackPortable computes [solveBack] in plain Go.
func solveBackPortable(depth int, left, right, l, t *float64) {
	if depth > 0 {
		s := sumTileBack(unsafe.Slice(left, depth*portableRows), unsafe.Slice(right, depth*portableColumns))
		addTile(&s, -1, t, portableColumns)
	}
	ls := unsafe.Slice(l, portableRows*portableRows)
	ts := unsafe.Slice(t, portableRows*portableColumns)
	for k := portableRows - 1; k >= 0; k-- {
		solveRow(ls, ts, k, 0, k)
	}
}

// solveRow divides row k of the tile ts by the diagonal and eliminates it from the rows
// lo … hi-1.
func solveRow(ls, ts []float64, k, lo, hi int) {
	y := ts[k*portableColumns:][:portableColumns]
	for j := range y {
		y[j] /= ls[k*portableRows+k]
	}
	for i := lo; i < hi; i++ {
		entry := ls[i*portableRows+k]
		row := ts[i*portableColumns:][:portableColumns]
		for j := range row {
			row[j] = mulAdd(-entry, y[j], row[j])
		}
	}
}

// peakPortable runs a product and a sum in each of eight variables per round, at the
// rate of compiled Go, and returns the number of products of a round.
func peakPortable(rounds int) (sums int) {
	var a, b, c, d, e, f, g, h float64
	x, y := 0.5, 0.25
	for range rounds {
		a, b, c, d = a*x+y, b*x+y, c*x+y, d*x+y
		e, f, g, h = e*x+y, f*x+y, g*x+y, h*x+y
	}
	if a+b+c+d != e+f+g+h {
		panic("simd: sums of the same numbers differ")
	}
	return 8
}

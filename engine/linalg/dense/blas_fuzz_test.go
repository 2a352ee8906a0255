package dense

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
)

// FuzzBLAS holds the symmetric and triangular routines against gonum's plain
// loops: any shape down to nothing, any stride, any place in memory.
func FuzzBLAS(f *testing.F) {
	for op := range uint8(6) {
		f.Add(uint64(1), op, uint8(0), uint8(0), uint16(0), uint8(0), uint8(0))
		f.Add(uint64(2), op, uint8(1), uint8(9), uint16(1), uint8(1), uint8(3))
		f.Add(uint64(3), op, uint8(65), uint8(50), uint16(300), uint8(7), uint8(14))
	}
	f.Fuzz(func(t *testing.T, seed uint64, op, rows, columns uint8, depth uint16, gap, how uint8) {
		rnd := linalgtest.NewRand(seed)
		m, n, k := int(rows%140), int(columns%140), int(depth%400)
		off, pad := int(gap%5), int(gap/5%9)
		side, ul := blasSides[how&1], blasUplos[how>>1&1]
		tA, d := blasTrans[how>>2&1], blasDiags[how>>3&1]
		order := n
		if side == blas.Left {
			order = m
		}
		// place makes a matrix that begins off its alignment.
		place := func(r, c int) (data []float64, stride int) {
			stride = max(1, c+pad)
			return append(make([]float64, off), padded(rnd, r, c, stride)...)[off:], stride
		}
		ra, ca := m, k
		if tA != blas.NoTrans {
			ra, ca = k, m
		}
		panel, lp := place(ra, ca)
		other, lo := place(ra, ca)
		square, ls := place(m, m)
		sym, ly := place(order, order)
		for i := range order {
			for j := range order {
				sym[i*ly+j] /= float64(order)
			}
			sym[i*ly+i] += 2
		}
		b, lb := place(m, n)
		c, lc := place(m, n)
		what := fmt.Sprint(m, "×", n, "×", k, side, ul, tA, d, " stride +", pad, " off ", off)
		both := func(name string, data []float64, run func(x blas.Float64Level3, data []float64)) {
			agree(t, name+" "+what, 1e-11, data,
				func(data []float64) { run(reference, data) }, func(data []float64) { run(kernelBLAS{}, data) })
		}
		switch op % 6 {
		case 0:
			both("Dsyrk", square, func(x blas.Float64Level3, s []float64) { x.Dsyrk(ul, tA, m, k, 1.5, panel, lp, -1, s, ls) })
		case 1:
			both("Dsyr2k", square, func(x blas.Float64Level3, s []float64) { x.Dsyr2k(ul, tA, m, k, 1.5, panel, lp, other, lo, -1, s, ls) })
		case 2:
			both("Dsymm", c, func(x blas.Float64Level3, c []float64) { x.Dsymm(side, ul, m, n, 1.5, sym, ly, b, lb, -1, c, lc) })
		case 3:
			both("Dtrsm", b, func(x blas.Float64Level3, b []float64) { x.Dtrsm(side, ul, tA, d, m, n, 1.5, sym, ly, b, lb) })
		case 4:
			both("Dtrmm", b, func(x blas.Float64Level3, b []float64) { x.Dtrmm(side, ul, tA, d, m, n, 1.5, sym, ly, b, lb) })
		case 5:
			both("Dgemm", c, func(x blas.Float64Level3, c []float64) {
				x.Dgemm(blas.NoTrans, blas.NoTrans, m, n, m, 1.5, square, ls, b, lb, -1, c, lc)
			})
		}
	})
}

package linalg

import (
	"fmt"
	"math"
	"slices"
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
			return append(make([]float64, off), storage(rnd, r, c, stride)...)[off:], stride
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

// FuzzEigenSym takes spectra of any mixture of clusters, zeros and grades.
func FuzzEigenSym(f *testing.F) {
	f.Add(uint64(1), []byte{0, 0, 0, 255, 255, 1})
	f.Add(uint64(2), []byte{7})
	f.Add(uint64(3), []byte("glued and graded, all in one spectrum"))
	f.Fuzz(func(t *testing.T, seed uint64, spectrum []byte) {
		if len(spectrum) == 0 || len(spectrum) > 120 {
			t.Skip()
		}
		// A byte is a sign and a power of two, so that many are the same.
		a := linalgtest.WithSpectrum(len(spectrum), seed, func(i int) float64 {
			b := spectrum[i]
			if b == 0 {
				return 0
			}
			return math.Copysign(math.Ldexp(1, -int(b>>1)/3), float64(b&1)-0.5)
		})
		values, vectors, err := EigenSym(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, a, values, vectors, len(spectrum))
		p := len(spectrum)/3 + 1
		lowest, y, err := EigenLowest(t.Context(), a, p)
		if err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, a, lowest, y, p)
	})
}

// FuzzEigenTridiagonal takes tridiagonal matrices with entries of any sizes, zeros
// among them, and holds a few eigenpairs against all of them.
func FuzzEigenTridiagonal(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7}, uint8(2))
	f.Add([]byte("all kinds of numbers, beside the diagonal and on it"), uint8(20))
	f.Add([]byte{128, 0, 128, 0, 128, 64, 128, 0, 128}, uint8(3))
	f.Fuzz(func(t *testing.T, numbers []byte, few uint8) {
		n := (len(numbers) + 1) / 2
		if n < 1 || n > 150 {
			t.Skip()
		}
		d, e := make([]float64, n), make([]float64, n-1)
		var largest float64
		for i, b := range numbers[:2*n-1] {
			// The lower half are even steps, the upper one powers of two.
			v := float64(b)/64 - 1
			if b >= 128 {
				v = math.Ldexp(1, -int(b-128)/2)
			}
			if i%2 == 0 {
				d[i/2] = v
			} else {
				e[i/2] = v
			}
			largest = max(largest, math.Abs(v))
		}
		p := 1 + int(few)%n
		got, err := eigenTridiagonal(t.Context(), d, e, p)
		if err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, tridiagonalOf(d, e), got.values, got.vectorsOf(t), p)
		giveBack(got.storage)
		want, err := divideAndConquer(t.Context(), slices.Clone(d), e, n)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range got.values {
			if !(math.Abs(v-want.values[i]) <= 1e-14*largest) {
				t.Errorf("value %d of %d is %v, of all it is %v", i, p, v, want.values[i])
			}
		}
		giveBack(want.storage)
	})
}

package dense

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

func TestGemmAgainstGonum(t *testing.T) {
	rnd := linalgtest.NewRand(60)
	for _, s := range [][3]int{{1, 1, 1}, {100, 250, 600}, {500, 30, 20}, {30, 500, 513}} {
		a, b, c := linalgtest.RandomDense(rnd, s[0], s[2]), linalgtest.RandomDense(rnd, s[2], s[1]), linalgtest.RandomDense(rnd, s[0], s[1])
		want := mat.DenseCopyOf(c)
		w := want.RawMatrix()
		reference.Dgemm(blas.NoTrans, blas.NoTrans, s[0], s[1], s[2], 2, a.RawMatrix().Data, s[2], b.RawMatrix().Data, s[1], -1, w.Data, s[1])
		at, bt := mat.DenseCopyOf(a.T()), mat.DenseCopyOf(b.T())
		for _, transposed := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
			got := mat.DenseCopyOf(c)
			x, y, tA, tB := a, b, blas.NoTrans, blas.NoTrans
			if transposed[0] {
				x, tA = at, blas.Trans
			}
			if transposed[1] {
				y, tB = bt, blas.Trans
			}
			if err := Gemm(t.Context(), tA, tB, 2, x.RawMatrix(), y.RawMatrix(), -1, got.RawMatrix()); err != nil {
				t.Fatal(err)
			}
			if d := linalgtest.MaxDiff(t, got, want); d > 1e-11 {
				t.Errorf("%v %v: off by %g", s, transposed, d)
			}
		}
	}
}

func TestGemmProcsAndLeadingBlock(t *testing.T) {
	m, n, k := 400, linalgtest.Size(500), linalgtest.Size(700)
	rnd := linalgtest.NewRand(61)
	a, b := linalgtest.RandomDense(rnd, m, k), linalgtest.RandomDense(rnd, k, n)
	run := func(procs, rows, columns int) *mat.Dense {
		c := mat.NewDense(rows, columns, nil)
		linalgtest.WithProcs(procs, func() {
			err := Gemm(t.Context(), blas.NoTrans, blas.NoTrans, 0.3, Slice(a.RawMatrix(), 0, rows, 0, k), Slice(b.RawMatrix(), 0, k, 0, columns), 0, c.RawMatrix())
			if err != nil {
				t.Fatal(err)
			}
		})
		return c
	}
	whole := run(1, m, n)
	linalgtest.SameBits(t, "GOMAXPROCS 1 and 2", whole, run(2, m, n))
	linalgtest.SameBits(t, "GOMAXPROCS 1 and 5", whole, run(5, m, n))
	linalgtest.SameBits(t, "leading block", whole.Slice(0, 131, 0, 77), run(2, 131, 77))
	linalgtest.SameBits(t, "leading row", whole.Slice(0, 1, 0, n), run(2, 1, n))
	// The product on one goroutine has the same bits.
	serial := mat.NewDense(m, n, nil)
	simd.Gemm(blas.NoTrans, blas.NoTrans, 0.3, a.RawMatrix(), b.RawMatrix(), 0, serial.RawMatrix())
	linalgtest.SameBits(t, "one goroutine", whole, serial)
}

// What C held does not count with beta = 0, also where the depth is packed in
// several phases.
func TestGemmBetaZeroForgets(t *testing.T) {
	rnd := linalgtest.NewRand(64)
	for _, s := range [][3]int{{10, 10, 600}, {300, 300, 1100}} {
		if linalgtest.LeftOut(s[0]) {
			continue
		}
		a, b := linalgtest.RandomDense(rnd, s[0], s[2]), linalgtest.RandomDense(rnd, s[2], s[1])
		c := mat.NewDense(s[0], s[1], nil)
		for i := range s[0] {
			c.Set(i, i, math.NaN())
		}
		if err := Gemm(t.Context(), blas.NoTrans, blas.NoTrans, 1, a.RawMatrix(), b.RawMatrix(), 0, c.RawMatrix()); err != nil {
			t.Fatal(err)
		}
		want := mat.NewDense(s[0], s[1], nil)
		reference.Dgemm(blas.NoTrans, blas.NoTrans, s[0], s[1], s[2], 1, a.RawMatrix().Data, s[2], b.RawMatrix().Data, s[1], 0, want.RawMatrix().Data, s[1])
		if d := linalgtest.MaxDiff(t, c, want); d > 1e-11 {
			t.Errorf("%v: off by %g", s, d)
		}
	}
}

func TestGemmStopsAndPanics(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	g := linalgtest.RandomDense(linalgtest.NewRand(62), 30, 30).RawMatrix()
	if err := Gemm(ctx, blas.NoTrans, blas.NoTrans, 1, g, g, 0, blas64.General{Rows: 30, Cols: 30, Stride: 30, Data: make([]float64, 900)}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	linalgtest.WantPanic(t, "dense", "shapes", func() { _ = Gemm(t.Context(), blas.NoTrans, blas.NoTrans, 1, g, Slice(g, 0, 20, 0, 30), 0, g) })
}

func TestBlocksCoverThePartOnce(t *testing.T) {
	for _, s := range [][2]int{{1, 1}, {48, 120}, {49, 121}, {250, 250}, {1000, 1000}, {2500, 2500}, {64, 2500}, {2500, 7}} {
		for _, where := range []simd.Part{simd.All, simd.Upper, simd.Lower} {
			var covered, wanted int
			list := blocks(s[0], s[1], where)
			for i, b := range list {
				if b.I0%simd.BlockAlign != 0 || b.J0%simd.BlockAlign != 0 || b.I0 >= b.I1 || b.J0 >= b.J1 {
					t.Fatalf("%v: block %v", s, b)
				}
				if slices.Contains(list[:i], b) {
					t.Fatalf("%v: block %v twice", s, b)
				}
				for r := b.I0; r < b.I1; r++ {
					covered += held(where, r, b.J0, b.J1)
				}
			}
			for r := range s[0] {
				wanted += held(where, r, 0, s[1])
			}
			if covered != wanted {
				t.Errorf("%v part %d: %d entries in blocks, want %d", s, where, covered, wanted)
			}
		}
	}
}

// held returns the number of columns from … to-1 that a part holds in row r.
func held(where simd.Part, r, from, to int) int {
	switch where {
	case simd.Upper:
		from = max(from, r)
	case simd.Lower:
		to = min(to, r+1)
	}
	return max(0, to-from)
}

func BenchmarkGemm(b *testing.B) {
	for _, s := range [][3]int{{250, 250, 250}, {1000, 1000, 1000}, {2500, 2500, 5000}} {
		rnd := linalgtest.NewRand(63)
		x, y := linalgtest.RandomDense(rnd, s[0], s[2]).RawMatrix(), linalgtest.RandomDense(rnd, s[2], s[1]).RawMatrix()
		z := blas64.General{Rows: s[0], Cols: s[1], Stride: s[1], Data: make([]float64, s[0]*s[1])}
		flops := 2 * float64(s[0]) * float64(s[1]) * float64(s[2])
		b.Run(fmt.Sprint(s), func(b *testing.B) {
			for b.Loop() {
				_ = Gemm(b.Context(), blas.NoTrans, blas.NoTrans, 1, x, y, 0, z)
			}
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
		if s[2] > 1000 {
			continue
		}
		b.Run(fmt.Sprint(s, "/gonum"), func(b *testing.B) {
			for b.Loop() {
				reference.Dgemm(blas.NoTrans, blas.NoTrans, s[0], s[1], s[2], 1, x.Data, s[2], y.Data, s[1], 0, z.Data, s[1])
			}
			b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
		})
	}
}

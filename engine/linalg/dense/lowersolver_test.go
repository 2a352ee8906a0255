package dense

import (
	"fmt"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/mat"
)

// randomLower returns a well conditioned lower triangular matrix.
func randomLower(seed uint64, m int) *mat.TriDense {
	rnd := linalgtest.NewRand(seed)
	l := mat.NewTriDense(m, mat.Lower, nil)
	for i := range m {
		for j := range i {
			l.SetTri(i, j, rnd.NormFloat64()/float64(m))
		}
		l.SetTri(i, i, 1+rnd.Float64())
	}
	return l
}

func TestSolveLowerRowsSolves(t *testing.T) {
	rnd := linalgtest.NewRand(6)
	for _, m := range []int{1, 2, 63, 64, 65, 128, 200} {
		l := randomLower(uint64(m), m)
		for _, b := range []int{1, 31, 32, 33, 100} {
			x := linalgtest.RandomDense(rnd, b, m)
			y := mat.DenseCopyOf(x)
			SolveLowerRows(l, y)
			var back mat.Dense
			back.Mul(y, mat.DenseCopyOf(l).T())
			if d := linalgtest.MaxDiff(t, &back, x); d > 1e-13 {
				t.Errorf("m=%d b=%d: residual %g", m, b, d)
			}
		}
	}
}

func TestSolveLowerRowsRowsAndPrefixesStandAlone(t *testing.T) {
	const m, k, b = 250, 170, 90
	l, x := randomLower(7, m), linalgtest.RandomDense(linalgtest.NewRand(8), b, m)
	solve := func(procs, rows, cols int) *mat.Dense {
		y := mat.DenseCopyOf(x.Slice(b-rows, b, 0, cols))
		linalgtest.WithProcs(procs, func() { SolveLowerRows(l.SliceTri(0, cols).(*mat.TriDense), y) })
		return y
	}
	whole := solve(1, b, m)
	linalgtest.SameBits(t, "GOMAXPROCS 1 and 2", whole, solve(2, b, m))
	linalgtest.SameBits(t, "fewer rows", whole.Slice(b-41, b, 0, m), solve(2, 41, m))
	linalgtest.SameBits(t, "leading block", whole.Slice(0, b, 0, k), solve(2, b, k))
}

func TestLowerSolverIsSolveLowerRows(t *testing.T) {
	rnd := linalgtest.NewRand(12)
	for _, m := range linalgtest.Sizes(1, 70, 256, 257, 600) {
		l := randomLower(uint64(m), m)
		s := NewLowerSolver(l)
		for _, b := range []int{1, 33, 90} {
			x := linalgtest.RandomDense(rnd, b, m)
			want, got := mat.DenseCopyOf(x), mat.DenseCopyOf(x)
			SolveLowerRows(l, want)
			s.SolveRows(got)
			linalgtest.SameBits(t, "LowerSolver", got, want)
		}
	}
	linalgtest.WantPanic(t, "dense", "columns", func() { NewLowerSolver(randomLower(9, 3)).SolveRows(mat.NewDense(2, 4, nil)) })
	linalgtest.WantPanic(t, "dense", "upper", func() { NewLowerSolver(mat.NewTriDense(3, mat.Upper, nil)) })
	NewLowerSolver(&mat.TriDense{}).SolveRows(&mat.Dense{})
}

func TestSolveLowerRowsShapes(t *testing.T) {
	linalgtest.WantPanic(t, "dense", "columns", func() { SolveLowerRows(randomLower(9, 3), mat.NewDense(2, 4, nil)) })
	linalgtest.WantPanic(t, "dense", "upper", func() {
		SolveLowerRows(mat.NewTriDense(3, mat.Upper, nil), mat.NewDense(2, 3, nil))
	})
	SolveLowerRows(&mat.TriDense{}, &mat.Dense{})
}

func BenchmarkSolveLowerRows(b *testing.B) {
	const rows, m = 256, 1000
	l, x := randomLower(10, m), linalgtest.RandomDense(linalgtest.NewRand(11), rows, m)
	y := mat.NewDense(rows, m, nil)
	flops := float64(rows) * float64(m) * float64(m)
	b.Run("256x1000", func(b *testing.B) {
		for b.Loop() {
			y.Copy(x)
			SolveLowerRows(l, y)
		}
		b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
	b.Run("256x1000/kept", func(b *testing.B) {
		s := NewLowerSolver(l)
		for b.Loop() {
			y.Copy(x)
			s.SolveRows(y)
		}
		b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
	b.Run("256x1000/gonum", func(b *testing.B) {
		for b.Loop() {
			y.Copy(x)
			reference.Dtrsm(blas.Right, blas.Lower, blas.Trans, blas.NonUnit, rows, m, 1, l.RawTriangular().Data, m, y.RawMatrix().Data, m)
		}
		b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
	})
}

// BenchmarkSolveTriangular measures few right sides: those of the features of a sweep.
func BenchmarkSolveTriangular(b *testing.B) {
	const p = 200
	for _, n := range []int{124, 249, 499, 999} {
		l, x := randomLower(10, n), linalgtest.RandomDense(linalgtest.NewRand(11), n, p)
		upper, y := mat.NewTriDense(n, mat.Upper, nil), New(n, p)
		upper.Copy(l.T())
		for name, solve := range map[string]func() error{
			"lower transposed": func() error {
				return SolveTriangular(b.Context(), blas.Left, blas.Trans, l.RawTriangular(), y.RawMatrix())
			},
			"upper": func() error {
				return SolveTriangular(b.Context(), blas.Left, blas.NoTrans, upper.RawTriangular(), y.RawMatrix())
			},
		} {
			b.Run(fmt.Sprint(n, " ", name), func(b *testing.B) {
				for b.Loop() {
					y.Copy(x)
					if err := solve(); err != nil {
						b.Fatal(err)
					}
				}
				flops := p * float64(n) * float64(n)
				b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}

package simd

import (
	"fmt"
	"slices"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// benchmarkPaths runs f on every path of this processor.
func benchmarkPaths(b *testing.B, f func(b *testing.B)) {
	was := active
	defer func() { active = was }()
	for p := portable; p <= best(); p++ {
		active = p
		b.Run(pathNames[p], f)
	}
}

func gflops(b *testing.B, flops float64) {
	b.ReportMetric(flops*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}

func BenchmarkTile(b *testing.B) {
	benchmarkPaths(b, func(b *testing.B) {
		for _, depth := range []int{8, 64, 128, 256} {
			l, r := NewLeftFactor(tileRows(), depth), NewRightFactor(depth, tileColumns())
			c := make([]float64, maxTile)
			b.Run(fmt.Sprint(depth), func(b *testing.B) {
				for b.Loop() {
					tile(depth, &l.data[0], tileRows(), &r.data[0], 1, &c[0], tileColumns(), 1)
				}
				gflops(b, float64(2*depth*tileRows()*tileColumns()))
			})
		}
	})
}

func BenchmarkGemm(b *testing.B) {
	benchmarkPaths(b, func(b *testing.B) {
		for _, s := range [][3]int{{1000, 1000, 1000}, {64, 2500, 500}, {100, 100, 100}, {16, 16, 16}} {
			g := func(r, c int) blas64.General {
				return blas64.General{Rows: r, Cols: c, Stride: c, Data: make([]float64, r*c)}
			}
			x, y, z := g(s[0], s[2]), g(s[1], s[2]), g(s[0], s[1])
			b.Run(fmt.Sprint(s), func(b *testing.B) {
				for b.Loop() {
					Gemm(blas.NoTrans, blas.Trans, 1, x, y, 0, z)
				}
				gflops(b, float64(2*s[0]*s[1]*s[2]))
			})
			b.Run(fmt.Sprint(s, "packed"), func(b *testing.B) {
				p := Pack(blas.Trans, y)
				for b.Loop() {
					GemmPacked(blas.NoTrans, 1, x, p, 0, z)
				}
				gflops(b, float64(2*s[0]*s[1]*s[2]))
			})
		}
	})
}

func BenchmarkVector(b *testing.B) {
	benchmarkPaths(b, func(b *testing.B) {
		const n = 1000
		x, y, a := make([]float64, n), make([]float64, n), make([]float64, 4*n)
		f := Four{a, n}
		var w [4]float64
		for name, g := range map[string]func(){
			"dot": func() { Dot(x, y) }, "axpy": func() { Axpy(0.5, x, y) },
			"dotFour": func() { f.Dot(x) }, "axpyFour": func() { f.Axpy(&w, y) }, "symvFour": func() { f.Symv(&w, x, y) },
			"exp": func() { Exp(x) }, "expm1": func() { Expm1(x) }, "distances": func() { SquaredDistances(x, 1, y) },
		} {
			b.Run(name, func(b *testing.B) {
				for b.Loop() {
					g()
				}
				b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gnumbers/s")
			})
		}
	})
}

// BenchmarkMultiplyPacked measures a product of two packed factors, with as many
// columns as fill tiles, and with a few more.
func BenchmarkMultiplyPacked(b *testing.B) {
	benchmarkPaths(b, func(b *testing.B) {
		for _, s := range [][3]int{{256, 192, 1000}, {256, 200, 1000}, {256, 208, 1000}, {256, 216, 1000}, {256, 124, 124}} {
			left, right := NewLeftFactor(s[0], s[2]), NewRightFactor(s[2], s[1])
			c := blas64.General{Rows: s[0], Cols: s[1], Stride: s[1], Data: make([]float64, s[0]*s[1])}
			b.Run(fmt.Sprint(s), func(b *testing.B) {
				for b.Loop() {
					MultiplyPacked(1, left, right, 0, c)
				}
				gflops(b, float64(2*s[0]*s[1]*s[2]))
			})
		}
	})
}

func BenchmarkSturm(b *testing.B) {
	benchmarkPaths(b, func(b *testing.B) {
		s := NewSturm(make([]float64, 1000), slices.Repeat([]float64{0.5}, 999))
		points, counts := make([]float64, 64), make([]int, 64)
		for b.Loop() {
			s.Below(points, counts)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64000, "ns/term")
	})
}

func BenchmarkTwisted(b *testing.B) {
	benchmarkPaths(b, func(b *testing.B) {
		const n = 1000
		t := NewTwisted(make([]float64, n), slices.Repeat([]float64{0.5}, n-1))
		x := blas64.General{Rows: TwistedLanes, Cols: n, Stride: n, Data: make([]float64, TwistedLanes*n)}
		values, room := []float64{-0.9, -0.8, -0.7, -0.6, -0.5, -0.4, -0.3, -0.2}, make([]float64, t.WorkspaceSize())
		for b.Loop() {
			t.VectorsTo(x, values, room)
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(TwistedLanes*n), "ns/entry")
	})
}

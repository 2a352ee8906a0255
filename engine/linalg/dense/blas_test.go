package dense

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
)

// reference is gonum's own BLAS.
var reference gonum.Implementation

// padded returns a matrix of normal numbers with a few NaN between its rows, which
// must stay untouched.
func padded(rnd *rand.Rand, rows, columns, stride int) []float64 {
	data := make([]float64, max(0, (rows-1)*stride+columns))
	for i := range data {
		data[i] = math.NaN()
		if i%stride < columns {
			data[i] = rnd.NormFloat64()
		}
	}
	return data
}

// agree fails unless both calls leave the same in their copy of data, to
// rounding.
func agree(t *testing.T, what string, tol float64, data []float64, want, got func(data []float64)) {
	t.Helper()
	w, g := slices.Clone(data), slices.Clone(data)
	want(w)
	got(g)
	for i := range w {
		if !(math.Abs(g[i]-w[i]) <= tol*(1+math.Abs(w[i]))) && !(math.IsNaN(g[i]) && math.IsNaN(w[i])) {
			t.Fatalf("%s: number %d is %v, gonum has %v", what, i, g[i], w[i])
		}
	}
}

var (
	blasUplos = []blas.Uplo{blas.Upper, blas.Lower}
	blasSides = []blas.Side{blas.Left, blas.Right}
	blasTrans = []blas.Transpose{blas.NoTrans, blas.Trans, blas.ConjTrans}
	blasDiags = []blas.Diag{blas.NonUnit, blas.Unit}
	// blasShapes has a few sizes past a tile, a block and a segment.
	blasShapes = [][3]int{{1, 1, 1}, {2, 3, 4}, {8, 24, 5}, {13, 50, 65}, {50, 13, 300}, {70, 1, 9}, {1, 70, 9}, {131, 129, 40}}
	blasScales = [][2]float64{{1, 0}, {-0.5, 1}, {2, 0.25}, {0, 0.5}}
)

func TestBLASProductsAgreeWithGonum(t *testing.T) {
	rnd := linalgtest.NewRand(50)
	for _, s := range blasShapes {
		m, n, k := s[0], s[1], s[2]
		for _, f := range blasScales {
			for _, tA := range blasTrans {
				for _, tB := range blasTrans {
					ra, ca, rb, cb := m, k, k, n
					if tA != blas.NoTrans {
						ra, ca = k, m
					}
					if tB != blas.NoTrans {
						rb, cb = n, k
					}
					a, b := padded(rnd, ra, ca, ca+2), padded(rnd, rb, cb, cb+1)
					agree(t, fmt.Sprint("Dgemm ", s, tA, tB, f), 1e-12, padded(rnd, m, n, n+3),
						func(c []float64) { reference.Dgemm(tA, tB, m, n, k, f[0], a, ca+2, b, cb+1, f[1], c, n+3) },
						func(c []float64) { kernelBLAS{}.Dgemm(tA, tB, m, n, k, f[0], a, ca+2, b, cb+1, f[1], c, n+3) })
				}
			}
		}
	}
}

func TestBLASSymmetricAgreesWithGonum(t *testing.T) {
	rnd := linalgtest.NewRand(51)
	for _, s := range blasShapes {
		m, n, k := s[0], s[1], s[2]
		for _, f := range blasScales {
			for _, ul := range blasUplos {
				for _, tA := range blasTrans {
					ra, ca := m, k
					if tA != blas.NoTrans {
						ra, ca = k, m
					}
					a, b, c := padded(rnd, ra, ca, ca+1), padded(rnd, ra, ca, ca+2), padded(rnd, m, m, m+1)
					agree(t, fmt.Sprint("Dsyrk ", s, ul, tA, f), 1e-12, c,
						func(c []float64) { reference.Dsyrk(ul, tA, m, k, f[0], a, ca+1, f[1], c, m+1) },
						func(c []float64) { kernelBLAS{}.Dsyrk(ul, tA, m, k, f[0], a, ca+1, f[1], c, m+1) })
					agree(t, fmt.Sprint("Dsyr2k ", s, ul, tA, f), 1e-12, c,
						func(c []float64) { reference.Dsyr2k(ul, tA, m, k, f[0], a, ca+1, b, ca+2, f[1], c, m+1) },
						func(c []float64) { kernelBLAS{}.Dsyr2k(ul, tA, m, k, f[0], a, ca+1, b, ca+2, f[1], c, m+1) })
				}
				for _, side := range blasSides {
					order := n
					if side == blas.Left {
						order = m
					}
					a, b := padded(rnd, order, order, order+2), padded(rnd, m, n, n+1)
					agree(t, fmt.Sprint("Dsymm ", s, side, ul, f), 1e-12, padded(rnd, m, n, n+3),
						func(c []float64) { reference.Dsymm(side, ul, m, n, f[0], a, order+2, b, n+1, f[1], c, n+3) },
						func(c []float64) { kernelBLAS{}.Dsymm(side, ul, m, n, f[0], a, order+2, b, n+1, f[1], c, n+3) })
				}
			}
		}
	}
}

func TestBLASTriangularAgreesWithGonum(t *testing.T) {
	rnd := linalgtest.NewRand(52)
	for _, s := range append(blasShapes, [3]int{300, 30, 0}, [3]int{30, 270, 0}) {
		m, n := s[0], s[1]
		if linalgtest.LeftOut(max(m, n)) {
			continue
		}
		for _, side := range blasSides {
			order := n
			if side == blas.Left {
				order = m
			}
			a, b := padded(rnd, order, order, order+1), padded(rnd, m, n, n+2)
			for i := range order {
				for j := range order {
					a[i*(order+1)+j] /= float64(order)
				}
				a[i*(order+1)+i] += 2
			}
			for _, ul := range blasUplos {
				for _, tA := range blasTrans {
					for _, d := range blasDiags {
						for _, alpha := range []float64{1, -0.5, 0} {
							what := fmt.Sprint(m, "×", n, side, ul, tA, d, alpha)
							agree(t, "Dtrsm "+what, 1e-12, b,
								func(b []float64) { reference.Dtrsm(side, ul, tA, d, m, n, alpha, a, order+1, b, n+2) },
								func(b []float64) { kernelBLAS{}.Dtrsm(side, ul, tA, d, m, n, alpha, a, order+1, b, n+2) })
							agree(t, "Dtrmm "+what, 1e-12, b,
								func(b []float64) { reference.Dtrmm(side, ul, tA, d, m, n, alpha, a, order+1, b, n+2) },
								func(b []float64) { kernelBLAS{}.Dtrmm(side, ul, tA, d, m, n, alpha, a, order+1, b, n+2) })
						}
					}
				}
			}
		}
	}
}

func TestBLASVectorsAgreeWithGonum(t *testing.T) {
	rnd := linalgtest.NewRand(53)
	for _, s := range [][2]int{{1, 1}, {3, 5}, {4, 8}, {7, 33}, {50, 13}, {129, 1100}, {700, 300}} {
		m, n := s[0], s[1]
		for _, inc := range [][2]int{{1, 1}, {2, 1}, {1, 3}, {-1, 2}} {
			length := func(n, inc int) int { return 1 + (n-1)*max(inc, -inc) }
			a := padded(rnd, m, n, n+1)
			xm, xn := padded(rnd, 1, length(m, inc[0]), 1<<20), padded(rnd, 1, length(n, inc[0]), 1<<20)
			ym, yn := padded(rnd, 1, length(m, inc[1]), 1<<20), padded(rnd, 1, length(n, inc[1]), 1<<20)
			for _, f := range blasScales {
				what := fmt.Sprint(s, inc, f)
				for _, tA := range blasTrans {
					x, y := xn, ym
					if tA != blas.NoTrans {
						x, y = xm, yn
					}
					agree(t, fmt.Sprint("Dgemv ", what, tA), 1e-12, y,
						func(y []float64) { reference.Dgemv(tA, m, n, f[0], a, n+1, x, inc[0], f[1], y, inc[1]) },
						func(y []float64) { kernelBLAS{}.Dgemv(tA, m, n, f[0], a, n+1, x, inc[0], f[1], y, inc[1]) })
				}
				agree(t, "Daxpy "+what, 1e-13, yn,
					func(y []float64) { reference.Daxpy(n, f[0], xn, inc[0], y, inc[1]) },
					func(y []float64) { kernelBLAS{}.Daxpy(n, f[0], xn, inc[0], y, inc[1]) })
				if inc[0] < 0 {
					continue // gonum's Dger reads past the start of x then
				}
				agree(t, "Dger "+what, 1e-13, a,
					func(a []float64) { reference.Dger(m, n, f[0], xm, inc[0], yn, inc[1], a, n+1) },
					func(a []float64) { kernelBLAS{}.Dger(m, n, f[0], xm, inc[0], yn, inc[1], a, n+1) })
			}
			agree(t, fmt.Sprint("Ddot ", s, inc), 1e-12, []float64{0},
				func(d []float64) { d[0] = reference.Ddot(n, xn, inc[0], yn, inc[1]) },
				func(d []float64) { d[0] = kernelBLAS{}.Ddot(n, xn, inc[0], yn, inc[1]) })
		}
	}
}

// Wrong arguments panic with the same words as gonum's.
func TestBLASPanicsAsGonumDoes(t *testing.T) {
	v := make([]float64, 100)
	calls := func(b blas.Float64) []func() {
		return []func(){
			func() { b.Dgemm('x', blas.NoTrans, 2, 2, 2, 1, v, 2, v, 2, 0, v, 2) },
			func() { b.Dgemm(blas.NoTrans, 'x', 2, 2, 2, 1, v, 2, v, 2, 0, v, 2) },
			func() { b.Dgemm(blas.NoTrans, blas.NoTrans, -1, 2, 2, 1, v, 2, v, 2, 0, v, 2) },
			func() { b.Dgemm(blas.NoTrans, blas.NoTrans, 2, 2, 2, 1, v, 1, v, 2, 0, v, 2) },
			func() { b.Dgemm(blas.NoTrans, blas.NoTrans, 2, 2, 2, 1, v[:3], 2, v, 2, 0, v, 2) },
			func() { b.Dgemm(blas.NoTrans, blas.NoTrans, 2, 2, 2, 1, v, 2, v, 2, 0, v[:3], 2) },
			func() { b.Dsyrk('x', blas.NoTrans, 2, 2, 1, v, 2, 0, v, 2) },
			func() { b.Dsyrk(blas.Upper, blas.NoTrans, 2, 2, 1, v, 1, 0, v, 2) },
			func() { b.Dsyr2k(blas.Upper, blas.NoTrans, 2, 2, 1, v, 2, v[:1], 2, 0, v, 2) },
			func() { b.Dsymm('x', blas.Upper, 2, 2, 1, v, 2, v, 2, 0, v, 2) },
			func() { b.Dsymm(blas.Left, blas.Upper, 2, 2, 1, v, 2, v, 1, 0, v, 2) },
			func() { b.Dtrsm('x', blas.Upper, blas.NoTrans, blas.Unit, 2, 2, 1, v, 2, v, 2) },
			func() { b.Dtrsm(blas.Left, blas.Upper, blas.NoTrans, 'x', 2, 2, 1, v, 2, v, 2) },
			func() { b.Dtrsm(blas.Left, blas.Upper, blas.NoTrans, blas.Unit, 2, 2, 1, v[:2], 2, v, 2) },
			func() { b.Dtrmm(blas.Left, 'x', blas.NoTrans, blas.Unit, 2, 2, 1, v, 2, v, 2) },
			func() { b.Dgemv('x', 2, 2, 1, v, 2, v, 1, 0, v, 1) },
			func() { b.Dgemv(blas.NoTrans, 2, 2, 1, v, 2, v, 0, 0, v, 1) },
			func() { b.Dgemv(blas.NoTrans, 2, 2, 1, v, 2, v[:1], 1, 0, v, 1) },
			func() { b.Dger(2, 2, 1, v, 1, v, 1, v[:1], 2) },
			func() { b.Ddot(3, v[:2], 1, v, 1) },
			func() { b.Daxpy(3, 1, v[:2], 1, v, 1) },
			func() { b.Daxpy(-1, 1, v, 1, v, 1) },
		}
	}
	said := func(f func()) (v any) {
		defer func() { v = recover() }()
		f()
		return nil
	}
	want := calls(reference)
	for i, f := range calls(kernelBLAS{}) {
		if w, g := said(want[i]), said(f); w == nil || g != w {
			t.Errorf("call %d panics with %v, gonum with %v", i, g, w)
		}
	}
}

// A row of a product, of a solution and of a matrix times a vector is the same
// bit for bit whatever the rows around it and GOMAXPROCS are.
func TestBLASRowsStandAlone(t *testing.T) {
	const m, n, k = 130, 257, 300
	rnd := linalgtest.NewRand(54)
	a, b, tri := padded(rnd, m, k, k), padded(rnd, k, n, n), padded(rnd, k, k, k)
	for i := range k {
		tri[i*k+i] += float64(k)
	}
	run := func(procs, from, to int) (out [3][]float64) {
		linalgtest.WithProcs(procs, func() {
			rows, sub := to-from, a[from*k:to*k]
			out[0] = make([]float64, rows*n)
			blas64.Implementation().Dgemm(blas.NoTrans, blas.NoTrans, rows, n, k, 1.5, sub, k, b, n, 0, out[0], n)
			out[1] = slices.Clone(sub)
			blas64.Implementation().Dtrsm(blas.Right, blas.Upper, blas.NoTrans, blas.NonUnit, rows, k, 1, tri, k, out[1], k)
			out[2] = make([]float64, rows)
			blas64.Implementation().Dgemv(blas.NoTrans, rows, k, 1.5, sub, k, b[:k], 1, 0, out[2], 1)
		})
		return out
	}
	whole := run(1, 0, m)
	for _, c := range [][3]int{{2, 0, m}, {5, 0, m}, {2, 77, 78}, {1, 3, 129}, {2, 8, 30}} {
		got := run(c[0], c[1], c[2])
		for i, width := range []int{n, k, 1} {
			if !slices.Equal(got[i], whole[i][c[1]*width:c[2]*width]) {
				t.Errorf("GOMAXPROCS %d, rows %d … %d: result %d differs", c[0], c[1], c[2]-1, i)
			}
		}
	}
}

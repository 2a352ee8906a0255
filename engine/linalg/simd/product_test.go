package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// onPaths runs f as a sub-test on every path of this processor.
func onPaths(t *testing.T, f func(t *testing.T)) {
	was := active
	defer func() { active = was }()
	for p := portable; p <= best(); p++ {
		active = p
		t.Run(pathNames[p], f)
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x51d)) }

// random returns a random r×c block inside of a larger matrix of NaN, at an odd
// position.
func random(rnd *rand.Rand, r, c int) blas64.General {
	stride := c + rnd.IntN(5)
	at := rnd.IntN(4)
	data := make([]float64, at+r*stride+1)
	for i := range data {
		data[i] = math.NaN()
	}
	g := blas64.General{Rows: r, Cols: c, Stride: max(1, stride), Data: data[at:]}
	for i := range r {
		for j := range c {
			g.Data[i*g.Stride+j] = rnd.NormFloat64()
		}
	}
	return g
}

// clone returns a copy of a with its stride.
func clone(a blas64.General) blas64.General {
	a.Data = append([]float64(nil), a.Data...)
	return a
}

func at(a blas64.General, t blas.Transpose, i, j int) float64 {
	if t != blas.NoTrans {
		i, j = j, i
	}
	return a.Data[i*a.Stride+j]
}

// plain computes Gemm as a loop over entries, for the entries of the given part.
func plain(tA, tB blas.Transpose, alpha float64, a, b blas64.General, beta float64, c blas64.General, part Part) blas64.General {
	depth := a.Cols
	if tA != blas.NoTrans {
		depth = a.Rows
	}
	out := clone(c)
	for i := range c.Rows {
		for j := range c.Cols {
			if part.coverage(i, 1, j, 1) < 0 {
				continue
			}
			var sum float64
			for k := range depth {
				sum += at(a, tA, i, k) * at(b, tB, k, j)
			}
			v := alpha * sum
			if beta != 0 {
				v += beta * c.Data[i*c.Stride+j]
			}
			out.Data[i*c.Stride+j] = v
		}
	}
	return out
}

// near fails unless got agrees with want to rounding and in every number that
// lies around it.
func near(t *testing.T, what string, got, want blas64.General, tol float64) {
	t.Helper()
	for i, w := range want.Data {
		g := got.Data[i]
		if row, column := i/want.Stride, i%want.Stride; row < want.Rows && column < want.Cols {
			if !(math.Abs(g-w) <= tol) && !(math.IsNaN(g) && math.IsNaN(w)) {
				t.Fatalf("%s: entry (%d, %d) is %v, want %v", what, row, column, g, w)
			}
		} else if math.Float64bits(g) != math.Float64bits(w) {
			t.Fatalf("%s: number %d outside of the matrix was changed from %v to %v", what, i, w, g)
		}
	}
}

var transposes = []blas.Transpose{blas.NoTrans, blas.Trans}

// shapes has empty, single, odd and tile-sized products, ones past a segment of
// the depth, and ones past a block.
var shapes = [][3]int{
	{0, 3, 2}, {3, 0, 2}, {3, 2, 0}, {1, 1, 1}, {2, 3, 1}, {4, 12, 5}, {8, 24, 4}, {9, 25, 7}, {7, 23, 3},
	{16, 48, 64}, {17, 49, 255}, {5, 3, 256}, {6, 30, 257}, {33, 31, 600}, {100, 1, 40}, {1, 100, 40},
	{BlockRows + 3, 30, 20}, {10, BlockColumns + 5, 20},
}

func TestGemmAgainstLoop(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(1)
		for _, s := range shapes {
			for _, tA := range transposes {
				for _, tB := range transposes {
					for _, factors := range [][2]float64{{1, 0}, {-0.75, 1}, {2, 0.5}} {
						a, b, c := random(rnd, s[0], s[2]), random(rnd, s[2], s[1]), random(rnd, s[0], s[1])
						if tA != blas.NoTrans {
							a = random(rnd, s[2], s[0])
						}
						if tB != blas.NoTrans {
							b = random(rnd, s[1], s[2])
						}
						want := plain(tA, tB, factors[0], a, b, factors[1], c, All)
						Gemm(tA, tB, factors[0], a, b, factors[1], c)
						near(t, fmt.Sprint(s, string(tA), string(tB), factors), c, want, 1e-12)
					}
				}
			}
		}
	})
}

func FuzzGemm(f *testing.F) {
	f.Add(uint64(1), uint8(8), uint8(24), uint16(256), uint8(3))
	f.Fuzz(func(t *testing.T, seed uint64, m, n uint8, k uint16, how uint8) {
		rnd := newRand(seed)
		rows, columns, depth := int(m%70), int(n%70), int(k%600)
		a, b, c := random(rnd, rows, depth), random(rnd, depth, columns), random(rnd, rows, columns)
		tA, tB := transposes[how&1], transposes[how>>1&1]
		if tA != blas.NoTrans {
			a = random(rnd, depth, rows)
		}
		if tB != blas.NoTrans {
			b = random(rnd, columns, depth)
		}
		was := active
		defer func() { active = was }()
		for active = portable; active <= best(); active++ {
			got := clone(c)
			Gemm(tA, tB, 1.5, a, b, -1, got)
			near(t, pathNames[active], got, plain(tA, tB, 1.5, a, b, -1, c, All), 1e-11)
		}
	})
}

func TestBetaZeroForgetsWhatWasThere(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(2)
		for _, depth := range []int{0, 5, 300} {
			a, b, c := random(rnd, 9, depth), random(rnd, depth, 51), random(rnd, 9, 51)
			c.Data[0], c.Data[1], c.Data[8*c.Stride+50] = math.NaN(), math.Inf(1), math.NaN()
			want := plain(blas.NoTrans, blas.NoTrans, 1, a, b, 0, c, All)
			Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
			near(t, fmt.Sprint("depth ", depth), c, want, 1e-12)
		}
	})
}

func TestPackedFactorServesManyProducts(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(20)
		b := random(rnd, 70, 40)
		right := Pack(blas.Trans, b)
		for _, rows := range []int{1, 8, 30} {
			a, c := random(rnd, rows, 40), random(rnd, rows, 70)
			want := plain(blas.NoTrans, blas.Trans, 2, a, b, 1, c, All)
			GemmPacked(blas.NoTrans, 2, a, right, 1, c)
			near(t, fmt.Sprint(rows, " rows"), c, want, 1e-12)
		}
		right.Release()
	})
}

// A zero does not hide a NaN or an Inf, and neither spreads to other entries.
func TestNaNAndInfSpreadAsTheyShould(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, bad := range []float64{math.NaN(), math.Inf(1)} {
			a := blas64.General{Rows: 11, Cols: 300, Stride: 300, Data: make([]float64, 11*300)}
			b := blas64.General{Rows: 300, Cols: 30, Stride: 30, Data: make([]float64, 300*30)}
			c := blas64.General{Rows: 11, Cols: 30, Stride: 30, Data: make([]float64, 11*30)}
			a.Data[3*300+280] = bad
			Gemm(blas.NoTrans, blas.NoTrans, 1, a, b, 0, c)
			for i := range 11 {
				for j := range 30 {
					if got := math.IsNaN(c.Data[i*30+j]); got != (i == 3) {
						t.Fatalf("%v in row 3: entry (%d, %d) is %v", bad, i, j, c.Data[i*30+j])
					}
				}
			}
		}
	})
}

func TestLeadingBlockIsTheProductOfLeadingParts(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(3)
		a, b := random(rnd, 70, 300), random(rnd, 300, 110)
		whole := blas64.General{Rows: 70, Cols: 110, Stride: 110, Data: make([]float64, 70*110)}
		Gemm(blas.NoTrans, blas.NoTrans, 0.7, a, b, 0, whole)
		for _, s := range [][2]int{{1, 1}, {1, 110}, {69, 3}, {8, 24}, {13, 57}, {70, 109}} {
			lead := blas64.General{Rows: s[0], Cols: s[1], Stride: s[1], Data: make([]float64, s[0]*s[1])}
			la, lb := a, b
			la.Rows, lb.Cols = s[0], s[1]
			Gemm(blas.NoTrans, blas.NoTrans, 0.7, la, lb, 0, lead)
			for i := range s[0] {
				for j := range s[1] {
					if g, w := lead.Data[i*s[1]+j], whole.Data[i*110+j]; math.Float64bits(g) != math.Float64bits(w) {
						t.Fatalf("%v: entry (%d, %d) is %v, and %v in the whole", s, i, j, g, w)
					}
				}
			}
		}
	})
}

func TestAddToParts(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(4)
		for _, n := range []int{1, 7, 8, 24, 25, 50, 97} {
			for _, part := range []Part{All, Upper, Lower} {
				a, c := random(rnd, 30, n), random(rnd, n, n)
				want := plain(blas.Trans, blas.NoTrans, -2, a, a, 1, c, part)
				left, right := NewLeftFactor(n, 30), NewRightFactor(30, n)
				left.PackColumns(a, 0, left.Slivers())
				right.PackColumns(a, 0, right.Slivers())
				for i := 0; i < n; i += BlockAlign {
					for j := 0; j < n; j += 2 * BlockAlign {
						Add(-2, left, right, c, Block{i, min(n, i+BlockAlign), j, min(n, j+2*BlockAlign)}, part)
					}
				}
				near(t, fmt.Sprint(n, part), c, want, 1e-12)
			}
		}
	})
}

func TestAddBothWeighsGroups(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		rnd := newRand(5)
		weights := []float64{0.5, 0, 3}
		for _, size := range []int{1, 20, 300} {
			for _, n := range []int{1, 24, 60} {
				a, c, d := random(rnd, 3*size, n), random(rnd, n, n), random(rnd, n, n)
				wantC, wantD := plain(blas.Trans, blas.NoTrans, 1, a, a, 1, c, Upper), d
				for g, w := range weights {
					group := a
					group.Rows = size
					group.Data = a.Data[g*size*a.Stride:]
					wantD = plain(blas.Trans, blas.NoTrans, w, group, group, 1, wantD, Upper)
				}
				left, right := NewLeftFactor(n, 3*size), NewRightFactor(3*size, n)
				var groups []Group
				for _, w := range weights {
					groups = append(groups, Group{size, w})
				}
				left.CutGroups(groups)
				right.CutGroups(groups)
				left.PackColumns(a, 0, left.Slivers())
				right.PackColumns(a, 0, right.Slivers())
				AddBoth(left, right, c, d, Block{0, n, 0, n}, Upper)
				near(t, fmt.Sprint("C ", size, n), c, wantC, 1e-11)
				near(t, fmt.Sprint("D ", size, n), d, wantD, 1e-11)
			}
		}
	})
}

func TestPackedIsReused(t *testing.T) {
	rnd := newRand(6)
	for range 20 {
		m, n := 1+rnd.IntN(40), 1+rnd.IntN(40)
		a := random(rnd, m, n)
		p := NewLeftFactor(m, n)
		p.PackRows(a, 0, p.Slivers())
		back := random(rnd, m, n)
		want := clone(back)
		for i := range m {
			copy(want.Data[i*want.Stride:][:n], a.Data[i*a.Stride:])
		}
		p.UnpackRows(back, 0, p.Slivers())
		near(t, "back from the pack", back, want, 0)
		p.Release()
	}
}

package linalg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// turned is the diagonal matrix of the values f(0), …, f(n-1) turned by random
// reflections, and the values in ascending order.
func turned(n int, seed uint64, f func(i int) float64) (*mat.SymDense, []float64) {
	rnd := newRand(seed)
	s, values := mat.NewSymDense(n, nil), make([]float64, n)
	for i := range n {
		values[i] = f(i)
		s.SetSym(i, i, values[i])
	}
	for range 3 {
		// (I - 2vvᵀ) S (I - 2vvᵀ) = S - vwᵀ - wvᵀ with w = 2Sv - 2(vᵀSv)v.
		v, w := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
		for i := range n {
			v.SetVec(i, rnd.NormFloat64())
		}
		v.ScaleVec(1/mat.Norm(v, 2), v)
		w.MulVec(s, v)
		w.ScaleVec(2, w)
		w.AddScaledVec(w, -mat.Dot(v, w), v)
		s.RankTwo(s, -1, v, w)
	}
	slices.Sort(values)
	return s, values
}

// spectra are what the lowest eigenvalues of a matrix of order n may look like.
// The values say whether the iteration has to find the lowest few by itself.
var spectra = []struct {
	name  string
	found bool
	f     func(i, n int) float64
}{
	{"linear", true, func(i, n int) float64 { return float64(i)/float64(n) - 0.3 }},
	{"square", true, func(i, n int) float64 { return math.Pow(float64(i+1)/float64(n), 2) }},
	{"slow", true, func(i, n int) float64 { return 4 * float64(i+1) / (float64(i) + 0.5*float64(n)) }},
	{"negative", true, func(i, n int) float64 { return -1e3 - float64(i%n) }},
	{"pairs", true, func(i, n int) float64 { return float64(i/2) / float64(n) }},
	{"multiplicity 16", true, func(i, n int) float64 { return float64(i/16) / float64(n) }},
	{"multiplicity 17 at the end", true, func(i, n int) float64 { return float64(max(i, 16)) / float64(n) }},
	{"close pairs", true, func(i, n int) float64 { return (float64(i/2) + 1e-11*float64(i%2)) / float64(n) }},
	{"two far below", true, func(i, n int) float64 { return float64(max(i, 2)-1) * (1 + float64(i%n)/float64(n)) }},
	{"identity", true, func(int, int) float64 { return 1 }},
	{"two values", false, func(i, _ int) float64 { return float64(min(i/30, 1)) }},
	{"multiplicity 40", false, func(i, n int) float64 { return float64(max(i, 39)) / float64(n) }},
	{"low rank", false, func(i, _ int) float64 { return float64(max(0, i-550)) }},
	{"graded", false, func(i, n int) float64 { return math.Pow(10, -16*float64(i)/float64(n)) }},
	{"zero", false, func(int, int) float64 { return 0 }},
}

func TestLowestByLanczos(t *testing.T) {
	const n, p = 600, 20
	for _, c := range spectra {
		t.Run(c.name, func(t *testing.T) {
			a, want := turned(n, 40, func(i int) float64 { return c.f(i, n) })
			work, _, _ := scaledUpper(t.Context(), a, 0, nil)
			values, vectors, err := lowestByLanczos(t.Context(), work, p)
			if err != nil {
				t.Fatal(err)
			}
			if vectors == nil {
				if c.found {
					t.Error("not found")
				}
				return
			}
			checkEigen(t, a, values, vectors, p)
			norm := max(math.Abs(want[0]), math.Abs(want[n-1]))
			for i, v := range values {
				if !(math.Abs(v-want[i]) <= 1e-13*norm) {
					t.Errorf("value %d is %v, want %v", i, v, want[i])
				}
			}
		})
	}
}

func TestNoneBelow(t *testing.T) {
	const n, p = 300, 12
	a, _ := turned(n, 41, func(i int) float64 { return float64(i) })
	values, vectors, err := EigenSym(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	work := borrow(n, n)
	for missing := range p + 1 {
		v := newGeneral(p, n)
		for k, j := 0, 0; k < p; j++ {
			if j != missing {
				mat.Col(v.Data[k*n:(k+1)*n], j, vectors)
				k++
			}
		}
		last := values[p-1]
		if missing < p {
			last = values[p]
		}
		got, err := noneBelow(t.Context(), square(a), work, last-1e-9, n, v)
		if err != nil || got != (missing == p) {
			t.Errorf("without vector %d: %v, error %v", missing, got, err)
		}
	}
}

func TestEigenLowestOfLargeOrder(t *testing.T) {
	const n, p = 1200, 30
	if !worthLanczos(n, p) || worthLanczos(n, n/10) || !worthBand(n, n/10) {
		t.Error("not all ways are taken")
	}
	for name, f := range map[string]func(i int) float64{
		"linear":          func(i int) float64 { return (float64(i) - 100) / n },
		"huge":            func(i int) float64 { return 1e300 * (float64(i) - 100) / n },
		"multiplicity 40": func(i int) float64 { return float64(max(i, 39)) / n },
		"low rank":        func(i int) float64 { return -float64(max(0, i-n+20)) / 20 },
	} {
		if testing.Short() && name != "linear" {
			continue
		}
		a, want := turned(n, 42, f)
		for _, p := range []int{p, n / 10} {
			values, vectors, err := EigenLowest(t.Context(), a, p)
			if err != nil {
				t.Fatal(err)
			}
			checkEigen(t, a, values, vectors, p)
			for i, v := range values {
				if !(math.Abs(v-want[i]) <= 1e-13*math.Abs(want[0]-want[n-1])) {
					t.Errorf("%s: value %d is %v, want %v", name, i, v, want[i])
				}
			}
		}
	}
}

func TestLanczosSameForAnyProcs(t *testing.T) {
	const n, p = 800, 10
	a := randomSym(newRand(43), n)
	work, _, _ := scaledUpper(t.Context(), a, 0, nil)
	sameForAnyProcs(t, func() ([]float64, *mat.Dense, error) { return lowestByLanczos(t.Context(), work, p) })
}

func TestLanczosStopsInEveryPhase(t *testing.T) {
	a, _ := turned(600, 44, func(i int) float64 { return float64(i) })
	work, _, _ := scaledUpper(t.Context(), a, 0, nil)
	stopsInEveryPhase(t, 50, func(ctx context.Context) ([]float64, *mat.Dense, error) { return lowestByLanczos(ctx, work, 5) })
}

func TestEigenLowestStopsWhenContextEnds(t *testing.T) {
	a := randomSym(newRand(45), 1500)
	for _, after := range []time.Duration{time.Millisecond, 100 * time.Millisecond} {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		defer cancel()
		start := time.Now()
		_, _, err := EigenLowest(ctx, a, 100)
		if d := time.Since(start); d > time.Second {
			t.Errorf("returned after %v", d)
		}
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	}
}

func TestKrylovRelation(t *testing.T) {
	const n, steps = 400, 12
	a := positive(46, n)
	full := mat.DenseCopyOf(a).RawMatrix()
	k := newKrylov(n, steps*krylovBlock, nil, func(_ context.Context, x blas64.General) error {
		y := append([]float64(nil), x.Data...)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, blas64.General{Rows: x.Rows, Cols: n, Stride: x.Stride, Data: y}, full, 0, x)
		return nil
	})
	q := mat.NewDense(steps*krylovBlock, n, nil)
	for s := range steps {
		for i := range krylovBlock {
			q.SetRow(s*krylovBlock+i, k.next.Data[i*k.next.Stride:][:n])
		}
		if err := k.extend(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	var gram, left, right mat.Dense
	gram.Mul(q, q.T())
	for i := range gram.RawMatrix().Rows {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if d := mat.Max(absolute(&gram)); !(d < 1e-14) {
		t.Errorf("the basis is orthonormal to %g only", d)
	}
	left.Mul(q, a)
	right.Mul(k.t, q)
	last := right.Slice((steps-1)*krylovBlock, steps*krylovBlock, 0, n).(*mat.Dense)
	var next mat.Dense
	next.Mul(mat.NewDense(krylovBlock, krylovBlock, k.below.Data), mat.NewDense(krylovBlock, n, k.next.Data))
	last.Add(last, &next)
	if d := maxDiff(t, &left, &right); !(d < 1e-13) {
		t.Errorf("the relation holds to %g only", d)
	}
}

func BenchmarkEigenLowest(b *testing.B) {
	for _, s := range [][2]int{{1200, 66}, {1000, 200}, {2500, 100}, {2500, 200}, {3719, 200}} {
		n, p := s[0], s[1]
		if n > 2500 && testing.Short() {
			continue
		}
		a := randomSym(newRand(36), n)
		b.Run(fmt.Sprintf("%d of %d", p, n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := EigenLowest(b.Context(), a, p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

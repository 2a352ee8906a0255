package linalg

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

// checkEigen fails unless values and vectors are p eigenpairs of a up to
// rounding, ascending and orthonormal.
func checkEigen(t *testing.T, a *mat.SymDense, values []float64, vectors *mat.Dense, p int) {
	t.Helper()
	n := a.SymmetricDim()
	if r, c := vectors.Dims(); len(values) != p || r != n || c != p {
		t.Fatalf("%d values and %d×%d vectors, want %d and %d×%d", len(values), r, c, p, n, p)
	}
	if !slices.IsSorted(values) {
		t.Error("values do not ascend")
	}
	norm := mat.Norm(a, 2)
	bound := 4e-15 * math.Sqrt(float64(n))
	var gram, av, vl mat.Dense
	gram.Mul(vectors.T(), vectors)
	for i := range p {
		gram.Set(i, i, gram.At(i, i)-1)
	}
	if d := mat.Max(absolute(&gram)); !(d <= bound) {
		t.Errorf("n=%d: vectors are orthonormal to %g only, want %g", n, d, bound)
	}
	av.Mul(a, vectors)
	vl.Mul(vectors, mat.NewDiagDense(p, values))
	av.Sub(&av, &vl)
	if d := mat.Norm(&av, 2); !(d <= bound*norm) {
		t.Errorf("n=%d: residual %g of norm %g, want %g", n, d, norm, bound*norm)
	}
}

// absolute is a with its signs taken off.
func absolute(a *mat.Dense) *mat.Dense {
	var b mat.Dense
	b.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, a)
	return &b
}

func TestEigenSymRandomAgainstGonum(t *testing.T) {
	rnd := newRand(20)
	for _, n := range []int{1, 2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 66, 97, 129, 200, 255, 256, 257, 258, 259, 385} {
		a := randomSym(rnd, n)
		values, vectors, err := EigenSym(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		checkEigen(t, a, values, vectors, n)
		var g mat.EigenSym
		if !g.Factorize(a, false) {
			t.Fatal("gonum does not converge")
		}
		for i, want := range g.Values(nil) {
			if d := math.Abs(values[i] - want); d > 1e-13*float64(n) {
				t.Errorf("n=%d: value %d is %v, gonum has %v", n, i, values[i], want)
			}
		}
	}
}

func TestEigenSymEverySmallOrder(t *testing.T) {
	rnd := newRand(21)
	for n := 1; n <= 100; n++ {
		a := randomSym(rnd, n)
		values, vectors, err := EigenSym(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		checkEigen(t, a, values, vectors, n)
	}
}

func TestEigenSymHardSpectra(t *testing.T) {
	for name, a := range hardMatrices() {
		t.Run(name, func(t *testing.T) {
			values, vectors, err := EigenSym(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			n := a.SymmetricDim()
			checkEigen(t, a, values, vectors, n)
			alone, err := Eigenvalues(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			norm := max(math.Abs(values[0]), math.Abs(values[n-1]))
			for i, v := range alone {
				if !(math.Abs(v-values[i]) <= 1e-13*norm) {
					t.Errorf("value %d without vectors is %v, with them %v", i, v, values[i])
				}
			}
			// By way of a band, too.
			work, exponent, err := scaledUpper(t.Context(), a, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer giveBack(work)
			c, err := lowestOfBand(t.Context(), work, n)
			if err != nil {
				t.Fatal(err)
			}
			for i := range c.values {
				c.values[i] = math.Ldexp(c.values[i], exponent)
			}
			if vectors, err = columns(t.Context(), c.x, c.rows, make([]float64, n*n)); err != nil {
				t.Fatal(err)
			}
			checkEigen(t, a, c.values, vectors, n)
		})
	}
}

// hardMatrices have spectra on which eigensolvers are known to slip.
func hardMatrices() map[string]*mat.SymDense {
	const n = 210
	rnd := newRand(22)
	ms := map[string]*mat.SymDense{
		"zero":              mat.NewSymDense(n, nil),
		"identity":          withSpectrum(n, 0, func(int) float64 { return 1 }),
		"diagonal":          withSpectrum(n, 0, func(i int) float64 { return float64((i * 37) % n) }),
		"rank 3":            withSpectrum(n, 23, func(i int) float64 { return float64(max(0, 3-i)) }),
		"one cluster":       withSpectrum(n, 24, func(i int) float64 { return 1 + 1e-15*float64(i) }),
		"loose cluster":     withSpectrum(n, 25, func(i int) float64 { return 1 + 1e-10*float64(i) }),
		"three clusters":    withSpectrum(n, 26, func(i int) float64 { return float64(i%3) + 1e-13*rnd.Float64() }),
		"graded":            withSpectrum(n, 27, func(i int) float64 { return math.Pow(10, -16*float64(i)/n) }),
		"graded and signed": withSpectrum(n, 28, func(i int) float64 { return math.Pow(-0.7, float64(i)) }),
		"huge":              withSpectrum(n, 29, func(i int) float64 { return 1e300 * float64(i) }),
		"tiny":              withSpectrum(n, 30, func(i int) float64 { return 1e-300 * float64(i) }),
		"glued Wilkinson":   gluedWilkinson(10, 1e-9),
		"Wilkinson":         gluedWilkinson(1, 0),
		"Wilkinson blocks":  gluedWilkinson(10, 0),
		"kernel":            gaussianKernel(newRand(31), n, 2, 1.5),
		"ones":              mat.NewSymDense(n, slices.Repeat([]float64{1}, n*n)),
	}
	equal, nearly := mat.NewSymDense(n, nil), mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			if i%7 == j%7 {
				equal.SetSym(i, j, 1)
			}
			nearly.SetSym(i, j, 1+1e-9*rnd.NormFloat64())
		}
	}
	ms["seven equal rows"], ms["nearly ones"] = equal, nearly
	second := mat.NewSymDense(n, nil)
	gradedTri := mat.NewSymDense(n, nil)
	for i := range n {
		second.SetSym(i, i, 2)
		gradedTri.SetSym(i, i, math.Pow(10, -15*float64(i)/n))
		if i+1 < n {
			second.SetSym(i, i+1, -1)
			gradedTri.SetSym(i, i+1, math.Pow(10, -15*float64(i)/n))
		}
	}
	ms["second difference"], ms["graded tridiagonal"] = second, gradedTri
	return ms
}

// withSpectrum is Q diag(f(0), …, f(n-1)) Qᵀ with Q random, or the diagonal
// matrix itself for seed 0.
func withSpectrum(n int, seed uint64, f func(i int) float64) *mat.SymDense {
	d := mat.NewDiagDense(n, nil)
	for i := range n {
		d.SetDiag(i, f(i))
	}
	s := mat.NewSymDense(n, nil)
	if seed == 0 {
		for i := range n {
			s.SetSym(i, i, d.At(i, i))
		}
		return s
	}
	var qr mat.QR
	qr.Factorize(randomDense(newRand(seed), n, n))
	var q, b mat.Dense
	qr.QTo(&q)
	b.Mul(&q, d)
	b.Mul(&b, q.T())
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, b.At(i, j)/2+b.At(j, i)/2)
		}
	}
	return s
}

// gluedWilkinson joins copies of Wilkinson's W21+ by glue beside the diagonal.
func gluedWilkinson(copies int, glue float64) *mat.SymDense {
	s := mat.NewSymDense(21*copies, nil)
	for i := range 21 * copies {
		s.SetSym(i, i, math.Abs(float64(i%21-10)))
		if i > 0 {
			s.SetSym(i-1, i, 1)
			if i%21 == 0 {
				s.SetSym(i-1, i, glue)
			}
		}
	}
	return s
}

func TestEigenSymKnownSpectrum(t *testing.T) {
	const n = 150
	values, _, err := EigenSym(t.Context(), hardMatrices()["second difference"].SliceSym(0, n).(*mat.SymDense))
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		want := 2 - 2*math.Cos(float64(i+1)*math.Pi/(n+1))
		if math.Abs(v-want) > 1e-14 {
			t.Errorf("value %d is %v, want %v", i, v, want)
		}
	}
}

func TestEigenLowestAgreesWithEigenSym(t *testing.T) {
	for _, n := range []int{1, 2, 20, 33, 150, 300, 450} {
		a := gaussianKernel(newRand(32), n, 5, 2)
		all, allVectors, err := EigenSym(t.Context(), a)
		if err != nil {
			t.Fatal(err)
		}
		norm := math.Abs(all[n-1])
		for _, p := range []int{1, 2, n / 3, n - 1, n, n + 5} {
			if p == 0 {
				continue
			}
			values, vectors, err := EigenLowest(t.Context(), a, p)
			if err != nil {
				t.Fatal(err)
			}
			q := min(p, n)
			checkEigen(t, a, values, vectors, q)
			for i, v := range values {
				if !(math.Abs(v-all[i]) <= 1e-14*norm) {
					t.Errorf("n=%d p=%d: value %d is %v, of all it is %v", n, p, i, v, all[i])
				}
			}
			if q == n || !worthTwisted(n, q) {
				sameBits(t, fmt.Sprintf("n=%d p=%d", n, p), vectors, allVectors.Slice(0, n, 0, q))
			}
		}
	}
}

func TestEigenSymSameForAnyProcs(t *testing.T) {
	for _, n := range []int{90, 400, 650} {
		a := randomSym(newRand(33), n)
		sameForAnyProcs(t, func() ([]float64, *mat.Dense, error) { return EigenSym(t.Context(), a) })
	}
}

func TestEigenSymReadsUpperTriangleOnly(t *testing.T) {
	const n = 50
	a := randomSym(newRand(34), n)
	dirty := mat.NewSymDense(n, slices.Clone(a.RawSymmetric().Data))
	for i := range n {
		for j := range i {
			dirty.RawSymmetric().Data[i*n+j] = math.NaN()
		}
	}
	before := mat.NewSymDense(n, nil)
	before.CopySym(a)
	_, want, err := EigenSym(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	_, got, err := EigenSym(t.Context(), dirty)
	if err != nil {
		t.Fatal(err)
	}
	sameBits(t, "vectors", got, want)
	sameBits(t, "the argument", a, before)
}

func TestEigenSymEdges(t *testing.T) {
	values, vectors, err := EigenSym(t.Context(), &mat.SymDense{})
	if err != nil || values != nil || !vectors.IsEmpty() {
		t.Errorf("n=0: %v, error %v", values, err)
	}
	a := mat.NewSymDense(1, []float64{-3})
	values, vectors, err = EigenSym(t.Context(), a)
	if err != nil || values[0] != -3 || math.Abs(vectors.At(0, 0)) != 1 {
		t.Errorf("n=1: %v, error %v", values, err)
	}
	if values, vectors, err = EigenLowest(t.Context(), a, 0); err != nil || values != nil || !vectors.IsEmpty() {
		t.Errorf("p=0: %v, error %v", values, err)
	}
	wantPanic(t, "p", func() { _, _, _ = EigenLowest(t.Context(), a, -1) })
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if _, _, err = EigenSym(t.Context(), mat.NewSymDense(2, []float64{1, bad, 0, 1})); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}

func TestEigenSymStopsInEveryPhase(t *testing.T) {
	a := randomSym(newRand(37), 200)
	stopsInEveryPhase(t, 300, func(ctx context.Context) ([]float64, *mat.Dense, error) { return EigenSym(ctx, a) })
}

func TestEigenSymStopsWhenContextEnds(t *testing.T) {
	a := randomSym(newRand(35), 1500)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, _, err := EigenSym(ctx, a)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if d := time.Since(start); d > time.Second {
		t.Errorf("returned after %v", d)
	}
}

// A sum is solved as if it were there.
func TestEigenLowestSum(t *testing.T) {
	const n, p, weight = 90, 20, 0.37
	a, b, sum := randomSym(newRand(91), n), randomSym(newRand(92), n), NewSym(n)
	for i := range n {
		for j := i; j < n; j++ {
			sum.SetSym(i, j, math.FMA(weight, b.At(i, j), a.At(i, j)))
		}
	}
	values, vectors, err := EigenLowestSum(t.Context(), a, weight, b, p)
	if err != nil {
		t.Fatal(err)
	}
	checkEigen(t, sum, values, vectors, p)
	all, _, err := EigenSym(t.Context(), sum)
	if err != nil || !(math.Abs(all[p-1]-values[p-1]) < 1e-12) {
		t.Errorf("eigenvalue %d is %v, want %v, error %v", p, values[p-1], all[p-1], err)
	}
	b.SetSym(3, 8, math.Inf(1))
	if _, _, err := EigenLowestSum(t.Context(), a, weight, b, p); err == nil || !strings.Contains(err.Error(), "(3, 8)") {
		t.Errorf("infinite entry: %v", err)
	}
	wantPanic(t, "orders", func() { _, _, _ = EigenLowestSum(t.Context(), a, weight, NewSym(n+1), p) })
}

func BenchmarkEigenSym(b *testing.B) {
	for _, n := range []int{100, 250, 500, 1000, 2500} {
		if n > 1000 && testing.Short() {
			continue
		}
		a := randomSym(newRand(36), n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, _, err := EigenSym(b.Context(), a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package linalgtest

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// NewRand returns a generator with a fixed stream for each seed.
func NewRand(seed uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed, 0x5fa))
}

// RandomDense returns an r×c matrix of independent standard normal entries.
func RandomDense(rnd *rand.Rand, r, c int) *mat.Dense {
	d := mat.NewDense(r, c, nil)
	for i := range r {
		for j := range c {
			d.Set(i, j, rnd.NormFloat64())
		}
	}
	return d
}

// RandomSym returns an n×n symmetric matrix of independent standard normal entries.
func RandomSym(rnd *rand.Rand, n int) *mat.SymDense {
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, rnd.NormFloat64())
		}
	}
	return s
}

// GaussianKernel returns the kernel matrix of n random points in d dimensions.
func GaussianKernel(rnd *rand.Rand, n, d int, sigma float64) *mat.SymDense {
	x := RandomDense(rnd, n, d)
	k := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			var q float64
			for c := range d {
				v := x.At(i, c) - x.At(j, c)
				q += v * v
			}
			k.SetSym(i, j, math.Exp(-q/(2*sigma*sigma)))
		}
	}
	return k
}

// WithSpectrum returns Q diag(f(0), …, f(n-1)) Qᵀ with Q random, or the diagonal matrix
// itself for seed 0.
func WithSpectrum(n int, seed uint64, f func(i int) float64) *mat.SymDense {
	values := make([]float64, n)
	for i := range n {
		values[i] = f(i)
	}
	s := mat.NewSymDense(n, nil)
	if seed == 0 {
		for i := range n {
			s.SetSym(i, i, values[i])
		}
		return s
	}
	var qr mat.QR
	qr.Factorize(RandomDense(NewRand(seed), n, n))
	var q, b mat.Dense
	qr.QTo(&q)
	b.Mul(ScaledColumns(&q, values), q.T())
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, b.At(i, j)/2+b.At(j, i)/2)
		}
	}
	return s
}

// Reflected returns the diagonal matrix of the values f(0), …, f(n-1) transformed by
// random reflections, and the values in ascending order.
func Reflected(n int, seed uint64, f func(i int) float64) (*mat.SymDense, []float64) {
	rnd := NewRand(seed)
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

// Spectra are typical lowest eigenvalues of a matrix of order n. Found reports whether
// the iteration must find the lowest few without a fallback.
var Spectra = []struct {
	Name  string
	Found bool
	Of    func(i, n int) float64
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

// PositiveDefinite returns BᵀB/n + I/10 with B random.
func PositiveDefinite(seed uint64, n int) *mat.SymDense {
	s := mat.NewSymDense(n, nil)
	s.SymOuterK(1/float64(n), RandomDense(NewRand(seed), n, n).T())
	for i := range n {
		s.SetSym(i, i, s.At(i, i)+0.1)
	}
	return s
}

// Dominant returns a matrix with a full upper triangle and a dominant diagonal.
func Dominant(n int) blas64.General {
	a := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	rnd := NewRand(70)
	for i := range n {
		for j := i; j < n; j++ {
			a.Data[i*n+j] = rnd.NormFloat64()
		}
		a.Data[i*n+i] += 4 * float64(n)
	}
	return a
}

// Orders are the orders of matrices in benchmarks.
var Orders = []int{250, 500, 1000, 2500}

// Table returns the matrix whose entries are at(i, j), counted from 0.
func Table(rows, columns int, at func(i, j int) float64) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j := range columns {
			m.Set(i, j, at(i, j))
		}
	}
	return m
}

package eigen

import (
	"maps"
	"math"
	"slices"
	"sync"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// gluedWilkinson returns a tridiagonal matrix of copies of Wilkinson's W21+, coupled by
// glue.
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

// shortTestMatrices are the hard matrices of tests with -short: without deflation, with
// much, and with eigenvalues that nearly agree.
var shortTestMatrices = []string{"second difference", "kernel", "glued Wilkinson"}

// hardMatrices returns matrices with spectra that are difficult for eigensolvers. They
// are computed once; callers must not change them.
var hardMatrices = sync.OnceValue(func() map[string]*mat.SymDense {
	// Wilkinson's copies are of order 21.
	copies := linalgtest.Size(210) / 21
	n := 21 * copies
	rnd := linalgtest.NewRand(22)
	ms := map[string]*mat.SymDense{
		"zero":              mat.NewSymDense(n, nil),
		"identity":          linalgtest.WithSpectrum(n, 0, func(int) float64 { return 1 }),
		"diagonal":          linalgtest.WithSpectrum(n, 0, func(i int) float64 { return float64((i * 37) % n) }),
		"rank 3":            linalgtest.WithSpectrum(n, 23, func(i int) float64 { return float64(max(0, 3-i)) }),
		"one cluster":       linalgtest.WithSpectrum(n, 24, func(i int) float64 { return 1 + 1e-15*float64(i) }),
		"loose cluster":     linalgtest.WithSpectrum(n, 25, func(i int) float64 { return 1 + 1e-10*float64(i) }),
		"three clusters":    linalgtest.WithSpectrum(n, 26, func(i int) float64 { return float64(i%3) + 1e-13*rnd.Float64() }),
		"graded":            linalgtest.WithSpectrum(n, 27, func(i int) float64 { return math.Pow(10, -16*float64(i)/float64(n)) }),
		"graded and signed": linalgtest.WithSpectrum(n, 28, func(i int) float64 { return math.Pow(-0.7, float64(i)) }),
		"huge":              linalgtest.WithSpectrum(n, 29, func(i int) float64 { return 1e300 * float64(i) }),
		"tiny":              linalgtest.WithSpectrum(n, 30, func(i int) float64 { return 1e-300 * float64(i) }),
		"glued Wilkinson":   gluedWilkinson(copies, 1e-9),
		"Wilkinson":         gluedWilkinson(1, 0),
		"Wilkinson blocks":  gluedWilkinson(copies, 0),
		"kernel":            linalgtest.GaussianKernel(linalgtest.NewRand(31), n, 2, 1.5),
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
		gradedTri.SetSym(i, i, math.Pow(10, -15*float64(i)/float64(n)))
		if i+1 < n {
			second.SetSym(i, i+1, -1)
			gradedTri.SetSym(i, i+1, math.Pow(10, -15*float64(i)/float64(n)))
		}
	}
	ms["second difference"], ms["graded tridiagonal"] = second, gradedTri
	if testing.Short() {
		maps.DeleteFunc(ms, func(name string, _ *mat.SymDense) bool { return !slices.Contains(shortTestMatrices, name) })
	}
	return ms
})

package eigen

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// A few pairs are as exact as all of them, whatever the spectrum.
func TestEigenLowestHardSpectra(t *testing.T) {
	for name, a := range hardMatrices() {
		t.Run(name, func(t *testing.T) {
			n := a.SymmetricDim()
			all, _, err := Sym(t.Context(), a)
			if err != nil {
				t.Fatal(err)
			}
			norm := max(math.Abs(all[0]), math.Abs(all[n-1]))
			for _, p := range []int{1, 9, n / 5, n / 2} {
				values, vectors, err := Lowest(t.Context(), a, p)
				if err != nil {
					t.Fatal(err)
				}
				linalgtest.CheckEigen(t, a, values, vectors, p)
				for i, v := range values {
					if !(math.Abs(v-all[i]) <= 1e-14*norm) {
						t.Errorf("p=%d: value %d is %v, of all it is %v", p, i, v, all[i])
					}
				}
			}
		})
	}
}

// tridiagonalOf returns the matrix with the given diagonal and off-diagonal entries.
func tridiagonalOf(d, e []float64) *mat.SymDense {
	a := mat.NewSymDense(len(d), nil)
	for i, v := range d {
		a.SetSym(i, i, v)
		if i > 0 {
			a.SetSym(i-1, i, e[i-1])
		}
	}
	return a
}

// vectorsOf returns the vectors found, in columns.
func (c *Pairs) vectorsOf(t *testing.T) *mat.Dense {
	t.Helper()
	v, err := dense.TransposeRows(t.Context(), c.x, c.rows, make([]float64, c.x.Cols*len(c.rows)))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestLowestTwisted(t *testing.T) {
	rnd := linalgtest.NewRand(61)
	for _, n := range linalgtest.Sizes(2, 3, 7, 8, 9, 40, 129, 500) {
		for _, kind := range []string{"random", "falls apart", "graded", "second difference", "zero diagonal"} {
			d, e := make([]float64, n), make([]float64, n-1)
			for i := range d {
				d[i] = rnd.Float64()
				switch kind {
				case "graded":
					d[i] *= math.Pow(2, -12*float64(i)/float64(n))
				case "second difference":
					d[i] = 0.75
				case "zero diagonal":
					d[i] = 0
				}
			}
			for i := range e {
				e[i] = d[i] * (rnd.Float64() - 0.5)
				switch {
				case kind == "falls apart" && i%5 == 2:
					e[i] = []float64{0, 1e-30, 1e-310}[i%3]
				case kind == "second difference":
					e[i] = -0.375
				case kind == "zero diagonal":
					e[i] = rnd.Float64()
				}
			}
			for _, p := range []int{1, (n + 1) / 2} {
				c, err := lowestTwisted(t.Context(), d, e, p)
				if err != nil {
					t.Fatal(err)
				}
				if c == nil {
					t.Errorf("%s, n=%d p=%d: nothing is found", kind, n, p)
					continue
				}
				linalgtest.CheckEigen(t, tridiagonalOf(d, e), c.Values, c.vectorsOf(t), p)
				c.Release()
			}
		}
	}
}

// Where vectors are not determined one by one, they are not taken from there.
func TestLowestTwistedGivesWay(t *testing.T) {
	const n = 63
	ones := slices.Repeat([]float64{1}, n)
	wilkinson := make([]float64, n)
	for i := range wilkinson {
		wilkinson[i] = math.Abs(float64(i%21-10)) / 16
	}
	glued, rare := slices.Repeat([]float64{1.0 / 16}, n-1), make([]float64, n-1)
	for i := range glued {
		if (i+1)%21 == 0 {
			glued[i], rare[i] = 1e-13, 1e-13
		}
	}
	for name, m := range map[string]struct{ d, e []float64 }{
		"zero":            {make([]float64, n), make([]float64, n-1)},
		"identity":        {ones, make([]float64, n-1)},
		"nearly":          {ones, rare},
		"glued Wilkinson": {wilkinson, glued},
	} {
		c, err := lowestTwisted(t.Context(), m.d, m.e, n/2)
		if c != nil || err != nil {
			t.Errorf("%s: found, error %v", name, err)
		}
		if c, err = Tridiagonal(t.Context(), m.d, m.e, n/2); err != nil {
			t.Fatal(err)
		}
		linalgtest.CheckEigen(t, tridiagonalOf(m.d, m.e), c.Values, c.vectorsOf(t), n/2)
		c.Release()
	}
}

// A power of two changes nothing else, up to the ends of the numbers.
func TestEigenTridiagonalOfAnySize(t *testing.T) {
	const n, p = 90, 30
	rnd := linalgtest.NewRand(62)
	d, e := make([]float64, n), make([]float64, n-1)
	for i := range d {
		d[i] = rnd.NormFloat64()
	}
	for i := range e {
		e[i] = rnd.NormFloat64()
	}
	want, err := Tridiagonal(t.Context(), d, e, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, exponent := range []int{-900, -500, 1, 500, 1000} {
		c, err := Tridiagonal(t.Context(), dense.Ldexp(d, exponent), dense.Ldexp(e, exponent), p)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c.Values, dense.Ldexp(want.Values, exponent)) {
			t.Errorf("2^%d: values %v, want %v", exponent, c.Values, dense.Ldexp(want.Values, exponent))
		}
		linalgtest.SameBits(t, fmt.Sprint("2^", exponent), c.vectorsOf(t), want.vectorsOf(t))
	}
}

func TestEigenLowestSameForAnyProcs(t *testing.T) {
	for _, n := range linalgtest.Sizes(90, 400, 650) {
		if n > 400 && !testenv.Full() {
			continue
		}
		a := linalgtest.RandomSym(linalgtest.NewRand(63), n)
		linalgtest.SameForAnyProcs(t, func() ([]float64, *mat.Dense, error) { return Lowest(t.Context(), a, n/3) })
	}
}

func TestEigenLowestStopsInEveryPhase(t *testing.T) {
	a := linalgtest.RandomSym(linalgtest.NewRand(64), linalgtest.Size(300))
	linalgtest.StopsInEveryPhase(t, 200, func(ctx context.Context) ([]float64, *mat.Dense, error) { return Lowest(ctx, a, a.SymmetricDim()/2) })
}

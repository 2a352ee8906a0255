package sfa

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// randomProblem has moments of white noise that is mixed, and a random norm.
func randomProblem(dim int, gram bool) Problem {
	rng := rand.New(rand.NewPCG(uint64(dim), 3))
	square := func(rows int) *mat.SymDense {
		x := mat.NewDense(rows, dim, nil)
		for i := range rows {
			for j := range dim {
				x.Set(i, j, rng.NormFloat64()*math.Pow(1.1, -float64(j)))
			}
		}
		var s mat.SymDense
		s.SymOuterK(1/float64(rows), x.T())
		return &s
	}
	p := Problem{C: square(3 * dim), Cdot: square(4 * dim)}
	if gram {
		p.Gram = square(2 * dim)
	}
	return p
}

// A factor of C and its eigenvectors whiten to the same features.
func TestFactorIsTheSpectralWay(t *testing.T) {
	ctx := context.Background()
	for _, gram := range []bool{false, true} {
		p := randomProblem(40, gram)
		spectral, err := Whiten(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		factor, err := p.factorise(ctx)
		if err != nil || factor == nil {
			t.Fatalf("factor %v, error %v", factor, err)
		}
		if a, b := spectral.Spectrum.Condition(), factor.Spectrum.Condition(); !scalar.EqualWithinRel(a, b, 1e-8) || factor.Spectrum.Rank != 40 {
			t.Errorf("condition %g by eigenvalues, %g by a factor", a, b)
		}
		for _, lambda := range []float64{0, 0.1} {
			x, err := spectral.Rotate(ctx, lambda, 5)
			if err != nil {
				t.Fatal(err)
			}
			y, err := factor.Rotate(ctx, lambda, 5)
			if err != nil {
				t.Fatal(err)
			}
			for j := range 5 {
				if !scalar.EqualWithinRel(x.Value[j], y.Value[j], 1e-9) {
					t.Errorf("λ = %g: value %d is %.15g and %.15g", lambda, j, x.Value[j], y.Value[j])
				}
				// Of unit variance, features are the same up to their sign.
				if c := mat.Inner(x.A.ColView(j), p.C, y.A.ColView(j)); math.Abs(math.Abs(c)-1) > 1e-8 {
					t.Errorf("λ = %g: covariance of feature %d is %.12g", lambda, j, c)
				}
			}
		}
		s, err := factor.Sphering(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var white mat.Dense
		white.Product(s.T(), p.C, s)
		if !mat.EqualApprox(&white, identity(40), 1e-9) {
			t.Error("the factor does not make C the identity")
		}
	}
}

func identity(n int) *mat.DiagDense {
	one := mat.NewDiagDense(n, nil)
	for i := range n {
		one.SetDiag(i, 1)
	}
	return one
}

// Directions that must be cut are left to the eigenvectors.
func TestFactorLeavesSingularMoments(t *testing.T) {
	p := randomProblem(20, false)
	for i := range 20 {
		p.C.SetSym(i, 19, p.C.At(i, 0)) // a copy of a function
	}
	p.C.SetSym(19, 19, p.C.At(0, 0))
	if w, err := p.factorise(context.Background()); w != nil || err != nil {
		t.Errorf("factor %v, error %v", w, err)
	}
	p = randomProblem(20, false)
	p.Cut = 1e-3
	if w, err := p.factorise(context.Background()); w != nil || err != nil {
		t.Errorf("with a cut inside of the spectrum: factor %v, error %v", w, err)
	}
}

// Summed by parts, the squares are those of one product to the bit.
func TestSquares(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	for _, rows := range []int{1, 256, 700} {
		s := mat.NewDense(rows, 40, nil)
		s.Apply(func(_, _ int, _ float64) float64 { return rng.NormFloat64() }, s)
		want := mat.NewSymDense(40, nil)
		dense.SyrkAdd(want, 1, s)
		got, err := squares(t.Context(), s)
		if err != nil || !mat.Equal(got, want) {
			t.Errorf("%d rows: other bits, error %v", rows, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := squares(ctx, mat.NewDense(3, 2, nil)); got != nil || err == nil {
		t.Errorf("cancelled: %v, error %v", got, err)
	}
}

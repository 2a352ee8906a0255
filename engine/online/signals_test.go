package online

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// sinCos returns the standard example of the field.
func sinCos(n int) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i, t := range floats.Span(make([]float64, n), 0, 2*math.Pi) {
		c := math.Cos(11 * t)
		x.SetRow(i, []float64{math.Sin(t) + c*c, c})
	}
	return x
}

func normal(rng *rand.Rand, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

// autoregressive returns m independent processes of first order and unit variance, with
// time constants in geometric order from slow down to fast.
func autoregressive(rng *rand.Rand, n, m int, slow, fast float64) *mat.Dense {
	x := normal(rng, n, m)
	for i := range m {
		a := math.Exp(-1 / (slow * math.Pow(fast/slow, float64(i)/float64(m-1))))
		for t := 1; t < n; t++ {
			x.Set(t, i, a*x.At(t-1, i)+math.Sqrt(1-a*a)*x.At(t, i))
		}
	}
	return x
}

// mixture mixes the columns of s by a random matrix whose squared singular
// values go from 1 down to 1/condition, and adds an offset.
func mixture(rng *rand.Rand, s *mat.Dense, condition float64) *mat.Dense {
	_, m := s.Dims()
	var left, right mat.Dense
	for _, q := range []*mat.Dense{&left, &right} {
		var qr mat.QR
		qr.Factorize(normal(rng, m, m))
		qr.QTo(q)
	}
	for i := range m {
		floats.Scale(math.Pow(condition, -float64(i)/float64(2*m-2)), right.RawRowView(i))
	}
	var x mat.Dense
	x.Product(s, &left, &right)
	n, _ := x.Dims()
	for t := range n {
		floats.AddConst(3, x.RawRowView(t))
	}
	return &x
}

// solution returns p features of the batch, on the data they are solved from.
func solution(t testing.TB, s space.Space, x *mat.Dense, lengths []int, lambda float64, p int) *mat.Dense {
	t.Helper()
	ctx := context.Background()
	v := moments.NewValues(s, x, lengths)
	m, err := moments.Stream(ctx, v)
	if err != nil {
		t.Fatal(err)
	}
	w, err := sfa.Whiten(ctx, sfa.Problem{C: m.C, Cdot: m.Cdot})
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.Rotate(ctx, lambda, p)
	if err != nil {
		t.Fatal(err)
	}
	return outputs(t, s, x, lengths, f.A, m.Mean)
}

// outputs returns φ = Aᵀ(h − mean).
func outputs(t testing.TB, s space.Space, x *mat.Dense, lengths []int, a *mat.Dense, mean []float64) *mat.Dense {
	t.Helper()
	var c mat.VecDense
	c.MulVec(a.T(), mat.NewVecDense(len(mean), mean))
	phi, err := moments.NewValues(s, x, lengths).Project(context.Background(), a, c.RawVector().Data)
	if err != nil {
		t.Fatal(err)
	}
	return phi
}

// linear returns the space of the columns of x themselves.
func linear(x *mat.Dense) space.Space {
	_, d := x.Dims()
	return space.Linear{D: d}
}

// train runs Train against the batch solution.
func train(t testing.TB, s space.Space, x *mat.Dense, lengths []int, o Options) *Result {
	t.Helper()
	batch := solution(t, s, x, lengths, o.Lambda, o.Features)
	r, err := Train(context.Background(), s, x, lengths, s.Dim(), batch, 12, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

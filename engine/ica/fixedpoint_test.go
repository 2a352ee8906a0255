package ica

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Three tones of one phase relation have a second rotation at rest, a saddle
// point: some searches end there unless they are led away.
func TestSearchLeavesSaddle(t *testing.T) {
	ctx := context.Background()
	x := white(t, filled(800, 3, func(i, j int) float64 { return math.Sin(float64(i) * (0.1 + 0.07*float64(j))) }))
	const tries = 12
	var plain, led []float64
	for seed := range uint64(tries) {
		o, err := ascend(ctx, x, normal(seed, 3, 3))
		if err != nil {
			t.Fatal(err)
		}
		plain = append(plain, o.contrast())
		if o, err = search(ctx, x, rand.New(rand.NewPCG(seed, 0))); err != nil {
			t.Fatal(err)
		}
		led = append(led, o.contrast())
	}
	if floats.Min(plain) > 0.5*floats.Max(plain) {
		t.Errorf("contrasts %v: no search ended in a saddle point, so nothing is tested", plain)
	}
	if floats.Min(led) < floats.Max(plain)-1e-9 {
		t.Errorf("contrasts %v, of plain searches up to %g", led, floats.Max(plain))
	}
}

func TestLeaveSaddle(t *testing.T) {
	ctx := context.Background()
	x := white(t, laplace(5, 5000, 3))
	eye := mat.NewDense(3, 3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 1})
	if turned, err := leaveSaddle(ctx, x, eye); err != nil || turned != nil {
		t.Errorf("left the maximum: %v, %v", turned, err)
	}
	h := math.Sqrt2 / 2
	turned, err := leaveSaddle(ctx, x, mat.NewDense(3, 3, []float64{h, 0, h, 0, 1, 0, h, 0, -h}))
	if err != nil || turned == nil || !mat.EqualApprox(turned, eye, 1e-15) {
		t.Errorf("turned to %v, %v; want the sources", turned, err)
	}
}

// literalStep returns R⁺ of FastICA by loops, with the signs of R.
func literalStep(x, r *mat.Dense) *mat.Dense {
	n, p := x.Dims()
	m := mat.NewDense(p, p, nil)
	for j := range p {
		w := mat.Col(nil, j, r)
		for i := range n {
			g := math.Tanh(floats.Dot(x.RawRowView(i), w))
			for k := range p {
				m.Set(k, j, m.At(k, j)+(x.At(i, k)*g-(1-g*g)*w[k])/float64(n))
			}
		}
		if floats.Dot(mat.Col(nil, j, m), w) < 0 {
			for k := range p {
				m.Set(k, j, -m.At(k, j))
			}
		}
	}
	var svd mat.SVD
	svd.Factorize(m, mat.SVDFull)
	var u, v mat.Dense
	svd.UTo(&u)
	svd.VTo(&v)
	return mul(&u, v.T())
}

func TestStepAgainstLoops(t *testing.T) {
	ctx := context.Background()
	// Components on both sides of a Gaussian: the signs of their steps differ.
	s := laplace(6, 3000, 5)
	for i := range 3000 {
		s.Set(i, 1, math.Tanh(3*s.At(i, 1)))
		s.Set(i, 4, math.Tanh(3*s.At(i, 4)))
	}
	x := white(t, mul(s, normal(7, 5, 5)))
	r, f := orthogonal(8, 5), newFixedPoint(x)
	got, err := f.step(ctx, r, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := literalStep(x, r); !mat.EqualApprox(got, want, 1e-12) {
		t.Errorf("step to\n%v\nwant\n%v", mat.Formatted(got), mat.Formatted(want))
	}
	// Where the whole step rests, so does a part of it.
	o, err := ascend(ctx, x, r)
	if err != nil || !o.converged {
		t.Fatal(o.moved, err)
	}
	if part, err := f.step(ctx, o.r, 0.25); err != nil || !mat.EqualApprox(part, o.r, 1e-8) {
		t.Errorf("a quarter of a step leaves the fixed point: %v", err)
	}
}

func TestLogCosh(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 0))
	y := make([]float64, 1500)
	want := 0.0
	for i := range y {
		y[i] = 3 * rng.NormFloat64()
		want += math.Log(math.Cosh(y[i]))
	}
	if got := logCosh(y, make([]float64, len(y))); math.Abs(got-want) > 1e-9 {
		t.Errorf("%.12g, want %.12g", got, want)
	}
	if got, want := logCosh([]float64{-1e4, 0}, make([]float64, 2)), 1e4-math.Ln2; math.Abs(got-want) > 1e-9 {
		t.Errorf("of −10⁴ and 0: %.12g, want %.12g", got, want)
	}
}

// The constants are integrals over the normal density.
func TestNormalConstants(t *testing.T) {
	expect := func(f func(v float64) float64) float64 {
		const h = 1e-3
		sum := 0.0
		for k := -12000; k <= 12000; k++ {
			v := h * float64(k)
			sum += f(v) * math.Exp(-v*v/2) * h / math.Sqrt(2*math.Pi)
		}
		return sum
	}
	g := func(v float64) float64 { return math.Log(math.Cosh(v)) }
	if want := expect(g); math.Abs(normalLogCosh-want) > 1e-12 {
		t.Errorf("E[log cosh ν] = %.15g, want %.15g", normalLogCosh, want)
	}
	slope := expect(func(v float64) float64 { return v * math.Tanh(v) })
	want := math.Sqrt(expect(func(v float64) float64 {
		d := g(v) - normalLogCosh - slope/2*(v*v-1)
		return d * d
	}))
	if math.Abs(excessSpread-want) > 1e-12 {
		t.Errorf("spread %.15g, want %.15g", excessSpread, want)
	}
}

func TestPolar(t *testing.T) {
	ctx := context.Background()
	q, v := orthogonal(19, 6), orthogonal(20, 6)
	a := mul(mul(q, mat.NewDiagDense(6, []float64{3, 1, 1e-2, 1e-4, 1e-6, 1e-9})), v)
	got, err := polar(ctx, a)
	if err != nil || !mat.EqualApprox(mul(got.T(), got), mat.NewDiagDense(6, []float64{1, 1, 1, 1, 1, 1}), 1e-13) {
		t.Errorf("not orthogonal: %v", err)
	}
	if well, err := polar(ctx, mul(mul(q, mat.NewDiagDense(6, []float64{3, 2, 1, 1, 0.5, 0.1})), v)); err != nil || !mat.EqualApprox(well, mul(q, v), 1e-13) {
		t.Errorf("not the nearest: %v", err)
	}
	if _, err := polar(ctx, mat.NewDense(2, 2, []float64{1, 0, 1, 0})); err == nil {
		t.Error("a singular matrix has a polar factor")
	}
}

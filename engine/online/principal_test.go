package online

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// orthonormality returns the largest deviation of the directions' products from those
// of orthonormal ones.
func orthonormality(p *principalComponents) float64 {
	worst := 0.0
	for i := range p.size {
		for j := range i + 1 {
			x := floats.Dot(p.v.RawRowView(i), p.v.RawRowView(j))
			if i == j {
				x--
			}
			worst = math.Max(worst, math.Abs(x))
		}
	}
	return worst
}

// Against the eigenvalues of the covariance, for variances over eight powers of
// ten: in order, orthonormal, and what they make of the data is white.
func TestPrincipalComponents(t *testing.T) {
	const n, m = 3000, 12
	x := mixture(rand.New(rand.NewPCG(1, 1)), normal(rand.New(rand.NewPCG(2, 1)), n, m), 1e8)
	for j := range m {
		column := mat.Col(nil, j, x)
		floats.AddConst(-stat.Mean(column, nil), column)
		x.SetCol(j, column)
	}
	p := newPrincipal(m, m, 2)
	worst := 0.0
	for i := range 5 * n {
		p.observe(x.RawRowView(i % n))
		worst = math.Max(worst, orthonormality(p))
	}
	if worst > 1e-11 {
		t.Errorf("directions orthonormal to %g only", worst)
	}
	var c mat.SymDense
	stat.CovarianceMatrix(&c, x, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(&c, false) {
		t.Fatal("eigenvalues")
	}
	for i, v := range eigen.Values(nil) {
		if got := p.d[m-1-i]; math.Abs(got/v-1) > 0.1 {
			t.Errorf("variance %d is %g, want %g", m-1-i, got, v)
		}
	}
	var white mat.Dense
	white.Mul(x, p.v.T())
	for i := range n {
		floats.Div(white.RawRowView(i), p.root)
	}
	stat.CovarianceMatrix(&c, &white, nil)
	for i := range m {
		for j := range m {
			want := 0.0
			if i == j {
				want = 1
			}
			if got := c.At(i, j); math.Abs(got-want) > 0.1 {
				t.Errorf("covariance (%d, %d) of the whitened data is %g", i, j, got)
			}
		}
	}
}

// After many samples the directions are as orthonormal as after few.
func TestRoundingDoesNotAddUp(t *testing.T) {
	const m = 3
	rng := rand.New(rand.NewPCG(4, 1))
	x := mixture(rng, autoregressive(rng, 3000, m, 300, 30), 1e6)
	p := newPrincipal(m, m, 2)
	for i := range 120000 {
		p.observe(x.RawRowView(i % 3000))
	}
	if worst := orthonormality(p); worst > 1e-14 {
		t.Errorf("directions orthonormal to %g only", worst)
	}
}

// Fewer components than dimensions are the largest ones.
func TestPrincipalComponentsAreTheLargest(t *testing.T) {
	const n, m, most = 4000, 10, 3
	rng := rand.New(rand.NewPCG(3, 1))
	x := normal(rng, n, m)
	for i := range n {
		// The largest come last: the first directions found are not theirs.
		for j := range most {
			x.Set(i, m-1-j, x.At(i, m-1-j)*float64(10-2*j))
		}
	}
	p := newPrincipal(m, most, 2)
	for i := range n {
		p.observe(x.RawRowView(i))
	}
	for i := range most {
		if got := math.Abs(p.v.At(i, m-1-i)); got < 0.99 {
			t.Errorf("component %d has |cos| %.4f with its axis", i, got)
		}
	}
}

// Whatever a sample does to the components, the function of the weights stays the same
// if they span all dimensions; and the turns contain the coordinates of the sample
// itself.
func TestCarryKeepsFunctions(t *testing.T) {
	const m = 7
	rng := rand.New(rand.NewPCG(5, 1))
	x := mixture(rng, normal(rng, 200, m), 1e6)
	at := normal(rng, 1, m).RawRowView(0)
	p := newPrincipal(m, m, 2)
	weights := normal(rng, 1, m).RawRowView(0)
	value := func() float64 {
		sum := 0.0
		for i, w := range weights {
			sum += w * floats.Dot(p.v.RawRowView(i), at) / p.root[i]
		}
		return sum
	}
	for i := range 200 {
		u := x.RawRowView(i)
		if p.size < m {
			p.observe(u)
			continue
		}
		before := value()
		p.observe(u)
		p.applyRotations(weights)
		if after := value(); math.Abs(after-before) > 1e-8*math.Abs(before) {
			t.Fatalf("sample %d: the function was %g, is %g", i, before, after)
		}
		for j, turn := range p.turns {
			if want := floats.Dot(p.v.RawRowView(j), u); math.Abs(turn.now-want) > 1e-12*floats.Norm(u, 2) {
				t.Fatalf("sample %d: coordinate %d is %g, want %g", i, j, turn.now, want)
			}
		}
	}
}

package machines_test

import (
	"errors"
	"math"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/machines"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	convex "gonum.org/v1/gonum/optimize/convex/lp"
)

// reference solves a problem in gonum's standard form: w = u − v, a surplus for each
// inequality, and ξ where it has a price.
func reference(p *machines.LinearProgram) (float64, error) {
	n, d := p.X.Dims()
	columns := 2 * d
	if !p.Equal {
		columns += 2 * n
	}
	a, c := mat.NewDense(n, columns, nil), make([]float64, columns)
	for j := range d {
		c[j], c[d+j] = 1, 1
		if p.Cost != nil {
			c[j], c[d+j] = p.Cost[j], p.Cost[j]
		}
	}
	for i := range n {
		for j := range d {
			a.Set(i, j, p.X.At(i, j))
			a.Set(i, d+j, -p.X.At(i, j))
		}
		if p.Equal {
			continue
		}
		a.Set(i, 2*d+i, -1)
		if p.Price != nil && !math.IsInf(p.Price[i], 1) {
			a.Set(i, 2*d+n+i, 1)
			c[2*d+n+i] = p.Price[i]
		} else {
			c[2*d+n+i] = 1 // of a column without entries
			a.Set(i, 2*d+n+i, 0)
		}
	}
	if !p.Equal && p.Price == nil {
		a = a.Slice(0, n, 0, 2*d+n).(*mat.Dense)
		c = c[:2*d+n]
	}
	f, _, err := convex.Simplex(c, mat.DenseCopyOf(a), p.Right, 0, nil)
	return f, err
}

func random(rng *linalgtest.SplitMix, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, _ int, _ float64) float64 { return rng.Normal() }, x)
	return x
}

// A second method comes to the same minimum, and both find the same programs infeasible.
func TestAgainstGonum(t *testing.T) {
	rng := linalgtest.SplitMix(4)
	feasible, none := 0, 0
	for trial := range 300 {
		n, d := 1+int(12*rng.Uniform()), 1+int(12*rng.Uniform())
		p := &machines.LinearProgram{X: random(&rng, n, d), Right: make([]float64, n)}
		for i := range p.Right {
			p.Right[i] = rng.Normal()
		}
		switch trial % 4 {
		case 1:
			if p.Equal = true; n > d {
				continue
			}
		case 2:
			p.Price = make([]float64, n)
			for i := range p.Price {
				p.Price[i] = rng.Uniform() + 0.01
			}
		case 3:
			p.Cost = make([]float64, d)
			for j := range p.Cost {
				p.Cost[j] = rng.Uniform() + 0.01
			}
		}
		s, err := p.Solve(t.Context())
		want, wrong := reference(p)
		if errors.Is(err, machines.ErrInfeasible) {
			if none++; !errors.Is(wrong, convex.ErrInfeasible) {
				t.Fatalf("trial %d: infeasible, but %g is the minimum (%v)", trial, want, wrong)
			}
			continue
		}
		if err != nil || wrong != nil {
			t.Fatalf("trial %d: %v, %v", trial, err, wrong)
		}
		feasible++
		if math.Abs(s.Objective-want) > 1e-9*(1+want) {
			t.Errorf("trial %d (%d×%d): %.12g, want %.12g", trial, n, d, s.Objective, want)
		}
		for i := range n {
			off := floats.Dot(p.X.RawRowView(i), s.W) + s.Missed[i] - p.Right[i]
			if off < -1e-9 || p.Equal && off > 1e-9 {
				t.Errorf("trial %d: condition %d is off by %g", trial, i, off)
			}
		}
	}
	if feasible < 150 || none < 10 {
		t.Errorf("%d programs have a minimum, %d none", feasible, none)
	}
}

// Programs in which everything ties end: entries are −1, 0 and 1, many rows the same.
func TestTies(t *testing.T) {
	rng := linalgtest.SplitMix(9)
	for range 200 {
		n, d := 5+int(40*rng.Uniform()), 3+int(10*rng.Uniform())
		p := &machines.LinearProgram{X: mat.NewDense(n, d, nil), Right: make([]float64, n), Price: make([]float64, n)}
		p.X.Apply(func(_, _ int, _ float64) float64 { return math.Floor(3*rng.Uniform()) - 1 }, p.X)
		for i := range n {
			p.Right[i], p.Price[i] = 1, 1
		}
		s, err := p.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// By duality no weights are better than these.
		for range 20 {
			w := make([]float64, d)
			for j := range w {
				w[j] = s.W[j] + 0.3*rng.Normal()
			}
			sum := floats.Norm(w, 1)
			for i := range n {
				sum += max(0, 1-floats.Dot(p.X.RawRowView(i), w))
			}
			if sum < s.Objective-1e-9 {
				t.Fatalf("%g beside %g", s.Objective, sum)
			}
		}
	}
}

// A weight without a cost is free, and conditions that agree with others do no harm.
func TestFreeWeight(t *testing.T) {
	p := &machines.LinearProgram{
		X:     mat.NewDense(4, 2, []float64{1, 1, 1, 1, -1, 2, 2, 2}),
		Right: []float64{3, 3, 0, 6},
		Equal: true,
		Cost:  []float64{1, 0},
	}
	s, err := p.Solve(t.Context())
	if err != nil || math.Abs(s.W[0]-2) > 1e-12 || math.Abs(s.W[1]-1) > 1e-12 || math.Abs(s.Objective-2) > 1e-12 {
		t.Errorf("%+v, %v", s, err)
	}
}

func BenchmarkAgainstGonum(b *testing.B) {
	rng := linalgtest.SplitMix(5)
	p := &machines.LinearProgram{X: random(&rng, 60, 40), Right: make([]float64, 60)}
	for i := range p.Right {
		p.Right[i] = 1
		p.X.Set(i, 0, math.Abs(p.X.At(i, 0))+1)
	}
	linalgtest.Ratio(b, func() error { _, err := p.Solve(b.Context()); return err }, func() error { _, err := reference(p); return err })
}

package machines

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// normals returns random numbers, n×d.
func normals(seed linalgtest.SplitMix, n, d int) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, seed.Normal())
		}
	}
	return x
}

// outside returns the distance by which the farthest sample lies outside R, as a share
// of R.
func outside(p CoreProblem, s *CoreSolution) float64 {
	worst := 0.0
	inner := make([]float64, p.N)
	p.Inner(inner, 0, s.Core, s.Alpha)
	for i, v := range inner {
		worst = max(worst, s.Rho-2*v+p.Square(i))
	}
	return math.Sqrt(worst/s.Squared) - 1
}

// The core set does not grow with the samples, neither if each step compares all of
// them nor if it compares some, which yields larger sets.
func TestL52CoreSizesOfRandomBalls(t *testing.T) {
	rows := []struct {
		d, n int
		core [3]int
	}{
		{10, 1000, [3]int{8, 10, 12}}, {10, 10_000, [3]int{7, 10, 12}}, {50, 1000, [3]int{8, 23, 26}}, {50, 10_000, [3]int{8, 23, 28}},
		{10, 100_000, [3]int{6, 10, 11}}, {50, 100_000, [3]int{8, 20, 23}},
	}
	if !testenv.Full() {
		rows = rows[:4]
	}
	for _, c := range rows {
		p := around(normals(8, c.n, c.d))
		for i, epsilon := range []float64{0.1, 0.01, 0.001} {
			s, err := SolveCore(t.Context(), p, CoreOptions{Epsilon: epsilon, Exact: c.n})
			if err != nil {
				t.Fatal(err)
			}
			if len(s.Core) != c.core[i] || outside(p, s) > epsilon*(1+1e-9) {
				t.Errorf("d %d, n %d, ε %g: a core set of %d instead of %d, one sample %.3g of the radius outside", c.d, c.n, epsilon, len(s.Core), c.core[i], outside(p, s))
			}
			if c.d == 10 && c.n == 100_000 && epsilon == 0.001 {
				linalgtest.Near(t, "R", math.Sqrt(s.Squared), 6.12476654, 1e-6)
			}
			if some := solved(t, p, epsilon); len(some.Core) > 3*c.core[i] || outside(p, some) > epsilon*(1+1e-9) {
				t.Errorf("d %d, n %d, ε %g: looking at some, a core set of %d, one sample %.3g of the radius outside", c.d, c.n, epsilon, len(some.Core), outside(p, some))
			}
		}
	}
}

// The radius never falls as samples join; all samples lie within (1+ε)R; and in another
// order the ball is the same to ε.
func TestPropertiesOfBalls(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for trial := range 30 {
		n, d, epsilon := 2+r.IntN(80), 1+r.IntN(4), math.Pow(10, -1-3*r.Float64())
		x := normals(linalgtest.SplitMix(trial), n, d)
		if trial%4 == 0 {
			x.SetRow(n-1, x.RawRowView(0)) // there twice
		}
		p := around(x)
		s := solved(t, p, epsilon)
		if over := outside(p, s); over > epsilon*(1+1e-9)+1e-12 {
			t.Errorf("trial %d: a sample is %g of the radius outside, ε is %g", trial, over, epsilon)
		}
		sorted := slices.Sorted(slices.Values(s.Core))
		if len(slices.Compact(sorted)) != len(s.Core) {
			t.Errorf("trial %d: a sample joined twice: %v", trial, s.Core)
		}
		last := 0.0
		for most := 1; most <= len(s.Core); most++ {
			part, err := SolveCore(t.Context(), p, CoreOptions{Epsilon: epsilon, Most: most})
			if err != nil {
				t.Fatal(err)
			}
			// Each ball is known to 0.2·ε of k' only.
			if slack := 0.2 * epsilon * p.Square(0); part.Squared < last-slack {
				t.Errorf("trial %d: R² falls from %.12g to %.12g with sample %d", trial, last, part.Squared, most)
			}
			last = part.Squared
		}
		order := r.Perm(n)
		permuted := mat.NewDense(n, d, nil)
		for i, from := range order {
			permuted.SetRow(i, x.RawRowView(from))
		}
		again := solved(t, around(permuted), epsilon)
		if ratio := math.Sqrt(again.Squared / s.Squared); ratio > 1+2*epsilon || ratio < 1/(1+2*epsilon) {
			t.Errorf("trial %d: in another order the radius is %.9g instead of %.9g", trial, math.Sqrt(again.Squared), math.Sqrt(s.Squared))
		}
	}
}

// A machine of novelty takes a single sample, and such that are all alike.
func TestNoveltyOfOneSample(t *testing.T) {
	for _, x := range []*mat.Dense{mat.NewDense(1, 2, []float64{1, 2}), mat.NewDense(4, 2, []float64{1, 2, 1, 2, 1, 2, 1, 2})} {
		m, err := CoreNovelty(t.Context(), x, kernel.Gaussian{Sigma: 1}, 10, CoreOptions{Epsilon: 1e-6})
		if err != nil {
			t.Fatal(err)
		}
		if here, there := value(m, []float64{1, 2}), value(m, []float64{3, 3}); math.Abs(here-there-1+math.Exp(-2.5)) > 1e-9 {
			t.Errorf("the score is %g where it learnt and %g elsewhere", here, there)
		}
	}
}

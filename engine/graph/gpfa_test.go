package graph

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// signals returns the four signals of the reference table, white with their covariance
// divided by n−1.
func signals(t *testing.T) *mat.Dense {
	t.Helper()
	const n = 80
	x := mat.NewDense(n, 4, nil)
	for i := range n {
		s := float64(i)
		x.SetRow(i, []float64{
			math.Cos(0.3 * s), math.Sin(0.7*s + 0.2*math.Sin(0.11*s)),
			0.5*math.Pow(-1, s) + math.Cos(1.1*math.Pow(s, 1.05)), math.Sin(0.05 * math.Pow(s, 1.5)),
		})
	}
	for j := range 4 {
		column := mat.Col(nil, j, x)
		floats.AddConst(-stat.Mean(column, nil), column)
		x.SetCol(j, column)
	}
	var c mat.SymDense
	stat.CovarianceMatrix(&c, x, nil)
	f, _, err := sfa.Principal(context.Background(), sfa.Problem{C: &c}, 4)
	if err != nil {
		t.Fatal(err)
	}
	var white mat.Dense
	white.Mul(x, f.A)
	return &white
}

func TestGPFAReference(t *testing.T) {
	for _, c := range []struct {
		star       bool
		iterations int
		want       []float64
	}{
		{false, 1, []float64{0.2398364919, 0.3572142355}},
		{true, 1, []float64{0.2333082806, 0.3787570091}},
		{false, 5, []float64{0.1067847651, 0.1951799694}},
		{true, 5, []float64{0.1106439785, 0.2237284923}},
	} {
		t.Run(fmt.Sprintf("star=%v/iterations=%d", c.star, c.iterations), func(t *testing.T) {
			o := Prediction{Order: 1, Neighbours: 5, Future: true, Past: true, Star: c.star}
			_, mu, err := iterate(context.Background(), signals(t), []int{80}, o, 2, c.iterations)
			if err != nil {
				t.Fatal(err)
			}
			for i, want := range c.want {
				if !scalar.EqualWithinRel(mu[i], want, 1e-8) {
					t.Errorf("μ%d = %.10f, want %.10f", i+1, mu[i], want)
				}
			}
		})
	}
}

// literalPrediction adds up the paper's W, steps 2 and 3 of section 2.7, over
// segments.
func literalPrediction(x *mat.Dense, lengths []int, o Prediction) *mat.Dense {
	n, _ := x.Dims()
	w := mat.NewDense(n, n, nil)
	first, last := make([]int, n), make([]int, n)
	row := 0
	for _, l := range lengths {
		for t := row; t < row+l; t++ {
			first[t], last[t] = row, row+l-1
		}
		row += l
	}
	var at []int
	for t := range n {
		if t-o.Order+1 >= first[t] {
			at = append(at, t)
		}
	}
	distance := func(a, b int) float64 {
		sum := 0.0
		for lag := range o.Order {
			sum += math.Pow(floats.Distance(x.RawRowView(a-lag), x.RawRowView(b-lag), 2), 2)
		}
		return sum
	}
	inside := func(t, by int) bool { return t+by >= first[t] && t+by <= last[t] }
	add := func(hood []int, by int) {
		for _, i := range hood {
			for _, j := range hood {
				switch {
				case !inside(hood[0], by) || !inside(i, by) || !inside(j, by):
				case !o.Star, i == hood[0] && j != i, j == hood[0] && i != j:
					w.Set(i+by, j+by, w.At(i+by, j+by)+1)
				}
			}
		}
	}
	for _, t := range at {
		others := slices.DeleteFunc(slices.Clone(at), func(i int) bool { return i == t })
		slices.SortStableFunc(others, func(a, b int) int { return cmp.Compare(distance(t, a), distance(t, b)) })
		hood := append([]int{t}, others[:o.Neighbours]...)
		if o.Future {
			add(hood, 1)
		}
		if o.Past {
			add(hood, -o.Order)
		}
	}
	return w
}

func TestPredictiveAgainstLiteralGraph(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	x := normal(rng, 40, 2)
	for _, lengths := range [][]int{{40}, {1, 2, 3, 14, 20}} {
		for bits := range 6 {
			o := Prediction{Order: 1 + bits%3, Neighbours: 4, Future: bits != 2, Past: bits != 4, Star: bits%2 == 0}
			g, err := Predictive(context.Background(), x, lengths, o)
			if err != nil {
				t.Fatal(err)
			}
			if want := literalPrediction(x, lengths, o); !mat.Equal(denseGraph(t, g), want) {
				t.Errorf("segments %v, %+v: not the paper's W", lengths, o)
			}
			if !floats.EqualApprox(g.Vertices(), g.Degrees(), 0) {
				t.Errorf("%+v: v is not the degree", o)
			}
		}
	}
}

// Paper 002, section 4.1: two inputs of noise and its last value, eight of other noise.
// SFA finds only the mean of the two, GPFA both.
func TestGPFAFindsPredictableNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	const n = 700
	x := normal(rng, n, 10)
	for i := range n - 1 {
		x.Set(i+1, 1, x.At(i, 0))
	}
	for _, star := range []bool{false, true} {
		o := Prediction{Order: 1, Neighbours: 10, Future: true, Past: true, Star: star}
		a, mu, err := iterate(context.Background(), x, []int{n}, o, 2, 20)
		if err != nil {
			t.Fatal(err)
		}
		// The share of the plane of the first two inputs in each direction.
		for j := range 2 {
			if c := math.Hypot(a.At(0, j), a.At(1, j)); c < 0.99 {
				t.Errorf("star = %v: direction %d (μ = %g) has cosine %g with the plane", star, j, mu[j], c)
			}
		}
	}
}

func TestGPFARefuses(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := signals(t)
	for name, c := range map[string]struct {
		ctx     context.Context
		lengths []int
		o       Prediction
	}{
		"few states":   {context.Background(), []int{80}, Prediction{Order: 1, Neighbours: 80, Future: true}},
		"short":        {context.Background(), slices.Repeat([]int{2}, 40), Prediction{Order: 3, Neighbours: 1, Future: true}},
		"no successor": {context.Background(), slices.Repeat([]int{2}, 40), Prediction{Order: 2, Neighbours: 1, Future: true, Past: true}},
		"ended early":  {ctx, []int{80}, Prediction{Order: 1, Neighbours: 3, Future: true}},
	} {
		if _, _, err := iterate(c.ctx, x, c.lengths, c.o, 1, 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// iterate runs GPFA, which sweeps run as a method over [Predictive]. It finds m
// directions of predictable features of the n×d samples x, in segments of the given
// lengths: it builds the graph of x, solves XLXᵀa = μ XDXᵀa for the lowest μ, builds
// the graph of the features aᵀx, and repeats both for the given number of iterations,
// R. (Weghenkel, Fischer and Wiskott 2017, sections 2.7 and 2.8, with normalised
// embedding, Eq. 8.)
//
// x must be white, so that no direction is predictable for its small variance alone; it
// is not centred by degree. It returns a (d×m, columns of norm 1, the entry of largest
// magnitude positive) and μ, ascending, between 0 and 2; in the terms of [Moments], in
// which C would be centred, Δ = 2μ. There are fewer than m if the rank of x is lower.
//
// It fails as [Predictive] does. It panics if m or iterations is below 1.
func iterate(ctx context.Context, x *mat.Dense, lengths []int, o Prediction, m, iterations int) (a *mat.Dense, mu []float64, err error) {
	if m < 1 || iterations < 1 {
		panic(fmt.Sprintf("graph: GPFA for %d features in %d iterations", m, iterations))
	}
	y := x
	for range iterations {
		g, err := Predictive(ctx, y, lengths, o)
		if err != nil {
			return nil, nil, err
		}
		if a, mu, err = embed(ctx, g, x, m); err != nil {
			return nil, nil, err
		}
		y = new(mat.Dense)
		y.Mul(x, a)
	}
	return a, mu, nil
}

// embed returns the m lowest solutions of XLXᵀa = μ XDXᵀa.
func embed(ctx context.Context, g Graph, x *mat.Dense, m int) (*mat.Dense, []float64, error) {
	_, d := x.Dims()
	p := sfa.Problem{C: mat.NewSymDense(d, nil), Cdot: mat.NewSymDense(d, nil)}
	if err := addVariance(ctx, p.C, g.Degrees(), x, 1); err != nil {
		return nil, nil, err
	}
	if err := addDifferences(ctx, p.Cdot, g, x, 1); err != nil {
		return nil, nil, err
	}
	w, err := sfa.Whiten(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	f, err := w.Rotate(ctx, 0, m)
	if err != nil {
		return nil, nil, err
	}
	_, found := f.A.Dims()
	for j := range found {
		column := f.A.ColView(j).(*mat.VecDense)
		column.ScaleVec(1/mat.Norm(column, 2), column)
	}
	sfa.CanonicalSigns(f.A, f.A)
	return f.A, f.Value, nil
}

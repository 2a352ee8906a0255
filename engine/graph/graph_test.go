package graph

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/sfa"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// must returns the graph of a constructor that may fail.
func must(g Graph, err error) Graph {
	if err != nil {
		panic(err)
	}
	return g
}

// repeated returns labels 0, 1, … with the given sizes, in order.
func repeated(sizes ...int) []int {
	var out []int
	for g, size := range sizes {
		out = append(out, slices.Repeat([]int{g}, size)...)
	}
	return out
}

func ramp(n int) []float64 {
	return floats.Span(make([]float64, n), 0, float64(n-1))
}

func normal(rng *rand.Rand, n, m int) *mat.Dense {
	x := mat.NewDense(n, m, nil)
	x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
	return x
}

// some graphs of every kind over about n samples, with groups of unequal size,
// ties and samples without a label.
func some(rng *rand.Rand, n int) map[string]Graph {
	label, tied := make([]int, n), make([]float64, n)
	importance := make([]float64, n)
	for i := range n {
		label[i] = rng.IntN(4) - 1
		tied[i] = float64(rng.IntN(n/2 + 2))
		importance[i] = 0.1 + rng.Float64()
	}
	copy(label, []int{0, 0, 1, 1, 2, 2})
	important := slices.Clone(importance)
	important[0], important[n-1] = 0, 0
	window := must(Window(tied, 1+rng.IntN(n-1)))
	return map[string]Graph{
		"time":      Time([]int{1, n / 2, 0, n - 1 - n/2}),
		"clustered": must(Clustered(label)),
		"serial":    must(Serial(label)),
		"mixed":     must(Mixed(label)),
		"reorder":   must(Reorder(tied)),
		"untied":    must(Window(ramp(n), 1+rng.IntN(n-1))),
		"window":    window,
		"pairs":     must(ClassPairs(label)),
		"sampled":   must(SampledPairs(context.Background(), label, 2, rng.Uint64())),
		"weighted":  must(Weighted(window, importance, important)),
		"time/p":    must(Weighted(Time([]int{n}), importance, nil)),
		"time/q":    must(Weighted(Time([]int{n}), nil, important)),
	}
}

// denseGraph returns Γ from the edges.
func denseGraph(t *testing.T, g Graph) *mat.Dense {
	t.Helper()
	gamma := mat.NewDense(g.N(), g.N(), nil)
	g.Edges(func(i, j int, w float64) bool {
		if gamma.At(i, j) != 0 || !(w > 0) {
			t.Errorf("edge (%d, %d) of weight %g, before %g", i, j, w, gamma.At(i, j))
		}
		gamma.Set(i, j, w)
		return true
	})
	return gamma
}

// literal returns the moments by their definition, edge by edge.
func literal(g Graph, h *mat.Dense) (mean []float64, c, cdot *mat.SymDense) {
	_, m := h.Dims()
	mean, c, cdot = make([]float64, m), mat.NewSymDense(m, nil), mat.NewSymDense(m, nil)
	q, r := floats.Sum(g.Vertices()), 0.0
	for i, v := range g.Vertices() {
		floats.AddScaled(mean, v/q, h.RawRowView(i))
	}
	d := make([]float64, m)
	for i, v := range g.Vertices() {
		floats.SubTo(d, h.RawRowView(i), mean)
		c.SymRankOne(c, v/q, mat.NewVecDense(m, d))
	}
	g.Edges(func(i, j int, w float64) bool {
		r += w
		floats.SubTo(d, h.RawRowView(j), h.RawRowView(i))
		cdot.SymRankOne(cdot, w, mat.NewVecDense(m, d))
		return true
	})
	cdot.ScaleSym(1/r, cdot)
	return mean, c, cdot
}

// The closed forms of every graph equal the sums over its edges.
func TestClosedFormsAgainstEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 25 {
		n := 7 + rng.IntN(40)
		h := normal(rng, n, 3)
		for name, g := range some(rng, n) {
			gamma := denseGraph(t, g)
			if !mat.EqualApprox(gamma, gamma.T(), 1e-14) {
				t.Errorf("%s, n = %d: edges are not symmetric", name, n)
			}
			pairs := 0
			for i := range n {
				if d := floats.Sum(gamma.RawRowView(i)); !scalar.EqualWithinAbsOrRel(d, g.Degrees()[i], 1e-12, 1e-12) {
					t.Errorf("%s, n = %d: degree %d is %g, its edges sum up to %g", name, n, i, g.Degrees()[i], d)
				}
				for j := range i {
					if gamma.At(i, j) != 0 {
						pairs++
					}
				}
			}
			if g.Pairs() != pairs {
				t.Errorf("%s, n = %d: %d pairs, %d in its edges", name, n, g.Pairs(), pairs)
			}
			checkMoments(t, name, g, h)
		}
	}
}

func checkMoments(t *testing.T, name string, g Graph, h *mat.Dense) {
	t.Helper()
	got, err := Moments(context.Background(), g, h)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	mean, c, cdot := literal(g, h)
	if !floats.EqualApprox(got.Mean, mean, 1e-12) || !mat.EqualApprox(got.C, c, 1e-12) {
		t.Errorf("%s, n = %d: mean or C is not the definition", name, g.N())
	}
	if !mat.EqualApprox(got.Cdot, cdot, 1e-12) {
		t.Errorf("%s, n = %d: Ċ is not the definition", name, g.N())
	}
}

func TestEdgesStopOnRequest(t *testing.T) {
	for name, g := range some(rand.New(rand.NewPCG(2, 0)), 20) {
		count := 0
		g.Edges(func(int, int, float64) bool { count++; return count < 5 })
		if count != 5 {
			t.Errorf("%s gave %d edges, was to stop at 5", name, count)
		}
	}
}

// slowest solves for the p slowest features of h under g, and gives them on the
// samples with their Δ.
func slowest(t *testing.T, g Graph, h *mat.Dense, p int) ([]float64, *mat.Dense) {
	t.Helper()
	ctx := context.Background()
	m, err := Moments(ctx, g, h)
	if err != nil {
		t.Fatal(err)
	}
	w, err := sfa.Whiten(ctx, sfa.Problem{C: m.C, Cdot: m.Cdot})
	if err != nil {
		t.Fatal(err)
	}
	f, err := w.Rotate(ctx, 0, p)
	if err != nil {
		t.Fatal(err)
	}
	sfa.CanonicalSigns(f.A, f.A)
	var y mat.Dense
	y.Mul(h, f.A)
	return f.Value, &y
}

// Reference B10: scaled weights, renamed labels and permuted samples give the
// same features. With ties, too.
func TestB10(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 0))
	const n = 60
	h, label, target := normal(rng, n, 4), make([]int, n), make([]float64, n)
	for i := range n {
		label[i] = rng.IntN(3)
		target[i] = float64(rng.IntN(20))
		h.Set(i, 0, h.At(i, 0)+float64(label[i]))
		h.Set(i, 1, h.At(i, 1)+0.2*target[i])
	}
	perm := rng.Perm(n)
	mixedUp, mixedLabel, mixedTarget := mat.NewDense(n, 4, nil), make([]int, n), make([]float64, n)
	for i, k := range perm {
		mixedUp.SetRow(i, h.RawRowView(k))
		mixedLabel[i] = []int{7, 3, 40}[label[k]] // renamed, in another order
		mixedTarget[i] = target[k]
	}
	for name, pair := range map[string][2]Graph{
		"clustered": {must(Clustered(label)), must(Clustered(mixedLabel))},
		"pairs":     {must(ClassPairs(label)), must(ClassPairs(mixedLabel))},
		"serial":    {must(Serial(GroupsOf(target, 6))), must(Serial(GroupsOf(mixedTarget, 6)))},
		"mixed":     {must(Mixed(GroupsOf(target, 6))), must(Mixed(GroupsOf(mixedTarget, 6)))},
		"reorder":   {must(Reorder(target)), must(Reorder(mixedTarget))},
		"window":    {must(Window(target, 5)), must(Window(mixedTarget, 5))},
	} {
		t.Run(name, func(t *testing.T) {
			p := 4
			if name == "clustered" {
				p = 2 // Δ = 2 for all features past the number of classes less one
			}
			delta, y := slowest(t, pair[0], h, p)
			permuted, z := slowest(t, pair[1], mixedUp, p)
			checkSame(t, "permuted", delta, permuted, y, z, perm)
			var edges []Edge
			pair[0].Edges(func(i, j int, w float64) bool {
				if i <= j {
					edges = append(edges, Edge{i, j, 17 * w})
				}
				return true
			})
			q := slices.Clone(pair[0].Vertices())
			floats.Scale(0.3, q)
			scaled, z := slowest(t, must(Weighted(EdgeList(n, edges), nil, q)), h, p)
			identity := make([]int, n)
			for i := range identity {
				identity[i] = i
			}
			checkSame(t, "scaled", delta, scaled, y, z, identity)
		})
	}
}

func checkSame(t *testing.T, what string, delta, other []float64, y, z *mat.Dense, perm []int) {
	t.Helper()
	if !floats.EqualApprox(delta, other, 1e-10) {
		t.Errorf("%s: Δ %v, want %v", what, other, delta)
	}
	for i, k := range perm {
		if !floats.EqualApprox(z.RawRowView(i), y.RawRowView(k), 1e-10) {
			t.Fatalf("%s: sample %d has %v, want %v", what, k, z.RawRowView(i), y.RawRowView(k))
		}
	}
}

func TestWrongShapesPanic(t *testing.T) {
	time := Time([]int{3})
	for name, call := range map[string]func(){
		"rows":      func() { _, _ = Moments(context.Background(), time, mat.NewDense(4, 1, nil)) },
		"laplacian": func() { time.Laplacian(mat.NewDense(3, 2, nil), mat.NewDense(3, 1, nil)) },
		"weights":   func() { _, _ = Weighted(time, []float64{1}, nil) },
		"edge":      func() { EdgeList(3, []Edge{{0, 3, 1}}) },
		"negative":  func() { EdgeList(3, []Edge{{0, 1, -1}}) },
		"NaN":       func() { _, _ = Reorder([]float64{1, math.NaN()}) },
		"groups":    func() { GroupsOf([]float64{1}, 0) },
		"free":      func() { _, _, _ = FreeResponses(context.Background(), time, 0) },
		"draws":     func() { _, _ = SampledPairs(t.Context(), []int{0, 0, 1, 1}, 0, 1) },
		"lengths": func() {
			_, _ = Predictive(context.Background(), mat.NewDense(4, 1, nil), []int{3}, Prediction{Order: 1, Neighbours: 1, Past: true})
		},
		"prediction": func() {
			_, _ = Predictive(context.Background(), mat.NewDense(4, 1, nil), []int{4}, Prediction{Order: 1, Neighbours: 1})
		},
		"features": func() {
			_, _, _ = iterate(context.Background(), mat.NewDense(4, 1, nil), []int{4}, Prediction{Order: 1, Neighbours: 1, Past: true}, 0, 1)
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s did not panic", name)
				}
			}()
			call()
		}()
	}
}

package graph

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// checkFree holds all free responses against their Δ, and as checkResponses does.
func checkFree(t *testing.T, g Graph, want []float64, tol float64) {
	t.Helper()
	values, y, err := FreeResponses(context.Background(), g, g.N())
	if err != nil {
		t.Fatal(err)
	}
	if !floats.EqualApprox(values, want, tol) {
		t.Errorf("Δ = %.10v, want %.10v", values, want)
	}
	checkResponses(t, g, values, y)
}

// checkResponses holds responses against their definition: weighted moments that are 1 and
// 0, and Δ measured edge by edge.
func checkResponses(t *testing.T, g Graph, values []float64, y *mat.Dense) {
	t.Helper()
	_, p := y.Dims()
	q, r := Total(g)
	for j := range p {
		for k := range j + 1 {
			inner := 0.0
			for i, v := range g.Vertices() {
				inner += v * y.At(i, j) * y.At(i, k) / q
			}
			if unit := map[bool]float64{j == k: 1}[true]; math.Abs(inner-unit) > 1e-10 {
				t.Errorf("⟨y%d, y%d⟩ = %g", j, k, inner)
			}
		}
		delta := 0.0
		g.Edges(func(a, b int, w float64) bool {
			d := y.At(a, j) - y.At(b, j)
			delta += w * d * d / r
			return true
		})
		if math.Abs(delta-values[j]) > 1e-10 {
			t.Errorf("response %d has Δ = %g, said to be %g", j, delta, values[j])
		}
	}
}

// checkConsistent holds Q, R and consistency.
func checkConsistent(t *testing.T, g Graph, q, r float64) {
	t.Helper()
	gotQ, gotR := Total(g)
	if !scalar.EqualWithinRel(gotQ, q, 1e-12) || !scalar.EqualWithinRel(gotR, r, 1e-12) {
		t.Errorf("Q = %g, R = %g; want %g, %g", gotQ, gotR, q, r)
	}
	if off := Consistency(g); !(off < 1e-15) {
		t.Errorf("not consistent: off by %g", off)
	}
}

// Reference B2: a linear graph with self-loops at its ends.
func TestB2(t *testing.T) {
	edges := []Edge{{0, 0, 1}, {9, 9, 1}}
	var want []float64
	for i := range 10 {
		if i < 9 {
			edges = append(edges, Edge{i, i + 1, 1})
		}
		want = append(want, 2-2*math.Cos(math.Pi*float64(i)/10))
	}
	g := EdgeList(10, edges)
	checkConsistent(t, g, 10, 20)
	checkFree(t, g, want, 1e-10)
}

// Reference B3: clustered, classes of 3, 4 and 5.
func TestB3(t *testing.T) {
	g := must(Clustered(repeated(3, 4, 5)))
	checkConsistent(t, g, 12, 12)
	checkFree(t, g, []float64{0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2}, 1e-10)
	if got := Components(g); got != 3 {
		t.Errorf("%d components, want 3", got)
	}
}

var (
	serialDeltas = []float64{0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4}
	mixedDeltas  = []float64{0, 0.3905242918, 1.333333333, 2, 2, 2, 2, 2, 2, 2, 2, 2.276142375}
)

// Reference B4: serial, 12 samples in groups of 3.
func TestB4(t *testing.T) {
	g := must(Serial(GroupsOf(ramp(12), 4)))
	checkConsistent(t, g, 18, 54)
	checkFree(t, g, serialDeltas, 1e-10)
	if v := g.Vertices(); v[2] != 1 || v[3] != 2 || v[8] != 2 || v[9] != 1 {
		t.Errorf("vertex weights %v, want 1 in the end groups and 2 in the others", v)
	}
}

// Reference B5: mixed, 12 samples in groups of 3.
func TestB5(t *testing.T) {
	g := must(Mixed(GroupsOf(ramp(12), 4)))
	checkConsistent(t, g, 12, 108)
	checkFree(t, g, mixedDeltas, 1e-9)
	for i, d := range g.Degrees() {
		if d != 9 {
			t.Errorf("degree %d is %g, want 9", i, d)
		}
	}
}

// Groups of unequal size keep the graph consistent, and their free responses:
// only the 2 of responses within groups may come more or less often.
func TestUnequalGroupsRespondLikeEqualOnes(t *testing.T) {
	group := repeated(1, 5, 2, 4)
	for name, c := range map[string]struct {
		g    Graph
		q, r float64
		want []float64
	}{
		"serial": {must(Serial(group)), 18, 54, serialDeltas},
		"mixed":  {must(Mixed(group)), 12, 108, mixedDeltas},
	} {
		t.Run(name, func(t *testing.T) {
			checkConsistent(t, c.g, c.q, c.r)
			checkFree(t, c.g, c.want, 1e-9)
		})
	}
}

// Reference B7: the closed form of the sliding window is its enumeration, with
// equal row sums.
func TestB7(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	const n = 200
	for _, d := range []int{3, 32} {
		g := must(Window(ramp(n), d))
		checkConsistent(t, g, n, n*float64(2*d+1))
		gamma := denseGraph(t, g)
		for i := range n {
			if sum := floats.Sum(gamma.RawRowView(i)); sum != float64(2*d+1) {
				t.Errorf("d = %d: row %d sums up to %g", d, i, sum)
			}
			for j := range n {
				want := 0.0
				if max(i-j, j-i) <= d {
					want = 1
					if i+1+j+1 <= d+1 || i+1+j+1 >= 2*n+1-d {
						want = 2
					}
				}
				if gamma.At(i, j) != want {
					t.Fatalf("d = %d: γ(%d, %d) = %g, want %g", d, i, j, gamma.At(i, j), want)
				}
			}
		}
		checkMoments(t, "window", g, normal(rng, n, 5))
	}
}

// A sample of weight 0 gets the mean of its neighbours; without neighbours it
// takes no part.
func TestFreeResponsesOfWeightlessSamples(t *testing.T) {
	// 0 – 1 – 2 with no weight on 1; 3 is alone.
	path := EdgeList(4, []Edge{{0, 1, 1}, {1, 2, 1}})
	g := must(Weighted(path, nil, []float64{1, 0, 1, 1}))
	values, y, err := FreeResponses(context.Background(), g, 5)
	if err != nil {
		t.Fatal(err)
	}
	// y = ±1 at the ends and 0 between: 4 ordered differences of 1, R = 4.
	if !floats.EqualApprox(values, []float64{0, 1}, 1e-12) {
		t.Errorf("Δ = %v, want 0 and 1", values)
	}
	want := mat.NewDense(4, 2, []float64{1, 1, 1, 0, 1, -1, 0, 0})
	if !mat.EqualApprox(y, want, 1e-12) && !mat.EqualApprox(y, mat.NewDense(4, 2, []float64{1, -1, 1, 0, 1, 1, 0, 0}), 1e-12) {
		t.Errorf("responses %v", mat.Formatted(y))
	}
}

func TestFreeResponsesRefuse(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	twoParts := EdgeList(4, []Edge{{0, 1, 1}, {2, 3, 1}})
	for name, c := range map[string]struct {
		ctx context.Context
		g   Graph
	}{
		"too many":         {context.Background(), Time([]int{MaxFree + 1})},
		"no edges":         {context.Background(), Time([]int{1, 1})},
		"part of weight 0": {context.Background(), must(Weighted(twoParts, nil, []float64{1, 1, 0, 0}))},
		"ended early":      {ctx, Time([]int{5})},
	} {
		if _, _, err := FreeResponses(c.ctx, c.g, 1); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

package graph

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// edgesOf lists the edges with i ≤ j.
func edgesOf(g Graph) []Edge {
	var out []Edge
	g.Edges(func(i, j int, w float64) bool {
		if i <= j {
			out = append(out, Edge{i, j, w})
		}
		return true
	})
	return out
}

func TestEdgeListAddsUp(t *testing.T) {
	g := EdgeList(5, []Edge{{3, 1, 2}, {0, 1, 1}, {1, 3, 0.5}, {2, 2, 4}, {2, 2, 1}, {0, 3, 0}})
	if got, want := edgesOf(g), []Edge{{0, 1, 1}, {1, 3, 2.5}, {2, 2, 5}}; !slices.Equal(got, want) {
		t.Errorf("edges %v, want %v", got, want)
	}
	if got, want := g.Degrees(), []float64{1, 3.5, 5, 2.5, 0}; !floats.Equal(got, want) {
		t.Errorf("degrees %v, want %v", got, want)
	}
	if got, want := g.Vertices(), []float64{1, 1, 1, 1, 0}; !floats.Equal(got, want) {
		t.Errorf("weights %v, want %v", got, want)
	}
	if g.Pairs() != 2 {
		t.Errorf("%d pairs, want 2", g.Pairs())
	}
}

func TestEdgeListAgainstEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	for range 20 {
		n := 5 + rng.IntN(200)
		edges := []Edge{{0, 1, 1}}
		for range 3 * n {
			edges = append(edges, Edge{rng.IntN(n), rng.IntN(n), rng.Float64()})
		}
		checkMoments(t, "edges", EdgeList(n, edges), normal(rng, n, 3))
	}
}

func TestReadEdges(t *testing.T) {
	want := []Edge{{0, 1, 1}, {1, 2, 0.5}, {2, 2, 3}}
	for name, text := range map[string]string{
		"half":      "0,1,1\n1,2,0.5\n2,2,3\n",
		"header":    "\ufeffi,j,weight\r\n0, 1, 1\r\n\r\n1,2,5e-1\r\n2,2,3",
		"both ways": "1,0,1\n0,1,1\n2,1,0.5\n1,2,0.5\n2,2,3\n",
		"weight 0":  "0,1,1\n1,2,0.5\n0,2,0\n2,2,3\n",
	} {
		g, err := ReadEdges(strings.NewReader(text), 4, 0)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := edgesOf(g); !slices.Equal(got, want) || g.N() != 4 {
			t.Errorf("%s: edges %v over %d samples, want %v", name, got, g.N(), want)
		}
	}
}

func TestReadEdgesFrom1(t *testing.T) {
	g, err := ReadEdges(strings.NewReader("1,2,1\n2,4,0.5\n"), 4, 1)
	if err != nil || !slices.Equal(edgesOf(g), []Edge{{0, 1, 1}, {1, 3, 0.5}}) {
		t.Errorf("%v, error %v", edgesOf(g), err)
	}
	for text, say := range map[string]string{
		"1,2,1\n0,1,1\n": "line 2: sample 0, but the data have samples 1 to 4, counted from 1: correct it, or read a file that counts from 0 with edges:FILE:0",
		"1,5,1\n":        "line 1: sample 5",
		"3,4,1\n3,4,1\n": "line 2: 3,4 is on line 1 already",
	} {
		if _, err := ReadEdges(strings.NewReader(text), 4, 1); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%q: error %v, want one with %q", text, err, say)
		}
	}
	for word, want := range map[string]string{"edges:/a": "edges:/a", "edges:/a:0": "edges:/a", "edges:/a:1": "edges:/a:1", "edges:/a:1:0": "edges:/a:1:0", "edges:/a:0:1": "edges:/a:0:1", "edges:/a:2": "edges:/a:2"} {
		got, err := edgesWord(word)
		again, _ := edgesWord(got)
		if got != want || again != want || err != nil {
			t.Errorf("%s is %s, then %s (%v), want %s", word, got, again, err, want)
		}
	}
	for _, word := range []string{"edges:", "edges::1", "edge:a"} {
		if got, err := edgesWord(word); err == nil {
			t.Errorf("%s is %s", word, got)
		}
	}
}

func TestReadEdgesReportsTheLine(t *testing.T) {
	for text, say := range map[string]string{
		"0,1\n":                        "line 1: 2 fields",
		"i,j,w\n0,1,1\n0,9,1\n":        "line 3: sample 9, but the data have samples 0 to 3",
		"0,1,1\n1.5,2,1\n":             `line 2: sample "1.5"`,
		"0,1,1\n-1,2,1\n":              "line 2: sample -1",
		"0,1,x\n":                      `line 1: weight "x"`,
		"0,1,1\n0,2,-1\n":              "line 2: weight -1",
		"0,1,1\n0,2,NaN\n":             "line 2: weight NaN",
		"0,1,1\n0,2,inf\n":             "line 2: weight +Inf",
		"0,1,1\n2,3,1\n0,1,1\n":        "line 3: 0,1 is on line 1 already",
		"2,2,1\n2,2,1\n":               "line 2: 2,2 is on line 1 already",
		"0,1,1\n1,0,2\n":               "line 2: 1,0 has weight 2, but line 1 gives the other direction 1",
		"0,1,1\n1,0,1\n1,0,1\n":        "line 3: 1,0 is on line 1 already",
		"2,3,1\n0,1,1\n0,1,1\n2,3,1\n": "line 3: 0,1 is on line 2 already",
		"":                             "has none",
		"a,b,c\n":                      "has none",
		"0,1,1\n" + strings.Repeat("1", maxLineBytes): "line 2: longer than",
	} {
		if _, err := ReadEdges(strings.NewReader(text), 4, 0); err == nil || !strings.Contains(err.Error(), say) {
			t.Errorf("%.40q: error %v, want one with %q", text, err, say)
		}
	}
}

// Whatever is read is a graph: written out, it reads the same.
func FuzzReadEdges(f *testing.F) {
	for _, seed := range []string{"0,1,1\n1,0,1\n", "i,j,w\n2,2,3e-300\n", "0,1,1\n0,1,1\n", "\ufeff1,2,.5\r\n", "0,1,1e308\n0,2,1e308\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		g, err := ReadEdges(bytes.NewReader(text), 5, 0)
		if err != nil {
			return
		}
		var out strings.Builder
		for _, e := range edgesOf(g) {
			if !(e.Weight > 0) || math.IsInf(e.Weight, 0) {
				t.Fatalf("edge %v", e)
			}
			fmt.Fprintf(&out, "%d,%d,%g\n", e.I, e.J, e.Weight)
		}
		if out.Len() == 0 {
			return // only edges of weight 0
		}
		again, err := ReadEdges(strings.NewReader(out.String()), 5, 0)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(edgesOf(again), edgesOf(g)) {
			t.Fatalf("edges %v, read again %v", edgesOf(g), edgesOf(again))
		}
	})
}

// Enough draws are all pairs; fewer weigh as much in the mean.
func TestSampledPairs(t *testing.T) {
	label := repeated(3, 8, 20)
	exact := denseGraph(t, must(ClassPairs(label)))
	for i := range 31 {
		exact.Set(i, i, 0)
	}
	if all := denseGraph(t, must(SampledPairs(t.Context(), label, 19, 1))); !mat.EqualApprox(all, exact, 1e-14) {
		t.Error("all partners drawn are not all pairs")
	}
	mean := mat.NewDense(31, 31, nil)
	const rounds = 400
	for seed := range uint64(rounds) {
		mean.Add(mean, denseGraph(t, must(SampledPairs(t.Context(), label, 2, seed))))
	}
	mean.Scale(1.0/rounds, mean)
	mean.Sub(mean, exact)
	// Of class 2, γ is (19/2)/2 with probability 2/19, twice: deviation 2.1, over
	// 400 rounds 0.1.
	if worst := mat.Max(mean); worst > 0.6 {
		t.Errorf("γ is off by %g in the mean", worst)
	}
	first, again := must(SampledPairs(t.Context(), label, 2, 5)), must(SampledPairs(t.Context(), label, 2, 5))
	if !slices.Equal(edgesOf(first), edgesOf(again)) {
		t.Error("one seed, two graphs")
	}
	if slices.Equal(edgesOf(first), edgesOf(must(SampledPairs(t.Context(), label, 2, 6)))) {
		t.Error("two seeds, one graph")
	}
}

// Eq. 23 by hand: three samples, two transitions.
func TestTransitionImportance(t *testing.T) {
	g := must(Weighted(Time([]int{3}), []float64{1, 4, 9}, nil))
	want := []Edge{{0, 1, 0.5 / 2}, {1, 2, 0.5 / 6}}
	for k, e := range edgesOf(g) {
		if e.I != want[k].I || e.J != want[k].J || math.Abs(e.Weight-want[k].Weight) > 1e-15 {
			t.Errorf("edge %v, want %v", e, want[k])
		}
	}
}

// Eq. 24: samples without importance have no part in C, and all of Ċ stays.
func TestSampleImportance(t *testing.T) {
	h := normal(rand.New(rand.NewPCG(2, 0)), 6, 1)
	plain, err := Moments(context.Background(), Time([]int{6}), h)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Moments(context.Background(), must(Weighted(Time([]int{6}), nil, []float64{0, 2, 0, 0, 2, 0})), h)
	if err != nil {
		t.Fatal(err)
	}
	half := (h.At(1, 0) - h.At(4, 0)) / 2
	if got.N != 2 || math.Abs(got.C.At(0, 0)-half*half) > 1e-14 || math.Abs(got.Cdot.At(0, 0)-plain.Cdot.At(0, 0)) > 1e-14 {
		t.Errorf("n = %d, C = %g, Ċ = %g; want 2, %g, %g", got.N, got.C.At(0, 0), got.Cdot.At(0, 0), half*half, plain.Cdot.At(0, 0))
	}
}

func TestPairsAreGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := SampledPairs(ctx, []int{0, 0, 0, 1, 1}, 2, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("pairs are drawn after the context ended: %v", err)
	}
	if _, err := edgeList(ctx, 3, []Edge{{0, 1, 1}}); !errors.Is(err, context.Canceled) {
		t.Errorf("edges are collected after the context ended: %v", err)
	}
}

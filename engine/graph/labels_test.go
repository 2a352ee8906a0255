package graph

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

func TestLabelsThatMakeNoGraph(t *testing.T) {
	for name, c := range map[string]struct {
		make func() (Graph, error)
		say  string
	}{
		"one sample":    {func() (Graph, error) { return Clustered([]int{0, 0, 4, 1, 1}) }, "row 2: it is the only one of its class"},
		"pairs":         {func() (Graph, error) { return ClassPairs([]int{0, 0, 4}) }, "row 2: it is the only one of its class"},
		"sampled":       {func() (Graph, error) { return SampledPairs(t.Context(), []int{0, 0, 4}, 3, 1) }, "row 2: it is the only one of its class"},
		"one class":     {func() (Graph, error) { return Clustered([]int{3, 3, -1}) }, "all samples are of class 3"},
		"no class":      {func() (Graph, error) { return Clustered([]int{-1, -1}) }, "no sample has a class"},
		"one group":     {func() (Graph, error) { return Serial([]int{2, 2, -1}) }, "in 1 groups"},
		"mixed":         {func() (Graph, error) { return Mixed(nil) }, "in 0 groups"},
		"one to sort":   {func() (Graph, error) { return Reorder([]float64{1}) }, "two are needed"},
		"wide window":   {func() (Graph, error) { return Window(ramp(5), 5) }, "between 1 and 4"},
		"no window":     {func() (Graph, error) { return Window(ramp(5), 0) }, "between 1 and 4"},
		"p of zero":     {func() (Graph, error) { return Weighted(Time([]int{2}), []float64{1, 0}, nil) }, "row 1"},
		"q below zero":  {func() (Graph, error) { return Weighted(Time([]int{2}), nil, []float64{1, -2}) }, "row 1"},
		"no importance": {func() (Graph, error) { return Weighted(Time([]int{2}), nil, []float64{0, 0}) }, "importance zero"},
	} {
		if _, err := c.make(); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%s: error %v, want one about %q", name, err, c.say)
		}
	}
}

// A sample without a label counts for nothing.
func TestUnlabelledSamplesAreLeftOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	h := normal(rng, 9, 2)
	label := []int{-1, 5, 5, -1, 2, 2, 2, 5, -1}
	var rows []int
	for i, l := range label {
		if l >= 0 {
			rows = append(rows, i)
		}
	}
	some, known := mat.NewDense(len(rows), 2, nil), make([]int, len(rows))
	for k, i := range rows {
		some.SetRow(k, h.RawRowView(i))
		known[k] = label[i]
	}
	for name, make := range map[string]func([]int) (Graph, error){"clustered": Clustered, "pairs": ClassPairs, "serial": Serial, "mixed": Mixed} {
		got, err := Moments(context.Background(), must(make(label)), h)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Moments(context.Background(), must(make(known)), some)
		if err != nil {
			t.Fatal(err)
		}
		if got.N != len(rows) || !floats.EqualApprox(got.Mean, want.Mean, 1e-14) || !mat.EqualApprox(got.C, want.C, 1e-14) || !mat.EqualApprox(got.Cdot, want.Cdot, 1e-14) {
			t.Errorf("%s: moments are not those of the labelled samples", name)
		}
	}
}

// The clustered graph is Fisher's discriminant: Ċ is twice the scatter within
// classes over n, and C the scatter in all over n. (Escalante-B. and Wiskott
// 2013, section 7.)
func TestClusteredIsFishersDiscriminant(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 0))
	label := repeated(10, 25, 40)
	h := normal(rng, 75, 5)
	for i, l := range label {
		h.Set(i, l, h.At(i, l)+1.5)
	}
	within, between := scatter(h, label, 3)
	// Directions of the largest between/within, in coordinates where within is I.
	values, u, err := eigen.Sym(context.Background(), within)
	if err != nil {
		t.Fatal(err)
	}
	s := mat.NewDense(5, 5, nil)
	for i := range 5 {
		for j, v := range values {
			s.Set(i, j, u.At(i, j)/math.Sqrt(v))
		}
	}
	ratio, err := dense.Congruence(context.Background(), between, s)
	if err != nil {
		t.Fatal(err)
	}
	fisher, _, err := eigen.Sym(context.Background(), ratio)
	if err != nil {
		t.Fatal(err)
	}
	delta, _ := slowest(t, must(Clustered(label)), h, 2)
	for j, d := range delta {
		// Δ = 2 within/(within + between).
		if want := 2 / (1 + fisher[4-j]); !floats.EqualApprox([]float64{d}, []float64{want}, 1e-12) {
			t.Errorf("Δ%d = %.15g, Fisher's criterion gives %.15g", j+1, d, want)
		}
	}
}

// scatter returns the scatter within and between classes.
func scatter(h *mat.Dense, label []int, classes int) (within, between *mat.SymDense) {
	n, m := h.Dims()
	within, between = mat.NewSymDense(m, nil), mat.NewSymDense(m, nil)
	all, means, counts := make([]float64, m), mat.NewDense(classes, m, nil), make([]float64, classes)
	for i, l := range label {
		floats.AddScaled(all, 1/float64(n), h.RawRowView(i))
		floats.Add(means.RawRowView(l), h.RawRowView(i))
		counts[l]++
	}
	d := make([]float64, m)
	for l, c := range counts {
		floats.Scale(1/c, means.RawRowView(l))
		floats.SubTo(d, means.RawRowView(l), all)
		between.SymRankOne(between, c, mat.NewVecDense(m, d))
	}
	for i, l := range label {
		floats.SubTo(d, h.RawRowView(i), means.RawRowView(l))
		within.SymRankOne(within, 1, mat.NewVecDense(m, d))
	}
	return within, between
}

func TestGroupsOf(t *testing.T) {
	for name, c := range map[string]struct {
		values []float64
		k      int
		want   []int
	}{
		"equal":     {[]float64{5, 1, 4, 2, 3, 0}, 3, []int{2, 0, 2, 1, 1, 0}},
		"uneven":    {ramp(5), 2, []int{0, 0, 0, 1, 1}},
		"ties":      {[]float64{1, 1, 1, 1, 2, 3}, 3, []int{0, 0, 0, 0, 1, 1}},
		"few":       {[]float64{1, 2, 2, 1}, 4, []int{0, 1, 1, 0}},
		"all equal": {[]float64{7, 7, 7}, 3, []int{0, 0, 0}},
		"many":      {ramp(3), 9, []int{0, 1, 2}},
		"too many":  {ramp(3), math.MaxInt, []int{0, 1, 2}},
		"none":      {nil, 2, []int{}},
	} {
		if got := GroupsOf(c.values, c.k); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Tied samples: Reorder and Window are the mean over all orders of them.
func TestTiesAreTheMeanOverOrders(t *testing.T) {
	values := []float64{2, 1, 2, 5, 2, 1, 7}
	orders := permutations(3)
	for name, make := range map[string]func([]float64) Graph{
		"reorder":  func(v []float64) Graph { return must(Reorder(v)) },
		"window 1": func(v []float64) Graph { return must(Window(v, 1)) },
		"window 2": func(v []float64) Graph { return must(Window(v, 2)) },
		"window 6": func(v []float64) Graph { return must(Window(v, 6)) },
	} {
		mean, count := mat.NewDense(7, 7, nil), 0
		for _, twos := range orders {
			for swap := range 2 {
				v := slices.Clone(values)
				for k, i := range []int{0, 2, 4} {
					v[i] += 0.1 * float64(twos[k])
				}
				v[[]int{1, 5}[swap]] += 0.1
				mean.Add(mean, denseGraph(t, make(v)))
				count++
			}
		}
		mean.Scale(1/float64(count), mean)
		if got := denseGraph(t, make(values)); !mat.EqualApprox(got, mean, 1e-12) {
			t.Errorf("%s: γ is\n%v\nwant\n%v", name, mat.Formatted(got), mat.Formatted(mean))
		}
	}
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var out [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			out = append(out, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return out
}

package graph

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

func TestTimeIsTheStream(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	lengths := []int{300, 1, 2, 97}
	h := normal(rng, 400, 70)
	want, err := moments.Stream(context.Background(), moments.NewValues(space.Linear{D: 70}, h, lengths))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Moments(context.Background(), Time(lengths), h)
	if err != nil {
		t.Fatal(err)
	}
	if got.N != want.N || got.Pairs != want.Pairs {
		t.Errorf("n = %d, P = %d; want %d, %d", got.N, got.Pairs, want.N, want.Pairs)
	}
	if !floats.EqualApprox(got.Mean, want.Mean, 1e-12) || !mat.EqualApprox(got.C, want.C, 1e-12) || !mat.EqualApprox(got.Cdot, want.Cdot, 1e-12) {
		t.Error("moments differ from those of the stream")
	}
}

// A mean 10⁸ times the spread costs no digits of either moment.
func TestMomentsWithLargeMean(t *testing.T) {
	h := mat.NewDense(1000, 1, nil)
	for i := range 1000 {
		h.Set(i, 0, 1e8+math.Sin(float64(i+1)))
	}
	got, err := Moments(context.Background(), Time([]int{1000}), h)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i := 2; i <= 1000; i++ {
		d := math.Sin(float64(i)) - math.Sin(float64(i-1))
		sum += d * d / 999
	}
	if c, cdot := got.C.At(0, 0), got.Cdot.At(0, 0); !scalar.EqualWithinRel(c, 0.500191909614, 1e-6) || !scalar.EqualWithinRel(cdot, sum, 1e-6) {
		t.Errorf("C %.12f, want 0.500191909614; Ċ %.12f, want %.12f", c, cdot, sum)
	}
}

// The moments of the first columns are a leading block, to the bit, and so is
// everything for another number of processors.
func TestMomentsNestAndDoNotDependOnProcs(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	h := normal(rng, 300, 150)
	g := must(Serial(GroupsOf(mat.Col(nil, 0, h), 7)))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	all, err := Moments(context.Background(), g, h)
	if err != nil {
		t.Fatal(err)
	}
	runtime.GOMAXPROCS(1)
	for _, m := range []int{1, 31, 64, 100, 150} {
		part, err := Moments(context.Background(), g, mat.DenseCopyOf(h.Slice(0, 300, 0, m)))
		if err != nil {
			t.Fatal(err)
		}
		if want := all.Leading(m); !mat.Equal(part.C, want.C) || !mat.Equal(part.Cdot, want.Cdot) || !floats.Equal(part.Mean, want.Mean) {
			t.Errorf("moments of %d columns are not the leading block", m)
		}
	}
}

// Reference A15: with v the number of pairs that contain a sample, Δ = 2(1 − λ)
// for the eigenvalues λ of reversible TICA on the same pairs.
func TestA15(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 0))
	const d = 4
	lengths := []int{30, 2, 1, 67}
	x := normal(rng, 100, d)
	for i := 1; i < 100; i++ {
		floats.AddScaled(x.RawRowView(i), 0.7, x.RawRowView(i-1))
	}
	g := Time(lengths)
	delta, _ := slowest(t, must(Weighted(g, nil, g.Degrees())), x, d)
	var from, to []int
	row := 0
	for _, l := range lengths {
		for i := row; i < row+l-1; i++ {
			from, to = append(from, i), append(to, i+1)
		}
		row += l
	}
	mean := make([]float64, d)
	for k := range from {
		floats.AddScaled(mean, 0.5/float64(len(from)), x.RawRowView(from[k]))
		floats.AddScaled(mean, 0.5/float64(len(from)), x.RawRowView(to[k]))
	}
	c0, lagged := mat.NewSymDense(d, nil), mat.NewSymDense(d, nil)
	a, b := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
	for k := range from {
		floats.SubTo(a.RawVector().Data, x.RawRowView(from[k]), mean)
		floats.SubTo(b.RawVector().Data, x.RawRowView(to[k]), mean)
		c0.SymRankOne(c0, 1, a)
		c0.SymRankOne(c0, 1, b)
		lagged.RankTwo(lagged, 1, a, b)
	}
	w, err := sfa.Whiten(context.Background(), sfa.Problem{C: c0, Cdot: lagged})
	if err != nil {
		t.Fatal(err)
	}
	tica, err := w.Rotate(context.Background(), 0, d)
	if err != nil {
		t.Fatal(err)
	}
	for j, got := range delta {
		if want := 2 * (1 - tica.Value[d-1-j]); !scalar.EqualWithinRel(got, want, 1e-12) {
			t.Errorf("Δ%d = %.15g, TICA gives %.15g", j+1, got, want)
		}
	}
}

func TestMomentsRefuse(t *testing.T) {
	h := mat.NewDense(3, 1, []float64{1, 2, 4})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		g   Graph
		ctx context.Context
	}{
		"loops only":  {EdgeList(3, []Edge{{0, 0, 1}, {1, 1, 1}}), context.Background()},
		"no edges":    {Time([]int{1, 1, 1}), context.Background()},
		"overflow":    {EdgeList(3, []Edge{{0, 1, 1e308}, {1, 2, 1e308}}), context.Background()},
		"no weights":  {EdgeList(3, nil), context.Background()},
		"ended early": {Time([]int{3}), ctx},
	} {
		if _, err := Moments(c.ctx, c.g, h); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func BenchmarkMoments(b *testing.B) {
	rng := rand.New(rand.NewPCG(5, 0))
	for _, n := range []int{2000, 8000} {
		label, target := make([]int, n), make([]float64, n)
		for i := range n {
			label[i], target[i] = i%10, rng.Float64()
		}
		for _, kind := range []struct {
			name string
			g    Graph
		}{
			{"clustered", must(Clustered(label))},
			{"serial", must(Serial(GroupsOf(target, 50)))},
			{"window=32", must(Window(target, 32))},
			{"reorder", must(Reorder(target))},
			{"sampled=10", must(SampledPairs(b.Context(), label, 10, 1))},
		} {
			for _, m := range []int{50, 200} {
				h := normal(rng, n, m)
				b.Run(fmt.Sprintf("%s/n=%d/m=%d", kind.name, n, m), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						if _, err := Moments(context.Background(), kind.g, h); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
		}
	}
}

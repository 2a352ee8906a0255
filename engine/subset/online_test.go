package subset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// distanceToSpan returns ε_t of Böhmer et al. (2012), section 4, by the inverse of the
// picks' kernel matrix.
func distanceToSpan(t *testing.T, g *mat.SymDense, at int, picks []int) float64 {
	t.Helper()
	if len(picks) == 0 {
		return g.At(at, at)
	}
	kii := mat.NewSymDense(len(picks), nil)
	kti := mat.NewVecDense(len(picks), nil)
	for a, i := range picks {
		kti.SetVec(a, g.At(at, i))
		for b, j := range picks {
			kii.SetSym(a, b, g.At(i, j))
		}
	}
	var alpha mat.VecDense
	if err := alpha.SolveVec(kii, kti); err != nil {
		t.Fatal(err)
	}
	return g.At(at, at) - mat.Dot(kti, &alpha)
}

func TestOnlineMAHAgainstDefinition(t *testing.T) {
	for _, c := range []struct {
		k    kernel.Kernel
		x    *mat.Dense
		etas []float64
	}{
		{kernel.Gaussian{Sigma: 1.5}, normal(150, 3, 1), []float64{0, 1e-3, 0.05, 0.3, 0.9, 1}},
		{kernel.Laplacian{Sigma: 4}, walk(150, 3), []float64{0.01, 0.4}},
		{kernel.Polynomial{Degree: 2}, normal(150, 3, 2), []float64{1e-6, 1, 20}},
	} {
		g := gram(c.k, c.x)
		for _, eta := range c.etas {
			var want []int
			for s := range 150 {
				if distanceToSpan(t, g, s, want) > max(eta, 1e-10) {
					want = append(want, s)
				}
			}
			got, err := OnlineMAH(context.Background(), c.k, c.x, eta, 150)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Index, want) {
				t.Errorf("%s, η = %g: picks %v, want %v", c.k.Name(), eta, got.Index, want)
			}
			if half := len(want) / 2; half > 0 {
				got, err := OnlineMAH(context.Background(), c.k, c.x, eta, half)
				if err != nil || !slices.Equal(got.Index, want[:half]) {
					t.Errorf("%s, η = %g, at most %d: picks %v, %v", c.k.Name(), eta, half, got.Index, err)
				}
			}
		}
	}
}

// Samples go through in blocks; the picks are those that come one by one, by a
// factor of the whole kernel matrix.
func TestOnlineMAHBlocks(t *testing.T) {
	const n, eta = 3*onlineBlock + 77, 0.02
	x := walk(n, 4)
	k := kernel.Gaussian{Sigma: 12}
	got, err := OnlineMAH(context.Background(), k, x, eta, n)
	if err != nil {
		t.Fatal(err)
	}
	g := gram(k, x)
	var picks []int
	var l [][]float64
	for s := range n {
		row := make([]float64, len(picks), len(picks)+1)
		left := g.At(s, s)
		for j, i := range picks {
			v := g.At(s, i)
			for a := range j {
				v -= row[a] * l[j][a]
			}
			row[j] = v / l[j][j]
			left -= row[j] * row[j]
		}
		if left > eta {
			picks, l = append(picks, s), append(l, append(row, math.Sqrt(left)))
		}
	}
	if !slices.Equal(got.Index, picks) {
		t.Errorf("picks %v, want %v", got.Index, picks)
	}
	if last := picks[len(picks)-1]; len(picks) < 100 || last < 3*onlineBlock {
		t.Fatalf("%d picks up to %d do not try several blocks", len(picks), last)
	}
}

// At σ = 1 a sample at distance a of the only pick has ε = 1 − exp(−a²), which is 0.4979
// at 0.83 and 0.5062 at 0.84. Of the sample at 10 both picks explain nothing.
func TestThresholdOfOnlineMAH(t *testing.T) {
	x := mat.NewDense(5, 1, []float64{0, 0.83, 0.84, 10, 0.01})
	at := part.Point{}.With(kernel.Name.Is("gaussian"), kernel.Sigma.Is(1), Name.Is("online-mah"))
	for _, c := range []struct {
		eta  float64
		m    int
		want []int
		note string
	}{
		{0.5, 5, []int{0, 2, 3}, "online MAH took 3 samples at threshold 0.5"},
		{0.49, 5, []int{0, 1, 3}, "online MAH took 3 samples at threshold 0.49"},
		{0.5, 2, []int{0, 2}, "online MAH took 2 samples at threshold 0.5, the most that --m allows, and skipped the last 2"},
		{0, 5, []int{0, 1, 2, 3, 4}, "online MAH took 5 samples at threshold 0"},
	} {
		s, err := Kinds.Build(at).Choose(context.Background(), Candidates{X: x}, c.m, at.With(Threshold.Is(c.eta)))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.Index, c.want) || s.Note != c.note {
			t.Errorf("η = %g, at most %d: picks %v, %q", c.eta, c.m, s.Index, s.Note)
		}
	}
	_, err := Kinds.Build(at).Choose(context.Background(), Candidates{X: x}, 5, at.With(Threshold.Is(1)))
	if err == nil || !strings.Contains(err.Error(), "picked 0 of 5 samples at threshold 1,") {
		t.Errorf("η = 1: error %v", err)
	}
}

func TestOnlineMAHToReachesTheSize(t *testing.T) {
	for _, c := range []struct {
		k kernel.Kernel
		x *mat.Dense
		m []int
	}{
		{kernel.Gaussian{Sigma: 2}, normal(600, 3, 1), []int{1, 2, 10, 40}},
		{kernel.Gaussian{Sigma: 0.8}, normal(600, 4, 1), []int{5, 10, 40, 300}}, // residuals close to 1
		{kernel.Matern32{Sigma: 20}, walk(600, 4), []int{1, 10, 150}},
		{kernel.Polynomial{Degree: 4}, normal(600, 4, 3), []int{1, 10, 40}},
	} {
		for _, m := range c.m {
			if linalgtest.LeftOut(m) {
				continue
			}
			p, eta, err := OnlineMAHTo(context.Background(), c.k, c.x, m)
			if err != nil {
				t.Fatal(err)
			}
			if len(p.Index) != m {
				t.Errorf("%v: %d picks at η = %g, want %d", c.k, len(p.Index), eta, m)
			}
			again, err := OnlineMAH(context.Background(), c.k, c.x, eta, 600)
			if err != nil || !slices.Equal(again.Index, p.Index) {
				t.Errorf("%v: η = %g gives %v by itself, not %v (%v)", c.k, eta, again.Index, p.Index, err)
			}
		}
	}
}

func TestOnlineMAHToAtTheEdges(t *testing.T) {
	ctx := context.Background()
	// All residuals are 1: no threshold separates the samples.
	p, _, err := OnlineMAHTo(ctx, kernel.Gaussian{Sigma: 1e-3}, normal(50, 3, 1), 7)
	if err != nil || !slices.Equal(p.Index, All(7).Index) {
		t.Errorf("orthogonal samples: picks %v, %v", p.Index, err)
	}
	// Three levels of inner products: 1 pick of norm 9, 4 of norm 4, then 1.
	x := mat.NewDense(15, 15, nil)
	for i := range 15 {
		switch {
		case i == 9:
			x.Set(i, i, 3)
		case i%3 == 1:
			x.Set(i, i, 2)
		default:
			x.Set(i, i, 1)
		}
	}
	p, eta, err := OnlineMAHTo(ctx, kernel.Linear{}, x, 8)
	if err != nil || !slices.Equal(p.Index, []int{1, 4, 7, 9, 10, 13}) || eta < 1 || eta >= 4 {
		t.Errorf("levels: picks %v at η = %g, %v", p.Index, eta, err)
	}
	// Fewer independent samples than wanted.
	p, eta, err = OnlineMAHTo(ctx, kernel.Polynomial{Degree: 2}, normal(60, 2, 1), 20)
	if err != nil || len(p.Index) != 6 || eta <= 0 {
		t.Errorf("six dimensions: picks %v at η = %g, %v", p.Index, eta, err)
	}
	if p, _, err = OnlineMAHTo(ctx, kernel.Linear{}, mat.NewDense(5, 2, nil), 3); err != nil || len(p.Index) != 0 {
		t.Errorf("zeros: picks %v, %v", p.Index, err)
	}
}

func TestOnlineMAHStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	x := normal(2000, 3, 1)
	if _, err := OnlineMAH(ctx, kernel.Gaussian{Sigma: 1}, x, 0.1, 2000); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	if _, _, err := OnlineMAHTo(ctx, kernel.Gaussian{Sigma: 1}, x, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// A single block of samples that all become picks takes long if there are many earlier
// picks: the context is checked for each of them.
func TestOnlineMAHStopsInsideABlock(t *testing.T) {
	const n = 300
	x := normal(n, 8, 3)
	ctx := &ending{Context: context.Background()}
	for left := int64(0); left < 2*n; left += 1 + n/7 {
		ctx.left.Store(left)
		if _, err := OnlineMAH(ctx, kernel.Gaussian{Sigma: 1}, x, 1e-3, n); !errors.Is(err, context.Canceled) {
			t.Fatalf("%d looks: error %v, want context.Canceled", left, err)
		}
	}
}

func BenchmarkOnlineMAH(b *testing.B) {
	for _, c := range []struct {
		n   int
		eta float64
	}{{4000, 0.5}, {8000, 0.5}, {4000, 0.1}} {
		x := walk(c.n, 20)
		b.Run(fmt.Sprintf("n=%d/eta=%g", c.n, c.eta), func(b *testing.B) {
			b.ReportAllocs()
			var p Picks
			var err error
			for b.Loop() {
				if p, err = OnlineMAH(context.Background(), kernel.Gaussian{Sigma: 100}, x, c.eta, c.n); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(p.Index)), "picks")
		})
	}
}

func BenchmarkOnlineMAHTo(b *testing.B) {
	x := walk(4000, 20)
	for b.Loop() {
		if _, _, err := OnlineMAHTo(context.Background(), kernel.Gaussian{Sigma: 100}, x, 100); err != nil {
			b.Fatal(err)
		}
	}
}

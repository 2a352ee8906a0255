package subset

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/floats/scalar"
	"gonum.org/v1/gonum/mat"
)

// meanResidual returns E_t[ε_t] for the given picks, by the definition.
func meanResidual(t *testing.T, g *mat.SymDense, picks []int) float64 {
	t.Helper()
	n := g.SymmetricDim()
	var sum float64
	for s := range n {
		sum += distanceToSpan(t, g, s, picks)
	}
	return sum / float64(n)
}

// greedy goes on from the given picks: each next one minimises the mean residual.
func greedy(t *testing.T, g *mat.SymDense, picks []int, m int) []int {
	t.Helper()
	for len(picks) < m {
		best, least := -1, 0.0
		for j := range g.SymmetricDim() {
			if slices.Contains(picks, j) {
				continue
			}
			if mean := meanResidual(t, g, append(slices.Clip(picks), j)); best < 0 || mean < least {
				best, least = j, mean
			}
		}
		picks = append(picks, best)
	}
	return picks
}

func TestMPKPCAAgainstDefinition(t *testing.T) {
	const n, m = 40, 8
	for _, c := range []struct {
		k kernel.Kernel
		x *mat.Dense
	}{
		{kernel.Gaussian{Sigma: 1.5}, normal(n, 3, 1)},
		{kernel.Matern52{Sigma: 4}, walk(n, 3)},
		{kernel.Polynomial{Degree: 2}, normal(n, 4, 2)},
	} {
		g := gram(c.k, c.x)
		exact, err := MPKPCA(context.Background(), c.k, c.x, m, 0, 1)
		if err != nil {
			t.Fatal(err)
		}
		if want := greedy(t, g, nil, m); !slices.Equal(exact.Index, want) {
			t.Errorf("%v: picks %v, want %v", c.k, exact.Index, want)
		}
		for j, got := range exact.Residual {
			var want float64
			for s := range n {
				want = max(want, distanceToSpan(t, g, s, exact.Index[:j]))
			}
			if !scalar.EqualWithinRel(got, want, 1e-9) {
				t.Errorf("%v: residual %d is %g, want %g", c.k, j, got, want)
			}
		}
		// All samples but one are candidates: from the second pick on, that is all.
		sampled, err := MPKPCA(context.Background(), c.k, c.x, m, n-1, 4)
		if err != nil {
			t.Fatal(err)
		}
		if want := greedy(t, g, sampled.Index[:1:1], m); !slices.Equal(sampled.Index, want) {
			t.Errorf("%v: picks %v among candidates, want %v", c.k, sampled.Index, want)
		}
		all, err := MPKPCA(context.Background(), c.k, c.x, m, n, 4)
		if err != nil || !slices.Equal(all.Index, exact.Index) {
			t.Errorf("%v: picks %v among %d candidates, want %v (%v)", c.k, all.Index, n, exact.Index, err)
		}
	}
}

// Equal samples: the lowest index is picked, and only it.
func TestMPKPCATies(t *testing.T) {
	x := mat.NewDense(24, 2, nil)
	for i := range 24 {
		x.SetRow(i, []float64{float64(i % 3), float64(i % 2)}) // six corners of a grid, four times
	}
	p, err := MPKPCA(context.Background(), kernel.Gaussian{Sigma: 1}, x, 24, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	got := slices.Sorted(slices.Values(p.Index))
	if !slices.Equal(got, All(6).Index) {
		t.Errorf("picks %v, want the first six samples", p.Index)
	}
}

// Reference C6 for MP-KPCA: nested picks, falling residuals, the same for the
// same seed.
func TestMPKPCAPicksAreNested(t *testing.T) {
	x := normal(linalgtest.Size(700), 4, 1)
	k := kernel.Gaussian{Sigma: 2}
	for _, candidates := range []int{0, 59, 7} {
		whole, err := MPKPCA(context.Background(), k, x, 60, candidates, 5)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []int{1, 17, 60} {
			part, err := MPKPCA(context.Background(), k, x, m, candidates, 5)
			if err != nil || !slices.Equal(part.Index, whole.Index[:m]) || !slices.Equal(part.Residual, whole.Residual[:m]) {
				t.Errorf("%d candidates, m = %d: picks %v are no prefix (%v)", candidates, m, part.Index, err)
			}
		}
		for j := 1; j < 60; j++ {
			if whole.Residual[j] > whole.Residual[j-1] {
				t.Errorf("%d candidates: residual rises at pick %d", candidates, j)
			}
		}
		other, err := MPKPCA(context.Background(), k, x, 60, candidates, 6)
		if err != nil || slices.Equal(other.Index, whole.Index) != (candidates == 0) {
			t.Errorf("%d candidates: seeds 5 and 6 give %v and %v, %v", candidates, whole.Index, other.Index, err)
		}
	}
}

// What the choice is for: a smaller mean residual than that of random picks, and
// smaller than the worst-case choice; 59 candidates lose little.
func TestMPKPCAHasTheLeastMeanResidual(t *testing.T) {
	const n, m = 300, 25
	x := normal(n, 4, 3)
	k := kernel.Gaussian{Sigma: 2}
	g := gram(k, x)
	mean := func(p Picks, err error) float64 {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return meanResidual(t, g, p.Index)
	}
	ctx := context.Background()
	exact := mean(MPKPCA(ctx, k, x, m, 0, 1))
	sampled := mean(MPKPCA(ctx, k, x, m, 59, 1))
	worst := mean(MPMAH(ctx, k, x, m, nil, nil))
	random := mean(Random(n, m, 1), nil)
	if !(exact < sampled && sampled < 1.1*exact && sampled < random && exact < worst) {
		t.Errorf("mean residual %g exact, %g among 59, %g of MP-MAH, %g random", exact, sampled, worst, random)
	}
}

func TestMPKPCARefusesWhatDoesNotFit(t *testing.T) {
	x := mat.NewDense(exactSamples+1, 1, nil)
	x.Set(0, 0, 1)
	_, err := MPKPCA(context.Background(), kernel.Gaussian{Sigma: 1}, x, 2, 0, 1)
	if err == nil || !strings.Contains(err.Error(), "4.0 GiB") {
		t.Errorf("error %v, want one with the memory", err)
	}
	p, err := MPKPCA(context.Background(), kernel.Gaussian{Sigma: 1}, x, 5, 59, 1)
	if err != nil || len(p.Index) > 2 {
		t.Errorf("two distinct samples: picks %v, %v", p.Index, err)
	}
}

func TestMPKPCAStopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, candidates := range []int{0, 10} {
		if _, err := MPKPCA(ctx, kernel.Gaussian{Sigma: 1}, normal(100, 3, 1), 50, candidates, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want context.Canceled", err)
		}
	}
}

func BenchmarkMPKPCA(b *testing.B) {
	for _, c := range []struct{ n, m, candidates int }{
		{2000, 100, 0}, {4000, 100, 0}, {2000, 200, 0}, {2000, 100, 59}, {4000, 100, 59}, {2000, 200, 59},
	} {
		b.Run(fmt.Sprintf("n=%d/m=%d/candidates=%d", c.n, c.m, c.candidates), func(b *testing.B) {
			b.ReportAllocs()
			x := normal(c.n, 20, 1)
			var p Picks
			var err error
			for b.Loop() {
				if p, err = MPKPCA(context.Background(), kernel.Gaussian{Sigma: 5}, x, c.m, c.candidates, 1); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(floats.Max(p.Residual[c.m-1:]), "last-residual")
		})
	}
}

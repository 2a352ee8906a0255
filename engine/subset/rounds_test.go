package subset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// plain runs Algorithm 2 pick by pick, as diagonally pivoted Cholesky. It returns the
// picks, their residuals, and the margins by which these exceed all others.
func plain(k kernel.Kernel, x *mat.Dense, m int) (picks []int, residual, margin []float64) {
	n, _ := x.Dims()
	g := gram(k, x)
	l := mat.NewDense(n, m, nil)
	eps := make([]float64, n)
	for t := range eps {
		eps[t] = g.At(t, t)
	}
	stop := Tolerance * floats.Max(eps)
	for j := range m {
		best := floats.MaxIdx(eps)
		e := eps[best]
		if e <= stop {
			break
		}
		eps[best] = math.Inf(-1)
		picks, residual, margin = append(picks, best), append(residual, e), append(margin, e-floats.Max(eps))
		eps[best] = e
		root := math.Sqrt(e)
		for t := range n {
			v := (g.At(t, best) - floats.Dot(l.RawRowView(t)[:j], l.RawRowView(best)[:j])) / root
			l.Set(t, j, v)
			eps[t] -= v * v
		}
		eps[best] = 0
	}
	return picks, residual, margin
}

// checkPlain holds the picks of MPMAH against those one by one, down to a
// residual of 10⁻⁷ of the first, below which rounding may choose. They must be
// equal wherever the margin of the plain choice is not rounding itself.
func checkPlain(t *testing.T, name string, k kernel.Kernel, x *mat.Dense, m int) {
	t.Helper()
	got, err := MPMAH(context.Background(), k, x, m, nil, nil)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	checkFrom(t, name, k, x, m, got)
	want, residual, margin := plain(k, x, m)
	for j, pick := range want {
		if residual[j] < 1e-7*residual[0] {
			return
		}
		if j == len(got.Index) {
			t.Errorf("%s: %d picks, want %d more", name, j, len(want)-j)
			return
		}
		if math.Abs(got.Residual[j]-residual[j]) > 1e-10*residual[0] {
			t.Errorf("%s: residual %d is %g, want %g", name, j, got.Residual[j], residual[j])
			return
		}
		if got.Index[j] != pick {
			if margin[j] > 1e-11*residual[0] {
				t.Errorf("%s: pick %d is %d, want %d with a margin of %g", name, j, got.Index[j], pick, margin[j])
			}
			return
		}
	}
}

// checkFrom holds what comes from distances against what came from the samples: it is
// the same, bit for bit.
func checkFrom(t *testing.T, name string, k kernel.Kernel, x *mat.Dense, m int, want Picks) {
	t.Helper()
	if !k.TranslationInvariant() {
		return
	}
	d, err := kernel.NewDistances(t.Context(), x, x, kernel.ColumnMeans(x))
	if err != nil {
		t.Fatal(err)
	}
	got, err := MPMAH(t.Context(), k, x, m, meanOf(x), d)
	if err != nil || !slices.Equal(got.Index, want.Index) || !slices.Equal(got.Residual, want.Residual) || got.Margin != want.Margin {
		t.Errorf("%s: other picks from distances (%v)", name, err)
	}
}

// Rounds give the picks that come one by one.
func TestRoundsGiveThePlainPicks(t *testing.T) {
	for _, c := range []struct {
		name string
		k    kernel.Kernel
		x    *mat.Dense
		m    int
	}{
		{"gaussian narrow", kernel.Gaussian{Sigma: 1}, normal(1200, 4, 5), 500},
		{"gaussian wide", kernel.Gaussian{Sigma: 10}, normal(1200, 4, 5), 300},
		{"walk", kernel.Gaussian{Sigma: 30}, walk(1500, 5), 300},
		{"polynomial", kernel.Polynomial{Degree: 3}, normal(800, 5, 6), 100},
		{"few", kernel.Gaussian{Sigma: 1}, normal(50, 3, 7), 50},
		{"orthogonal", kernel.Gaussian{Sigma: 1e-3}, normal(300, 3, 7), 300},
	} {
		if linalgtest.LeftOut(c.m) {
			continue
		}
		checkPlain(t, c.name, c.k, c.x, c.m)
	}
	seeds := uint64(4)
	if !testenv.Full() {
		seeds = 1
	}
	for seed := range seeds {
		for name, x := range map[string]*mat.Dense{"normal": normal(300, 4, seed), "inputs": normal(250, 300, seed), "repeated": repeated(300, 4, seed)} {
			for _, k := range []kernel.Kernel{
				kernel.Gaussian{Sigma: 2}, kernel.Laplacian{Sigma: 5}, kernel.Matern32{Sigma: 3}, kernel.Matern52{Sigma: 3},
				kernel.RationalQuadratic{Sigma: 2, Alpha: 1}, kernel.GammaExponential{Sigma: 2, Gamma: 1.5},
				kernel.ArcSine{Sigma: 2}, kernel.Linear{}, kernel.Polynomial{Degree: 2},
			} {
				checkPlain(t, fmt.Sprintf("%s, seed %d, %#v", name, seed, k), k, x, linalgtest.Size(150))
			}
		}
	}
}

// repeated returns n samples that repeat a few in random order.
func repeated(n, d int, seed uint64) *mat.Dense {
	few, rng := normal(n/3, d, seed), rand.New(rand.NewPCG(seed, 1))
	x := mat.NewDense(n, d, nil)
	for i := range n {
		x.SetRow(i, few.RawRowView(rng.IntN(n/3)))
	}
	return x
}

// Of equal samples the first one is picked, wherever the others are: among the
// candidates, or outside with a bound of some rounds ago.
func TestEqualSamplesGiveTheFirst(t *testing.T) {
	for seed := range uint64(3) {
		x := repeated(1200, 5, seed)
		first := map[string]int{}
		for i := 1199; i >= 0; i-- {
			first[fmt.Sprint(x.RawRowView(i))] = i
		}
		for _, k := range []kernel.Kernel{kernel.Gaussian{Sigma: 3}, kernel.Laplacian{Sigma: 3}, kernel.ArcSine{Sigma: 1}, kernel.Matern52{Sigma: 9}} {
			p, err := MPMAH(context.Background(), k, x, linalgtest.Size(300), nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			for j, i := range p.Index {
				if want := first[fmt.Sprint(x.RawRowView(i))]; i != want {
					t.Errorf("seed %d, %#v: pick %d is %d, want the equal %d", seed, k, j, i, want)
				}
			}
		}
	}
}

// Inner products of small whole numbers are exact, so ties are too: of samples of
// one length, each on an axis of its own, the lowest index comes first.
func TestExactTies(t *testing.T) {
	n := linalgtest.Size(400)
	x := mat.NewDense(n, n, nil)
	for i := range n {
		x.Set(i, i, float64(2+2*(i%2)))
	}
	p, err := MPMAH(context.Background(), kernel.Linear{}, x, n-1, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	for i := 1; i < n; i += 2 {
		want = append(want, i)
	}
	for i := 0; i < n-2; i += 2 {
		want = append(want, i)
	}
	if !slices.Equal(p.Index, want) {
		t.Errorf("picks %v, want %v", p.Index, want)
	}
	if p.Margin != 12 {
		t.Errorf("margin %g, want 16 − 4 where the long ones end", p.Margin)
	}
}

// The margin is that of the plain choice where all samples are candidates, and
// no larger where bounds stand for samples.
func TestMargin(t *testing.T) {
	for _, c := range []struct{ n, m int }{{60, 30}, {2000, linalgtest.Size(200)}} {
		for seed := range uint64(5) {
			x := normal(c.n, 4, seed)
			k := kernel.Gaussian{Sigma: 2}
			p, err := MPMAH(context.Background(), k, x, c.m, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, _, margins := plain(k, x, c.m)
			want := math.Inf(1)
			for _, v := range margins[1:] {
				want = min(want, v)
			}
			if p.Margin > want+1e-14 || p.Margin <= 0 {
				t.Errorf("n = %d, seed %d: margin %g, want at most %g", c.n, seed, p.Margin, want)
			}
			if c.n <= 64 && math.Abs(p.Margin-want) > 1e-14 {
				t.Errorf("n = %d, seed %d: margin %g, want %g", c.n, seed, p.Margin, want)
			}
		}
	}
}

// The last sample that is left has nothing to exceed.
func TestMarginOfOneSample(t *testing.T) {
	p, err := MPMAH(context.Background(), kernel.Gaussian{Sigma: 1}, normal(1, 2, 1), 1, nil, nil)
	if err != nil || p.Margin != 0 || !slices.Equal(p.Index, []int{0}) {
		t.Errorf("picks %v, margin %g, %v", p.Index, p.Margin, err)
	}
}

func TestKeepWorst(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for trial := range 2000 {
		n := 1 + rng.IntN(60)
		p := &pursuit{residuals: &residuals{eps: make([]float64, 2*n)}}
		for i := range p.eps {
			p.eps[i] = float64(rng.IntN(1 + trial%20)) // many equal
		}
		samples := rng.Perm(2 * n)[:n]
		slices.Sort(samples)
		want := slices.Clone(samples)
		slices.SortFunc(want, func(a, b int) int {
			if worse(p.eps[a], a, p.eps[b], b) {
				return -1
			}
			return 1
		})
		count := 1 + rng.IntN(n+3)
		want = want[:min(count, n)]
		slices.Sort(want)
		if got := p.selectWorst(slices.Clone(samples), count); !slices.Equal(got, want) {
			t.Fatalf("%d of %v with %v: %v, want %v", count, samples, p.eps, got, want)
		}
	}
}

// ending is a context that ends after a number of checks.
type ending struct {
	context.Context
	left atomic.Int64
}

func (e *ending) Err() error {
	if e.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// At whatever check the context ends, MPMAH returns its error, and checks it at most
// once more for each worker.
func TestMPMAHStopsWhenCancelled(t *testing.T) {
	x, m := normal(1500, 3, 1), linalgtest.Size(300)
	for left := int64(0); ; left = 2*left + 1 {
		ctx := &ending{Context: context.Background()}
		ctx.left.Store(left)
		p, err := MPMAH(ctx, kernel.Gaussian{Sigma: 1}, x, m, nil, nil)
		if err == nil && len(p.Index) == m {
			if left < 100 {
				t.Fatalf("the context was looked at less than %d times", left)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("%d looks: error %v, want context.Canceled", left, err)
		}
		if late := -int(ctx.left.Load()); late > 1+runtime.GOMAXPROCS(0) {
			t.Errorf("%d looks: looked at %d times after its end", left, late)
		}
	}
}

func TestMPMAHRefusesOverflow(t *testing.T) {
	x := normal(10, 2, 1)
	x.Set(3, 0, 1e200)
	if _, err := MPMAH(context.Background(), kernel.Polynomial{Degree: 2}, x, 5, nil, nil); err == nil {
		t.Error("an overflowing kernel was accepted")
	}
}

// Where residuals fall by the same share from pick to pick, the guess of the last
// round's threshold is where they end; before there is a fall to see there is none.
func TestLastThreshold(t *testing.T) {
	p := &pursuit{wanted: 9}
	for picks := range p.wanted {
		want := 0.0
		if picks >= 2 {
			want = 3 * math.Pow(0.5, float64(p.wanted-picks))
		}
		if got := p.lastThreshold(3); math.Abs(got-want) > 1e-15 {
			t.Errorf("after %d picks of %d the last threshold is taken to be %v, want %v", picks, p.wanted, got, want)
		}
		p.picks.Residual = append(p.picks.Residual, math.Pow(0.5, float64(picks)))
	}
}

// Shares are tiles and parts of them, all samples once, and the last are small.
func TestSharesOfSamples(t *testing.T) {
	for _, samples := range []int{0, 1, 24, 95, 96, 512, 1152, 1153} {
		for _, processors := range []int{1, 2, 8, 64} {
			starts := sharesOf(samples, processors)
			if len(starts) < 1 || starts[len(starts)-1] != samples || samples > 0 && starts[0] != 0 {
				t.Fatalf("%d samples on %d: %v", samples, processors, starts)
			}
			for i, at := range starts[1:] {
				if size := at - starts[i]; size < 1 || size > tileRows || size > simd.BlockAlign && (processors+1)*size > samples-starts[i] {
					t.Errorf("%d samples on %d: a share of %d of %d that are left", samples, processors, size, samples-starts[i])
				}
			}
		}
	}
}

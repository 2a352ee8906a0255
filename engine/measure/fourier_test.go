package measure_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

func fourier(t *testing.T, phi, latent *mat.Dense, order int) []measure.Harmonic {
	t.Helper()
	h, err := measure.FourierMatch(context.Background(), phi, latent, order)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// box draws n points in the box −3 … 1 by 0 … 20, its corners among them.
func box(n int, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	u := mat.NewDense(n, 2, nil)
	for i := range n {
		u.SetRow(i, []float64{-3 + 4*r.Float64(), 20 * r.Float64()})
	}
	u.SetRow(0, []float64{-3, 0})
	u.SetRow(1, []float64{1, 20})
	return u
}

// cosine returns Π cos(π k u) of a point of the box.
func cosine(u []float64, k ...int) float64 {
	return math.Cos(math.Pi*float64(k[0])*(u[0]+3)/4) * math.Cos(math.Pi*float64(k[1])*u[1]/20)
}

func TestFourierMatchFindsWaves(t *testing.T) {
	const n = 900
	latent := box(n, 40)
	noise := normal(n, 2, 41)
	phi := mat.NewDense(n, 6, nil)
	for i := range n {
		u := latent.RawRowView(i)
		phi.SetRow(i, []float64{
			5 - 2*cosine(u, 1, 0),
			cosine(u, 2, 3),
			cosine(u, 0, 1) + 0.3*cosine(u, 3, 1) + 7,
			noise.At(i, 0),
			0.1,
			noise.At(i, 1),
		})
	}
	phi.Set(5, 5, math.NaN())
	h := fourier(t, phi, latent, 3)
	for j, want := range [][]int{{1, 0}, {2, 3}, {0, 1}} {
		if h[j].R2 < 1-1e-12 || h[j].R2 > 1 || !slices.Equal(h[j].Wave, want) {
			t.Errorf("feature %d: %+v, want %v and R² = 1", j, h[j], want)
		}
	}
	if !near(h[0].Corr, -1, 1e-12) || !near(h[1].Corr, 1, 1e-12) {
		t.Errorf("correlations %v and %v, want −1 and 1", h[0].Corr, h[1].Corr)
	}
	if h[3].R2 > 0.05 || math.Abs(h[3].Corr) > 0.15 {
		t.Errorf("noise: %+v", h[3])
	}
	for _, j := range []int{4, 5} {
		if !math.IsNaN(h[j].R2) || !math.IsNaN(h[j].Corr) || h[j].Wave != nil {
			t.Errorf("a feature that is constant or holds NaN: %+v", h[j])
		}
	}
}

// R² is that of a least-squares fit of all functions and a constant.
func TestFourierMatchAgainstLeastSquares(t *testing.T) {
	const n, order = 300, 4
	latent := box(n, 42)
	phi := normal(n, 3, 43)
	for i := range n {
		phi.Set(i, 1, latent.At(i, 0)*latent.At(i, 1))
		phi.Set(i, 2, phi.At(i, 2)+math.Sin(latent.At(i, 1)))
	}
	basis := mat.NewDense(n, (order+1)*(order+1), nil)
	for i := range n {
		for k := range order + 1 {
			for l := range order + 1 {
				basis.Set(i, k*(order+1)+l, cosine(latent.RawRowView(i), k, l))
			}
		}
	}
	var fit, residual mat.Dense
	if err := fit.Solve(basis, phi); err != nil {
		t.Fatal(err)
	}
	residual.Mul(basis, &fit)
	residual.Sub(phi, &residual)
	total, left := variance(t, phi).Variances, variance(t, &residual).Variances
	for j, h := range fourier(t, phi, latent, order) {
		if want := 1 - left[j]/total[j]; math.Abs(h.R2-want) > 1e-10 {
			t.Errorf("feature %d: R² = %v, want %v", j, h.R2, want)
		}
	}
}

// Latents that take few values make functions equal; one that does not vary
// makes none.
func TestFourierMatchOfDegenerateLatents(t *testing.T) {
	const n = 200
	latent, phi := mat.NewDense(n, 3, nil), mat.NewDense(n, 2, nil)
	r := rand.New(rand.NewPCG(44, 0))
	for i := range n {
		u, v := float64(r.IntN(2)), float64(r.IntN(3))
		latent.SetRow(i, []float64{u, 8, v})
		phi.SetRow(i, []float64{u, (v - 1) * (u + 1)})
	}
	for j, h := range fourier(t, phi, latent, 6) {
		if h.R2 < 1-1e-10 || h.R2 > 1 || h.Wave[1] != 0 {
			t.Errorf("feature %d: %+v, want R² = 1", j, h)
		}
	}
}

func TestFourierMatchRefusesWhatCannotBeMatched(t *testing.T) {
	phi, latent := normal(50, 1, 45), box(50, 46)
	nan := mat.DenseCopyOf(latent)
	nan.Set(7, 1, math.NaN())
	for want, c := range map[string]struct {
		latent *mat.Dense
		order  int
	}{
		"it takes 1 or more":           {latent, 0},
		"lower the order":              {latent, 7},
		"too many for 50 samples":      {latent, math.MaxInt},
		"latent 1 of sample 7":         {nan, 2},
		"none of the 2 latents varies": {mat.NewDense(50, 2, nil), 2},
	} {
		if _, err := measure.FourierMatch(context.Background(), phi, c.latent, c.order); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	// One latent and samples enough: it is the functions that are too many.
	ramp := mat.NewDense(1200, 1, nil)
	for i := range 1200 {
		ramp.Set(i, 0, float64(i))
	}
	for _, order := range []int{1001, math.MaxInt} {
		if _, err := measure.FourierMatch(context.Background(), ramp, ramp, order); err == nil || !strings.Contains(err.Error(), "at most 1000") {
			t.Errorf("order %d of one latent: error %v", order, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := measure.FourierMatch(ctx, phi, latent, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("unequal rows did not panic")
		}
	}()
	fourier(t, phi, box(49, 47), 2)
}

func TestFourierMatchIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	phi, latent := normal(700, 70, 48), box(700, 49)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	one := fourier(t, phi, latent, 9)
	runtime.GOMAXPROCS(4)
	for j, four := range fourier(t, phi, latent, 9) {
		if four.R2 != one[j].R2 || four.Corr != one[j].Corr {
			t.Fatalf("feature %d: %+v on one, %+v on four", j, one[j], four)
		}
	}
}

func BenchmarkFourierMatch(b *testing.B) {
	phi, latent := normal(5000, 32, 50), box(5000, 51)
	for b.Loop() {
		if _, err := measure.FourierMatch(context.Background(), phi, latent, 10); err != nil {
			b.Fatal(err)
		}
	}
}

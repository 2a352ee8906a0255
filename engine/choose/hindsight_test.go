package choose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// logMeans returns the means of the logarithms of each point's slowness on its parts.
func logMeans(points [][]float64) []float64 {
	out := make([]float64, len(points))
	for i, parts := range points {
		for _, s := range parts {
			out[i] += math.Log(s) / float64(len(parts))
		}
	}
	return out
}

func TestH5Hindsight(t *testing.T) {
	u := logMeans([][]float64{
		{.20, .25, .18, .30, .22, .24}, {.19, .40, .17, .28, .21, .35}, {.30, .31, .29, .33, .30, .32}, {.22, .24, .20, .27, .23, .23},
	})
	test := logMeans([][]float64{{.26}, {.23}, {.33}, {.24}})
	h, ok := choose.Judge(u, test, 0, true)
	if !ok || h.Tau != 0 || h.Rank != 3 || h.Points != 4 || math.Abs(float64(h.Optimism)-0.1375584834) > 2e-10 {
		t.Errorf("%+v", h)
	}
}

// Shares right are not logarithms: the optimism is their difference. Points without
// a test score count nowhere, and without one of the choice there is no hindsight.
func TestHindsightOfShares(t *testing.T) {
	u, test := []float64{0.10, 0.20, 0.30, math.NaN()}, []float64{0.25, 0.25 + 1e-14, math.NaN(), 0.1}
	h, ok := choose.Judge(u, test, 0, false)
	if !ok || h.Points != 2 || h.Rank != 1 || math.Abs(float64(h.Optimism)-0.15) > 1e-15 || !math.IsNaN(float64(h.Tau)) {
		t.Errorf("%+v", h)
	}
	for _, chosen := range []int{-1, 2, 3} {
		if h, ok := choose.Judge(u, test, chosen, false); ok {
			t.Errorf("of point %d: %+v", chosen, h)
		}
	}
}

// By definition: the sum of the products of signs over all pairs, divided by the
// root of the sums of their squares.
func TestKendallTauByDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 0))
	for n := range 40 {
		x, y := make([]float64, n), make([]float64, n)
		for i := range x {
			x[i], y[i] = float64(r.IntN(1+n/2)), float64(r.IntN(1+n)) // ties of each, and of both
		}
		var s, sx, sy float64
		for i := range x {
			for j := range i {
				a, b := sign(x[i]-x[j]), sign(y[i]-y[j])
				s, sx, sy = s+a*b, sx+a*a, sy+b*b
			}
		}
		want, got := s/math.Sqrt(sx*sy), choose.KendallTau(x, y)
		if math.IsNaN(want) != math.IsNaN(got) || math.Abs(want-got) > 1e-15 {
			t.Errorf("τ of %d points %v, want %v", n, got, want)
		}
	}
	if got := choose.KendallTau([]float64{1, math.NaN(), 2}, []float64{1, 2, 3}); !math.IsNaN(got) {
		t.Errorf("τ with a NaN %v", got)
	}
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// Test is compared on stretches of the length of a validation part, by the mean of logarithms:
// √(0.1·0.4) = 0.2 and not the 0.25 of the whole. Without stretches the whole counts.
func TestHindsightComparesLikeLengths(t *testing.T) {
	at := func(sigma float64, whole part.Float, stretches ...part.Float) *result.Result {
		r := parted(part.Point{}.With(kernel.Sigma.Is(sigma), method.P.Is(1)), slow(.2), slow(.2))
		r.Slowness.Test = []part.Float{whole}
		for _, s := range stretches {
			r.Stretches = append(r.Stretches, result.Stretch{N: 100, Delta: []part.Float{s}})
		}
		return r
	}
	for want, r := range map[float64]*result.Result{0: at(1, .25, .1, .4), .25: at(1, .25)} {
		h, ok := choose.By{Objective: "slowness"}.Hindsight(choose.Summarize([]*result.Result{r, at(2, .9, .3, .3)}), 0)
		if !ok {
			t.Fatal("no hindsight")
		}
		wantNear(t, "optimism", float64(h.Optimism), want, 1e-12)
	}
	rmse := func(x part.Float) *part.Float { return &x }
	r := at(1, .2)
	for i := range r.Validation.Parts {
		r.Validation.Parts[i].RMSE = rmse(.2)
	}
	r.RMSE, r.Stretches = rmse(9), []result.Stretch{{N: 100, RMSE: rmse(.2)}, {N: 100, RMSE: rmse(.8)}}
	h, _ := choose.By{Objective: "rmse"}.Hindsight(choose.Summarize([]*result.Result{r}), 0)
	wantNear(t, "optimism of rmse", float64(h.Optimism), 1, 1e-12)
}

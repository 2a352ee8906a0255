package align_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/linalg/linalgtest"
	"gonum.org/v1/gonum/mat"
)

// random returns a random walk of 1 to most frames.
func random(r *rand.Rand, most, channels int) align.Series {
	s := align.Series{X: make([]float64, (1+r.IntN(most))*channels), Channels: channels}
	for i := range s.X {
		s.X[i] = r.NormFloat64()
		if i >= channels {
			s.X[i] += s.X[i-channels]
		}
	}
	return s
}

// reversed has its frames the other way round.
func reversed(s align.Series) align.Series {
	out := align.Series{Channels: s.Channels}
	for frame := range slices.Chunk(s.X, s.Channels) {
		out.X = slices.Concat(frame, out.X)
	}
	return out
}

// What holds of every pair of series.
func TestPropertiesOfPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	var a align.Aligner
	for range 200 {
		channels := 1 + r.IntN(3)
		x, y := random(r, 20, channels), random(r, 20, channels)
		free := a.DTW(x, y, align.Window{})
		if d := a.DTW(y, x, align.Window{}); d != free {
			t.Fatalf("D(y, x) is %v, D(x, y) %v", d, free)
		}
		repeated := align.Series{Channels: channels}
		for frame := range slices.Chunk(x.X, channels) {
			for range 1 + r.IntN(3) {
				repeated.X = append(repeated.X, frame...)
			}
		}
		if d := a.DTW(x, repeated, align.Window{}); d != 0 {
			t.Fatalf("frames repeated cost %v", d)
		}
		before := math.Inf(1)
		for width := range 21 {
			d := a.DTW(x, y, align.Band(width))
			if d > before || d < free {
				t.Fatalf("band %d costs %v, the one before %v, none %v", width, d, before, free)
			}
			before = d
			if below := a.DTWBelow(x, y, align.Band(width), d); below != d {
				t.Fatalf("bounded by itself, %v is %v", d, below)
			}
			if d := a.IndependentBelow(x, y, align.Band(width), math.Inf(1)); d > before*(1+1e-12) {
				t.Fatalf("a path for each channel costs %v, one for all %v", d, before)
			}
		}
		if bound := align.FirstLast(x, y); bound > free*(1+1e-12) {
			t.Fatalf("bound %v of %v", bound, free)
		}
		g := align.GAK{Sigma: math.Exp(r.NormFloat64())}
		log := g.Log(&a, x, y)
		if other := g.Log(&a, y, x); other != log {
			t.Fatalf("log k(y, x) is %v, log k(x, y) %v", other, log)
		}
		if other := g.Log(&a, reversed(x), reversed(y)); math.Abs(other-log) > 1e-10*max(1, math.Abs(log)) {
			t.Fatalf("reversed, log k is %v, before %v", other, log)
		}
		path, _ := align.Path(x, y, align.Window{})
		along := 0.0
		for _, p := range path {
			e := 0.0
			for c := range channels {
				e -= math.Pow(x.X[p[0]*channels+c]-y.X[p[1]*channels+c], 2) / (2 * g.Sigma * g.Sigma)
			}
			along += e - math.Log(2-math.Exp(e))
		}
		if log < along-1e-9*math.Abs(along) {
			t.Fatalf("log k is %v, along the best path alone %v", log, along)
		}
	}
}

func TestPropertyBoundsOfKeogh(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	var a align.Aligner
	for range 200 {
		channels := 1 + r.IntN(3)
		x, y := random(r, 20, channels), random(r, 20, channels)
		n := min(len(x.X), len(y.X))
		x.X, y.X = x.X[:n], y.X[:n]
		for _, width := range []int{0, 1, 3, 30} {
			bound := align.NewEnvelope(y, width).Keogh(x, math.Inf(1))
			if d := a.IndependentBelow(x, y, align.Band(width), math.Inf(1)); bound > d*(1+1e-12) {
				t.Fatalf("bound %v of %v", bound, d)
			}
		}
		euclid := 0.0
		for i, v := range x.X {
			euclid += (v - y.X[i]) * (v - y.X[i])
		}
		linalgtest.Near(t, "a band of 0", a.DTW(x, y, align.Band(0)), euclid, 1e-9*euclid)
	}
}

// least returns the smallest eigenvalue of f over all pairs.
func least(s []align.Series, f func(x, y align.Series) float64) float64 {
	g := mat.NewSymDense(len(s), nil)
	for i, x := range s {
		for j := range i + 1 {
			g.SetSym(i, j, f(x, s[j]))
		}
	}
	var e mat.EigenSym
	e.Factorize(g, false)
	return e.Values(nil)[0]
}

func TestL19DefiniteAndNot(t *testing.T) {
	var all []align.Series
	for _, a := range []float64{0, 1, 2} {
		all = append(all, align.Of(a))
		for _, b := range []float64{0, 1, 2} {
			all = append(all, align.Of(a, b))
			for _, c := range []float64{0, 1, 2} {
				all = append(all, align.Of(a, b, c))
			}
		}
	}
	if len(all) != 39 {
		t.Fatalf("%d series", len(all))
	}
	var a align.Aligner
	for s, want := range map[float64]float64{0.5: -0.119805, 1: -0.304864, 2: -0.415489} {
		linalgtest.Near(t, "of exp(−D/s)", least(all, func(x, y align.Series) float64 { return math.Exp(-a.DTW(x, y, align.Window{}) / s) }), want, 1e-6)
	}
	for s2, want := range map[float64]float64{0.5: 0.1197, 1: 0.09103, 2: 0.03341} {
		g := align.GAK{Sigma: sigmaOf(s2)}
		linalgtest.Near(t, "of the alignment kernel", least(all, func(x, y align.Series) float64 { return normalised(g, &a, x, y) }), want, 1e-4)
	}
}

// Gram matrices have no negative eigenvalue at any width, whatever the lengths.
func TestPropertyGAKDefinite(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	var a align.Aligner
	for _, sigma := range []float64{1e-3, 0.1, 1, 10, 1e4} {
		for _, width := range []int{0, 10} {
			var s []align.Series
			for range 30 {
				s = append(s, random(r, 50, 2))
			}
			g := align.GAK{Sigma: sigma, Band: width}
			if v := least(s, func(x, y align.Series) float64 { return normalised(g, &a, x, y) }); v < -1e-10 {
				t.Errorf("σ %g, band %d: least eigenvalue %g", sigma, width, v)
			}
		}
	}
}

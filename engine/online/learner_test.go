package online

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

// learn lets a learner see the rows of x as one segment.
func learn(t testing.TB, l *Learner, x *mat.Dense) {
	t.Helper()
	n, _ := x.Dims()
	for i := range n {
		if err := l.Observe(x.RawRowView(i), i == 0); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSignsAreCanonical(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	x := mixture(rng, autoregressive(rng, 500, 6, 50, 1), 10)
	l := New(6, Defaults(6, 4))
	learn(t, l, x)
	a, _ := l.Features()
	for j := range 4 {
		column := mat.Col(nil, j, a)
		largest := slices.MaxFunc(column, func(a, b float64) int {
			return int(math.Copysign(1, math.Abs(a)-math.Abs(b)))
		})
		if largest <= 0 {
			t.Errorf("feature %d: entry of largest magnitude %g", j, largest)
		}
	}
}

// Copies of inputs add nothing: there are as many features as dimensions.
func TestRankDeficient(t *testing.T) {
	const n = 3000
	rng := rand.New(rand.NewPCG(2, 0))
	s := autoregressive(rng, n, 3, 60, 2)
	x := mat.NewDense(n, 8, nil)
	for i := range n {
		r := s.RawRowView(i)
		x.SetRow(i, []float64{r[0] + r[1], r[1], r[0] + r[1], 5, r[2] - r[0], -r[1], r[2], 1e8})
	}
	l := New(8, Defaults(8, 6))
	for range 10 {
		learn(t, l, x)
	}
	a, mean := l.Features()
	if _, p := a.Dims(); p != 3 {
		t.Fatalf("%d features of three independent inputs", p)
	}
	phi := outputs(t, linear(x), x, []int{n}, a, mean)
	for i, c := range measure.PrincipalAngles(phi, s) {
		if c < 1-1e-9 {
			t.Errorf("cosine %d of the inputs' space is %g", i, c)
		}
	}
	u, err := measure.Variance(t.Context(), phi)
	if err != nil {
		t.Fatal(err)
	}
	if !u.OK(0.1) || u.MaxAbsCorr > 0.1 {
		t.Errorf("variances %v, correlation %g", u.Variances, u.MaxAbsCorr)
	}
}

// A short memory forgets that samples ever varied: then there are no features,
// until they vary again.
func TestForgottenVariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 0))
	x := autoregressive(rng, 100, 4, 30, 2)
	o := Defaults(4, 2)
	o.Amnesia = 1000
	l := New(4, o)
	learn(t, l, x)
	if a, _ := l.Features(); a == nil {
		t.Fatal("no features of samples that vary")
	}
	for range 3000 {
		if err := l.Observe([]float64{1, 2, 3, 4}, false); err != nil {
			t.Fatal(err)
		}
	}
	if a, mean := l.Features(); a != nil || !slices.Equal(mean, []float64{1, 2, 3, 4}) {
		t.Errorf("features %v, mean %v", a != nil, mean)
	}
	learn(t, l, x)
	if a, _ := l.Features(); a == nil {
		t.Error("no features when samples vary again")
	}
}

// A sample that cannot be learned from leaves the learner as it would be had a
// segment begun after it.
func TestBadSampleChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	x := autoregressive(rng, 300, 4, 30, 2)
	spoiled, cut := New(4, Defaults(4, 2)), New(4, Defaults(4, 2))
	for i := range 300 {
		if i == 170 {
			for _, bad := range []float64{math.NaN(), math.Inf(-1), 1e60, -math.MaxFloat64} {
				if err := spoiled.Observe([]float64{1, bad, 0, 0}, false); err == nil {
					t.Errorf("a sample with %g was taken", bad)
				}
			}
		}
		err := spoiled.Observe(x.RawRowView(i), i == 0)
		if err == nil {
			err = cut.Observe(x.RawRowView(i), i == 0 || i == 170)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	a, mean := spoiled.Features()
	b, want := cut.Features()
	if !mat.Equal(a, b) || !slices.Equal(mean, want) {
		t.Error("the learner was changed")
	}
}

func TestNothingToLearn(t *testing.T) {
	l := New(3, Defaults(3, 2))
	for i := range 100 {
		if a, _ := l.Features(); a != nil {
			t.Fatalf("features of a constant after %d samples", i)
		}
		if err := l.Observe([]float64{0.1, 1e9 / 3, -7}, i%5 == 0); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Observe([]float64{1, 1e9 / 3, -7}, false); err != nil {
		t.Fatal(err)
	}
	if a, _ := l.Features(); a == nil {
		t.Error("no features of what varies at last")
	}
}

// streams returns signals made to break a learner.
func streams() map[string]func(rng *rand.Rand, i int, h []float64) {
	return map[string]func(rng *rand.Rand, i int, h []float64){
		"one-hot": func(rng *rand.Rand, i int, h []float64) { clear(h); h[rng.IntN(len(h))] = 1 },
		"spikes": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = 1e-9 * rng.NormFloat64()
				if rng.IntN(200) == 0 {
					h[j] = 1e9
				}
			}
		},
		"huge and tiny": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = rng.NormFloat64() * math.Pow(10, float64(40-15*j))
			}
		},
		"all tiny": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = rng.NormFloat64() * 1e-95
			}
		},
		"underflow": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = rng.NormFloat64() * 1e-300
			}
		},
		"growing": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = rng.NormFloat64() * math.Exp(float64(i)/15)
			}
		},
		"dying": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = rng.NormFloat64() * math.Exp(-float64(i)/3)
			}
		},
		"alternating": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = float64(1-2*(i%2)) * float64(j)
			}
		},
		"far away": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = 1e12 + rng.NormFloat64()
			}
		},
		"awakening": func(rng *rand.Rand, i int, h []float64) {
			for j := range h {
				h[j] = 0
				if i > 100*j {
					h[j] = rng.NormFloat64()
				}
			}
		},
	}
}

func TestNeverNaN(t *testing.T) {
	for name, stream := range streams() {
		for _, o := range []Options{
			Defaults(6, 2), Defaults(6, 6),
			{Whitened: 3, Features: 1, Amnesia: 4, Rate: 10, Settle: math.Inf(1), Lambda: 1e5},
			{Whitened: 6, Features: 5, Rate: 1e9, Settle: 1e-9, Lambda: 1e-30},
		} {
			rng := rand.New(rand.NewPCG(4, 0))
			l := New(6, o)
			h := make([]float64, 6)
			for i := range 1000 {
				stream(rng, i, h)
				if err := l.Observe(h, i%97 == 0); err != nil {
					t.Fatalf("%s, sample %d: %v", name, i, err)
				}
				if i%50 != 0 {
					continue
				}
				a, mean := l.Features()
				if a == nil {
					continue
				}
				for _, v := range append(a.RawMatrix().Data, mean...) {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Fatalf("%s, %+v: %g after %d samples", name, o, v, i)
					}
				}
			}
		}
	}
}

// Each option but Epochs, which is of Train, changes what is learned.
func TestOptionsCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	x := mixture(rng, autoregressive(rng, 300, 8, 30, 1), 10)
	features := func(change func(*Options)) *mat.Dense {
		o := Defaults(8, 2)
		change(&o)
		l := New(8, o)
		learn(t, l, x)
		a, _ := l.Features()
		return a
	}
	want := features(func(*Options) {})
	for name, change := range map[string]func(*Options){
		"Whitened": func(o *Options) { o.Whitened = 6 },
		"Features": func(o *Options) { o.Features = 1 },
		"Lambda":   func(o *Options) { o.Lambda = 0.1 },
		"Amnesia":  func(o *Options) { o.Amnesia = 0 },
		"Rate":     func(o *Options) { o.Rate = 0.5 },
		"Settle":   func(o *Options) { o.Settle = 500 },
		"Seed":     func(o *Options) { o.Seed = 2 },
	} {
		if mat.EqualApprox(features(change), want, 1e-9) {
			t.Errorf("%s changes nothing", name)
		}
	}
}

// A learner whose rate does not settle follows the world when it changes, and
// forgets what was before.
func TestFollowsChange(t *testing.T) {
	const n, m = 3000, 6
	rng := rand.New(rand.NewPCG(6, 0))
	before := mixture(rng, autoregressive(rng, n, m, 80, 1), 10)
	after := mixture(rng, autoregressive(rng, 8*n, m, 80, 1), 10)
	o := Defaults(m, 1)
	o.Amnesia, o.Settle = 4, math.Inf(1)
	l := New(m, o)
	agreement := func(x *mat.Dense) float64 {
		rows, _ := x.Dims()
		a, mean := l.Features()
		phi := outputs(t, linear(x), x, []int{rows}, a, mean)
		return measure.PrincipalAngles(phi, solution(t, linear(x), x, []int{rows}, 0, 1))[0]
	}
	learn(t, l, before)
	if got := agreement(before); got < 0.95 {
		t.Errorf("|cos| %.3f with the first world's feature", got)
	}
	if got := agreement(after); got > 0.9 {
		t.Fatalf("|cos| %.3f with the second world's feature: the worlds are the same", got)
	}
	learn(t, l, after)
	if got := agreement(after); got < 0.95 {
		t.Errorf("|cos| %.3f with the second world's feature", got)
	}
}

func TestPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"no feature":        func() { New(5, Options{Whitened: 3, Amnesia: 2, Rate: 1, Settle: 50}) },
		"too many features": func() { New(5, Options{Whitened: 3, Features: 4, Rate: 1, Settle: 50}) },
		"too many whitened": func() { New(5, Options{Whitened: 6, Features: 4, Rate: 1, Settle: 50}) },
		"no rate":           func() { New(5, Options{Whitened: 3, Features: 1, Settle: 50}) },
		"no settling":       func() { New(5, Options{Whitened: 3, Features: 1, Rate: 1, Settle: math.NaN()}) },
		"negative amnesia":  func() { New(5, Options{Whitened: 3, Features: 1, Rate: 1, Settle: 50, Amnesia: -1}) },
		"negative λ":        func() { New(5, Options{Whitened: 3, Features: 1, Rate: 1, Settle: 50, Lambda: -1}) },
		"sample too short":  func() { _ = New(5, Defaults(5, 1)).Observe(make([]float64, 4), true) },
		"too few functions": func() {
			x := mat.NewDense(9, 2, nil)
			_, _ = Train(t.Context(), linear(x), x, []int{9}, 3, nil, 0, Defaults(3, 1))
		},
		"no epochs": func() {
			x := mat.NewDense(9, 2, nil)
			o := Defaults(2, 1)
			o.Epochs = 0
			_, _ = Train(t.Context(), linear(x), x, []int{9}, 2, nil, 0, o)
		},
		"batch of other samples": func() {
			x := mat.NewDense(9, 2, nil)
			_, _ = Train(t.Context(), linear(x), x, []int{9}, 2, mat.NewDense(8, 1, nil), 3, Defaults(2, 1))
		},
		"segments too short": func() { segmentStarts([]int{3, 4}, 8) },
		"segments too long":  func() { segmentStarts([]int{3, 4}, 6) },
	} {
		func() {
			defer func() {
				if message := fmt.Sprint(recover()); !strings.HasPrefix(message, "online: ") {
					t.Errorf("%s: panic %q", name, message)
				}
			}()
			f()
		}()
	}
}

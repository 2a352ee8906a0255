package datasets

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/datasets/inspect"
)

// lorenz returns the first variable of the Lorenz system in time steps of 0.01,
// by the Runge–Kutta method of order four.
func lorenz(n int) []float64 {
	f := func(s [3]float64) [3]float64 {
		return [3]float64{10 * (s[1] - s[0]), s[0]*(28-s[2]) - s[1], s[0]*s[1] - 8.0/3*s[2]}
	}
	plus := func(a, b [3]float64, h float64) [3]float64 {
		return [3]float64{a[0] + h*b[0], a[1] + h*b[1], a[2] + h*b[2]}
	}
	s, h := [3]float64{1, 1, 20}, 0.01
	out := make([]float64, 0, n)
	for i := range n + 1000 {
		a := f(s)
		b := f(plus(s, a, h/2))
		c := f(plus(s, b, h/2))
		d := f(plus(s, c, h))
		for k := range s {
			s[k] += h / 6 * (a[k] + 2*b[k] + 2*c[k] + d[k])
		}
		if i >= 1000 {
			out = append(out, s[0])
		}
	}
	return out
}

func TestAdvice(t *testing.T) {
	advise := func(x []float64) *inspect.Advice {
		t.Helper()
		s := mustOpen(t, Options{Paths: []string{write(t, "x.csv", columnText("a", len(x), func(i int) float64 { return x[i] }))}})
		a, err := inspect.Advise(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	// A sine has its first zero at a quarter of its period, and needs two
	// values.
	sine := make([]float64, 4000)
	for i := range sine {
		sine[i] = math.Sin(2 * math.Pi * float64(i) / 40.5)
	}
	if a := advise(sine); a.Inputs[0].Zero < 10 || a.Inputs[0].Zero > 11 || a.L < 2 || a.L > 3 {
		t.Errorf("sine: %+v", a)
	}
	// Fraser and Swinney (1986) and many since found about 0.16 to 0.18 time
	// units, and three values.
	if a := advise(lorenz(20_000)); a.Epsilon < 14 || a.Epsilon > 20 || a.L != 3 || a.Delta < 1 || a.Delta > 3 || a.Windows != (20_000-2*a.Epsilon-1)/a.Delta+1 {
		t.Errorf("Lorenz: %+v", a)
	}
	// Noise has no delay to wait for, and no number of values is sufficient.
	rng := rand.New(rand.NewPCG(1, 2))
	noise := make([]float64, 5000)
	for i := range noise {
		noise[i] = rng.NormFloat64()
	}
	if a := advise(noise); a.Inputs[0].Zero > 3 || a.Epsilon > 2 || a.Inputs[0].False > 0 && a.Inputs[0].L == 1 {
		t.Errorf("noise: %+v", a)
	}
	short := mustOpen(t, Options{Paths: []string{write(t, "x.csv", "a\n1\n2\n3\n")}})
	if _, err := inspect.Advise(context.Background(), short); err == nil {
		t.Error("three samples give advice")
	}
}

package choose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/choose"
	"gonum.org/v1/gonum/floats"
)

func within(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 1e-10*math.Abs(want)) {
		t.Errorf("%s %.12g, want %.12g", what, got, want)
	}
}

func TestH10CorrectedTOfRepeats(t *testing.T) {
	d := []float64{.02, .05, -.01, .03, .04, .02, .01, -.02, .03, .06}
	c := choose.CorrelatedT(d, 0.5, 0.01)
	within(t, "mean", c.Mean, 0.023)
	within(t, "error", c.SE, 0.0193390796058)
	within(t, "t", c.Mean/c.SE, 1.18930168699)
	within(t, "p", c.P, 0.264750543166)
	within(t, "below", c.Below, 0.0610605647645)
	within(t, "same", c.Same, 0.198104662847)
	within(t, "above", c.Above, 0.740834772388)
	within(t, "low", c.Low, -0.0207480374511)
	within(t, "high", c.High, 0.0667480374511)
	within(t, "naive error", choose.CorrelatedT(d, 0, 0.01).SE, 0.00789514618822)
}

func TestH11CorrectedTOfFiveRepeats(t *testing.T) {
	c := choose.CorrelatedT([]float64{.031, -.004, .018, .022, .009}, 0.25, 0.01)
	within(t, "t", c.Mean/c.SE, 1.69978353122)
	within(t, "p", c.P, 0.164396639386)
	within(t, "below", c.Below, 0.0239611995748)
	within(t, "same", c.Same, 0.272086216581)
	within(t, "above", c.Above, 0.703952583844)
}

func TestCorrelatedTWithoutSpread(t *testing.T) {
	for _, d := range [][]float64{{0, 0, 0}, {.05, .05, .05, .05, .05}, {-2}} {
		c := choose.CorrelatedT(d, 0.25, 0.01)
		if c.Mean != d[0] || !math.IsNaN(c.P) || !math.IsNaN(c.SE) || !math.IsNaN(c.Same) || !math.IsNaN(c.Low) {
			t.Errorf("%+v of %v: want the mean alone", c, d)
		}
	}
	if c := choose.CorrelatedT(nil, 0.25, 0.01); !math.IsNaN(c.Mean) {
		t.Errorf("%+v of nothing", c)
	}
}

func TestH12Holm(t *testing.T) {
	for _, q := range []struct{ p, want []float64 }{
		{[]float64{.01, .04, .03, .005}, []float64{.03, .06, .06, .02}},
		{[]float64{.5, .6}, []float64{1, 1}},
		{[]float64{.2}, []float64{.2}},
		{nil, nil},
		{[]float64{.01, math.NaN(), .04}, []float64{.02, math.NaN(), .04}},
	} {
		got := choose.Holm(q.p)
		same := func(a, b float64) bool { return math.Abs(a-b) < 1e-15 || math.IsNaN(a) && math.IsNaN(b) }
		if !floats.EqualFunc(got, q.want, same) {
			t.Errorf("Holm of %v is %v, want %v", q.p, got, q.want)
		}
	}
}

// These hold for any differences: the three probabilities sum to one, changed signs
// swap the sides, and p < 0.05 if and only if the 95 % interval excludes zero.
func TestCorrelatedTIsOfOnePiece(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	for range 200 {
		d := make([]float64, 2+r.IntN(30))
		for i := range d {
			d[i] = r.NormFloat64()*0.1 + 0.05
		}
		minus := make([]float64, len(d))
		floats.SubTo(minus, minus, d)
		ratio := r.Float64()
		a, b := choose.CorrelatedT(d, ratio, 0.02), choose.CorrelatedT(minus, ratio, 0.02)
		if math.Abs(a.Below+a.Same+a.Above-1) > 1e-12 || math.Abs(a.Below-b.Above) > 1e-12 || math.Abs(a.Low+b.High) > 1e-9 || math.Abs(a.P-b.P) > 1e-12 {
			t.Errorf("%+v and %+v of %v", a, b, d)
		}
		if (a.P < 0.05) != (a.Low > 0 || a.High < 0) {
			t.Errorf("p %v, but 95 %% are %v to %v", a.P, a.Low, a.High)
		}
	}
}

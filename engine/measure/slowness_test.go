package measure_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

// column returns an n×1 matrix of f(0) … f(n-1).
func column(n int, f func(i int) float64) *mat.Dense {
	m := mat.NewDense(n, 1, nil)
	for i := range n {
		m.Set(i, 0, f(i))
	}
	return m
}

// linspace returns point i of n points from 0 to end, both ends included.
func linspace(end float64, n, i int) float64 { return end * float64(i) / float64(n-1) }

// near reports relative agreement.
func near(got, want, tol float64) bool { return math.Abs(got-want) <= tol*math.Abs(want) }

// unitSlowness returns the slowness in unit variance.
func unitSlowness(x *mat.Dense, lengths []int) []float64 {
	slowness, _ := measure.UnitSlownessAndCurvature(x, lengths)
	return slowness
}

// A ramp-like signal whose ends alone differ from zero: reference value A1. A
// centred second moment would give 0.9798.
func TestSlownessIsNotCentred(t *testing.T) {
	x := column(100, func(i int) float64 {
		switch i {
		case 0:
			return -math.Sqrt(49.5)
		case 99:
			return math.Sqrt(49.5)
		}
		return 0
	})
	if got := measure.Slowness(x, []int{100})[0]; !near(got, 1, 1e-12) {
		t.Errorf("slowness %.15g, want 1", got)
	}
	ramp := column(50, func(i int) float64 { return 3 * float64(i) })
	if got := measure.Slowness(ramp, []int{50})[0]; got != 9 {
		t.Errorf("slowness of a ramp %v, want 9", got)
	}
}

// Reference value A9.
func TestEtaOfSines(t *testing.T) {
	const n = 100_000
	for _, c := range []struct{ frequency, want float64 }{{1, 1.000015}, {5, 5.00007498}} {
		x := column(n, func(i int) float64 { return math.Sin(c.frequency * linspace(2*math.Pi, n, i)) })
		delta := unitSlowness(x, []int{n})[0]
		if got := measure.Eta(delta, n); !near(got, c.want, 1e-6) {
			t.Errorf("η of sin %gt is %.9g, want %.9g", c.frequency, got, c.want)
		}
	}
}

// Reference value A16, given with C/(n−1) and Ċ/(n−2).
func TestUnitSlownessReference(t *testing.T) {
	const n = 500
	convention := float64((n-1)*(n-1)) / float64(n*(n-2))
	for name, c := range map[string]struct {
		x    *mat.Dense
		want float64
	}{
		"alternating": {column(n, func(i int) float64 { return float64(1 - 2*(i%2)) }), 4.00001606426},
		"sine":        {column(n, func(i int) float64 { return math.Sin(linspace(4*math.Pi, n, i)) }), 6.35428789315e-4},
	} {
		if got := unitSlowness(c.x, []int{n})[0] * convention; !near(got, c.want, 1e-9) {
			t.Errorf("%s: Δ %.12g, want %.12g", name, got, c.want)
		}
	}
}

// Differences across a border, here 100 each, must not count.
func TestSlownessStaysInsideSpans(t *testing.T) {
	x := mat.NewDense(7, 2, []float64{
		0, 0,
		1, 2,
		100, 0,
		200, 50,
		202, 50,
		201, 54,
		300, 9,
	})
	got := measure.Slowness(x, []int{2, 1, 0, 3, 1})
	for j, want := range []float64{(1 + 4 + 1) / 3.0, (4 + 0 + 16) / 3.0} {
		if !near(got[j], want, 1e-15) {
			t.Errorf("feature %d: %v, want %v", j, got[j], want)
		}
	}
}

func TestSlownessWithoutPairsOrVariance(t *testing.T) {
	x := mat.NewDense(3, 2, []float64{1, 0.1, 2, 0.1, 3, 0.1})
	for j, got := range measure.Slowness(x, []int{1, 1, 1}) {
		if !math.IsNaN(got) {
			t.Errorf("feature %d without a pair: %v, want NaN", j, got)
		}
	}
	got := unitSlowness(x, []int{3})
	if !near(got[0], 1.5, 1e-15) || !math.IsNaN(got[1]) {
		t.Errorf("unit slowness %v, want 1.5 and NaN for the constant", got)
	}
}

func TestUnitSlownessIgnoresScaleAndOffset(t *testing.T) {
	const n = 400
	f := func(i int) float64 { return math.Sin(0.1*float64(i)) + math.Cos(0.37*float64(i)) }
	want := unitSlowness(column(n, f), []int{150, 250})[0]
	moved := column(n, func(i int) float64 { return 1e6 - 1e-2*f(i) })
	if got := unitSlowness(moved, []int{150, 250})[0]; !near(got, want, 1e-7) {
		t.Errorf("Δ %.12g after scaling and moving, %.12g before", got, want)
	}
}

func TestWrongLengthsPanic(t *testing.T) {
	for _, lengths := range [][]int{{2}, {2, 2}, {-1, 4}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("lengths %v of 3 rows did not panic", lengths)
				}
			}()
			measure.Slowness(mat.NewDense(3, 1, nil), lengths)
		}()
	}
}

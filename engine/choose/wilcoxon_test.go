package choose_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/choose"
)

// wilcoxon returns the test of pairs, with a rounding error of their differences of
// four units in the last place of the largest.
func wilcoxon(a, b []float64) choose.SignedRank {
	d, largest := make([]float64, len(a)), 0.0
	for i := range a {
		d[i] = a[i] - b[i]
		for _, v := range []float64{a[i], b[i]} {
			if !math.IsInf(v, 0) {
				largest = math.Max(largest, math.Abs(v))
			}
		}
	}
	return choose.Wilcoxon(d, 4*0x1p-52*largest)
}

// The depression scores of Hollander and Wolfe (1973): the manual of R has V = 40 and,
// for the greater side, p = 0.01953.
func TestWilcoxonOfDepressionScores(t *testing.T) {
	a := []float64{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30}
	b := []float64{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29}
	got := wilcoxon(a, b)
	if want := (choose.SignedRank{N: 9, Plus: 40, Minus: 5, P: 0.0390625, Exact: true}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if other := wilcoxon(b, a); other.P != got.P || other.Plus != 5 {
		t.Errorf("the other way round %+v", other)
	}
}

// literalRanks ranks sizes by counting, ties at their mean.
func literalRanks(d []float64) []float64 {
	rank := make([]float64, len(d))
	for i, x := range d {
		for _, y := range d {
			switch {
			case math.Abs(y) < math.Abs(x):
				rank[i]++
			case math.Abs(y) == math.Abs(x):
				rank[i] += 0.5
			}
		}
		rank[i] += 0.5
	}
	return rank
}

func TestWilcoxonAgainstAllSigns(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 0))
	for n := 1; n <= 12; n++ {
		d := make([]float64, n)
		for i := range d {
			d[i] = r.NormFloat64() + 0.4
			if n%2 == 0 { // ties
				d[i] = math.Copysign(math.Ceil(2*math.Abs(d[i])), d[i])
			}
		}
		rank := literalRanks(d)
		mean := float64(n*(n+1)) / 4
		plus := 0.0
		for i, v := range d {
			if v > 0 {
				plus += rank[i]
			}
		}
		extreme := 0
		for signs := range 1 << n {
			sum := 0.0
			for i, v := range rank {
				if signs>>i&1 == 1 {
					sum += v
				}
			}
			if math.Abs(sum-mean) >= math.Abs(plus-mean) {
				extreme++
			}
		}
		got := wilcoxon(d, make([]float64, n))
		if want := float64(extreme) / float64(int(1)<<n); got.P != want || !got.Exact || got.Plus != plus || got.N != n {
			t.Errorf("%+v of %v, want P = %v, Plus = %v", got, d, want, plus)
		}
	}
}

func TestWilcoxonApproximation(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 0))
	for range 50 {
		n := 60 + r.IntN(60)
		a, b := make([]float64, n), make([]float64, n)
		var d []float64
		for i := range a {
			a[i], b[i] = float64(r.IntN(9)), float64(r.IntN(8)) // ties, and pairs without a difference
			if a[i] != b[i] {
				d = append(d, a[i]-b[i])
			}
		}
		d = append(d, 2, -2) // a tie, whatever was drawn
		a, b = append(a, 3, 5), append(b, 1, 7)
		rank := literalRanks(d)
		// A rank is in or out with even chances: mean ½Σr, variance ¼Σr².
		off, variance := 0.0, 0.0
		for i, v := range d {
			off += math.Copysign(rank[i], v) / 2
			variance += rank[i] * rank[i] / 4
		}
		z := math.Max(0, math.Abs(off)-0.5) / math.Sqrt(variance)
		want := 2 * (1 - 0.5*(1+math.Erf(z/math.Sqrt2)))
		got := wilcoxon(a, b)
		if got.Exact || got.N != len(d) || math.Abs(got.P-want) > 1e-13 {
			t.Errorf("%+v, want N = %d, P = %v", got, len(d), want)
		}
	}
}

// A 26th pair makes P approximate; one of the smallest difference hardly another.
func TestWilcoxonMeetsItsApproximation(t *testing.T) {
	a := make([]float64, 26)
	for i := range a {
		a[i] = float64(i/2 + 1) // ties of two
		if i%3 == 1 {
			a[i] = -a[i]
		}
	}
	a[25] = 0.01
	zero := make([]float64, 26)
	exact, longer := wilcoxon(a[:25], zero[:25]), wilcoxon(a, zero)
	if !exact.Exact || longer.Exact || math.Abs(exact.P-longer.P) > 0.01 || exact.P < 0.05 {
		t.Errorf("%+v and %+v", exact, longer)
	}
}

// With ties P is counted as well: no five differences can give less than 1/16, which
// the normal approximation undercuts.
func TestH6H7H8H9WilcoxonWithTies(t *testing.T) {
	for name, q := range map[string]struct {
		d           []float64
		plus, minus float64
		p           float64
	}{
		"H6": {[]float64{.05, .05, .05, .05, .05}, 15, 0, 0.0625},
		"H7": {[]float64{.1, .1, .2, -.1, .3, .2}, 19, 2, 0.125},
		"H8": {[]float64{.02, .05, -.01, .03, .04, .02, .01, -.02, .03, .06}, 49.5, 5.5, 13. / 512},
		"H9": {[]float64{1, -1, 2, -2}, 5, 5, 1},
	} {
		t.Run(name, func(t *testing.T) {
			got := wilcoxon(q.d, make([]float64, len(q.d)))
			if want := (choose.SignedRank{N: len(q.d), Plus: q.plus, Minus: q.minus, P: q.p, Exact: true}); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}

func TestWilcoxonOfNothing(t *testing.T) {
	for _, a := range [][]float64{nil, {1, 2, 3}} {
		if got := wilcoxon(a, a); !math.IsNaN(got.P) || got.N != 0 {
			t.Errorf("%+v without a difference", got)
		}
	}
	if got := wilcoxon([]float64{1, math.NaN()}, []float64{0, 1}); !math.IsNaN(got.P) || !math.IsNaN(got.Plus) {
		t.Errorf("%+v of a NaN", got)
	}
	if got := wilcoxon([]float64{3}, []float64{1}); got.P != 1 {
		t.Errorf("P = %v of one pair, want 1", got.P)
	}
	// Sums in balance: no more than 1, though both sides count the middle.
	if got := wilcoxon([]float64{1, 1}, []float64{0, 2}); got.P != 1 || !got.Exact {
		t.Errorf("%+v in balance, want P = 1", got)
	}
}

// Shares of one size differ in their last bit when subtracted: 0.9 − 0.8 is not
// 0.8 − 0.7, and 0.1 + 0.2 is not 0.3.
func TestWilcoxonTiesWithinRounding(t *testing.T) {
	tenth := 0.1
	a := []float64{0.9, 0.7, 1, tenth + 0.2}
	b := []float64{0.8, 0.8, 0.7, 0.3}
	got := wilcoxon(a, b)
	if got.N != 3 || got.Plus != 4.5 || got.Minus != 1.5 || got.P != 0.75 {
		t.Errorf("%+v, want two tied tenths, a difference of three and one of nothing", got)
	}
	if inf := wilcoxon([]float64{math.Inf(1), math.Inf(1), 1}, []float64{0, 1, 0}); inf.Plus != 6 {
		t.Errorf("infinite differences: %+v", inf)
	}
}

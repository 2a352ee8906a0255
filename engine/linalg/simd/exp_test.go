package simd

import (
	"math"
	"math/big"
	"testing"
)

// bigExp returns e^x − minus, to 200 bits.
func bigExp(x, minus float64) *big.Float {
	const precision = 200
	newFloat := func(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }
	// e^x = (e^(x/2¹²))^(2¹²) has a short series.
	const halvings = 12
	r := newFloat(x)
	r.SetMantExp(r, -halvings)
	sum, term := newFloat(1), newFloat(1)
	for n := 1; n < 36; n++ {
		term.Mul(term, r)
		term.Quo(term, newFloat(float64(n)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum.Sub(sum, newFloat(minus))
}

// ulps returns the distance of got from want in units of the last place of want.
func ulps(got float64, want *big.Float) float64 {
	w, _ := want.Float64()
	unit := math.Nextafter(math.Abs(w), math.Inf(1)) - math.Abs(w)
	d := new(big.Float).Sub(new(big.Float).SetPrec(200).SetFloat64(got), want)
	e, _ := d.Quo(d, big.NewFloat(unit)).Float64()
	return math.Abs(e)
}

// arguments covers (lo, hi) evenly, and the neighbourhood of zero.
func arguments(lo, hi float64) []float64 {
	rnd := newRand(9)
	var x []float64
	for range 500 {
		x = append(x, lo+(hi-lo)*rnd.Float64())
	}
	for e := -1074; e < 5; e += 3 {
		for range 3 {
			v := math.Ldexp(0.5+rnd.Float64()/2, e)
			x = append(x, max(-v, lo), min(v, hi))
		}
	}
	return x
}

func TestExpIsExactToTwoUnits(t *testing.T) {
	x := arguments(-745, 709.7)
	want := make([]*big.Float, len(x))
	for i, v := range x {
		want[i] = bigExp(v, 0)
	}
	onPaths(t, func(t *testing.T) {
		got := append([]float64(nil), x...)
		Exp(got)
		worst, sum := 0.0, 0.0
		for i, v := range x {
			e := ulps(got[i], want[i])
			sum += e
			if worst = max(worst, e); e > 1.5 {
				t.Fatalf("exp(%v) = %v is off by %.2f units", v, got[i], e)
			}
		}
		t.Logf("worst %.3f units, mean %.3f", worst, sum/float64(len(x)))
	})
}

func TestExpm1IsExactToTwoUnits(t *testing.T) {
	x := append(arguments(-60, 709.7), arguments(-2, 2)...)
	want := make([]*big.Float, len(x))
	for i, v := range x {
		want[i] = bigExp(v, 1)
		// The sum is exact to 200 bits, too few next to tiny arguments, where x
		// itself is exact enough.
		if math.Abs(v) < 1e-30 {
			want[i] = new(big.Float).SetPrec(200).SetFloat64(v)
		}
	}
	onPaths(t, func(t *testing.T) {
		got := append([]float64(nil), x...)
		Expm1(got)
		worst, sum := 0.0, 0.0
		for i, v := range x {
			e := ulps(got[i], want[i])
			sum += e
			if worst = max(worst, e); e > 2.5 {
				t.Fatalf("expm1(%v) = %v is off by %.2f units", v, got[i], e)
			}
		}
		t.Logf("worst %.3f units, mean %.3f", worst, sum/float64(len(x)))
	})
}

func TestExpSpecialValues(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	negativeZero := math.Copysign(0, -1)
	cases := []struct{ x, exp, expm1 float64 }{
		{0, 1, 0}, {negativeZero, 1, negativeZero}, {inf, inf, inf}, {-inf, 0, -1}, {nan, nan, nan},
		{710, inf, inf}, {1e300, inf, inf}, {-1e300, 0, -1}, {-746, 0, -1}, {-math.MaxFloat64, 0, -1},
		{5e-324, 1, 5e-324}, {-5e-324, 1, -5e-324}, {1e-310, 1, 1e-310}, {-1e-20, 1, -1e-20},
		// Here package math overflows or underflows on some processors, and not on others.
		{709.782712893384, math.Exp(709.782712893384), math.Expm1(709.782712893384)},
		{-745.1332191019411, math.Exp(-745.1332191019411), -1}, {-740, math.Exp(-740), -1}, {-745.1332191019412, 0, -1},
	}
	same := func(a, b float64) bool {
		if math.IsNaN(a) || math.IsNaN(b) {
			return math.IsNaN(a) && math.IsNaN(b)
		}
		return math.Float64bits(a) == math.Float64bits(b) || math.Abs(a-b) <= 2e-16*math.Abs(b)
	}
	onPaths(t, func(t *testing.T) {
		for _, c := range cases {
			// In every place of a vector, and in the rest behind the last one.
			for at := range 11 {
				e, m := make([]float64, 11), make([]float64, 11)
				e[at], m[at] = c.x, c.x
				Exp(e)
				Expm1(m)
				if !same(e[at], c.exp) || !same(m[at], c.expm1) || math.Signbit(m[at]) != math.Signbit(c.expm1) && c.x == c.x {
					t.Fatalf("x = %v at %d: exp %v, want %v; expm1 %v, want %v", c.x, at, e[at], c.exp, m[at], c.expm1)
				}
				if o := (at + 1) % 11; e[o] != 1 || m[o] != 0 {
					t.Fatalf("x = %v at %d reaches its neighbour: %v, %v", c.x, at, e[o], m[o])
				}
			}
		}
	})
}

// An entry does not depend on its place in the row.
func TestExpDoesNotDependOnThePlace(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		x := arguments(-30, 1)[:301]
		for _, f := range []func([]float64){Exp, Expm1} {
			whole := append([]float64(nil), x...)
			f(whole)
			for from := range 9 {
				for to := len(x) - 9; to <= len(x); to++ {
					part := append([]float64(nil), x[from:to]...)
					f(part)
					for i, v := range part {
						if v != whole[from+i] {
							t.Fatalf("from %d to %d: entry %d is %v, and %v in the whole", from, to, i, v, whole[from+i])
						}
					}
				}
			}
		}
	})
}

func TestExpStaysInsideOfTheRow(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, n := range lengths {
			x := numbers(16, n)
			Exp(x)
			Expm1(x)
			SquaredDistances(x, 1, make([]float64, n))
			pastEnd(t, n, x)
		}
	})
}

func TestSquaredDistances(t *testing.T) {
	onPaths(t, func(t *testing.T) {
		for _, n := range []int{0, 1, 2, 3, 7, 8, 33, 1024, 2500} {
			zz, prod := numbers(10, n), numbers(11, n)
			for i := range zz {
				zz[i] *= zz[i]
			}
			const xx = 1.25
			d := append([]float64(nil), prod...)
			least, lowest := SquaredDistances(d, xx, zz), math.Inf(1)
			for i, p := range prod {
				lowest = min(lowest, d[i])
				want := max(0, xx+zz[i]-2*p)
				if math.Abs(d[i]-want) > 1e-15*(xx+zz[i]) {
					t.Fatalf("n=%d: squared distance %d is %v, want %v", n, i, d[i], want)
				}
			}
			if least != lowest {
				t.Fatalf("n=%d: the least squared distance is %v, not %v", n, lowest, least)
			}
		}
		row := []float64{math.NaN(), 1, 1}
		least := SquaredDistances(row, 1, []float64{1, math.NaN(), 1})
		if !math.IsNaN(row[0]) || !math.IsNaN(row[1]) || row[2] != 0 || least != 0 {
			t.Errorf("NaN is lost, or not left out of the least: %v, %v", row, least)
		}
	})
}

package kernel

import (
	"math"
	"math/big"
	"testing"

	"example.com/sfatui/datasets/testenv"
)

// precision of the reference values, in bits.
const precision = 400

func number(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func add(a, b *big.Float) *big.Float { return number(0).Add(a, b) }
func mul(a, b *big.Float) *big.Float { return number(0).Mul(a, b) }
func quo(a, b *big.Float) *big.Float { return number(0).Quo(a, b) }
func neg(a *big.Float) *big.Float    { return number(0).Neg(a) }

// exp returns e^x from the series at x/2^k, squared k times.
func exp(x *big.Float) *big.Float {
	halvings := max(0, x.MantExp(nil)+8)
	small := number(0).SetMantExp(x, -halvings)
	sum, term := number(1), number(1)
	for k := 1; k < 100; k++ {
		term = quo(mul(term, small), number(float64(k)))
		sum = add(sum, term)
	}
	for range halvings {
		sum = mul(sum, sum)
	}
	return sum
}

// ln returns the logarithm, by Newton's method on exp.
func ln(x *big.Float) *big.Float {
	f, _ := x.Float64()
	y := number(math.Log(f))
	for range 4 {
		y = add(y, add(mul(x, exp(neg(y))), number(-1)))
	}
	return y
}

func sqrt(x float64) *big.Float { return number(0).Sqrt(number(x)) }

// exact is the definition of a kernel as a function of r/σ.
type exact struct {
	kernel Kernel // of width 1
	at     func(r *big.Float) *big.Float
	slack  float64 // of κ−1, relative
}

func exactKernels() []exact {
	gamma := func(g float64) func(*big.Float) *big.Float {
		return func(r *big.Float) *big.Float { return exp(neg(exp(mul(number(g), ln(r))))) }
	}
	rational := func(a float64) func(*big.Float) *big.Float {
		return func(r *big.Float) *big.Float {
			u := quo(mul(r, r), number(2*a))
			return exp(mul(number(-a), ln(add(number(1), u))))
		}
	}
	return []exact{
		{Gaussian{Sigma: 1}, func(r *big.Float) *big.Float { return exp(quo(mul(r, r), number(-2))) }, 5e-16},
		{Laplacian{Sigma: 1}, func(r *big.Float) *big.Float { return exp(neg(r)) }, 5e-16},
		{Matern32{Sigma: 1}, func(r *big.Float) *big.Float {
			s := mul(sqrt(3), r)
			return mul(add(number(1), s), exp(neg(s)))
		}, 1.5e-15},
		{Matern52{Sigma: 1}, func(r *big.Float) *big.Float {
			s := mul(sqrt(5), r)
			return mul(add(number(1), add(s, quo(mul(s, s), number(3)))), exp(neg(s)))
		}, 1.5e-15},
		{RationalQuadratic{Sigma: 1, Alpha: 0.3}, rational(0.3), 1e-15},
		{RationalQuadratic{Sigma: 1, Alpha: 7}, rational(7), 1e-15},
		// A power of x has the error of its exponent times ln x.
		{GammaExponential{Sigma: 1, Gamma: 0.5}, gamma(0.5), 5e-15},
		{GammaExponential{Sigma: 1, Gamma: 1.3}, gamma(1.3), 5e-15},
		{GammaExponential{Sigma: 1, Gamma: 2}, gamma(2), 5e-15},
	}
}

// Shifted and plain values against the definitions, from r/σ = 1e-9, where κ is
// 1 to rounding, to 1e3, where it is 0.
func TestValuesAgainstDefinition(t *testing.T) {
	for _, c := range exactKernels() {
		if !c.kernel.CanShift() {
			t.Fatalf("%s: cannot shift", c.kernel.Name())
		}
		step := 1.0 / 4
		if testenv.Full() {
			step = 1.0 / 16
		}
		for e := -9.0; e <= 3; e += step {
			r := math.Pow(10, e)
			k := c.at(sqrt(r * r))
			plain, _ := k.Float64()
			shifted, _ := add(k, number(-1)).Float64()
			if got := at(c.kernel, r*r, true); math.Abs(got-shifted) > c.slack*math.Abs(shifted) {
				t.Errorf("%v, r/σ = %g: κ−1 = %.17g, want %.17g (error %.1e)", c.kernel, r, got, shifted, got/shifted-1)
			}
			// κ turns a relative error of the exponent into one of itself.
			slack := (4 + 8*math.Abs(math.Log(plain))) * 0x1p-53
			if plain < 1e-300 {
				continue // denormal, or zero
			}
			if got := at(c.kernel, r*r, false); math.Abs(got-plain) > slack*plain {
				t.Errorf("%v, r/σ = %g: κ = %.17g, want %.17g (error %.1e)", c.kernel, r, got, plain, got/plain-1)
			}
		}
	}
}

// at returns the value of a translation-invariant kernel at a squared distance.
func at(k Kernel, squared float64, shift bool) float64 {
	v := []float64{0}
	k.Apply(v, squared, []float64{0}, shift)
	return v[0]
}

// At zero κ is 1 exactly; far out and at widths whose square is zero or infinite
// to rounding there is a limit and no NaN.
func TestLimits(t *testing.T) {
	for _, k := range []func(sigma float64) Kernel{
		func(s float64) Kernel { return Gaussian{Sigma: s} },
		func(s float64) Kernel { return Laplacian{Sigma: s} },
		func(s float64) Kernel { return Matern32{Sigma: s} },
		func(s float64) Kernel { return Matern52{Sigma: s} },
		func(s float64) Kernel { return RationalQuadratic{Sigma: s, Alpha: 2} },
		func(s float64) Kernel { return GammaExponential{Sigma: s, Gamma: 0.7} },
	} {
		for _, c := range []struct{ sigma, squared, want float64 }{
			{1, 0, 1}, {1e-300, 0, 1}, {1e-310, 0, 1}, {1e300, 0, 1},
			{1e-300, 1, 0}, {1e-300, 1e200, 0}, {1e-310, 1e300, 0},
			{1e300, 1, 1}, {1, -1e-17, 1},
		} {
			kernel := k(c.sigma)
			if got := at(kernel, c.squared, false); math.Abs(got-c.want) > 1e-200 {
				t.Errorf("%v at squared distance %g: %g, want %g", kernel, c.squared, got, c.want)
			}
			if got := at(kernel, c.squared, true); math.Abs(got-(c.want-1)) > 1e-200 {
				t.Errorf("%v at squared distance %g: κ−1 = %g, want %g", kernel, c.squared, got, c.want-1)
			}
		}
	}
}

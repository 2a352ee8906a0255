package kernel

import (
	"math"

	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/part"
)

// Matern32 is the Matérn kernel of smoothness 3/2 and length scale σ, κ(z, x) = (1 +
// s)·e^−s with s = √3·‖z−x‖/σ (Rasmussen and Williams 2006, Eq. 4.17). κ−1 = −e^−s·(e^s
// − 1 − s), and the bracket is a sum of positive terms.
type Matern32 struct {
	differenceTraits
	Sigma float64
}

var matern32 = part.Part[Kind]{
	Name: "matern32", Doc: "(1+s)·e^−s with s = √3·‖x−z‖/σ", Parameters: []part.Parameter{Sigma, Shift},
	Build: func(p part.Point) Kernel { return Matern32{Sigma: Sigma.X(p)} },
}

func (Matern32) Name() string { return "matern32" }

func (k Matern32) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	applySquares(k, prod, xx, zz, shift)
}

func (k Matern32) ofSquares(d []float64, shift bool) {
	matern(d, math.Sqrt(3)/k.Sigma, 0, shift)
}

// Matern52 is the Matérn kernel of smoothness 5/2 and length scale σ, κ(z, x) = (1 + s
// + s²/3)·e^−s with s = √5·‖z−x‖/σ (Rasmussen and Williams 2006, Eq. 4.17). κ−1 =
// −e^−s·(e^s − 1 − s − s²/3), and the bracket is a sum of positive terms.
type Matern52 struct {
	differenceTraits
	Sigma float64
}

var matern52 = part.Part[Kind]{
	Name: "matern52", Doc: "(1+s+s²/3)·e^−s with s = √5·‖x−z‖/σ", Parameters: []part.Parameter{Sigma, Shift},
	Build: func(p part.Point) Kernel { return Matern52{Sigma: Sigma.X(p)} },
}

func (Matern52) Name() string { return "matern52" }

func (k Matern52) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	applySquares(k, prod, xx, zz, shift)
}

func (k Matern52) ofSquares(d []float64, shift bool) {
	matern(d, math.Sqrt(5)/k.Sigma, 1.0/3, shift)
}

const (
	// maternZero is a value of s at which e^−s and s²·e^−s are zero; the bound avoids
	// ∞·0.
	maternZero = 1000
	// maternSeries is the s below which κ−1 is computed from the series of e^s. Above
	// it, subtracting 1 cancels less than two bits of κ.
	maternSeries = 1
)

// matern replaces squared distances d by (1 + s + quadratic·s²)·e^−s at s = scale·√d,
// or by that minus one if shift is set.
func matern(d []float64, scale, quadratic float64, shift bool) {
	scale = min(scale, math.MaxFloat64) // 0·∞ is not a distance
	var stretch [256]float64
	for len(d) > 0 {
		e := stretch[:min(len(d), len(stretch))]
		for j := range e {
			d[j] = min(math.Sqrt(d[j])*scale, maternZero)
			e[j] = -d[j]
		}
		simd.Exp(e)
		for j, v := range e {
			d[j] = maternOf(d[j], v, quadratic, shift)
		}
		d = d[len(e):]
	}
}

// maternOf returns (1 + s + quadratic·s²)·e with e = e^−s, or that minus one.
func maternOf(s, e, quadratic float64, shift bool) float64 {
	switch {
	case !shift:
		return (1 + s*(1+quadratic*s)) * e
	case s < maternSeries:
		return -e * s * s * ((0.5 - quadratic) + s*expRemainder(s))
	default:
		return (1+s*(1+quadratic*s))*e - 1
	}
}

// expRemainder returns (e^s − 1 − s − s²/2)/s³ for s in [0, 1]: 1/3! + s/4! + …, up to
// the term that is below half a unit in the last place at s = 1.
func expRemainder(s float64) float64 {
	v := 1.0
	for k := 19; k > 3; k-- {
		v = 1 + v*s/float64(k)
	}
	return v / 6
}

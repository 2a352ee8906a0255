package kernel

import (
	"math"

	"example.com/sfatui/engine/part"
)

// Laplacian is κ(z, x) = exp(−‖z−x‖/σ), the exponential kernel of figure 30 in Hammer's
// lecture notes (2014), after Rasmussen and Williams (2006). κ−1 = expm1(−‖z−x‖/σ) has
// no cancellation.
type Laplacian struct {
	differenceTraits
	Sigma float64
}

var laplacian = part.Part[Kind]{
	Name: "laplacian", Doc: "exp(−‖x−z‖/σ)", Parameters: []part.Parameter{Sigma, Shift},
	Build: func(p part.Point) Kernel { return Laplacian{Sigma: Sigma.X(p)} },
}

func (Laplacian) Name() string { return "laplacian" }

func (k Laplacian) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	applySquares(k, prod, xx, zz, shift)
}

func (k Laplacian) ofSquares(d []float64, shift bool) {
	for j, v := range d {
		d[j] = -math.Sqrt(v) / k.Sigma
	}
	exponential(d, shift)
}

// GammaExponential is κ(z, x) = exp(−(‖z−x‖/σ)^Gamma) with Gamma above 0 (Rasmussen and
// Williams 2006, Eq. 4.18). Gamma 1 is [Laplacian]; Gamma 2 is [Gaussian] of width
// σ/√2. Above 2 it is not positive semidefinite, and computations with it return an
// [IndefiniteError] unless the kernel is corrected, or the samples are so few or so far
// apart that it is definite on them. κ−1 = expm1(−(‖z−x‖/σ)^Gamma) has no cancellation.
type GammaExponential struct {
	differenceTraits
	Sigma, Gamma float64
}

var gammaExponential = part.Part[Kind]{
	Name: "gamma-exponential", Doc: "exp(−(‖x−z‖/σ)^γ)", Parameters: []part.Parameter{Sigma, Gamma, Indefinite, Shift},
	Build: func(p part.Point) Kernel { return GammaExponential{Sigma: Sigma.X(p), Gamma: Gamma.X(p)} },
}

func (GammaExponential) Name() string { return "gamma-exponential" }

func (k GammaExponential) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	applySquares(k, prod, xx, zz, shift)
}

func (k GammaExponential) ofSquares(d []float64, shift bool) {
	for j, v := range d {
		d[j] = -math.Pow(math.Sqrt(v)/k.Sigma, k.Gamma)
	}
	exponential(d, shift)
}

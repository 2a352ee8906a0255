package kernel

import "math"

// Laplacian is κ(z, x) = exp(−‖z−x‖/σ), the exponential kernel of figure 30 in
// Hammer's lecture notes (2014), after Rasmussen and Williams (2006).
type Laplacian struct{ Sigma float64 }

// Name is "laplacian".
func (Laplacian) Name() string { return "laplacian" }

// TranslationInvariant is true: only differences enter.
func (Laplacian) TranslationInvariant() bool { return true }

// CanShift is true: κ−1 = expm1(−‖z−x‖/σ) has no cancellation.
func (Laplacian) CanShift() bool { return true }

// Apply implements Kernel.
func (k Laplacian) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	f := exponential(shift)
	squaredDistances(prod, xx, zz)
	for j, d := range prod {
		prod[j] = f(-math.Sqrt(d) / k.Sigma)
	}
}

// GammaExponential is κ(z, x) = exp(−(‖z−x‖/σ)^Gamma) with Gamma in (0, 2]
// (Rasmussen and Williams 2006, Eq. 4.18). Gamma 1 is [Laplacian]; Gamma 2 is
// [Gaussian] of width σ/√2. Above 2 it is not positive semi-definite.
type GammaExponential struct{ Sigma, Gamma float64 }

// Name is "gamma-exponential".
func (GammaExponential) Name() string { return "gamma-exponential" }

// TranslationInvariant is true: only differences enter.
func (GammaExponential) TranslationInvariant() bool { return true }

// CanShift is true: κ−1 = expm1(−(‖z−x‖/σ)^Gamma) has no cancellation.
func (GammaExponential) CanShift() bool { return true }

// Apply implements Kernel.
func (k GammaExponential) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	f := exponential(shift)
	squaredDistances(prod, xx, zz)
	for j, d := range prod {
		prod[j] = f(-math.Pow(math.Sqrt(d)/k.Sigma, k.Gamma))
	}
}

// exponential is e^x, or e^x − 1 when shift is set.
func exponential(shift bool) func(float64) float64 {
	if shift {
		return math.Expm1
	}
	return math.Exp
}

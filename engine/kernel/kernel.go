package kernel

import (
	"math"

	"example.com/sfatui/engine/linalg/simd"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
)

// Kernel is a function of two samples that stands for their inner product in a
// Hilbert space. It should be positive semi-definite; where it is not, what is
// built on it returns an [IndefiniteError]. Methods may be called by several
// goroutines at once.
type Kernel interface {
	// Name is the kernel's name in a sweep.
	Name() string
	// TranslationInvariant reports whether κ(z+a, x+a) = κ(z, x), so that the
	// caller may move the origin to keep digits.
	TranslationInvariant() bool
	// CanShift reports whether κ−1 can be evaluated to more digits than κ.
	CanShift() bool
	// Apply replaces each inner product in prod by κ, or by κ−1 when shift is
	// set, for one sample of squared norm xx against the supports whose
	// squared norms are zz. len(prod) is len(zz).
	Apply(prod []float64, xx float64, zz []float64, shift bool)
}

// Gaussian is κ(z, x) = exp(−‖z−x‖²/2σ²).
type Gaussian struct{ Sigma float64 }

var gaussian = part.Part[Kind]{
	Name: "gaussian", Parameters: []part.Parameter{Sigma, Shift},
	Build: func(p part.Point) Kernel { return Gaussian{Sigma: Sigma.X(p)} },
}

// Name is "gaussian".
func (Gaussian) Name() string { return "gaussian" }

// TranslationInvariant is true: only differences enter.
func (Gaussian) TranslationInvariant() bool { return true }

// CanShift is true: κ−1 = expm1(−‖z−x‖²/2σ²) has no cancellation.
func (Gaussian) CanShift() bool { return true }

// Apply implements Kernel. A squared distance that rounding made negative
// counts as zero.
func (g Gaussian) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	applySquares(g, prod, xx, zz, shift)
}

func (g Gaussian) ofSquares(d []float64, shift bool) {
	// The bound keeps 0·∞ away at a σ whose square is zero to rounding.
	floats.Scale(math.Max(-math.MaxFloat64, -1/(2*g.Sigma*g.Sigma)), d)
	exponential(d, shift)
}

// Linear is κ(z, x) = z·x.
type Linear struct{}

var linear = part.Part[Kind]{
	Name:  "linear",
	Build: func(part.Point) Kernel { return Linear{} },
}

// Name is "linear".
func (Linear) Name() string { return "linear" }

// TranslationInvariant is false.
func (Linear) TranslationInvariant() bool { return false }

// CanShift is false.
func (Linear) CanShift() bool { return false }

// Apply implements Kernel: the inner product is the kernel.
func (Linear) Apply([]float64, float64, []float64, bool) {}

// Polynomial is κ(z, x) = (1 + z·x)^Degree.
type Polynomial struct{ Degree int }

var polynomial = part.Part[Kind]{
	Name: "poly", Parameters: []part.Parameter{Degree},
	Build: func(p part.Point) Kernel { return Polynomial{Degree: Degree.Of(p)} },
}

// Name is "poly".
func (Polynomial) Name() string { return "poly" }

// TranslationInvariant is false.
func (Polynomial) TranslationInvariant() bool { return false }

// CanShift is false.
func (Polynomial) CanShift() bool { return false }

// Apply implements Kernel.
func (k Polynomial) Apply(prod []float64, _ float64, _ []float64, _ bool) {
	for j, p := range prod {
		v := 1.0
		for range k.Degree {
			v *= 1 + p
		}
		prod[j] = v
	}
}

// ofDistance is a kernel of the distance of its arguments alone.
type ofDistance interface {
	Kernel
	// ofSquares replaces squared distances by κ, or by κ−1 when shift is set.
	ofSquares(d []float64, shift bool)
}

// applySquares is Apply of a kernel of the distance.
func applySquares(k ofDistance, prod []float64, xx float64, zz []float64, shift bool) {
	simd.SquaredDistances(prod, xx, zz)
	k.ofSquares(prod, shift)
}

// exponential replaces each entry of x by e^x, or by e^x − 1 when shift is set.
func exponential(x []float64, shift bool) {
	if shift {
		simd.Expm1(x)
	} else {
		simd.Exp(x)
	}
}

package kernel

import (
	"math"

	"example.com/sfatui/engine/part"
)

// ArcSine is the neural-network kernel
//
//	κ(z, x) = 2/π · asin(2 z̃ᵀΣx̃ / √((1 + 2 z̃ᵀΣz̃)(1 + 2 x̃ᵀΣx̃)))
//
// with x̃ = (1, x), the limit of a network of infinitely many sigmoid (erf) units whose
// weights have covariance Σ (Rasmussen and Williams 2006, Eq. 4.29). Here Σ = diag(1,
// σ⁻², …, σ⁻²): weight variance 1 for the bias and 1/σ² for the inputs. σ is thus a
// length like that of the other kernels: scaling all samples and σ alike changes
// nothing, and a larger σ makes smoother functions. κ(x, x) is below 1 and grows with
// ‖x‖, so that the origin matters. At large σ it tends to 2/π·asin(2/3) instead of 1,
// so that there is no shift.
type ArcSine struct {
	productTraits
	Sigma float64
}

var arcSine = part.Part[Kind]{
	Name: "arc-sine", Doc: "neural network kernel 2/π·asin(2 z̃ᵀΣx̃/√((1+2z̃ᵀΣz̃)(1+2x̃ᵀΣx̃))), Σ = diag(1, 1/σ², …)", Parameters: []part.Parameter{Sigma},
	Build: func(p part.Point) Kernel { return ArcSine{Sigma: Sigma.X(p)} },
}

func (ArcSine) Name() string { return "arc-sine" }

func (k ArcSine) Apply(prod []float64, xx float64, zz []float64, _ bool) {
	// Numerator and denominator are multiplied by σ²/2. The bounds avoid 0/0 and ∞/∞ if
	// σ² under- or overflows.
	s := min(max(k.Sigma*k.Sigma, 0x1p-1000), 0x1p1000)
	root := math.Sqrt(1.5*s + xx)
	for j, p := range prod {
		c := (s + p) / (root * math.Sqrt(1.5*s+zz[j]))
		prod[j] = 2 / math.Pi * math.Asin(max(-1, min(1, c)))
	}
}

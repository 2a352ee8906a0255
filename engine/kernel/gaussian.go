package kernel

import (
	"math"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
)

// Gaussian is κ(z, x) = exp(−‖z−x‖²/2σ²). κ−1 = expm1(−‖z−x‖²/2σ²) has no cancellation.
type Gaussian struct {
	differenceTraits
	Sigma float64
}

var gaussian = part.Part[Kind]{
	Name: "gaussian", Doc: "exp(−‖x−z‖²/2σ²)", Parameters: []part.Parameter{Sigma, Shift},
	Build: func(p part.Point) Kernel { return Gaussian{Sigma: Sigma.X(p)} },
}

func (Gaussian) Name() string { return "gaussian" }

// Apply implements Kernel. A squared distance that is negative by rounding counts as
// zero.
func (g Gaussian) Apply(prod []float64, xx float64, zz []float64, shift bool) {
	applySquares(g, prod, xx, zz, shift)
}

func (g Gaussian) ofSquares(d []float64, shift bool) {
	// The bound avoids 0·∞ for a σ whose square is zero to rounding.
	floats.Scale(math.Max(-math.MaxFloat64, -1/(2*g.Sigma*g.Sigma)), d)
	exponential(d, shift)
}

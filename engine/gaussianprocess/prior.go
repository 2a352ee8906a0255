package gaussianprocess

import (
	"fmt"
	"math"
	"slices"
)

// Term is a covariance σ_f²·κ(x, z; ℓ).
type Term struct {
	Shape  *Shape
	Length float64 // ℓ, in the units of the inputs; of no meaning where the shape has none
	Signal float64 // σ_f, in the units of the target
}

// Prior is what is assumed of a function before any target is seen: it is normal with
// mean 0 and the sum of the terms as covariance, and is observed with independent normal
// noise of standard deviation Noise.
type Prior struct {
	Terms []Term
	Noise float64 // σ_n
}

// check panics unless the parameters can be.
func (p Prior) check() {
	bad := len(p.Terms) == 0 || !(p.Noise >= 0) || math.IsInf(p.Noise, 0)
	for _, t := range p.Terms {
		bad = bad || !(t.Signal > 0) || math.IsInf(t.Signal, 0) || t.Shape.HasLength() && !(t.Length > 0)
	}
	if bad {
		panic(fmt.Sprintf("gaussianprocess: the parameters of a prior must be above 0: %v", p))
	}
}

func (p Prior) clone() Prior {
	p.Terms = slices.Clone(p.Terms)
	return p
}

// dims is the number of parameters: a length and a signal of each term, and the noise.
func (p Prior) dims() int { return 2*len(p.Terms) + 1 }

// parameter is the place of a parameter in the order of dims.
func (p *Prior) parameter(i int) *float64 {
	switch {
	case i == 2*len(p.Terms):
		return &p.Noise
	case i%2 == 0:
		return &p.Terms[i/2].Length
	}
	return &p.Terms[i/2].Signal
}

// Likelihood is the logarithm of the density of the targets, in its three parts.
type Likelihood struct {
	Fit        float64 // −½yᵀA⁻¹y
	Complexity float64 // −½log|A|
	Constant   float64 // −(n/2)log 2π
}

// Log is the sum of the parts.
func (l Likelihood) Log() float64 { return l.Fit + l.Complexity + l.Constant }

// constant is that part of n targets.
func constant(n int) float64 { return -float64(n) / 2 * math.Log(2*math.Pi) }

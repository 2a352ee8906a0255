package gaussianprocess

import (
	"fmt"
	"math"
	"slices"
)

// Term describes a covariance σ_f²·κ(x, z; ℓ).
type Term struct {
	Shape  *Shape
	Length float64 // ℓ, in the units of the inputs; unused if the shape has no length
	Signal float64 // σ_f, in the units of the target
}

// Prior describes a function before any target is observed: it is normal with mean 0
// and the sum of the terms as covariance, and is observed with independent normal noise
// of standard deviation Noise.
type Prior struct {
	Terms []Term
	Noise float64 // σ_n
}

// check panics unless the parameters are valid.
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

// dims returns the number of parameters: a length and a signal of each term, and the
// noise.
func (p Prior) dims() int { return 2*len(p.Terms) + 1 }

// parameter returns a pointer to parameter i: length and signal of each term, then the
// noise.
func (p *Prior) parameter(i int) *float64 {
	switch {
	case i == 2*len(p.Terms):
		return &p.Noise
	case i%2 == 0:
		return &p.Terms[i/2].Length
	}
	return &p.Terms[i/2].Signal
}

// Likelihood holds the logarithm of the density of the targets, in its three parts.
type Likelihood struct {
	Fit        float64 // −½yᵀA⁻¹y
	Complexity float64 // −½log|A|
	Constant   float64 // −(n/2)log 2π
}

// Log returns the sum of the parts.
func (l Likelihood) Log() float64 { return l.Fit + l.Complexity + l.Constant }

// constant returns the constant part of the likelihood of n targets.
func constant(n int) float64 { return -float64(n) / 2 * math.Log(2*math.Pi) }

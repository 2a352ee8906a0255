package sfa

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// ActsFrom returns the λ at which regularisation begins to act, min_i Δ_i/‖φ_i‖²: there
// the squared norm of some feature has the weight of its slowness. delta and norm are Δ
// and a_iᵀK̄a_i of features of unit variance from a solution without λ. It returns NaN
// if no feature has both.
func ActsFrom(delta, norm []float64) float64 {
	least := math.NaN()
	for i, d := range delta {
		if x := d / norm[i]; x >= 0 && !math.IsInf(x, 1) && !(x >= least) {
			least = x
		}
	}
	return least
}

// Norms returns the squared norms aᵀK̄a of the columns of a (dim×p).
func (p Problem) Norms(a *mat.Dense) []float64 {
	ka := a
	if p.Gram != nil {
		ka = new(mat.Dense)
		ka.Mul(p.Gram, a)
	}
	dim, n := a.Dims()
	out, products := make([]float64, n), make([]float64, n)
	for i := range dim {
		floats.Add(out, floats.MulTo(products, a.RawRowView(i), ka.RawRowView(i)))
	}
	return out
}

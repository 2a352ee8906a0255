package machines

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// LinearProgram describes the minimisation of Σ_j Cost_j|w_j| + Σ_i Price_i ξ_i over w
// and ξ ≥ 0, subject to x_iᵀw + ξ_i ≥ Right_i for the rows x_i of X (n×d), or to x_iᵀw
// = Right_i.
type LinearProgram struct {
	X     *mat.Dense
	Right []float64 // length n
	// Equal makes all conditions equalities, which have no ξ.
	Equal bool
	// Price is the price of a unit by which a condition is missed, +Inf if it must
	// hold; nil stands for +Inf everywhere.
	Price []float64
	// Cost is the price of a unit of |w_j|, at least 0; nil stands for 1 everywhere.
	Cost []float64
}

// ProgramSolution holds the minimum of a [LinearProgram].
type ProgramSolution struct {
	W         []float64 // length d
	Missed    []float64 // ξ, length n
	Objective float64
}

var (
	// ErrInfeasible reports conditions that no w meets.
	ErrInfeasible = errors.New("lp: no weights meet all conditions")
	// errEndless reports a program whose pivots do not end.
	errEndless = errors.New("lp: the simplex method does not end: scale the inputs")
)

// cost returns the cost of weight j.
func (p *LinearProgram) cost(j int) float64 {
	if p.Cost == nil {
		return 1
	}
	return p.Cost[j]
}

// price returns the price of condition i.
func (p *LinearProgram) price(i int) float64 {
	if p.Price == nil {
		return math.Inf(1)
	}
	return p.Price[i]
}

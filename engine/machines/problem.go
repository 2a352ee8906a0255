package machines

import (
	"context"
	"errors"
	"fmt"
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

// Solve returns a solution at a vertex: at most n of the weights are not zero. It fails
// if ctx ends, and with [ErrInfeasible]. It panics unless the lengths agree.
func (p *LinearProgram) Solve(ctx context.Context) (*ProgramSolution, error) {
	n, d := p.X.Dims()
	if len(p.Right) != n || p.Price != nil && len(p.Price) != n || p.Cost != nil && len(p.Cost) != d {
		panic(fmt.Sprintf("machines: %d conditions and %d prices of %d×%d rows with %d costs", len(p.Right), len(p.Price), n, d, len(p.Cost)))
	}
	t := newTableau(p)
	for range refreshes {
		if err := t.maximise(ctx); err != nil {
			return nil, err
		}
		s := t.solution()
		if t.isOptimal(s) {
			return s, nil
		}
		t.refresh() // because rounding grew with the pivots
	}
	return nil, errEndless
}

// refreshes bounds the number of times that a tableau is rebuilt from the problem.
const refreshes = 8

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

package pencil

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
)

// inverseIteration solves B a = μ C a, B positive semidefinite and C positive definite.
type inverseIteration struct{ implicitPencil }

// implicitPencil provides B and C of a pencil for the iteration on its inverse, with C
// = RᵀPR and R upper triangular. Only upper triangles are written and read.
type implicitPencil interface {
	order() int
	// traces returns the traces of B and C. norms returns the largest entries on their
	// diagonals, lower bounds of their norms.
	traces() (b, c float64)
	norms() (b, c float64)
	// singular reports whether B may have no factor without a shift.
	singular() bool
	// combine sets to to B + tC.
	combine(ctx context.Context, to blas64.General, t float64) error
	// divide overwrites u by R U⁻¹.
	divide(ctx context.Context, u blas64.General) error
	// share returns the factor in P = I − share · 11ᵀ.
	share() float64
	// restore overwrites the rows of w by R⁻¹ times them.
	restore(ctx context.Context, w blas64.General) error
	// products sets bv and cv to the rows of v times B and times C.
	products(ctx context.Context, v, bv, cv blas64.General) error
}

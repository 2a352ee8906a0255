package pencil

import (
	"context"

	"gonum.org/v1/gonum/blas/blas64"
)

// inverseIteration is B a = μ C a, B positive semidefinite and C positive definite.
type inverseIteration struct{ implicitPencil }

// implicitPencil are B and C of a pencil, as the iteration on its inverse needs them: with
// C = RᵀPR, R upper triangular. Only upper triangles are written and read.
type implicitPencil interface {
	order() int
	// traces are those of B and C, norms the largest entries on their diagonals,
	// which are at most their norms.
	traces() (b, c float64)
	norms() (b, c float64)
	// singular says that B may have no factor before something is added to it.
	singular() bool
	// combine sets to to B + tC.
	combine(ctx context.Context, to blas64.General, t float64) error
	// divide overwrites u by R U⁻¹.
	divide(ctx context.Context, u blas64.General) error
	// share is that of P = I − share · 11ᵀ.
	share() float64
	// restore overwrites the rows w by R⁻¹ times them.
	restore(ctx context.Context, w blas64.General) error
	// products sets bv and cv to the rows of v times B and times C.
	products(ctx context.Context, v, bv, cv blas64.General) error
}

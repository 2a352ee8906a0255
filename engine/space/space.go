package space

import (
	"fmt"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// Space maps samples to vectors.
type Space interface {
	// Dim returns the length of h(x).
	Dim() int
	// Eval writes h of each row of x (b×d) into dst (b×Dim). It is safe for concurrent
	// use.
	Eval(dst, x *mat.Dense)
	// Leading returns the number of leading entries of h that form the space over the
	// first m supports.
	Leading(m int) int
	// Gram returns the matrix of inner products of the first dim functions in the
	// space's norm; nil means the identity.
	Gram(dim int) *mat.SymDense
	// Centred reports whether the solve must make the coefficients of each feature sum
	// to zero, as Algorithm 1 does by H = I − 11ᵀ/m.
	Centred() bool
	// Coefficients returns the weights of features a (dim×p) on the inputs or supports
	// themselves: the matrix Â whose largest entries fix the signs.
	Coefficients(a *mat.Dense) *mat.Dense
}

// orthonormal holds the traits of orthonormal functions whose coefficients already sum
// to zero or need not.
type orthonormal struct{}

func (orthonormal) Gram(int) *mat.SymDense { return nil }
func (orthonormal) Centred() bool          { return false }

// explicit holds the traits of given functions.
type explicit struct{ orthonormal }

func (explicit) Coefficients(a *mat.Dense) *mat.Dense { return a }

// FromDistances is a kernel space that can be evaluated from distances of samples to
// others, among which its supports have the given numbers. The result is bitwise equal
// to that of Eval.
type FromDistances interface {
	Space
	EvalFrom(dst *mat.Dense, distances *kernel.Distances, first int, supports []int)
}

// checkShapes panics unless x is b×inputs and dst b×dim.
func checkShapes(dst, x *mat.Dense, dim, inputs int) {
	b, d := x.Dims()
	if rows, cols := dst.Dims(); rows != b || cols != dim || d != inputs {
		panic(fmt.Sprintf("space: dst %d×%d, x %d×%d, want %d×%d and %d×%d", rows, cols, b, d, b, dim, b, inputs))
	}
}

// tolerance returns the share of the largest variance or squared distance of a
// symmetric matrix of order m at and below which another one is rounding: a few units
// in the last place, as many as the order.
func tolerance(m int) float64 { return float64(max(m, 64)) * 0x1p-52 }

package space

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Space maps samples to vectors.
type Space interface {
	// Dim is the length of h(x).
	Dim() int
	// Eval writes h of each row of x (b×d) into dst (b×Dim). Several goroutines
	// may call it at once.
	Eval(dst, x *mat.Dense)
	// Leading is the number of leading entries of h that make the space over
	// the first m supports.
	Leading(m int) int
	// Gram is the matrix of inner products of the first dim functions in the
	// space's norm; nil means the identity.
	Gram(dim int) *mat.SymDense
	// Centred reports whether the solve must make the coefficients of each
	// feature sum to zero, as Algorithm 1 does by H = I − 11ᵀ/m.
	Centred() bool
	// Coefficients gives the weights of features a (dim×p) on the inputs or
	// supports themselves: the matrix Â whose largest entries fix the signs.
	Coefficients(a *mat.Dense) *mat.Dense
}

// Linear is the identity h(x) = x of d inputs.
type Linear struct{ D int }

// Dim is d.
func (l Linear) Dim() int { return l.D }

// Eval copies x.
func (l Linear) Eval(dst, x *mat.Dense) {
	checkShapes(dst, x, l.D, l.D)
	dst.Copy(x)
}

// Leading is d: there are no supports.
func (l Linear) Leading(int) int { return l.D }

// Gram is nil: the inputs are orthonormal.
func (l Linear) Gram(int) *mat.SymDense { return nil }

// Centred is false: a linear function needs no constraint.
func (l Linear) Centred() bool { return false }

// Coefficients is a itself.
func (l Linear) Coefficients(a *mat.Dense) *mat.Dense { return a }

// checkShapes panics unless x is b×inputs and dst b×dim.
func checkShapes(dst, x *mat.Dense, dim, inputs int) {
	b, d := x.Dims()
	if rows, cols := dst.Dims(); rows != b || cols != dim || d != inputs {
		panic(fmt.Sprintf("space: dst %d×%d, x %d×%d, want %d×%d and %d×%d", rows, cols, b, d, b, dim, b, inputs))
	}
}

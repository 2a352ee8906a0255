package kernel

import (
	"fmt"

	"example.com/sfatui/engine/linalg/simd"
)

// Kernel is a function of two samples that represents their inner product in a Hilbert
// space. It should be positive semidefinite; otherwise computations with it return an
// [IndefiniteError]. Methods are safe for concurrent use.
type Kernel interface {
	// Name returns the kernel's name in a sweep.
	Name() string
	// TranslationInvariant reports whether κ(z+a, x+a) = κ(z, x), so that the caller
	// may move the origin to keep digits.
	TranslationInvariant() bool
	// CanShift reports whether κ−1 can be evaluated to more digits than κ.
	CanShift() bool
	// Apply replaces each inner product in prod by κ, or by κ−1 if shift is set, for
	// one sample of squared norm xx against the supports whose squared norms are zz.
	// len(prod) is len(zz).
	Apply(prod []float64, xx float64, zz []float64, shift bool)
}

// differenceTraits are the traits of a kernel that depends only on differences, and
// whose κ−1 can be evaluated without cancellation.
type differenceTraits struct{}

func (differenceTraits) TranslationInvariant() bool { return true }
func (differenceTraits) CanShift() bool             { return true }

// productTraits are the traits of a kernel that depends on the origin, and whose κ−1
// cancels.
type productTraits struct{}

func (productTraits) TranslationInvariant() bool { return false }
func (productTraits) CanShift() bool             { return false }

// ofDistance is a kernel that depends only on the distance of its arguments.
type ofDistance interface {
	Kernel
	// ofSquares replaces squared distances by κ, or by κ−1 if shift is set.
	ofSquares(d []float64, shift bool)
}

// applySquares implements Apply for a kernel of the distance.
func applySquares(k ofDistance, prod []float64, xx float64, zz []float64, shift bool) {
	simd.SquaredDistances(prod, xx, zz)
	k.ofSquares(prod, shift)
}

// exponential replaces each entry of x by e^x, or by e^x − 1 if shift is set.
func exponential(x []float64, shift bool) {
	if shift {
		simd.Expm1(x)
	} else {
		simd.Exp(x)
	}
}

// IndefiniteError reports that a kernel is not positive semidefinite on the samples
// beyond rounding: no Hilbert space has such inner products, and computations would
// take roots of negative numbers.
type IndefiniteError struct {
	// Kernel is the kernel's name.
	Kernel string
	// Least is the number that proves it: the smallest eigenvalue of the centred kernel
	// matrix of supports, or the squared distance of a sample to a span. It is
	// negative, or NaN if the kernel is.
	Least float64
	// Evidence describes where Least was found, Advice what to do.
	Evidence, Advice string
}

func (e *IndefiniteError) Error() string {
	return fmt.Sprintf("kernel %s is not positive semi-definite %s; %s", e.Kernel, e.Evidence, e.Advice)
}

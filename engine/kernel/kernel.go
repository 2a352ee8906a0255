package kernel

import (
	"fmt"

	"example.com/sfatui/engine/linalg/simd"
)

// Kernel is a function of two samples that stands for their inner product in a
// Hilbert space. It should be positive semi-definite; where it is not, what is
// built on it returns an [IndefiniteError]. Methods may be called by several
// goroutines at once.
type Kernel interface {
	// Name is the kernel's name in a sweep.
	Name() string
	// TranslationInvariant reports whether κ(z+a, x+a) = κ(z, x), so that the
	// caller may move the origin to keep digits.
	TranslationInvariant() bool
	// CanShift reports whether κ−1 can be evaluated to more digits than κ.
	CanShift() bool
	// Apply replaces each inner product in prod by κ, or by κ−1 when shift is
	// set, for one sample of squared norm xx against the supports whose
	// squared norms are zz. len(prod) is len(zz).
	Apply(prod []float64, xx float64, zz []float64, shift bool)
}

// differences are the traits of a kernel that only differences enter, whose κ−1 can be
// evaluated without cancellation.
type differences struct{}

func (differences) TranslationInvariant() bool { return true }
func (differences) CanShift() bool             { return true }

// plain are the traits of a kernel that has neither.
type plain struct{}

func (plain) TranslationInvariant() bool { return false }
func (plain) CanShift() bool             { return false }

// ofDistance is a kernel of the distance of its arguments alone.
type ofDistance interface {
	Kernel
	// ofSquares replaces squared distances by κ, or by κ−1 when shift is set.
	ofSquares(d []float64, shift bool)
}

// applySquares is Apply of a kernel of the distance.
func applySquares(k ofDistance, prod []float64, xx float64, zz []float64, shift bool) {
	simd.SquaredDistances(prod, xx, zz)
	k.ofSquares(prod, shift)
}

// exponential replaces each entry of x by e^x, or by e^x − 1 when shift is set.
func exponential(x []float64, shift bool) {
	if shift {
		simd.Expm1(x)
	} else {
		simd.Exp(x)
	}
}

// IndefiniteError is the refusal of a kernel that is not positive semi-definite
// on the samples it is used on: no Hilbert space has such inner products, and
// what is built on one would meet roots of negative numbers. It is returned for
// what rounding does not explain.
type IndefiniteError struct {
	// Kernel is the kernel's name.
	Kernel string
	// Least is the number that gives it away: the smallest eigenvalue of the
	// centred kernel matrix of supports, or the squared distance of a sample to
	// a span. It is negative, or NaN where the kernel is.
	Least float64
	// Evidence says where it was met, Advice what to do.
	Evidence, Advice string
}

func (e *IndefiniteError) Error() string {
	return fmt.Sprintf("kernel %s is not positive semi-definite %s; %s", e.Kernel, e.Evidence, e.Advice)
}

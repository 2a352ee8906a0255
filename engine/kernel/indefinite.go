package kernel

import "fmt"

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

package space

import (
	"fmt"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// The parts of spaces, for saving and restoring a trained model. A restored space
// evaluates like the original. It is not for solving: its kernel was checked in
// training.

// Parts returns the indices of the kept supports, the base support first, among the
// supports of the constructor, and the r×r lower factor L of h(x) = L⁻¹(κ(z_j, x) −
// κ(z_0, x)) over them. Neither may be written to.
func (s *Stable) Parts() (kept []int, l *mat.TriDense) {
	return append([]int{0}, s.kept...), s.l
}

// Origin returns the vector that is subtracted from samples and supports if the kernel
// depends only on differences, which changes nothing but rounding; nil for a kernel of
// products. It may not be written to.
func (s *Stable) Origin() []float64 { return s.origin }

// RestoreStable returns the space of the base support and the r kept ones, the rows of
// z ((1+r)×d), which it keeps, with the factor l (r×r) and the origin of [NewStableAt].
func RestoreStable(k kernel.Kernel, z *mat.Dense, l *mat.TriDense, origin []float64, shift bool) *Stable {
	m, _ := z.Dims()
	if r, _ := l.Dims(); m != 1+r {
		panic(fmt.Sprintf("space: a factor of order %d for %d supports", r, m))
	}
	origin = originOf(k, z, origin)
	s := &Stable{k: k, z: kernel.NewDifferences(z, origin), origin: origin, shift: shift && k.CanShift(), l: l, solver: lazySolver(l), norms: lazyNorms(l)}
	for j := 1; j < m; j++ {
		s.kept = append(s.kept, j)
	}
	return s
}

// Parts returns U (m×r) of h(x) = Uᵀκ(z, x), where the mean over the supports is
// subtracted from each row of κ. It may not be written to.
func (s *Corrected) Parts() (u *mat.Dense) { return s.u }

// RestoreCorrected returns the space over the supports z (m×d) with the weights u
// (m×r).
func RestoreCorrected(k kernel.Kernel, z, u *mat.Dense, shift bool) *Corrected {
	m, _ := z.Dims()
	if r, _ := u.Dims(); r != m {
		panic(fmt.Sprintf("space: weights of %d supports for %d", r, m))
	}
	return &Corrected{k: k, z: kernel.NewSupports(z), shift: shift && k.CanShift(), u: u}
}

// RestorePrinted returns the space over the supports z (m×d). It has no Gram matrix.
func RestorePrinted(k kernel.Kernel, z *mat.Dense) *Printed {
	return &Printed{k: k, z: kernel.NewSupports(z)}
}

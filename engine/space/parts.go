package space

import (
	"fmt"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// What spaces are made of, so that a trained model can be written down, and the
// same spaces from that. A restored space evaluates as the one before does; it
// is not for solving: the checks of its kernel were made in training.

// Parts gives the indices of the supports that are kept, the base support
// first, among those that the space was made over, and the r×r lower factor L of
// h(x) = L⁻¹(κ(z_j, x) − κ(z_0, x)) over them. Neither may be written to.
func (s *Stable) Parts() (kept []int, l *mat.TriDense) {
	return append([]int{0}, s.kept...), s.l
}

// Origin is what is taken from samples and supports where only their differences enter,
// which changes nothing but rounding; nil for a kernel of products. It may not be
// written to.
func (s *Stable) Origin() []float64 { return s.origin }

// RestoreStable makes the space of the base support and the r kept ones, the
// rows of z ((1+r)×d), which it keeps, with the factor l (r×r) and the origin that
// [NewStableAt] takes.
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

// Parts gives U (m×r) of h(x) = Uᵀκ(z, x), where each row of κ is less its mean
// over the supports. It may not be written to.
func (s *Corrected) Parts() (u *mat.Dense) { return s.u }

// RestoreCorrected makes the space over the supports z (m×d) with the weights u
// (m×r).
func RestoreCorrected(k kernel.Kernel, z, u *mat.Dense, shift bool) *Corrected {
	m, _ := z.Dims()
	if r, _ := u.Dims(); r != m {
		panic(fmt.Sprintf("space: weights of %d supports for %d", r, m))
	}
	return &Corrected{k: k, z: kernel.NewSupports(z), shift: shift && k.CanShift(), u: u}
}

// RestorePrinted makes the space over the supports z (m×d). It has no Gram
// matrix.
func RestorePrinted(k kernel.Kernel, z *mat.Dense) *Printed {
	return &Printed{k: k, z: kernel.NewSupports(z)}
}

package space

import (
	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// Printed is the kernel space in the basis of Algorithm 1: h_j(x) = κ(z_j, x).
type Printed struct {
	k kernel.Kernel
	z *kernel.Supports
	g *mat.SymDense
}

// NewPrinted makes the space over the m×d supports z.
func NewPrinted(k kernel.Kernel, z *mat.Dense) *Printed {
	return &Printed{k: k, z: kernel.NewSupports(z), g: kernel.Gram(k, z, false)}
}

// Dim is m.
func (s *Printed) Dim() int { return s.z.Len() }

// Eval implements Space.
func (s *Printed) Eval(dst, x *mat.Dense) { kernel.Matrix(dst, s.k, x, s.z, false) }

// Leading is m.
func (s *Printed) Leading(m int) int { return m }

// Gram is the leading block of the kernel matrix of the supports.
func (s *Printed) Gram(dim int) *mat.SymDense { return s.g.SliceSym(0, dim).(*mat.SymDense) }

// Centred is true.
func (s *Printed) Centred() bool { return true }

// Coefficients is a itself.
func (s *Printed) Coefficients(a *mat.Dense) *mat.Dense { return a }

package space

import (
	"context"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// Printed is the kernel space in the basis of Algorithm 1: h_j(x) = κ(z_j, x).
type Printed struct {
	k kernel.Kernel
	z *kernel.Supports
	g *mat.SymDense
}

// NewPrinted returns the space over the m×d supports z. It returns a
// [kernel.IndefiniteError] if the kernel is not positive semidefinite on them, because
// a feature could have a negative squared norm; [NewCorrected] without shift accepts
// it.
func NewPrinted(ctx context.Context, k kernel.Kernel, z *mat.Dense) (*Printed, error) {
	g, err := supportGram(ctx, k, z, false)
	if err != nil {
		return nil, err
	}
	if err := checkDefinite(ctx, k, z, false, g); err != nil {
		return nil, err
	}
	return &Printed{k: k, z: kernel.NewSupports(z), g: g}, nil
}

// Dim returns m.
func (s *Printed) Dim() int { return s.z.Len() }

func (s *Printed) Eval(dst, x *mat.Dense) { kernel.Matrix(dst, s.k, x, s.z, false) }

func (s *Printed) EvalFrom(dst *mat.Dense, distances *kernel.Distances, first int, supports []int) {
	b, _ := dst.Dims()
	for i := range b {
		distances.Row(dst.RawRowView(i), s.k, first+i, supports, false)
	}
}

// Leading returns m.
func (s *Printed) Leading(m int) int { return m }

// Gram returns the leading block of the kernel matrix of the supports.
func (s *Printed) Gram(dim int) *mat.SymDense { return s.g.SliceSym(0, dim).(*mat.SymDense) }

// Centred returns true.
func (s *Printed) Centred() bool { return true }

// Coefficients returns a itself.
func (s *Printed) Coefficients(a *mat.Dense) *mat.Dense { return a }

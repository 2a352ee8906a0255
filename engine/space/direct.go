package space

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// mostRounding bounds the rounding of features that are weighted sums of kernel
// values, beside their deviation of about one: a tenth of the nine digits that
// features are held to.
const mostRounding = 1e-10

// Differences writes κ(z_j, x) − κ(z_0, x) of the kept supports into dst (b×Dim) for
// each row x: what Eval solves.
func (s *Stable) Differences(dst, x *mat.Dense) { s.z.Matrix(dst, s.k, x, s.shift) }

// Direct gives L⁻ᵀa (dim×p): what weighs the first dim of [Stable.Differences] as a
// weighs the first dim functions. It spares the solve of every sample. It is nil
// where rounding would show in features of variance one. Where supports nearly
// depend on each other, weights are large and of both signs; sums of kernel values
// then cancel, as the functions themselves do, but not by the same rounding as
// those that the moments are made of.
func (s *Stable) Direct(a *mat.Dense) *mat.Dense {
	dim, p := a.Dims()
	w := s.Coefficients(a).Slice(1, 1+dim, 0, p).(*mat.Dense)
	sums := make([]float64, p)
	for j := range dim {
		// A value is at most the norm of the difference, that is of a row of L.
		l := s.l.RawTriangular()
		norm := blas64.Nrm2(blas64.Vector{N: j + 1, Inc: 1, Data: l.Data[j*l.Stride:]})
		for i, v := range w.RawRowView(j) {
			sums[i] += math.Abs(v) * norm
		}
	}
	for _, sum := range sums {
		if !(sum*0x1p-52 <= mostRounding) {
			return nil
		}
	}
	return w
}

package space

import (
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// maxRounding bounds the rounding of features that are weighted sums of kernel values,
// relative to their deviation of about one: a tenth of the required nine digits.
const maxRounding = 1e-10

// DifferencesAtOnce is the number of functions of one call of [Stable.EachDifference]'s
// f.
const DifferencesAtOnce = simd.BlockColumns

// EachDifference calls f with blocks of the first count of [Stable.Differences]: see
// [kernel.Differences.Each].
func (s *Stable) EachDifference(x *mat.Dense, count int, f func(from int, values blas64.General)) {
	s.z.Each(s.k, x, s.shift, count, f)
}

// DifferencesFrom writes [Stable.Differences] of the samples from number first on,
// computed from their distances to samples. from lists the numbers of z_0 and the kept
// supports among these. The result is bitwise equal if both have the same origin. With
// a dst of fewer columns, and fewer supports, it writes the first ones.
func (s *Stable) DifferencesFrom(dst *mat.Dense, distances *kernel.Distances, first int, from []int) {
	b, _ := dst.Dims()
	all := make([]float64, len(from))
	for i := range b {
		distances.ReadAhead(first+i+1, len(from))
		distances.Row(all, s.k, first+i, from, s.shift)
		for j, row := 0, dst.RawRowView(i); j < len(row); j++ {
			row[j] = all[1+j] - all[0]
		}
	}
}

// Direct returns the weights L⁻ᵀa (dim×p) of the first dim of [Stable.Differences] that
// correspond to the weights a of the functions, which saves the solve of every sample.
// It returns nil if rounding would be visible in features of variance one: if supports
// are nearly dependent, weights are large and of both signs, and sums of kernel values
// cancel with another rounding than that of the moments. coefficients is the result of
// [Stable.Coefficients] for a; the returned weights share its storage.
func (s *Stable) Direct(coefficients *mat.Dense) *mat.Dense {
	rows, p := coefficients.Dims()
	dim := rows - 1
	w := coefficients.Slice(1, rows, 0, p).(*mat.Dense)
	sums := make([]float64, p)
	for j, norm := range s.norms()[:dim] {
		// A value is at most the norm of the difference, that is of a row of L.
		for i, v := range w.RawRowView(j) {
			sums[i] += math.Abs(v) * norm
		}
	}
	for _, sum := range sums {
		if !(sum*0x1p-52 <= maxRounding) {
			return nil
		}
	}
	return w
}

package space

import (
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// maxRounding bounds the rounding of features that are weighted sums of kernel
// values, beside their deviation of about one: a tenth of the nine digits that
// features are held to.
const maxRounding = 1e-10

// DifferencesAtOnce is how many [Stable.EachDifference] gives at a time.
const DifferencesAtOnce = simd.BlockColumns

// EachDifference gives the first count of [Stable.Differences], some consecutive ones
// at a time: see [kernel.Differences.Each].
func (s *Stable) EachDifference(x *mat.Dense, count int, f func(from int, values blas64.General)) {
	s.z.Each(s.k, x, s.shift, count, f)
}

// DifferencesFrom is [Stable.Differences] of the samples from number first on, from
// their distances to samples of which those numbered from are z_0 and the kept
// supports: the same, bit for bit, where both have the same origin. With a dst of fewer
// columns, and fewer supports, it is that of the first ones.
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

// Direct gives L⁻ᵀa (dim×p): what weighs the first dim of [Stable.Differences] as a
// weighs the first dim functions. It spares the solve of every sample. It is nil
// where rounding would show in features of variance one. Where supports nearly
// depend on each other, weights are large and of both signs; sums of kernel values
// then cancel, as the functions themselves do, but not by the same rounding as
// those that the moments are made of. coefficients is what [Stable.Coefficients]
// makes of a, a part of which is returned.
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

package subset

import (
	"slices"

	"example.com/sfatui/datasets/storage"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// entryRounding is the relative error of an entry of a kernel matrix that residuals are
// compared with before a sample is picked.
const entryRounding = 8 * 0x1p-52

// factor is the lower triangular Cholesky factor of the kernel matrix of the picks,
// which grows with them.
type factor struct {
	size int
	l    blas64.General // the first size rows and columns
}

// next returns the row after the last one, to be filled; most is the final number of
// rows at most.
func (f *factor) next(most int) []float64 {
	if f.size == f.l.Rows {
		rows := min(max(2*f.size, 64), most)
		l := blas64.General{Rows: rows, Cols: rows, Stride: rows, Data: storage.Make(rows * rows)}
		for i := range f.size {
			copy(l.Data[i*rows:i*rows+i+1], f.row(i))
		}
		f.l = l
	}
	return f.row(f.size)
}

// row returns row i up to the diagonal.
func (f *factor) row(i int) []float64 { return f.l.Data[i*f.l.Stride : i*f.l.Stride+i+1] }

// triangle returns the factor as a matrix that shares its storage.
func (f *factor) triangle() *mat.TriDense {
	var t mat.TriDense
	t.SetRawTriangular(blas64.Triangular{N: f.size, Stride: f.l.Stride, Data: f.l.Data, Uplo: blas.Lower, Diag: blas.NonUnit})
	return &t
}

// weights returns the sum of the magnitudes of the weights in κ(x_t, ·) − Σ α_j κ(z_j,
// ·) with α the projection of a sample on the picks; v is the sample's row L⁻¹κ.
//
// The residual is the square of that function, so that an error in the kernel matrix
// enters it by each product of two weights. In contrast to picks of MPMAH, picks in the
// order of time or for the mean residual can need large weights of opposite signs.
func (f *factor) weights(v []float64) float64 {
	if f.size == 0 {
		return 1
	}
	alpha := blas64.Vector{N: f.size, Inc: 1, Data: slices.Clone(v)}
	blas64.Trsv(blas.Trans, f.triangle().RawTriangular(), alpha)
	return 1 + blas64.Asum(alpha)
}

// exceeds reports whether the residual eps of sample t, with row v, is above the
// threshold and its own rounding error. It fails if the residual is negative beyond
// rounding.
func (r *residuals) exceeds(t int, eps, threshold float64, f *factor, v []float64) (bool, error) {
	if eps <= threshold && eps >= -indefinite*r.largest {
		return false, nil
	}
	w := f.weights(v)
	rounding := entryRounding * w * w * r.largest
	if !(eps > -rounding) {
		return false, r.check(t, eps, f.size, func() float64 { return w })
	}
	return eps > max(threshold, rounding), nil
}

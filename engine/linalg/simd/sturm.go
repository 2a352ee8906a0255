package simd

import "math"

// A Sturm counts the eigenvalues of a symmetric tridiagonal matrix below a point λ. The
// determinants of the leading parts of the matrix minus λ change sign as often as there
// are eigenvalues above λ.
type Sturm struct {
	n          int
	d, squares []float64
}

const (
	// sturmSteps is the number of terms of the sequence between two scalings. The end
	// is padded with terms that keep the sign.
	sturmSteps = 8
	// sturmFill is below all points.
	sturmFill = -16
	// sturmLeast replaces smaller squares, so that later terms of the sequence cannot
	// underflow to zero. The matrix changes by less than its rounding.
	sturmLeast = 0x1p-120
	// sturmMost is the largest number of points of one kernel call.
	sturmMost = 16
)

// NewSturm returns a counter for the matrix with diagonal d and off-diagonal e, scaled
// such that the largest entry is about one. It panics unless e is one shorter than d.
func NewSturm(d, e []float64) *Sturm {
	if len(e) != len(d)-1 {
		panic("simd: NewSturm: lengths differ")
	}
	n := len(d)
	filled := (n + sturmSteps - 1) / sturmSteps * sturmSteps
	s := &Sturm{n: n, d: make([]float64, filled), squares: make([]float64, filled)}
	copy(s.d, d)
	for i := n; i < filled; i++ {
		s.d[i] = sturmFill
	}
	for i, v := range e {
		s.squares[i+1] = math.Max(v*v, sturmLeast)
	}
	return s
}

// Below sets counts to the number of eigenvalues below each of the points, whose
// absolute values are at most eight. The counts are exact for a matrix within rounding
// of the given one. It panics unless the lengths agree.
func (s *Sturm) Below(points []float64, counts []int) {
	if len(points) != len(counts) {
		panic("simd: Sturm: lengths differ")
	}
	var at [sturmMost]float64
	var changes [sturmMost]int64
	width := sturmPoints()
	for from := 0; from < len(points); from += width {
		m := copy(at[:width], points[from:])
		sturm(s, &at, &changes)
		for i, c := range changes[:m] {
			counts[from+i] = s.n - int(c)
		}
	}
}

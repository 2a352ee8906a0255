package simd

import "math"

// Sturm counts eigenvalues of a symmetric tridiagonal matrix: of the determinants
// of its leading parts, less λ, as many change their sign as eigenvalues are above.
type Sturm struct {
	n          int
	d, squares []float64
}

const (
	// sturmSteps terms of the sequence are made before it is scaled. What is
	// missing at the end is filled up with terms that keep the sign.
	sturmSteps = 8
	// sturmFill is below all points.
	sturmFill = -16
	// sturmLeast is the smallest square that is told from zero. Terms would vanish
	// behind one that is none; the matrix changes by less than its rounding.
	sturmLeast = 0x1p-120
	// sturmMost points are counted at by one call of a kernel.
	sturmMost = 16
)

// NewSturm prepares counting for the matrix with diagonal d and the numbers e
// beside it, the largest of all about one in size. It panics unless e is one
// shorter than d.
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

// Below sets counts to how many eigenvalues are below each of the points, which
// are at most eight in size. It is the exact number of a matrix that is the same up
// to rounding. It panics unless the lengths agree.
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

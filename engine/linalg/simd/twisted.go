package simd

import (
	"math"

	"gonum.org/v1/gonum/blas/blas64"
)

// A Twisted computes eigenvectors of a symmetric tridiagonal matrix T from its
// eigenvalues. T - λ is factored from the top down and from the bottom up, and the
// factors are joined at the row with the smallest remaining pivot, 1/((T - λ)⁻¹)_ii.
// The eigenvector is large there, and is computed from there in both directions without
// cancellation (Parlett and Dhillon, Linear Algebra Appl. 267, 1997). Vectors of close
// eigenvalues are not orthogonal.
type Twisted struct {
	n int
	d []float64
	e []float64 // e[i] is left of d[i]; n+1 entries with zeros at both ends
}

const (
	// TwistedLanes is the number of vectors computed at a time.
	TwistedLanes = 8
	// twistedTiny is added to each pivot, so that none is zero. It does not change
	// pivots of normal size.
	twistedTiny = 0x1p-100
	// twistedLeast is the size below which entries of a vector or of the matrix are set
	// to zero, because products of smaller numbers would become subnormal.
	twistedLeast = 0x1p-300
)

// NewTwisted returns a solver for the matrix with diagonal d and off-diagonal e, scaled
// such that the largest entry is about one. It panics unless e is one shorter than d.
func NewTwisted(d, e []float64) *Twisted {
	if len(e) != len(d)-1 {
		panic("simd: NewTwisted: lengths differ")
	}
	t := &Twisted{n: len(d), d: d, e: make([]float64, len(d)+1)}
	for i, v := range e {
		if math.Abs(v) >= twistedLeast {
			t.e[i+1] = v
		}
	}
	return t
}

// WorkspaceSize returns the number of values of the workspace of VectorsTo.
func (t *Twisted) WorkspaceSize() int { return 2 * TwistedLanes * (t.n + 1) }

// VectorsTo sets the rows of dst to unit eigenvectors of the given eigenvalues, at most
// TwistedLanes of them. Rows may hold NaN if numbers overflow. It panics unless the
// shapes fit.
func (t *Twisted) VectorsTo(dst blas64.General, values, workspace []float64) {
	if len(values) > TwistedLanes || dst.Rows != len(values) || dst.Cols != t.n || len(workspace) < t.WorkspaceSize() {
		panic("simd: Twisted: shapes do not fit")
	}
	var lambda, twist [TwistedLanes]float64
	copy(lambda[:], values)
	half := TwistedLanes * (t.n + 1)
	up, down := workspace[:half], workspace[half:2*half]
	twisted(t, &lambda, up, down, &twist)
	for c := range values {
		row, at := dst.Data[c*dst.Stride:][:t.n], int(twist[c])
		for i := range row[:at+1] {
			row[i] = up[(i+1)*TwistedLanes+c]
		}
		for i := at + 1; i < t.n; i++ {
			row[i] = down[i*TwistedLanes+c]
		}
		scale := 1 / math.Sqrt(Dot(row, row))
		for i := range row {
			row[i] *= scale
		}
	}
}

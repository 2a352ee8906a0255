package space

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sort"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Corrected is the kernel space of a kernel that need not be positive
// semi-definite: the eigenvalues of the centred kernel matrix HGH = UΛUᵀ of the
// supports that are below zero are set to zero (Hammer 2014, section 7.2,
// "clip"). Its functions are Λ₊^-½U₊ᵀ(κ(z_1, ·), …, κ(z_m, ·)) with the positive
// eigenvalues alone, the largest first. They are orthonormal in the clipped inner
// product, and their coefficients sum to zero as in the other bases. Where nothing
// is below zero it is the model of [Stable] and [Printed].
type Corrected struct {
	// Below is the number of eigenvalues below zero that rounding does not
	// explain, and Share their part of the sum of all magnitudes.
	Below int
	Share float64

	k     kernel.Kernel
	z     *kernel.Supports
	shift bool
	u     *mat.Dense // m×r: U₊Λ₊^-½
}

// NewCorrected makes the space over the m×d supports z. With shift, κ−1 is
// evaluated wherever the kernel allows it. Eigenvalues that are zero to rounding
// are left out. It takes the time of a full eigenproblem of order m.
func NewCorrected(ctx context.Context, k kernel.Kernel, z *mat.Dense, shift bool) (*Corrected, error) {
	m, _ := z.Dims()
	if m < 2 {
		return nil, errOneSupport
	}
	shift = shift && k.CanShift()
	g, err := supportGram(ctx, k, z, shift)
	if err != nil {
		return nil, err
	}
	ascending, vectors, err := eigen.Sym(ctx, centre(g))
	if err != nil {
		return nil, err
	}
	s := &Corrected{k: k, z: kernel.NewSupports(z), shift: shift}
	s.Below, s.Share = belowZero(ascending, gramError(k, z, shift))
	// The first eigenvalue above zero.
	zero := tolerance(m) * max(-ascending[0], ascending[m-1])
	first := sort.Search(m, func(i int) bool { return ascending[i] > zero })
	if first == m {
		if s.Below > 0 {
			return nil, fmt.Errorf("no eigenvalue of the centred kernel matrix of the %d supports is above zero: clipped, the function space is empty; take another kernel than %s or other parameters for it", m, k.Name())
		}
		return nil, errEqualSupports
	}
	s.u = mat.NewDense(m, m-first, nil)
	for i := first; i < m; i++ {
		column := mat.Col(nil, i, vectors)
		// Rounding mixes the vector of ones, whose eigenvalue is zero, into those
		// of small eigenvalues.
		floats.AddConst(-floats.Sum(column)/float64(m), column)
		floats.Scale(1/math.Sqrt(ascending[i]), column)
		s.u.SetCol(m-1-i, column)
	}
	return s, nil
}

// belowZero is the number of eigenvalues below −slack, and their share of the sum
// of all magnitudes.
func belowZero(values []float64, slack float64) (count int, share float64) {
	var below float64
	for _, v := range values {
		if v < -slack {
			count++
			below -= v
		}
	}
	if count > 0 {
		share = below / floats.Norm(values, 1)
	}
	return count, share
}

// Note says what was clipped; it is empty when nothing was.
func (s *Corrected) Note() string {
	if s.Below == 0 {
		return ""
	}
	return fmt.Sprintf("kernel %s is not positive semi-definite on the %d supports: %d negative eigenvalues, %.2g %% of the sum of all magnitudes, were set to zero", s.k.Name(), s.z.Len(), s.Below, 100*s.Share)
}

// Dim is r, the number of positive eigenvalues.
func (s *Corrected) Dim() int {
	_, r := s.u.Dims()
	return r
}

// Eval implements Space.
func (s *Corrected) Eval(dst, x *mat.Dense) {
	b, d := x.Dims()
	checkShapes(dst, x, s.Dim(), d)
	k := mat.NewDense(b, s.z.Len(), nil)
	kernel.Matrix(k, s.k, x, s.z, s.shift)
	s.project(dst, k)
}

// EvalFrom implements [FromDistances].
func (s *Corrected) EvalFrom(dst *mat.Dense, distances *kernel.Distances, first int, supports []int) {
	b, _ := dst.Dims()
	k := mat.NewDense(b, s.z.Len(), nil)
	for i := range b {
		distances.Row(k.RawRowView(i), s.k, first+i, supports, s.shift)
	}
	s.project(dst, k)
}

// project makes the functions from the kernel's values k (b×m), which it uses up.
func (s *Corrected) project(dst, k *mat.Dense) {
	b, m := k.Dims()
	for i := range b {
		// Columns of u sum to zero, so a constant may go.
		row := k.RawRowView(i)
		floats.AddConst(-floats.Sum(row)/float64(m), row)
	}
	// Without a cancellable context there is nothing to report.
	_ = dense.Gemm(context.Background(), blas.NoTrans, blas.NoTrans, 1, k.RawMatrix(), s.u.RawMatrix(), 0, dst.RawMatrix())
}

// Leading is Dim for all m supports. Eigenvectors mix the supports, so no
// functions of the space are those over fewer of them: it panics on any other m.
// A subset of another size is another space.
func (s *Corrected) Leading(m int) int {
	if m != s.z.Len() {
		panic(fmt.Sprintf("space: a clipped space over %d supports has no leading part over %d", s.z.Len(), m))
	}
	return s.Dim()
}

// Gram is nil: the basis is orthonormal.
func (s *Corrected) Gram(int) *mat.SymDense { return nil }

// Centred is false: every function of the space has coefficients that sum to
// zero already.
func (s *Corrected) Centred() bool { return false }

// Coefficients gives Â (m×p) on the supports.
func (s *Corrected) Coefficients(a *mat.Dense) *mat.Dense {
	dim, p := a.Dims()
	m := s.z.Len()
	out := mat.NewDense(m, p, nil)
	out.Mul(s.u.Slice(0, m, 0, dim), a)
	return out
}

var (
	errOneSupport    = errors.New("one support makes no function space: its coefficient would have to be zero; take at least two")
	errEqualSupports = errors.New("all supports are equal to rounding: the function space is empty; take a smaller σ or check for constant inputs")
)

package space

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Corrected is the space of a kernel that need not be positive semidefinite: a
// [Correction] f replaces the eigenvalues Λ of the centred kernel matrix HGH = UΛUᵀ of
// the supports by f(Λ) (Hammer 2014, section 7.2). Its functions are w(Λ)Uᵀ(κ(z_1, ·),
// …, κ(z_m, ·)), one for each f(Λ) > 0, the largest first. They are orthonormal in the
// corrected inner product, and their coefficients sum to zero as in the other bases.
// With clipping and no negative eigenvalue it is the model of [Stable] and [Printed].
type Corrected struct {
	orthonormal
	// Below is the number of negative eigenvalues beyond rounding, Least the smallest
	// of them, and Share their part of the sum of all magnitudes.
	Below        int
	Least, Share float64

	correction part.Part[Correction]
	k          kernel.Kernel
	z          *kernel.Supports
	shift      bool
	u          *mat.Dense // m×r: weights of the kernel's values
}

// CorrectedMatrix names the matrix whose eigenvalues a [Corrected] space counts and
// corrects.
const CorrectedMatrix = "centred kernel matrix of the supports"

// nullShare is the share of the largest eigenvalue of a matrix at and below which one
// counts as zero. Rounding turns the null direction of the centred matrix into an
// eigenvalue of either sign, which must not be flipped.
const nullShare = 1e-12

// NewCorrected returns the space over the m×d supports z. With shift, κ−1 is evaluated
// if the kernel allows it. Eigenvalues that are zero to rounding are left out. It takes
// the time of a full eigenproblem of order m.
func NewCorrected(ctx context.Context, k kernel.Kernel, z *mat.Dense, shift bool, how part.Part[Correction]) (*Corrected, error) {
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
	s := &Corrected{correction: how, k: k, z: kernel.NewSupports(z), shift: shift}
	s.Below, s.Share = countNegative(ascending, gramError(k, z, shift))
	if s.Below > 0 {
		s.Least = ascending[0]
	}
	share := tolerance(m)
	if how.Name != clip.Name || kernel.OfSeries(k) {
		share = max(share, nullShare)
	}
	kept := s.keptIndices(ascending, share*max(-ascending[0], ascending[m-1]))
	if len(kept) == 0 {
		if s.Below > 0 {
			return nil, fmt.Errorf("no eigenvalue of the centred kernel matrix of the %d supports is above zero: corrected by %s, the function space is empty; take another kernel than %s or other parameters for it", m, how.Name, k.Name())
		}
		return nil, errEqualSupports
	}
	s.u = mat.NewDense(m, len(kept), nil)
	for c, i := range kept {
		column := mat.Col(nil, i, vectors)
		// Rounding mixes the vector of ones, whose eigenvalue is zero, into those of
		// small eigenvalues.
		floats.AddConst(-floats.Sum(column)/float64(m), column)
		floats.Scale(how.Build.Weight(ascending[i], s.Least), column)
		s.u.SetCol(c, column)
	}
	return s, nil
}

// keptIndices returns the indices of the eigenvalues with a positive corrected value,
// in descending order of that value. Magnitudes up to zero count as rounding.
func (s *Corrected) keptIndices(ascending []float64, zero float64) []int {
	var kept []int
	value := func(i int) float64 { return s.correction.Build.Value(ascending[i], s.Least) }
	for i := range slices.Backward(ascending) {
		if math.Abs(ascending[i]) > zero && value(i) > 0 {
			kept = append(kept, i)
		}
	}
	slices.SortStableFunc(kept, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	return kept
}

// countNegative returns the number of eigenvalues below −slack, and their share of the
// sum of all magnitudes.
func countNegative(values []float64, slack float64) (count int, share float64) {
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

// Correction returns the name of the correction.
func (s *Corrected) Correction() string { return s.correction.Name }

// Note returns a sentence on the corrected eigenvalues, or "" if none was negative.
func (s *Corrected) Note() string {
	if s.Below == 0 {
		return ""
	}
	text := fmt.Sprintf("kernel %s is not positive semi-definite on the %d supports: %d negative eigenvalues of the %s, %.2g %% of the sum of all magnitudes, were %s", s.k.Name(), s.z.Len(), s.Below, CorrectedMatrix, 100*s.Share, s.correction.Doc)
	if warning := s.correction.Build.Warning; warning != "" {
		text += "; " + warning
	}
	return text
}

// Dim returns r, the number of eigenvalues with a positive corrected value.
func (s *Corrected) Dim() int {
	_, r := s.u.Dims()
	return r
}

func (s *Corrected) Eval(dst, x *mat.Dense) {
	b, d := x.Dims()
	checkShapes(dst, x, s.Dim(), d)
	k := mat.NewDense(b, s.z.Len(), nil)
	kernel.Matrix(k, s.k, x, s.z, s.shift)
	s.project(dst, k)
}

func (s *Corrected) EvalFrom(dst *mat.Dense, distances *kernel.Distances, first int, supports []int) {
	b, _ := dst.Dims()
	k := mat.NewDense(b, s.z.Len(), nil)
	for i := range b {
		distances.Row(k.RawRowView(i), s.k, first+i, supports, s.shift)
	}
	s.project(dst, k)
}

// Lifts reports whether training samples have larger similarities with themselves than
// equal new samples; see [Corrected.Lift].
func (s *Corrected) Lifts() bool { return s.correction.Build.Lift != nil && s.Below > 0 }

// Lift converts h of support j as a new sample, in place, to h of it as a training
// sample, whose similarity with itself the correction changes. A restored space lacks
// the data for it.
func (s *Corrected) Lift(h []float64, j int) {
	floats.AddScaled(h, s.correction.Build.Lift(s.Least), s.u.RawRowView(j))
}

// project computes the functions from the kernel's values k (b×m), which it overwrites.
func (s *Corrected) project(dst, k *mat.Dense) {
	b, m := k.Dims()
	for i := range b {
		// Columns of u sum to zero, so a constant may be subtracted.
		row := k.RawRowView(i)
		floats.AddConst(-floats.Sum(row)/float64(m), row)
	}
	// The background context never ends, so there is no error.
	_ = dense.Gemm(context.Background(), blas.NoTrans, blas.NoTrans, 1, k.RawMatrix(), s.u.RawMatrix(), 0, dst.RawMatrix())
}

// Leading returns Dim for all m supports. Eigenvectors mix the supports, so that no
// functions of the space are those over fewer of them: it panics on any other m.
func (s *Corrected) Leading(m int) int {
	if m != s.z.Len() {
		panic(fmt.Sprintf("space: a corrected space over %d supports has no leading part over %d", s.z.Len(), m))
	}
	return s.Dim()
}

// Coefficients returns Â (m×p) on the supports.
func (s *Corrected) Coefficients(a *mat.Dense) *mat.Dense {
	dim, p := a.Dims()
	m := s.z.Len()
	out := mat.NewDense(m, p, nil)
	out.Mul(s.u.Slice(0, m, 0, dim), a)
	return out
}

var (
	errOneSupport    = errors.New("one support makes no function space: its coefficient would have to be zero; take at least two")
	errEqualSupports = errors.New("all supports are equal to rounding: the function space is empty; check for constant inputs")
)

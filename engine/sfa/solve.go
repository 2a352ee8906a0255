package sfa

import (
	"context"
	"errors"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/mat"
)

// Problem holds the moments of dim functions and the matrix of their inner products.
type Problem struct {
	C, Cdot *mat.SymDense // dim×dim; Cdot may be nil for PCA
	// Gram is the regulariser K̄; nil means the identity.
	Gram *mat.SymDense
	// Centred makes the coefficients of each feature sum to zero: every matrix A above
	// becomes HAH with H = I − 11ᵀ/dim.
	Centred bool
	// Explicit marks given functions, such as the inputs, whose units may be arbitrary:
	// they are scaled against rounding. λ keeps its meaning.
	Explicit bool
	// Cut is the share of the largest eigenvalue of C at and below which an eigenvalue
	// counts as zero; 0 means [Tolerance].
	Cut float64
}

// Spectrum holds the eigenvalues of the whitening.
type Spectrum struct {
	Dim, Rank int
	// Largest and Smallest are the extreme eigenvalues of C above the cut.
	Largest, Smallest float64
	// Values are all eigenvalues of C, descending; from index Rank on they were cut.
	// Nil if only the extremes were computed.
	Values []float64
	// Cut is the share of the largest eigenvalue; those at or below it were cut.
	Cut float64
	// Moving is the norm of Ċ over the largest eigenvalue of C; 0 if unknown.
	Moving float64
}

// spectrumOf returns the spectrum of the ascending eigenvalues of C, kept from an index
// on.
func (p Problem) spectrumOf(values []float64, from int) Spectrum {
	dim := len(values)
	falling := slices.Clone(values)
	slices.Reverse(falling)
	return Spectrum{Dim: p.C.SymmetricDim(), Rank: dim - from, Largest: values[dim-1], Smallest: values[from], Values: falling, Cut: p.tolerance(dim)}
}

// tolerance returns the cut of a problem of the given dimension.
func (p Problem) tolerance(dim int) float64 {
	if p.Cut > 0 {
		return p.Cut
	}
	return Tolerance(dim)
}

// Condition returns the ratio of the extreme eigenvalues above the cut.
func (s Spectrum) Condition() float64 { return s.Largest / s.Smallest }

// Features are solutions φ(x) = Aᵀh(x) − c, scaled to unit variance.
type Features struct {
	A *mat.Dense // dim×p
	// Value holds the objective of each feature: slowness plus λ times the squared norm
	// for SFA, variance before scaling for PCA.
	Value []float64
}

// Tolerance returns the share of the largest eigenvalue of C at and below which an
// eigenvalue counts as zero.
func Tolerance(dim int) float64 { return float64(max(dim, 64)) * 0x1p-52 }

// errNoVariance is the error for a function space that is constant on the data.
var errNoVariance = errors.New("the functions are constant on the training data: nothing can be whitened; check for constant inputs or a σ far too large")

// Principal returns the principal components of the function space, at most count of
// them: functions of unit norm and the largest variance (kernel PCA over the same
// subset), then scaled to unit variance.
func Principal(ctx context.Context, p Problem, count int) (*Features, Spectrum, error) {
	c, s := p.centre(p.C), (*mat.Dense)(nil)
	if p.Gram != nil {
		norms, v, err := eigenpairs(ctx, p.centre(p.Gram))
		if err != nil {
			return nil, Spectrum{}, err
		}
		dim := len(norms)
		from, err := Problem{}.firstKept(norms)
		if err != nil {
			return nil, Spectrum{}, err
		}
		s = divideByRoots(v.Slice(0, dim, from, dim).(*mat.Dense), norms[from:])
		if p.Centred {
			subtractColumnMeans(s)
		}
		if c, err = dense.Congruence(ctx, p.C, s); err != nil {
			return nil, Spectrum{}, err
		}
	}
	values, u, err := eigenpairs(ctx, c)
	if err != nil {
		return nil, Spectrum{}, err
	}
	dim := len(values)
	from, err := p.firstKept(values)
	if err != nil {
		return nil, Spectrum{}, err
	}
	spectrum := p.spectrumOf(values, from)
	count = min(count, dim-from)
	f := &Features{A: mat.NewDense(dim, count, nil), Value: make([]float64, count)}
	for j := range count {
		f.Value[j] = values[dim-1-j]
		for i := range dim {
			f.A.Set(i, j, u.At(i, dim-1-j)/math.Sqrt(f.Value[j]))
		}
	}
	if s != nil {
		var a mat.Dense
		a.Mul(s, f.A)
		f.A = &a
	}
	return f, spectrum, nil
}

package method

import (
	"context"

	"example.com/sfatui/engine/ica"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// The parameters of methods, and of the rotation of their features.
var (
	Name = part.NewWord(part.Axis{Name: "method", Doc: "feature extraction method", Default: "sfa", Always: true, Written: true})
	// Lambda weighs the squared Hilbert norm as regularisation.
	Lambda = part.NewNumber(part.Axis{
		Name: "lambda", Symbol: "λ", Log: true, Must: part.AtLeast0, Default: "0,1e-7,1e-5,1e-3", Multiples: true,
		Doc: "regularisation: 0,1e-7,1e-5, log:1e-9:1e-1:9, or rel:0,0.1,0.3,1,3 (multiples of the λ at which the penalty begins to act)",
	})
	// Cut is the largest eigenvalue of C that counts as zero, as a share of the
	// largest.
	Cut = part.NewNumber(part.Axis{
		Name: "cut", Log: true, Must: part.Share, Default: "auto", Unset: "auto",
		Doc: "cut-off for eigenvalues of C, as a share of the largest: those at or below it count as zero: auto (rounding), 1e-10",
	})
	// P is the number of features requested.
	P = part.NewCount(part.Axis{Name: "p", Symbol: "p", Doc: "numbers of features: 8,16,32", Always: true, Written: true})
	// Rotation selects the rotation of the features afterwards.
	Rotation = part.NewWord(part.Axis{
		Name: "rotation", Doc: "rotation of the features after the solve: ica makes them independent", Choices: []string{"none", "ica"},
		Always: true, Default: "none", Unset: "none",
	})
	// Epochs counts the passes over the samples.
	Epochs = part.NewCount(part.Axis{Name: "epochs", Default: "10", Doc: "number of passes of incremental SFA over the samples"})
)

// Kind describes a method.
type Kind struct {
	// Graph marks a method that depends on the training graph.
	Graph bool
	// AtSupports marks a method that can be solved at training samples that are the
	// supports, without their moments.
	AtSupports bool
	// Nests marks a method whose features for a p are the first of those for a larger
	// one.
	Nests bool
	// Random marks a method that depends on a seed.
	Random bool
	// Orthonormal marks a method that needs an orthonormal basis of the functions.
	Orthonormal bool
	// Needs returns the costs of a solve over n samples of m functions, beyond the
	// moments and their eigenproblem; nil if there are none.
	Needs func(p part.Point, n, m int) Needs

	Solve func(ctx context.Context, of Problem, at part.Point, p int) (*Solution, error)
}

// Needs holds the costs of a point beyond the moments and their eigenproblem.
type Needs struct {
	Numbers int64   // of 8 bytes, at the peak
	Work    float64 // in operations of a matrix product
}

// Problem holds the functions of a space on a training part, whose features a method
// finds.
type Problem interface {
	// Moments returns the moments of the functions under the training graph.
	Moments() *moments.Moments
	// SFA returns the eigenproblem of the moments.
	SFA() sfa.Problem
	// Whiten whitens the problem, once for all callers.
	Whiten(ctx context.Context) (*sfa.Whitened, error)
	// Reduced reports whether the whitened problem is solved in its reduced form.
	Reduced() bool
	// Project evaluates a solution on the training part (n×p).
	Project(ctx context.Context, s *Solution) (*mat.Dense, error)
	// Space, Inputs (n×d) and Lengths return the space, its inputs and the lengths of
	// their segments.
	Space() space.Space
	Inputs() *mat.Dense
	// Lifted returns the rows of Inputs for [moments.Values.LiftSupports].
	Lifted() []int
	Lengths() []int
}

// Solution holds features φ(x) = Aᵀ(h(x) − mean).
type Solution struct {
	A    *mat.Dense
	Mean []float64
	// Coefficients holds A on the supports; nil until its signs are final, and if they
	// are not used.
	Coefficients *mat.Dense
	Spectrum     sfa.Spectrum
	// Values holds the eigenvalues of the features, ascending, and at least one more if
	// there are more; Conditions holds those of the first features, see
	// [sfa.Spectrum.Conditions]. Nil for a method without.
	Values     []float64
	Conditions []float64
	// Stability is measured if rounding may change the features; else nil.
	Stability *sfa.Stability
	Omega     []float64 // forecastability of each feature; nil except for ForeCA
	Notes     []string
	Approach  []result.Approach
}

// Constants returns the constants that features of h subtract: Aᵀmean.
func (s *Solution) Constants() []float64 {
	dim, p := s.A.Dims()
	c := make([]float64, p)
	blas64.Gemv(blas.Trans, 1, s.A.RawMatrix(), blas64.Vector{N: dim, Inc: 1, Data: s.Mean}, 0, blas64.Vector{N: p, Inc: 1, Data: c})
	return c
}

// Kinds is the table of all methods.
var Kinds = part.NewTable[Kind](Name, "")

// Rotate makes the features phi (n×p) of a solution independent by an orthonormal mix
// of them, which keeps their span and their unit variance. It fails as [ica.Rotate]
// does.
func (s *Solution) Rotate(ctx context.Context, phi *mat.Dense, at part.Point) error {
	r, notes, err := ica.Rotate(ctx, phi, at.DrawSeed())
	if err != nil {
		return err
	}
	var a mat.Dense
	a.Mul(s.A, r)
	s.A, s.Omega = &a, nil
	s.Notes = append(s.Notes, notes...)
	s.Notes = append(s.Notes, "features are turned to be independent: they are no longer in the order of their slowness")
	return nil
}

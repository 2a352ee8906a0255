package gaussianprocess

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Approximation selects the covariance that replaces that of the samples, which depends
// on the inducing inputs u alone: with Q = K_fu K_uu⁻¹ K_uf,
type Approximation uint8

const (
	// DTC uses Q + σ_n²I.
	DTC Approximation = iota
	// FITC uses Q + diag(K − Q) + σ_n²I, which keeps the variances of the samples.
	FITC
)

// Inducing predicts by a process conditioned on the values at m inducing inputs.
type Inducing struct {
	prior      Prior
	likelihood Likelihood
	u          *mat.Dense // inducing inputs that are independent of each other
	z          *kernel.Supports
	weights    []float64
	lower      *mat.TriDense // L with K_uu = LLᵀ
	known      *mat.TriDense // M with I + L⁻¹K_ufΛ⁻¹K_fuL⁻ᵀ = MMᵀ
}

// inducingShare is the largest pivot, as a share of the largest variance, at which an
// inducing input is left out, because it depends on those before it.
const inducingShare = 1e-10

// ConditionOn returns the process on the inducing inputs u (m×d), some of the samples
// or any others; it leaves out those that depend on others. Its time is O(nm²), its
// memory 16nm bytes while it runs. It fails if ctx ends, if the noise is 0 and if a
// covariance is not finite.
func ConditionOn(ctx context.Context, prior Prior, x *mat.Dense, y []float64, u *mat.Dense, how Approximation) (*Inducing, error) {
	checkTargets(x, y)
	prior.check()
	s, err := newInducedSystem(ctx, prior, x, y, u, how)
	if err != nil {
		return nil, err
	}
	return &Inducing{prior, s.likelihood(y), s.u, s.z, s.weights, s.lower, s.known}, nil
}

// inducedSystem holds A = VᵀV + Λ, and the solution for the targets.
type inducedSystem struct {
	u                          *mat.Dense
	z                          *kernel.Supports
	samplePairs, inducingPairs pairs // of the samples with u, and of u with itself
	lower                      *mat.TriDense
	v                          *mat.Dense // n×r, K_fu L⁻ᵀ
	diagonal                   []float64  // Λ
	known                      *mat.TriDense
	weights                    []float64 // the mean is k_*u·weights
	alpha                      []float64 // A⁻¹y
	individual                 bool      // whether Λ includes the variances of the samples
}

func newInducedSystem(ctx context.Context, prior Prior, x *mat.Dense, y []float64, u *mat.Dense, how Approximation) (*inducedSystem, error) {
	if !(prior.Noise > 0) {
		return nil, fmt.Errorf("gaussianprocess: with inducing inputs the noise must be above 0")
	}
	s := &inducedSystem{individual: how == FITC}
	if err := s.factor(ctx, prior, u); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	s.samplePairs = prior.crossPairs(x, s.z)
	s.v = dense.New(n, s.samplePairs.m)
	if err := prior.fill(ctx, s.v.RawMatrix(), s.samplePairs, false); err != nil {
		return nil, err
	}
	if err := dense.SolveTriangular(ctx, blas.Right, blas.Trans, s.lower.RawTriangular(), s.v.RawMatrix()); err != nil {
		return nil, err
	}
	s.diagonal = make([]float64, n)
	own := prior.variances(x)
	for i := range s.diagonal {
		s.diagonal[i] = prior.Noise * prior.Noise
		if row := s.v.RawRowView(i); s.individual {
			s.diagonal[i] += max(0, own[i]-floats.Dot(row, row))
		}
	}
	return s, s.solve(ctx, y)
}

// factor chooses the inducing inputs that do not depend on others, in the order of
// their pivots, and computes L.
func (s *inducedSystem) factor(ctx context.Context, prior Prior, u *mat.Dense) error {
	all := prior.crossPairs(u, kernel.NewSupports(u))
	k := mat.NewSymDense(all.n, nil)
	if err := prior.fill(ctx, dense.RawSym(k), all, true); err != nil {
		return err
	}
	if err := dense.CheckFinite(k); err != nil {
		return err
	}
	var pivoted mat.PivotedCholesky
	pivoted.Factorize(k, inducingShare*dense.LargestDiagonal(dense.RawSym(k)))
	rank := pivoted.Rank()
	if rank == 0 {
		return errSingular
	}
	_, d := u.Dims()
	s.u = dense.New(rank, d)
	for i, from := range pivoted.ColumnPivots(nil)[:rank] {
		s.u.SetRow(i, u.RawRowView(from))
	}
	s.z = kernel.NewSupports(s.u)
	s.inducingPairs = prior.crossPairs(s.u, s.z)
	var upper mat.TriDense
	pivoted.UTo(&upper)
	lower := mat.NewTriDense(rank, mat.Lower, nil)
	for i := range rank {
		for j := range i + 1 {
			lower.SetTri(i, j, upper.At(j, i))
		}
	}
	s.lower = lower
	return ctx.Err()
}

// solve computes weights and α from the targets. It fails if ctx ends and if the system
// is singular.
func (s *inducedSystem) solve(ctx context.Context, y []float64) error {
	n, r := s.v.Dims()
	scaled := dense.New(n, r)
	for i, v := range s.diagonal {
		floats.ScaleTo(scaled.RawRowView(i), 1/math.Sqrt(v), s.v.RawRowView(i))
	}
	b := dense.NewSym(r)
	for i := range r {
		b.SetSym(i, i, 1)
	}
	dense.SyrkAdd(b, 1, scaled)
	known, kept, err := dense.CholeskyInPlace(ctx, b, 0)
	if err != nil {
		return err
	}
	if len(kept) < r {
		return errSingular
	}
	s.known = known
	c := make([]float64, r) // VΛ⁻¹y
	for i, v := range y {
		floats.AddScaled(c, v/s.diagonal[i], s.v.RawRowView(i))
	}
	vector := blas64.Vector{N: r, Inc: 1, Data: c}
	blas64.Trsv(blas.NoTrans, known.RawTriangular(), vector)
	blas64.Trsv(blas.Trans, known.RawTriangular(), vector)
	s.alpha = make([]float64, n)
	for i, v := range y {
		s.alpha[i] = (v - floats.Dot(s.v.RawRowView(i), c)) / s.diagonal[i]
	}
	blas64.Trsv(blas.Trans, s.lower.RawTriangular(), vector)
	s.weights = c
	return nil
}

func (s *inducedSystem) likelihood(y []float64) Likelihood {
	l := Likelihood{Fit: -floats.Dot(y, s.alpha) / 2, Constant: constant(len(y))}
	for _, v := range s.diagonal {
		l.Complexity -= math.Log(v) / 2
	}
	r, _ := s.known.Dims()
	for i := range r {
		l.Complexity -= math.Log(s.known.At(i, i))
	}
	return l
}

func (p *Inducing) Likelihood() Likelihood { return p.likelihood }

// Jitter implements [Process]. It returns 0, as dependent inputs are left out.
func (p *Inducing) Jitter() float64 { return 0 }

// Parts returns the numbers that predictions need: the inducing inputs u (r×d), the
// weights with the mean k_*u·weights, the lower factor L of K_uu, and M (known), with
// the variance k_** − ‖v‖² + ‖M⁻¹v‖² for v = L⁻¹k_u*. The caller must not change them.
func (p *Inducing) Parts() (u *mat.Dense, weights []float64, lower, known *mat.TriDense) {
	return p.u, p.weights, p.lower, p.known
}

// RestoreInducing returns the process of the results of [Inducing.Parts]. It has no
// likelihood. It panics if shapes differ.
func RestoreInducing(prior Prior, u *mat.Dense, weights []float64, lower, known *mat.TriDense) *Inducing {
	checkTargets(u, weights)
	prior.check()
	l, _ := lower.Dims()
	if k, _ := known.Dims(); l != len(weights) || k != len(weights) {
		panic(fmt.Sprintf("gaussianprocess: factors of %d and %d of %d inducing inputs", l, k, len(weights)))
	}
	return &Inducing{prior: prior, u: u, z: kernel.NewSupports(u), weights: weights, lower: lower, known: known}
}

// Predict implements [Process], in O(m²) a row.
func (p *Inducing) Predict(ctx context.Context, x *mat.Dense) (mean, variance []float64, err error) {
	return predictBlocks(ctx, p.prior, x, p.z, p.weights, func(cross blas64.General, variance []float64) error {
		for k, l := range []*mat.TriDense{p.lower, p.known} {
			if err := dense.SolveTriangular(ctx, blas.Right, blas.Trans, l.RawTriangular(), cross); err != nil {
				return err
			}
			for i := range variance {
				row := cross.Data[i*cross.Stride:][:cross.Cols]
				if k == 0 {
					variance[i] -= floats.Dot(row, row)
				} else {
					variance[i] += floats.Dot(row, row)
				}
			}
		}
		return nil
	})
}

package gaussianprocess

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Process predicts by a conditioned Gaussian process.
type Process interface {
	// Likelihood returns the likelihood of the targets that the process is conditioned
	// on.
	Likelihood() Likelihood
	// Jitter returns the number added to the diagonal in addition to the noise, if duplicate
	// inputs without noise need it; 0 otherwise.
	Jitter() float64
	// Predict returns the mean and the variance of the function at the rows of x. It
	// replaces variances that rounding makes negative by 0. It fails only if ctx ends.
	// It panics unless x has as many columns as the samples.
	Predict(ctx context.Context, x *mat.Dense) (mean, variance []float64, err error)
}

// jitterShare is the jitter as a share of the mean of the diagonal.
const jitterShare = 1e-10

// errSingular reports a covariance that cannot be factored even with the jitter.
var errSingular = errors.New("gaussianprocess: the covariance is not positive definite: raise the noise")

// Exact predicts by a process conditioned on n samples. Its memory is 8n² bytes.
type Exact struct {
	prior      Prior
	likelihood Likelihood
	x          *mat.Dense
	z          *kernel.Supports
	upper      blas64.General // U with K + σ_n²I = UᵀU
	alpha      []float64      // A⁻¹y
	jitter     float64
}

// Condition returns the exact process, from A = K + σ_n²I and its Cholesky factor. x is
// n×d, y the n targets. It needs 8n² bytes, 16n² for a sum while it runs, and O(n³)
// time. It fails if ctx ends and if A cannot be factored.
func Condition(ctx context.Context, prior Prior, x *mat.Dense, y []float64) (*Exact, error) {
	checkTargets(x, y)
	prior.check()
	s, err := solve(ctx, y, prior.Noise*prior.Noise, func() (blas64.General, error) { return prior.gram(ctx, x) })
	if err != nil {
		return nil, err
	}
	return &Exact{prior, s.likelihood(y), mat.DenseCopyOf(x), kernel.NewSupports(x), s.upper, s.alpha, s.jitter}, nil
}

func checkTargets(x *mat.Dense, y []float64) {
	if n, _ := x.Dims(); n != len(y) || n == 0 {
		panic(fmt.Sprintf("gaussianprocess: %d targets of %d samples", len(y), n))
	}
}

// system holds A = UᵀU and α = A⁻¹y.
type system struct {
	upper  blas64.General
	alpha  []float64
	jitter float64
}

// newSystem factors the covariance of samples from their pairs with themselves.
func newSystem(ctx context.Context, prior Prior, at pairs, y []float64) (*system, error) {
	return solve(ctx, y, prior.Noise*prior.Noise, func() (blas64.General, error) {
		a := dense.New(at.n, at.m).RawMatrix()
		return a, prior.fill(ctx, a, at, true)
	})
}

// solve factors K + noise·I and solves for α. gram returns the upper triangle of K. If
// the first attempt fails, solve repeats it with the jitter.
func solve(ctx context.Context, y []float64, noise float64, gram func() (blas64.General, error)) (*system, error) {
	n := len(y)
	s := &system{alpha: append([]float64(nil), y...)}
	for range 2 {
		var err error
		if s.upper, err = gram(); err != nil {
			return nil, err
		}
		trace := 0.0
		for i := range n {
			s.upper.Data[i*s.upper.Stride+i] += noise + s.jitter
			trace += s.upper.Data[i*s.upper.Stride+i]
		}
		if math.IsNaN(trace) || math.IsInf(trace, 0) {
			return nil, errors.New("gaussianprocess: a covariance is not finite: scale the features down")
		}
		definite, err := dense.CholeskyUpper(ctx, s.upper, float64(n)*0x1p-52*trace/float64(n))
		if err != nil {
			return nil, err
		}
		if definite {
			blas64.Trsv(blas.Trans, s.triangle(), blas64.Vector{N: n, Inc: 1, Data: s.alpha})
			blas64.Trsv(blas.NoTrans, s.triangle(), blas64.Vector{N: n, Inc: 1, Data: s.alpha})
			return s, nil
		}
		s.jitter = jitterShare * trace / float64(n)
	}
	return nil, errSingular
}

func (s *system) triangle() blas64.Triangular { return dense.UpperTriangle(s.upper) }

func (s *system) likelihood(y []float64) Likelihood {
	l := Likelihood{Fit: -floats.Dot(y, s.alpha) / 2, Constant: constant(len(y))}
	for i := range y {
		l.Complexity -= math.Log(s.upper.Data[i*s.upper.Stride+i])
	}
	return l
}

func (e *Exact) Likelihood() Likelihood { return e.likelihood }

func (e *Exact) Jitter() float64 { return e.jitter }

// Parts returns the numbers that predictions need: the samples x, α with the mean
// k_*ᵀα, and U (upper n×n) with the variance k_** − ‖U⁻ᵀk_*‖². The caller must not
// change them.
func (e *Exact) Parts() (x *mat.Dense, alpha []float64, upper blas64.General) {
	return e.x, e.alpha, e.upper
}

// RestoreExact returns the process of the results of [Exact.Parts]; it reads the
// triangle of upper on and above the diagonal alone. The process has no likelihood. It
// panics if shapes differ.
func RestoreExact(prior Prior, x *mat.Dense, alpha []float64, upper blas64.General) *Exact {
	checkTargets(x, alpha)
	prior.check()
	if upper.Rows != len(alpha) || upper.Cols != len(alpha) {
		panic(fmt.Sprintf("gaussianprocess: a factor %d×%d of %d samples", upper.Rows, upper.Cols, len(alpha)))
	}
	return &Exact{prior: prior, x: x, z: kernel.NewSupports(x), upper: upper, alpha: alpha}
}

// predictRows bounds the rows that are predicted at once.
const predictRows = 256

// Predict implements [Process], in O(n²) a row.
func (e *Exact) Predict(ctx context.Context, x *mat.Dense) (mean, variance []float64, err error) {
	return predictBlocks(ctx, e.prior, x, e.z, e.alpha, func(cross blas64.General, variance []float64) error {
		if err := dense.SolveTriangular(ctx, blas.Right, blas.NoTrans, dense.UpperTriangle(e.upper), cross); err != nil {
			return err
		}
		for i := range variance {
			row := cross.Data[i*cross.Stride:][:cross.Cols]
			variance[i] -= floats.Dot(row, row)
		}
		return nil
	})
}

// predictBlocks predicts the rows of x in blocks. The means are their covariances with
// z times the weights; explain subtracts the explained part from the prior variances,
// and may overwrite the covariances.
func predictBlocks(ctx context.Context, prior Prior, x *mat.Dense, z *kernel.Supports, weights []float64, explain func(cross blas64.General, variance []float64) error) (mean, variance []float64, err error) {
	n, d := x.Dims()
	if d == 0 || n == 0 {
		return nil, nil, ctx.Err()
	}
	mean, variance = make([]float64, n), prior.variances(x)
	for lo := 0; lo < n; lo += predictRows {
		hi := min(lo+predictRows, n)
		rows := x.Slice(lo, hi, 0, d).(*mat.Dense)
		cross := dense.New(hi-lo, z.Len()).RawMatrix()
		if err := prior.fill(ctx, cross, prior.crossPairs(rows, z), false); err != nil {
			return nil, nil, err
		}
		for i := lo; i < hi; i++ {
			mean[i] = floats.Dot(cross.Data[(i-lo)*cross.Stride:][:cross.Cols], weights)
		}
		if err := explain(cross, variance[lo:hi]); err != nil {
			return nil, nil, err
		}
	}
	for i, v := range variance {
		variance[i] = max(0, v)
	}
	return mean, variance, nil
}

// LeaveOneOut predicts the observation of each sample from all others, without solving
// again: μ_i = y_i − α_i/[A⁻¹]_ii and s_i² = 1/[A⁻¹]_ii, noise included (Rasmussen and
// Williams 2006, equation 5.12). y holds the targets of [Condition]. It needs as much
// memory again as the process, and fails only if ctx ends.
func (e *Exact) LeaveOneOut(ctx context.Context, y []float64) (mean, variance []float64, err error) {
	checkTargets(e.x, y)
	n := len(y)
	inverse := dense.New(n, n).RawMatrix() // of U
	if err := dense.InvertUpper(ctx, e.upper, inverse); err != nil {
		return nil, nil, err
	}
	mean, variance = make([]float64, n), make([]float64, n)
	for i := range n {
		row := inverse.Data[i*inverse.Stride+i : i*inverse.Stride+n]
		variance[i] = 1 / floats.Dot(row, row)
		mean[i] = y[i] - e.alpha[i]*variance[i]
	}
	return mean, variance, nil
}

// evaluate returns the likelihood of a prior over pairs of samples with themselves, and
// its gradient by the logarithms of the parameters: length and signal of each term,
// then the noise (0 for the length of a shape without one): ½tr((ααᵀ − A⁻¹)∂A/∂θ).
func evaluate(ctx context.Context, prior Prior, at pairs, y []float64) (Likelihood, []float64, error) {
	s, err := newSystem(ctx, prior, at, y)
	if err != nil {
		return Likelihood{}, nil, err
	}
	l := s.likelihood(y)
	inverse, ok := lapack64.Potri(s.triangle())
	if !ok {
		return l, nil, errSingular
	}
	diagonal := 0.0
	for i, v := range s.alpha {
		diagonal += v*v - inverse.Data[i*inverse.Stride+i]
	}
	gradient, err := prior.gradient(ctx, at, true, func(i int, w []float64) {
		row := inverse.Data[i*inverse.Stride+i:]
		for j := range w {
			w[j] = s.alpha[i]*s.alpha[i+j] - row[j] // not halved: both triangles
		}
		w[0] /= 2
	})
	if err == nil {
		gradient[2*len(prior.Terms)] = prior.Noise * prior.Noise * diagonal
	}
	return l, gradient, err
}

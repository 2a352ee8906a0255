package space

import (
	"context"
	"math"
	"sort"
	"sync"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Stable is the kernel space in an orthonormal basis of the functions whose
// coefficients sum to zero.
type Stable struct {
	orthonormal
	k     kernel.Kernel
	z     *kernel.Differences // of the r kept supports to the base support z_0
	shift bool
	// origin is subtracted from samples and supports if the kernel depends only on
	// their differences; nil for a kernel of products.
	origin []float64
	kept   []int         // supports of the m given that follow z_0 in z, ascending
	l      *mat.TriDense // r×r lower Cholesky factor of the Gram matrix of their differences

	solver func() *dense.LowerSolver // of l
	norms  func() []float64          // of the rows of l
}

// NewStable returns the space over the m×d supports z. Supports that depend on previous
// ones, to rounding, are left out. With shift, κ−1 is evaluated if the kernel allows
// it; otherwise the differences of κ itself lose digits at large σ. It returns a
// [kernel.IndefiniteError] if the kernel is not positive semidefinite on the supports;
// [NewCorrected] accepts it.
func NewStable(ctx context.Context, k kernel.Kernel, z *mat.Dense, shift bool) (*Stable, error) {
	return NewStableAt(ctx, k, z, nil, shift)
}

// NewStableAt returns the space of [NewStable] with an origin (length d) for kernels of
// differences: the mean of the samples if the space is to be evaluated from their
// distances, or that of the supports for nil.
func NewStableAt(ctx context.Context, k kernel.Kernel, z *mat.Dense, origin []float64, shift bool) (*Stable, error) {
	return newStable(ctx, k, z, origin, shift, func(shift bool) (*mat.SymDense, error) {
		if origin == nil {
			return kernel.Gram(ctx, k, z, shift)
		}
		return kernel.GramAt(ctx, k, z, origin, shift)
	})
}

// NewStableFrom returns the space of [NewStableAt], bit for bit, from known distances
// at that origin.
func NewStableFrom(ctx context.Context, k kernel.Kernel, z *mat.Dense, origin []float64, shift bool, known Lookup) (*Stable, error) {
	return newStable(ctx, k, z, origin, shift, func(shift bool) (*mat.SymDense, error) {
		return known.Distances.Gram(ctx, k, known.Rows, shift)
	})
}

// newStable returns the space; gram returns the kernel matrix of the supports, or κ−1.
func newStable(ctx context.Context, k kernel.Kernel, z *mat.Dense, origin []float64, shift bool, gram func(shift bool) (*mat.SymDense, error)) (*Stable, error) {
	m, d := z.Dims()
	if m < 2 {
		return nil, errOneSupport
	}
	shift = shift && k.CanShift()
	g, err := gram(shift)
	if err == nil {
		err = checkOverflow(ctx, g)
	}
	if err != nil {
		return nil, err
	}
	between, err := differenceGram(ctx, g)
	if err != nil {
		return nil, err
	}
	l, kept, err := dense.CholeskyInPlace(ctx, between, tolerance(m))
	if err != nil {
		return nil, err
	}
	if len(kept) < m-1 {
		if g, err = gram(shift); err != nil {
			return nil, err
		}
		if err := checkDefinite(ctx, k, z, shift, g); err != nil {
			return nil, err
		}
	}
	if len(kept) == 0 {
		return nil, errEqualSupports
	}
	s := &Stable{k: k, shift: shift, l: l, solver: lazySolver(l), norms: lazyNorms(l)}
	used := dense.New(1+len(kept), d)
	used.SetRow(0, z.RawRowView(0))
	for _, j := range kept {
		s.kept = append(s.kept, j+1)
	}
	err = parallel.For(ctx, len(kept), dense.RowGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			used.SetRow(1+i, z.RawRowView(s.kept[i]))
		}
	})
	if err != nil {
		return nil, err
	}
	s.origin = originOf(k, z, origin)
	s.z = kernel.NewDifferences(used, s.origin)
	return s, nil
}

// originOf returns the origin for a kernel over the supports z: the given one, or else
// their mean; nil for a kernel of products, which has no free origin.
func originOf(k kernel.Kernel, z *mat.Dense, origin []float64) []float64 {
	switch {
	case !k.TranslationInvariant():
		return nil
	case origin == nil:
		return kernel.ColumnMeans(z)
	}
	return origin
}

// Dim returns r, the number of kept supports besides z_0.
func (s *Stable) Dim() int { return len(s.kept) }

// lazySolver returns a function that packs l at its first call: with many samples it is
// never called.
func lazySolver(l *mat.TriDense) func() *dense.LowerSolver {
	return sync.OnceValue(func() *dense.LowerSolver { return dense.NewLowerSolver(l) })
}

// lazyNorms returns a function that computes the norms of the rows of l once.
func lazyNorms(l *mat.TriDense) func() []float64 {
	return sync.OnceValue(func() []float64 {
		t := l.RawTriangular()
		norms := make([]float64, t.N)
		for i := range norms {
			row := t.Data[i*t.Stride:][:i+1]
			norms[i] = math.Sqrt(simd.Dot(row, row))
		}
		return norms
	})
}

// Differences writes κ(z_j, x) − κ(z_0, x) of the kept supports into dst (b×Dim) for
// each row x, the right-hand sides of Eval.
func (s *Stable) Differences(dst, x *mat.Dense) { s.z.Matrix(dst, s.k, x, s.shift) }

func (s *Stable) Eval(dst, x *mat.Dense) {
	s.Differences(dst, x)
	s.Solve(dst)
}

// Solve transforms [Stable.Differences] to h, in place: the result of Eval.
func (s *Stable) Solve(rows *mat.Dense) { s.solver().SolveRows(rows) }

// EvalOne writes h(x) into h: [Stable.Eval] for a single sample, without packing the
// factor.
func (s *Stable) EvalOne(h, x []float64) {
	s.Differences(mat.NewDense(1, len(h), h), mat.NewDense(1, len(x), x))
	blas64.Trsv(blas.NoTrans, s.l.RawTriangular(), blas64.Vector{N: len(h), Inc: 1, Data: h})
}

// AtSupports returns h(z_j) − h(z_0) of the kept supports in rows (r×r), which is L for
// G = LLᵀ. It is lower triangular and must not be written to.
func (s *Stable) AtSupports() *mat.Dense {
	var rows mat.Dense
	l := s.l.RawTriangular()
	rows.SetRawMatrix(blas64.General{Rows: l.N, Cols: l.N, Stride: l.Stride, Data: l.Data})
	return &rows
}

// SupportCovariance returns the covariance (r×r) of h over z_0 and the kept supports.
// It fails only if ctx ends.
func (s *Stable) SupportCovariance(ctx context.Context) (*mat.SymDense, error) {
	rows, r := s.AtSupports().RawMatrix(), s.Dim()
	out, mean := dense.NewSym(r), make([]float64, r)
	share := 1 / float64(r+1)
	for lo := 0; lo < r; lo += simd.Depth {
		hi := min(lo+simd.Depth, r)
		strip := mat.NewDense(hi-lo, hi, nil)
		for i := lo; i < hi; i++ {
			own := strip.RawRowView(i - lo)
			copy(own, rows.Data[i*rows.Stride:][:i+1])
			floats.AddScaled(mean[:hi], share, own)
		}
		columns := dense.Columns(strip.RawMatrix())
		if err := dense.Multiply(ctx, share, columns, columns, 1, dense.Slice(dense.RawSym(out), 0, hi, 0, hi), simd.Upper); err != nil {
			return nil, err
		}
	}
	out.SymRankOne(out, -1, mat.NewVecDense(r, mean))
	return out, ctx.Err()
}

// Leading returns the number of kept supports among the first m, without z_0: the
// Cholesky factor of a leading block is a leading block.
func (s *Stable) Leading(m int) int { return sort.SearchInts(s.kept, m) }

// Coefficients returns Â (1+dim × p) on z_0 and the kept supports: L⁻ᵀa on the kept
// ones, and on z_0 the values that make each column sum to zero.
func (s *Stable) Coefficients(a *mat.Dense) *mat.Dense {
	dim, p := a.Dims()
	out := dense.New(1+dim, p)
	kept := out.Slice(1, 1+dim, 0, p).(*mat.Dense)
	kept.Copy(a)
	lead := s.l.RawTriangular()
	lead.N = dim
	blas64.Trsm(blas.Left, blas.Trans, 1, lead, kept.RawMatrix())
	base := out.RawRowView(0)
	for i := range dim {
		for j, v := range kept.RawRowView(i) {
			base[j] -= v
		}
	}
	return out
}

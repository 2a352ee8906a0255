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
	// origin is taken from samples and supports where only their differences enter; nil
	// for a kernel of products.
	origin []float64
	kept   []int         // supports of the m given that are behind z_0 in z, ascending
	l      *mat.TriDense // r×r lower Cholesky factor of their differences' Gram matrix

	solver func() *dense.LowerSolver // of l
	norms  func() []float64          // of the rows of l
}

// NewStable makes the space over the m×d supports z. Supports that depend on
// those before them, to rounding, are left out. With shift, κ−1 is evaluated
// wherever the kernel allows it; without, the differences of κ itself lose
// digits at large σ. A kernel that is not positive semi-definite on the supports
// is refused with a [kernel.IndefiniteError]; [NewCorrected] takes it.
func NewStable(ctx context.Context, k kernel.Kernel, z *mat.Dense, shift bool) (*Stable, error) {
	return NewStableAt(ctx, k, z, nil, shift)
}

// NewStableAt is [NewStable] with an origin (length d) for kernels of differences: the
// mean of the samples, where the space is to be evaluated from their distances; that of
// the supports where it is nil.
func NewStableAt(ctx context.Context, k kernel.Kernel, z *mat.Dense, origin []float64, shift bool) (*Stable, error) {
	return newStable(ctx, k, z, origin, shift, func(shift bool) (*mat.SymDense, error) {
		if origin == nil {
			return kernel.Gram(ctx, k, z, shift)
		}
		return kernel.GramAt(ctx, k, z, origin, shift)
	})
}

// NewStableFrom is [NewStableAt], bit for bit, where distances at that origin are known.
func NewStableFrom(ctx context.Context, k kernel.Kernel, z *mat.Dense, origin []float64, shift bool, known Lookup) (*Stable, error) {
	return newStable(ctx, k, z, origin, shift, func(shift bool) (*mat.SymDense, error) {
		return known.Distances.Gram(ctx, k, known.Rows, shift)
	})
}

// newStable makes the space by the kernel matrix of the supports, or κ−1, that gram gives.
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
	between, err := differences(ctx, g)
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

// originOf is the origin for a kernel over the supports z: their mean where none is
// given, and nil for a kernel of products, which has none to choose.
func originOf(k kernel.Kernel, z *mat.Dense, origin []float64) []float64 {
	switch {
	case !k.TranslationInvariant():
		return nil
	case origin == nil:
		return kernel.ColumnMeans(z)
	}
	return origin
}

// Dim is r, the number of supports kept besides z_0.
func (s *Stable) Dim() int { return len(s.kept) }

// lazySolver packs l when it is first solved with: where samples are many, it never
// is.
func lazySolver(l *mat.TriDense) func() *dense.LowerSolver {
	return sync.OnceValue(func() *dense.LowerSolver { return dense.NewLowerSolver(l) })
}

// lazyNorms are the norms of the rows of l, which are computed once.
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
// each row x: what Eval solves.
func (s *Stable) Differences(dst, x *mat.Dense) { s.z.Matrix(dst, s.k, x, s.shift) }

func (s *Stable) Eval(dst, x *mat.Dense) {
	s.Differences(dst, x)
	s.Solve(dst)
}

// Solve turns [Stable.Differences] into h, in place: what Eval gives.
func (s *Stable) Solve(rows *mat.Dense) { s.solver().SolveRows(rows) }

// EvalOne writes h(x) into h: [Stable.Eval] for a single sample, which spares the
// packing of the factor.
func (s *Stable) EvalOne(h, x []float64) {
	s.Differences(mat.NewDense(1, len(h), h), mat.NewDense(1, len(x), x))
	blas64.Trsv(blas.NoTrans, s.l.RawTriangular(), blas64.Vector{N: len(h), Inc: 1, Data: h})
}

// AtSupports is what h of the kept supports has beside h(z_0), in rows (r×r): for
// G = LLᵀ, h(z_j) − h(z_0) is row j of L. It is lower triangular and not to be
// written to.
func (s *Stable) AtSupports() *mat.Dense {
	var rows mat.Dense
	l := s.l.RawTriangular()
	rows.SetRawMatrix(blas64.General{Rows: l.N, Cols: l.N, Stride: l.Stride, Data: l.Data})
	return &rows
}

// SupportCovariance is the covariance (r×r) of h over z_0 and the kept supports. It fails
// only when ctx ends.
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

// Leading is the number of kept supports among the first m, z_0 not counted:
// the Cholesky factor of a leading block is a leading block.
func (s *Stable) Leading(m int) int { return sort.SearchInts(s.kept, m) }

// Coefficients gives Â (1+dim × p) on z_0 and the kept supports: L⁻ᵀa on the
// kept ones, and on z_0 what makes each column sum to zero.
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

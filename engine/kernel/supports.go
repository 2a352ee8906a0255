package kernel

import (
	"context"
	"fmt"
	"sync"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// nearShare is the share of ‖x‖²+‖z‖² below which ‖x−z‖² is summed from differences:
// the expansion of the square keeps only some 40 bits there. Kernels with a kink at
// zero would turn an error of 10⁻¹⁶ in the square into one of 10⁻⁸, and a sample equal
// to a support must yield the same function.
const nearShare = 0x1p-10

// Supports are the m×d samples z of the functions κ(z_j, ·).
type Supports struct {
	m, d      int
	unshifted func() *factor
	centred   func() *factor
	aligned   func(k Kernel) *factor
}

// Differences are supports whose first, the base z_0, is subtracted from the others:
// m−1 functions κ(z_j, ·) − κ(z_0, ·).
type Differences struct{ others *Supports }

// NewSupports prepares the rows of z (m×d), which it copies.
func NewSupports(z *mat.Dense) *Supports { return newSupports(copyOf(z), 0, ColumnMeans) }

// NewSupportsAt prepares the rows of z as [NewSupports] does, with the caller's origin
// (length d, nil for none) for kernels of differences, which should not be far from z.
// Supports of one origin serve the same [Samples].
func NewSupportsAt(z *mat.Dense, origin []float64) *Supports {
	return newSupports(copyOf(z), 0, fixedOrigin(origin))
}

// NewDifferences prepares the rows of z (m×d, m at least 2), which it keeps: they must
// not be changed afterwards. The origin is as for [NewSupportsAt].
func NewDifferences(z *mat.Dense, origin []float64) *Differences {
	return &Differences{newSupports(z, 1, fixedOrigin(origin))}
}

// fixedOrigin returns a function that returns the caller's origin.
func fixedOrigin(origin []float64) func(*mat.Dense) []float64 {
	return func(*mat.Dense) []float64 { return origin }
}

// copyOf returns a copy of z.
func copyOf(z *mat.Dense) *mat.Dense {
	m, d := z.Dims()
	own := dense.New(m, d)
	// The background context never ends, here and below, so there is no error.
	_ = parallel.For(context.Background(), m, supportRows, func(lo, hi int) {
		own.Slice(lo, hi, 0, d).(*mat.Dense).Copy(z.Slice(lo, hi, 0, d))
	})
	return own
}

// newSupports keeps z and prepares its rows from index from on, with those before as
// their base. If an origin is needed, it is computed by origin from all rows.
func newSupports(z *mat.Dense, from int, origin func(z *mat.Dense) []float64) *Supports {
	m, d := z.Dims()
	prepare := func(origin []float64) *factor {
		f := newFactor(z.Slice(from, m, 0, d).(*mat.Dense), origin)
		if from > 0 {
			f.base = newFactor(z.Slice(0, from, 0, d).(*mat.Dense), origin)
		}
		return f
	}
	var once sync.Once
	var aligned *factor
	return &Supports{m: m - from, d: d,
		aligned: func(k Kernel) *factor { // supports serve one kernel
			once.Do(func() {
				aligned = newAlignedFactor(k, z.Slice(from, m, 0, d).(*mat.Dense))
				if from > 0 {
					aligned.base = newAlignedFactor(k, z.Slice(0, from, 0, d).(*mat.Dense))
				}
			})
			return aligned
		},
		unshifted: sync.OnceValue(func() *factor { return prepare(nil) }),
		centred:   sync.OnceValue(func() *factor { return prepare(origin(z)) }),
	}
}

// Len returns m.
func (s *Supports) Len() int { return s.m }

// factor is the supports as the right factor of products with samples.
type factor struct {
	origin  []float64 // subtracted from every sample; nil for none
	norms   []float64 // squared norms of the supports minus the origin
	longest float64   // the largest of norms
	packed  *simd.Packed
	z       *mat.Dense // the supports, unshifted
	base    *factor    // its only function is subtracted from the others; nil for none
}

// factorFor returns the factor for a kernel. For kernels of differences the origin is
// the mean of the supports, because ‖z‖²+‖x‖²−2z·x keeps few digits far from it.
func (s *Supports) factorFor(k Kernel) *factor {
	if OfSeries(k) {
		return s.aligned(k)
	}
	if k.TranslationInvariant() {
		return s.centred()
	}
	return s.unshifted()
}

func newFactor(z *mat.Dense, origin []float64) *factor {
	m, d := z.Dims()
	f := &factor{origin: origin, norms: make([]float64, m), packed: simd.NewRightFactor(d, m), z: z}
	_ = parallel.For(context.Background(), m, supportRows, func(lo, hi int) {
		scratch := getScratch((hi - lo) * d)
		less := mat.NewDense(hi-lo, d, *scratch)
		for j := lo; j < hi; j++ {
			subtractOrigin(less.RawRowView(j-lo), z.RawRowView(j), origin)
		}
		copy(f.norms[lo:], SquaredNorms(less))
		lines, width := f.packed.Lines(lo, hi), f.packed.Width()
		lines.PackRows(less.RawMatrix(), 0, (hi-lo+width-1)/width)
		scratches.Put(scratch)
	})
	f.longest = floats.Max(f.norms)
	return f
}

// supportRows is the number of supports that are prepared at a time, in whole slivers:
// fewer are not worth a goroutine.
const supportRows = 4 * simd.BlockAlign

// newAlignedFactor returns the factor of the series z.
func newAlignedFactor(k Kernel, z *mat.Dense) *factor {
	return &factor{norms: Norms(k, z), z: z}
}

// meanColumns is the number of columns that are summed at a time.
const meanColumns = 64

// ColumnMeans returns the mean of each column of x. A column is summed in the order of
// the rows.
func ColumnMeans(x *mat.Dense) []float64 {
	n, d := x.Dims()
	mean := make([]float64, d)
	// The background context never ends, so there is no error.
	_ = parallel.For(context.Background(), d, meanColumns, func(lo, hi int) {
		for t := range n {
			floats.AddScaled(mean[lo:hi], 1/float64(n), x.RawRowView(t)[lo:hi])
		}
	})
	return mean
}

// SquaredNorms returns the squared norm of each row of x.
func SquaredNorms(x *mat.Dense) []float64 {
	n, _ := x.Dims()
	s := make([]float64, n)
	for i := range s {
		r := x.RawRowView(i)
		s[i] = floats.Dot(r, r)
	}
	return s
}

// Matrix writes κ(z_j, x_i), or κ−1 if shift is set, into dst: b×m for the b×d samples
// x and the m supports z. Rows are divided among all processors; an entry depends only
// on its sample and the supports, bit for bit.
func Matrix(dst *mat.Dense, k Kernel, x *mat.Dense, z *Supports, shift bool) {
	matrixOf(dst, k, x, z, shift)
}

// Matrix writes κ(z_j, x_i) − κ(z_0, x_i), j above 0, into dst: b×(m−1) for the b×d
// samples x. With shift each is the difference of two κ−1. Otherwise it works as the
// function [Matrix].
func (z *Differences) Matrix(dst *mat.Dense, k Kernel, x *mat.Dense, shift bool) {
	matrixOf(dst, k, x, z.others, shift)
}

// Each calls f with blocks of the first count functions κ(z_j, x_i) − κ(z_0, x_i) while
// they are in the cache, bitwise equal to those of Matrix. values holds the functions
// from index from on, one row per sample; f may overwrite it, and must not keep it.
// Everything runs on this goroutine. It panics if count exceeds the number of
// functions.
func (z *Differences) Each(k Kernel, x *mat.Dense, shift bool, count int, f func(from int, values blas64.General)) {
	b, d := x.Dims()
	if s := z.others; d != s.d && !OfSeries(k) || count < 0 || count > s.m {
		panic(fmt.Sprintf("kernel: %d functions of x %d×%d over z %d×%d", count, b, d, s.m, s.d))
	}
	scratch, values := getScratch(b*d), getScratch(b*simd.BlockColumns)
	e := newEvaluation(z.others.factorFor(k), k, shift, x, *scratch)
	e.begin()
	for j := 0; j < count; j += simd.BlockColumns {
		columns := min(simd.BlockColumns, count-j)
		block := blas64.General{Rows: b, Cols: columns, Stride: columns, Data: (*values)[:b*columns]}
		e.block(block, j)
		f(j, block)
	}
	e.end()
	scratches.Put(scratch)
	scratches.Put(values)
}

// matrixOf calls matrix for callers that cannot be cancelled.
func matrixOf(dst *mat.Dense, k Kernel, x *mat.Dense, z *Supports, shift bool) {
	// The background context never ends, so there is no error.
	_ = matrix(context.Background(), dst, k, x, z, shift, false)
}

// matrix computes [Matrix]. If upper is set, it computes only the upper triangle and
// some entries below. It fails only if ctx ends.
func matrix(ctx context.Context, dst *mat.Dense, k Kernel, x *mat.Dense, z *Supports, shift, upper bool) error {
	b, d := x.Dims()
	if rows, cols := dst.Dims(); rows != b || cols != z.m || d != z.d && !OfSeries(k) {
		panic(fmt.Sprintf("kernel: dst %d×%d, x %d×%d, z %d×%d", rows, cols, b, d, z.m, z.d))
	}
	f, out := z.factorFor(k), dst.RawMatrix()
	grain := simd.BlockRows
	series := OfSeries(k)
	switch {
	case series:
		grain = 1
	case upper:
		grain = gramRows // rows have different lengths
	}
	err := parallel.For(ctx, b, grain, func(lo, hi int) {
		scratch := getScratch((hi - lo) * d)
		e := newEvaluation(f, k, shift, x.Slice(lo, hi, 0, d).(*mat.Dense), *scratch)
		e.ctx = ctx
		switch {
		case upper && series:
			e.first = lo
		case upper:
			e.first = lo / simd.BlockColumns * simd.BlockColumns
		}
		e.rows(blas64.General{Rows: hi - lo, Cols: z.m, Stride: out.Stride, Data: out.Data[lo*out.Stride:]})
		scratches.Put(scratch)
	})
	if err == nil && series { // a row may have stopped at the end of ctx
		err = ctx.Err()
	}
	return err
}

// gramRows is the number of rows of a triangle that are computed at a time.
const gramRows = 4 * simd.BlockAlign

// scratches keeps storage for samples minus an origin.
var scratches = sync.Pool{New: func() any { return new([]float64) }}

// getScratch returns n values of arbitrary content, to be returned to the pool.
func getScratch(n int) *[]float64 {
	s := scratches.Get().(*[]float64)
	if cap(*s) < n {
		*s = storage.Make(n)
	}
	*s = (*s)[:n]
	return s
}

// Gram returns the m×m kernel matrix of the supports z, or κ−1 of each pair if shift is
// set. Its entries are those of Matrix, bit for bit, as read from the upper triangle.
// It fails only if ctx ends.
func Gram(ctx context.Context, k Kernel, z *mat.Dense, shift bool) (*mat.SymDense, error) {
	return gramOf(ctx, k, z, newSupports(z, 0, ColumnMeans), shift)
}

// GramAt returns [Gram] with the caller's origin, as for [NewSupportsAt].
func GramAt(ctx context.Context, k Kernel, z *mat.Dense, origin []float64, shift bool) (*mat.SymDense, error) {
	return gramOf(ctx, k, z, newSupports(z, 0, fixedOrigin(origin)), shift)
}

func gramOf(ctx context.Context, k Kernel, z *mat.Dense, s *Supports, shift bool) (*mat.SymDense, error) {
	m, _ := z.Dims()
	gram, full := dense.NewSym(m), new(mat.Dense)
	raw := gram.RawSymmetric() // read from its upper triangle
	full.SetRawMatrix(blas64.General{Rows: m, Cols: m, Stride: raw.Stride, Data: raw.Data})
	if err := matrix(ctx, full, k, z, s, shift, true); err != nil {
		return nil, err
	}
	return gram, nil
}

// subtractOrigin copies a sample, minus the origin if there is one.
func subtractOrigin(dst, x, origin []float64) {
	if origin == nil {
		copy(dst, x)
	} else {
		floats.SubTo(dst, x, origin)
	}
}

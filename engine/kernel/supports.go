package kernel

import (
	"context"
	"fmt"
	"sync"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/hugepage"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// near is the share of ‖x‖²+‖z‖² below which ‖x−z‖² is summed from differences:
// the expansion of the square has only some 40 bits left there. Kernels with a
// kink at zero would turn an error of 10⁻¹⁶ in the square into one of 10⁻⁸, and
// a sample equal to a support must not be another function.
const near = 0x1p-10

// Supports are the m×d samples z that functions κ(z_j, ·) are made of.
type Supports struct {
	m, d    int
	plain   func() *factor
	centred func() *factor
	aligned func(k Kernel) *factor
}

// Differences are supports of which the first, the base z_0, is there to be taken
// from the others: m−1 functions κ(z_j, ·) − κ(z_0, ·).
type Differences struct{ others *Supports }

// NewSupports prepares the rows of z (m×d), which it copies.
func NewSupports(z *mat.Dense) *Supports { return newSupports(copyOf(z), 0, ColumnMeans) }

// NewSupportsAt is [NewSupports] with an origin (length d) of the caller's for
// kernels of differences, from which z should not be far; nil for none. Supports of
// one origin serve the same [Samples].
func NewSupportsAt(z *mat.Dense, origin []float64) *Supports {
	return newSupports(copyOf(z), 0, given(origin))
}

// NewDifferences prepares the rows of z (m×d, m at least 2), which it keeps: they must not
// be changed any more. The origin is as [NewSupportsAt] takes it.
func NewDifferences(z *mat.Dense, origin []float64) *Differences {
	return &Differences{newSupports(z, 1, given(origin))}
}

// given is an origin of the caller's.
func given(origin []float64) func(*mat.Dense) []float64 {
	return func(*mat.Dense) []float64 { return origin }
}

// copyOf is a copy of z.
func copyOf(z *mat.Dense) *mat.Dense {
	m, d := z.Dims()
	own := dense.New(m, d)
	// Without a cancellable context there is nothing to report, here and below.
	_ = parallel.For(context.Background(), m, supportRows, func(lo, hi int) {
		own.Slice(lo, hi, 0, d).(*mat.Dense).Copy(z.Slice(lo, hi, 0, d))
	})
	return own
}

// newSupports keeps z and prepares its rows from one on, those before it as their base.
// Their origin, where they need one, is what origin makes of all.
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
		plain:   sync.OnceValue(func() *factor { return prepare(nil) }),
		centred: sync.OnceValue(func() *factor { return prepare(origin(z)) }),
	}
}

// Len is m.
func (s *Supports) Len() int { return s.m }

// factor is the supports as the right factor of products with samples.
type factor struct {
	origin  []float64 // taken from every sample; nil for none
	norms   []float64 // of the supports less the origin, squared
	longest float64   // of them
	packed  *simd.Packed
	z       *mat.Dense // the supports as they are
	base    *factor    // whose only function is taken from those of the others; nil for none
}

// of is the factor for a kernel. Where only differences enter, the origin is the
// mean of the supports: ‖z‖²+‖x‖²−2z·x keeps few digits far from it.
func (s *Supports) of(k Kernel) *factor {
	if OfSeries(k) {
		return s.aligned(k)
	}
	if k.TranslationInvariant() {
		return s.centred()
	}
	return s.plain()
}

func newFactor(z *mat.Dense, origin []float64) *factor {
	m, d := z.Dims()
	f := &factor{origin: origin, norms: make([]float64, m), packed: simd.NewRight(d, m), z: z}
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

// supportRows supports are prepared at a time, whole slivers: fewer are not worth a goroutine.
const supportRows = 4 * simd.BlockAlign

// newAlignedFactor is that of the series z.
func newAlignedFactor(k Kernel, z *mat.Dense) *factor {
	return &factor{norms: Norms(k, z), z: z}
}

// meanColumns columns are summed at a time.
const meanColumns = 64

// ColumnMeans is the mean of each column of x. A column is summed in the order of the
// rows.
func ColumnMeans(x *mat.Dense) []float64 {
	n, d := x.Dims()
	mean := make([]float64, d)
	// Without a cancellable context there is nothing to report.
	_ = parallel.For(context.Background(), d, meanColumns, func(lo, hi int) {
		for t := range n {
			floats.AddScaled(mean[lo:hi], 1/float64(n), x.RawRowView(t)[lo:hi])
		}
	})
	return mean
}

// SquaredNorms is the squared norm of each row of x.
func SquaredNorms(x *mat.Dense) []float64 {
	n, _ := x.Dims()
	s := make([]float64, n)
	for i := range s {
		r := x.RawRowView(i)
		s[i] = floats.Dot(r, r)
	}
	return s
}

// Matrix writes κ(z_j, x_i), or κ−1 when shift is set, into dst: b×m for the
// b×d samples x and the m supports z. Rows are divided among all processors; an
// entry depends on its sample and the supports alone, bit for bit.
func Matrix(dst *mat.Dense, k Kernel, x *mat.Dense, z *Supports, shift bool) {
	matrixOf(dst, k, x, z, shift)
}

// Matrix writes κ(z_j, x_i) − κ(z_0, x_i), j above 0, into dst: b×(m−1) for the b×d
// samples x. With shift each is the difference of two κ−1. Otherwise it is as
// the function [Matrix].
func (z *Differences) Matrix(dst *mat.Dense, k Kernel, x *mat.Dense, shift bool) {
	matrixOf(dst, k, x, z.others, shift)
}

// Each gives κ(z_j, x_i) − κ(z_0, x_i), as Matrix does and to the bit, of the first
// count functions, some consecutive ones at a time, while they are in the cache: f gets
// those from one on, a row for each sample, to do with as it likes until it returns.
// All is done on this goroutine. It panics unless there are as many functions.
func (z *Differences) Each(k Kernel, x *mat.Dense, shift bool, count int, f func(from int, values blas64.General)) {
	b, d := x.Dims()
	if s := z.others; d != s.d && !OfSeries(k) || count < 0 || count > s.m {
		panic(fmt.Sprintf("kernel: %d functions of x %d×%d over z %d×%d", count, b, d, s.m, s.d))
	}
	scratch, values := getScratch(b*d), getScratch(b*simd.BlockColumns)
	e := newEvaluation(z.others.of(k), k, shift, x, *scratch)
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

// matrixOf is matrix in full, for callers that cannot be cancelled.
func matrixOf(dst *mat.Dense, k Kernel, x *mat.Dense, z *Supports, shift bool) {
	// Without a cancellable context there is nothing to report.
	_ = matrix(context.Background(), dst, k, x, z, shift, false)
}

// matrix is Matrix; of the upper triangle alone, and some of what is below, where
// upper is set. It fails only when ctx ends.
func matrix(ctx context.Context, dst *mat.Dense, k Kernel, x *mat.Dense, z *Supports, shift, upper bool) error {
	b, d := x.Dims()
	if rows, cols := dst.Dims(); rows != b || cols != z.m || d != z.d && !OfSeries(k) {
		panic(fmt.Sprintf("kernel: dst %d×%d, x %d×%d, z %d×%d", rows, cols, b, d, z.m, z.d))
	}
	f, out := z.of(k), dst.RawMatrix()
	grain := simd.BlockRows
	series := OfSeries(k)
	switch {
	case series:
		grain = 1
	case upper:
		grain = gramRows // they are of unlike lengths
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
	if err == nil && series { // which a row may have met the end of
		err = ctx.Err()
	}
	return err
}

// gramRows rows of a triangle are computed at a time.
const gramRows = 4 * simd.BlockAlign

// scratches keeps storage for samples less an origin.
var scratches = sync.Pool{New: func() any { return new([]float64) }}

// getScratch gives n numbers of any values, to be put back.
func getScratch(n int) *[]float64 {
	s := scratches.Get().(*[]float64)
	if cap(*s) < n {
		*s = hugepage.Make(n)
	}
	*s = (*s)[:n]
	return s
}

// Gram is the m×m kernel matrix of the supports z, or κ−1 of each pair when
// shift is set. Its entries are those of Matrix, bit for bit, as read from the
// upper triangle. It fails only when ctx ends.
func Gram(ctx context.Context, k Kernel, z *mat.Dense, shift bool) (*mat.SymDense, error) {
	return gramOf(ctx, k, z, newSupports(z, 0, ColumnMeans), shift)
}

// GramAt is [Gram] with an origin of the caller's, as [NewSupportsAt] takes it.
func GramAt(ctx context.Context, k Kernel, z *mat.Dense, origin []float64, shift bool) (*mat.SymDense, error) {
	return gramOf(ctx, k, z, newSupports(z, 0, given(origin)), shift)
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

// subtractOrigin copies a sample, less the origin where there is one.
func subtractOrigin(dst, x, origin []float64) {
	if origin == nil {
		copy(dst, x)
	} else {
		floats.SubTo(dst, x, origin)
	}
}

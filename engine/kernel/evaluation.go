package kernel

import (
	"context"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// evaluation is the evaluation of a kernel for a few samples.
type evaluation struct {
	*factor
	k       Kernel
	shift   bool
	first   int                 // the first support, at the border of a block
	shifted blas64.General      // the samples minus the origin
	xx      []float64           // their squared norms; nil if not yet known
	sample  func(int) []float64 // a sample, unshifted
	ctx     context.Context     // ends the alignment of series; nil for none

	left   *simd.Packed // the samples minus the origin, packed
	atBase []float64    // κ of each sample and the base, which is subtracted; nil for none
}

// newEvaluation returns the evaluation for the rows of x, in the given storage.
func newEvaluation(f *factor, k Kernel, shift bool, x *mat.Dense, storage []float64) *evaluation {
	b, d := x.Dims()
	less := blas64.General{Rows: b, Cols: d, Stride: d, Data: storage}
	if OfSeries(k) {
		return &evaluation{factor: f, k: k, shift: shift, shifted: less, xx: Norms(k, x), sample: x.RawRowView}
	}
	for i := range b {
		subtractOrigin(less.Data[i*d:][:d], x.RawRowView(i), f.origin)
	}
	return &evaluation{factor: f, k: k, shift: shift, shifted: less, sample: x.RawRowView}
}

// begin prepares the samples.
func (e *evaluation) begin() {
	if OfSeries(e.k) {
		e.beginBase()
		return
	}
	e.left = simd.NewLeftFactor(e.shifted.Rows, e.shifted.Cols)
	e.left.PackRows(e.shifted, 0, e.left.Slivers())
	if e.xx == nil {
		e.xx = SquaredNorms(mat.NewDense(e.shifted.Rows, e.shifted.Cols, e.shifted.Data))
	}
	e.beginBase()
}

// beginBase evaluates the base of the supports, if there is one.
func (e *evaluation) beginBase() {
	if e.base != nil {
		of, values := *e, make([]float64, e.shifted.Rows)
		of.factor = e.base
		of.block(blas64.General{Rows: e.shifted.Rows, Cols: 1, Stride: 1, Data: values}, 0)
		e.atBase = values
	}
}

// end releases the packed samples.
func (e *evaluation) end() {
	if e.left != nil {
		e.left.Release()
	}
}

// rows computes Matrix for these samples.
func (e *evaluation) rows(dst blas64.General) {
	e.begin()
	for j := e.first; j < dst.Cols; j += simd.BlockColumns {
		block := dst
		block.Cols, block.Data = min(simd.BlockColumns, dst.Cols-j), dst.Data[j:]
		e.block(block, j)
	}
	e.end()
}

// block writes the functions from j on, as many as dst has columns. The product is
// converted to kernel values while it is in the cache.
func (e *evaluation) block(dst blas64.General, j int) {
	of, series := e.k.(Aligned)
	if series {
		e.align(dst, of, j)
	} else {
		supports := e.packed.Lines(j, j+dst.Cols)
		simd.AddScaled(1, e.left, supports, 0, dst, simd.Block{I1: dst.Rows, J1: dst.Cols}, simd.All)
	}
	for i := range dst.Rows {
		row := dst.Data[i*dst.Stride:][:dst.Cols]
		if !series {
			e.finish(row, i, j)
		}
		if e.atBase != nil {
			floats.AddConst(-e.atBase[i], row)
		}
	}
}

// finish replaces the inner products of sample i with the supports from j on by κ, or
// κ−1.
func (e *evaluation) finish(prod []float64, i, j int) {
	xx, norms := e.xx[i], e.norms[j:j+len(prod)]
	if !e.k.TranslationInvariant() {
		e.k.Apply(prod, xx, norms, e.shift)
		return
	}
	if least := simd.SquaredDistances(prod, xx, norms); least < nearShare*(xx+e.longest) {
		for a, d := range prod {
			if d < nearShare*(xx+norms[a]) {
				prod[a] = squaredDistance(e.sample(i), e.z.RawRowView(j+a))
			}
		}
	}
	OfSquares(e.k, prod, e.shift)
}

// squaredDistance returns ‖a−b‖², with four partial sums for speed.
func squaredDistance(a, b []float64) float64 {
	var s [4]float64
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		for l := range s {
			v := a[i+l] - b[i+l]
			s[l] += v * v
		}
	}
	for ; i < len(a); i++ {
		v := a[i] - b[i]
		s[0] += v * v
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

// align writes the kernel values of the samples and the supports from j on, until ctx
// ends.
func (e *evaluation) align(dst blas64.General, of Aligned, j int) {
	a := aligners.Get().(*align.Aligner)
	defer aligners.Put(a)
	for i := range dst.Rows {
		x, row := SeriesOf(e.sample(i)), dst.Data[i*dst.Stride:][:dst.Cols]
		for c := range row {
			if e.ctx != nil && e.ctx.Err() != nil {
				return
			}
			row[c] = of.Align(a, x, SeriesOf(e.z.RawRowView(j+c)))
		}
		e.k.Apply(row, e.xx[i], e.norms[j:j+dst.Cols], e.shift)
	}
}

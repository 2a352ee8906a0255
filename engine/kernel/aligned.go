package kernel

import (
	"context"
	"math"
	"slices"
	"sync"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/mat"
)

// Aligned is a kernel of whole series, stored in rows as [data.PackSeries] writes them.
// Apply takes the results of Align in place of the inner products and those of Self in
// place of the squared norms.
type Aligned interface {
	Kernel
	// Align returns the value of aligning two series.
	Align(a *align.Aligner, x, y align.Series) float64
	// Self returns the value of aligning a series with itself.
	Self(a *align.Aligner, x align.Series) float64
	// Rounding bounds the rounding error of a value of the kernel, for series of up to
	// the given number of frames whose values with themselves are at most self in
	// magnitude.
	Rounding(frames int, self float64) float64
	// Work returns the operations of Align for series of the given number of frames.
	Work(frames float64, channels int) float64
}

// alignWork is the cost of a pair of frames beyond that of their distance: an
// exponential, a division and a step that depends on the previous one.
const alignWork = 300

// pathWork returns the operations of an alignment in a window.
func pathWork(frames float64, channels int, w align.Window) float64 {
	width := frames
	if band, ok := w.Width(); ok {
		width = min(frames, float64(2*band+1))
	}
	return frames * width * (alignWork + 4*float64(channels))
}

// OfSeries reports whether samples of a kernel are whole series.
func OfSeries(k Kernel) bool {
	_, ok := k.(Aligned)
	return ok
}

// SeriesOf returns the series in a row.
func SeriesOf(row []float64) align.Series {
	x, channels := data.Frames(row)
	return align.Series{X: x, Channels: channels}
}

var aligners = sync.Pool{New: func() any { return new(align.Aligner) }}

// Norms returns the squared norms of the samples in the rows of x that the kernel uses.
func Norms(k Kernel, x *mat.Dense) []float64 {
	of, ok := k.(Aligned)
	if !ok {
		return SquaredNorms(x)
	}
	n, _ := x.Dims()
	out := make([]float64, n)
	// The background context never ends, so there is no error.
	_ = parallel.For(context.Background(), n, 1, func(lo, hi int) {
		a := aligners.Get().(*align.Aligner)
		for i := lo; i < hi; i++ {
			out[i] = of.Self(a, SeriesOf(x.RawRowView(i)))
		}
		aligners.Put(a)
	})
	return out
}

// Selves returns κ(x, x) of the samples in the rows of x.
func Selves(k Kernel, x *mat.Dense) []float64 {
	norms := Norms(k, x)
	out := slices.Clone(norms)
	for t := range out {
		k.Apply(out[t:t+1], norms[t], norms[t:t+1], false)
	}
	return out
}

// alignedError computes EntryError for a kernel of series, the rows of x.
func alignedError(k Aligned, x *mat.Dense) float64 {
	frames, self := 0, 0.0
	for _, v := range Norms(k, x) {
		self = max(self, math.Abs(v))
	}
	n, _ := x.Dims()
	for i := range n {
		frames = max(frames, SeriesOf(x.RawRowView(i)).Len())
	}
	return k.Rounding(frames, self)
}

package kernel

import (
	"fmt"

	"example.com/sfatui/engine/align"
	"example.com/sfatui/engine/linalg/hugepage"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// Samples are a few samples that are held against several [Supports] of one origin,
// one after the other. They may be exchanged one by one.
type Samples struct {
	origin  []float64
	x       [][]float64    // as they are
	shifted blas64.General // less the origin
	norms   []float64      // of these, squared
}

// NewSamples makes room for n samples of d inputs, to be taken less the origin of the
// supports; nil for none.
func NewSamples(n, d int, origin []float64) *Samples {
	return &Samples{
		origin: origin, x: make([][]float64, n), norms: make([]float64, n),
		shifted: blas64.General{Rows: n, Cols: d, Stride: d, Data: hugepage.Make(n * d)},
	}
}

// Set makes x sample i. It is not copied and must not change as long as it is one.
func (s *Samples) Set(i int, x []float64) {
	row := s.row(i)
	subtractOrigin(row, x, s.origin)
	s.x[i], s.norms[i] = x, floats.Dot(row, row)
}

// Copy makes sample i the same as sample from.
func (s *Samples) Copy(i, from int) {
	copy(s.row(i), s.row(from))
	s.x[i], s.norms[i] = s.x[from], s.norms[from]
}

func (s *Samples) row(i int) []float64 { return s.shifted.Data[i*s.shifted.Stride:][:s.shifted.Cols] }

// Matrix writes κ(z_j, x_i) of the first samples into dst, a row for each, on this
// goroutine: what the function [Matrix] gives with supports of this origin, bit for
// bit. It panics unless the supports are of the samples' origin and dst has a column
// for each.
func (s *Samples) Matrix(dst blas64.General, k Kernel, z *Supports) {
	f := z.of(k)
	if dst.Rows > len(s.x) || dst.Cols != z.m || s.shifted.Cols != z.d || !sameOrigin(f.origin, s.origin) {
		panic(fmt.Sprintf("kernel: dst %d×%d, %d×%d samples, z %d×%d, or another origin", dst.Rows, dst.Cols, len(s.x), s.shifted.Cols, z.m, z.d))
	}
	less := s.shifted
	less.Rows = dst.Rows
	e := evaluation{factor: f, k: k, less: less, xx: s.norms[:dst.Rows], sample: func(i int) []float64 { return s.x[i] }}
	if of, ok := k.(Aligned); ok {
		e.xx = make([]float64, dst.Rows)
		a := aligners.Get().(*align.Aligner)
		for i := range e.xx {
			e.xx[i] = of.Self(a, SeriesOf(s.x[i]))
		}
		aligners.Put(a)
	}
	e.rows(dst)
}

// sameOrigin reports whether two origins are the same storage, or both none.
func sameOrigin(a, b []float64) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

package kernel

import (
	"fmt"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/align"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
)

// Samples is a small set of samples that is evaluated against several [Supports] of one
// origin, one after the other. Samples may be exchanged one by one.
type Samples struct {
	origin  []float64
	x       [][]float64    // unshifted
	shifted blas64.General // minus the origin
	norms   []float64      // squared norms of the shifted samples
}

// NewSamples returns storage for n samples of d inputs. The origin of the supports, nil
// for none, is subtracted from them.
func NewSamples(n, d int, origin []float64) *Samples {
	return &Samples{
		origin: origin, x: make([][]float64, n), norms: make([]float64, n),
		shifted: blas64.General{Rows: n, Cols: d, Stride: d, Data: storage.Make(n * d)},
	}
}

// Set sets sample i to x. x is not copied and must not change while it is in use.
func (s *Samples) Set(i int, x []float64) {
	row := s.row(i)
	subtractOrigin(row, x, s.origin)
	s.x[i], s.norms[i] = x, floats.Dot(row, row)
}

// Copy sets sample i to sample from.
func (s *Samples) Copy(i, from int) {
	copy(s.row(i), s.row(from))
	s.x[i], s.norms[i] = s.x[from], s.norms[from]
}

func (s *Samples) row(i int) []float64 { return s.shifted.Data[i*s.shifted.Stride:][:s.shifted.Cols] }

// Matrix writes κ(z_j, x_i) of the first samples into dst, one row for each, on this
// goroutine, bitwise equal to the function [Matrix] with supports of this origin. It
// panics unless the supports have the origin of the samples and dst has a column for
// each.
func (s *Samples) Matrix(dst blas64.General, k Kernel, z *Supports) {
	f := z.factorFor(k)
	if dst.Rows > len(s.x) || dst.Cols != z.m || s.shifted.Cols != z.d || !sameOrigin(f.origin, s.origin) {
		panic(fmt.Sprintf("kernel: dst %d×%d, %d×%d samples, z %d×%d, or another origin", dst.Rows, dst.Cols, len(s.x), s.shifted.Cols, z.m, z.d))
	}
	less := s.shifted
	less.Rows = dst.Rows
	e := evaluation{factor: f, k: k, shifted: less, xx: s.norms[:dst.Rows], sample: func(i int) []float64 { return s.x[i] }}
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

// sameOrigin reports whether two origins share storage, or both are absent.
func sameOrigin(a, b []float64) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

package kernel

import (
	"context"
	"fmt"
	"runtime"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Distances holds the squared distances of n samples to all candidate supports, from
// which kernels of every width are computed. It is safe for concurrent use.
type Distances struct {
	squares  blas64.General
	isKernel bool // squares are already values of a kernel, as from NewAlignments
}

// NewDistances computes ‖x_i − z_j‖² of the rows of x (n×d) and of z (m×d), as
// [Supports] at this origin do (length d), in n·m numbers. It fails only if ctx ends.
func NewDistances(ctx context.Context, x, z *mat.Dense, origin []float64) (*Distances, error) {
	n, _ := x.Dims()
	m, _ := z.Dims()
	squares := dense.New(n, m)
	if err := matrix(ctx, squares, squaredDistanceKernel{}, x, newSupports(z, 0, fixedOrigin(origin)), false, false); err != nil {
		return nil, err
	}
	return &Distances{squares: squares.RawMatrix()}, nil
}

// Row writes κ(z_j, x_i), or κ−1 if shift is set, for the rows j of z into dst, bitwise
// equal to [Matrix] with supports of the same origin. It panics unless k is
// [Kernel.TranslationInvariant] and dst has an entry for each row. Values of
// [NewAlignments] belong to one kernel and are copied unchanged.
func (d *Distances) Row(dst []float64, k Kernel, i int, rows []int, shift bool) {
	if !d.isKernel && !k.TranslationInvariant() || len(dst) != len(rows) {
		panic(fmt.Sprintf("kernel: %d entries of kernel %s from %d distances", len(dst), k.Name(), len(rows)))
	}
	all := d.squares.Data[i*d.squares.Stride:][:d.squares.Cols]
	for a, j := range rows {
		dst[a] = all[j]
	}
	if !d.isKernel {
		OfSquares(k, dst, shift)
	}
}

// ReadAhead prefetches the distances of x_i if [Distances.Row] is going to read the
// given number of rows of them: reading them in the order of the rows of z is much
// slower than consecutively. If that is fewer than one per cache line, most of the data
// would be wasted, and it does nothing. i may be one past the end.
func (d *Distances) ReadAhead(i, rows int) {
	if i < d.squares.Rows && simd.LineNumbers*rows >= d.squares.Cols {
		simd.Prefetch(d.squares.Data[i*d.squares.Stride:][:d.squares.Cols])
	}
}

// Gram returns the kernel matrix of rows of z, where x is z, or κ−1 of each pair if
// shift is set. It is bitwise equal to that of [GramAt] at the same origin. It fails
// only if ctx ends.
func (d *Distances) Gram(ctx context.Context, k Kernel, rows []int, shift bool) (*mat.SymDense, error) {
	m := len(rows)
	g := dense.NewSym(m)
	raw := g.RawSymmetric()
	return g, parallel.For(ctx, m, gramRows, func(lo, hi int) {
		for a := lo; a < hi; a++ {
			if a+1 < hi {
				d.ReadAhead(rows[a+1], m-a-1)
			}
			d.Row(raw.Data[a*raw.Stride+a:][:m-a], k, rows[a], rows[a:], shift)
		}
	})
}

// squaredDistanceKernel stands for a kernel whose value is the squared distance.
type squaredDistanceKernel struct{}

func (squaredDistanceKernel) Name() string               { return "squared distance" }
func (squaredDistanceKernel) TranslationInvariant() bool { return true }
func (squaredDistanceKernel) CanShift() bool             { return false }
func (s squaredDistanceKernel) Apply(prod []float64, xx float64, zz []float64, _ bool) {
	applySquares(s, prod, xx, zz, false)
}
func (squaredDistanceKernel) ofSquares([]float64, bool) {}

// OfSquares replaces squared distances by κ, or by κ−1 if shift is set, of a kernel of
// differences.
func OfSquares(k Kernel, squares []float64, shift bool) {
	if k, ok := k.(ofDistance); ok {
		k.ofSquares(squares, shift)
		return
	}
	// Inner products that yield these distances if both norms are zero.
	floats.Scale(-0.5, squares)
	k.Apply(squares, 0, make([]float64, len(squares)), shift)
}

// NewAlignments computes the values of an aligned kernel for the series in the rows of
// x (n rows) and of z (m rows), in n·m numbers, so that values that are used repeatedly
// are aligned once. It fails only if ctx ends.
func NewAlignments(ctx context.Context, k Aligned, x, z *mat.Dense, shift bool) (*Distances, error) {
	defer runtime.KeepAlive(x) // its rows may be in a file that is closed with it
	n, _ := x.Dims()
	m, _ := z.Dims()
	values := mat.NewDense(n, m, nil)
	if err := matrix(ctx, values, k, x, newSupports(z, 0, ColumnMeans), shift, false); err != nil {
		return nil, err
	}
	return &Distances{squares: values.RawMatrix(), isKernel: true}, nil
}

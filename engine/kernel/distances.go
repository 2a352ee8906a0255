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

// Distances are the squared distances of n samples to all that supports may be chosen
// from: what kernels of every width are made of. It may be used by several goroutines
// at once.
type Distances struct {
	squares blas64.General
	final   bool // they are values of a kernel already, as NewAlignments makes them
}

// NewDistances computes ‖x_i − z_j‖² of the rows of x (n×d) and of z (m×d), as
// [Supports] at this origin do (length d), in n·m numbers. It fails only when ctx ends.
func NewDistances(ctx context.Context, x, z *mat.Dense, origin []float64) (*Distances, error) {
	n, _ := x.Dims()
	m, _ := z.Dims()
	squares := dense.New(n, m)
	if err := matrix(ctx, squares, square{}, x, newSupports(z, 0, given(origin)), false, false); err != nil {
		return nil, err
	}
	return &Distances{squares: squares.RawMatrix()}, nil
}

// Row writes κ(z_j, x_i), or κ−1 when shift is set, for the rows j of z into dst: what
// [Matrix] gives with supports of the same origin, bit for bit. It panics unless k is
// [Kernel.TranslationInvariant] and dst has an entry for each row. What [NewAlignments]
// made are values of one kernel, which are given as they are.
func (d *Distances) Row(dst []float64, k Kernel, i int, rows []int, shift bool) {
	if !d.final && !k.TranslationInvariant() || len(dst) != len(rows) {
		panic(fmt.Sprintf("kernel: %d entries of kernel %s from %d distances", len(dst), k.Name(), len(rows)))
	}
	all := d.squares.Data[i*d.squares.Stride:][:d.squares.Cols]
	for a, j := range rows {
		dst[a] = all[j]
	}
	if !d.final {
		OfSquares(k, dst, shift)
	}
}

// ReadAhead has the distances of x_i on their way to the cache, where [Distances.Row] is to
// take so many of them next: in the order of the rows of z they come from memory far slower
// than one after the other. With fewer than lines there are, most would be read for nothing,
// and none is. i may be one behind the last.
func (d *Distances) ReadAhead(i, rows int) {
	if i < d.squares.Rows && simd.LineNumbers*rows >= d.squares.Cols {
		simd.Prefetch(d.squares.Data[i*d.squares.Stride:][:d.squares.Cols])
	}
}

// Gram is the kernel matrix of rows of z, where x is z, or κ−1 of each pair when shift
// is set: what [GramAt] gives of them at the same origin, bit for bit. It fails only
// when ctx ends.
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

// square stands for a kernel: the squared distance itself.
type square struct{}

func (square) Name() string               { return "squared distance" }
func (square) TranslationInvariant() bool { return true }
func (square) CanShift() bool             { return false }
func (s square) Apply(prod []float64, xx float64, zz []float64, _ bool) {
	applySquares(s, prod, xx, zz, false)
}
func (square) ofSquares([]float64, bool) {}

// OfSquares replaces squared distances by κ, or by κ−1 when shift is set, of a kernel
// of differences.
func OfSquares(k Kernel, squares []float64, shift bool) {
	if k, ok := k.(ofDistance); ok {
		k.ofSquares(squares, shift)
		return
	}
	// Inner products that give these distances when both norms are zero.
	floats.Scale(-0.5, squares)
	k.Apply(squares, 0, make([]float64, len(squares)), shift)
}

// NewAlignments computes the values of an aligned kernel for the series in the rows of x
// (n rows) and of z (m rows), in n·m numbers: values that are used more than once are
// aligned once. It fails only when ctx ends.
func NewAlignments(ctx context.Context, k Aligned, x, z *mat.Dense, shift bool) (*Distances, error) {
	defer runtime.KeepAlive(x) // its rows may be in a file that is closed with it
	n, _ := x.Dims()
	m, _ := z.Dims()
	values := mat.NewDense(n, m, nil)
	if err := matrix(ctx, values, k, x, newSupports(z, 0, ColumnMeans), shift, false); err != nil {
		return nil, err
	}
	return &Distances{squares: values.RawMatrix(), final: true}, nil
}

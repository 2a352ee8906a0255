package linalg

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// cholBlock rows are brought in at a time.
const cholBlock = 128

// CholeskyInOrder takes the rows of a (m×m, positive semidefinite up to
// rounding; only the upper triangle is read) in their order and factors what is
// independent: row i is dropped when what the kept rows before it leave of its
// diagonal entry is at most tol times the largest diagonal entry of a (or not
// above zero). It returns the indices that are kept, ascending, r of them, and
// the lower triangular factor L (r×r) of
//
//	a[kept, kept] = L · Lᵀ.
//
// A row looks only at rows before it. So where leading blocks share the largest
// diagonal entry, as kernel matrices with a constant diagonal do, the kept
// indices and the factor of a leading block are a prefix and a leading block of
// those of a, bit for bit. The result does not depend on GOMAXPROCS.
//
// When no row is kept, L is empty (0×0). An entry that is NaN or infinite gives
// an error; so does a context that ends. It panics if tol is negative or NaN.
func CholeskyInOrder(ctx context.Context, a *mat.SymDense, tol float64) (l *mat.TriDense, kept []int, err error) {
	if !(tol >= 0) {
		panic("linalg: CholeskyInOrder: tolerance is negative or NaN")
	}
	if err := checkFinite(a); err != nil {
		return nil, nil, err
	}
	m := a.SymmetricDim()
	if m == 0 {
		return &mat.TriDense{}, nil, nil
	}
	largest := 0.0
	for i := range m {
		largest = max(largest, a.At(i, i))
	}
	f := inOrderFactor{a: a.RawSymmetric(), threshold: tol * largest,
		l: blas64.General{Rows: m, Cols: m, Stride: m, Data: make([]float64, m*m)}}
	for lo := 0; lo < m; lo += cholBlock {
		if err := f.bring(ctx, lo, min(lo+cholBlock, m)); err != nil {
			return nil, nil, err
		}
	}
	return f.factor(), f.kept, nil
}

// inOrderFactor is a factor that grows by blocks of rows.
type inOrderFactor struct {
	a         blas64.Symmetric
	threshold float64
	l         blas64.General // the first len(kept) rows and columns are L
	kept      []int
}

// bring takes the rows lo … hi-1 of a. Their part under the kept columns is a
// triangular solve; what is left of their own square is factored row by row.
func (f *inOrderFactor) bring(ctx context.Context, lo, hi int) error {
	r, b := len(f.kept), hi-lo
	x := blas64.General{Rows: b, Cols: r, Stride: max(r, 1), Data: make([]float64, b*r)}
	for k, j := range f.kept {
		for i := range b {
			x.Data[i*r+k] = f.a.Data[j*f.a.Stride+lo+i]
		}
	}
	solved := blas64.Triangular{N: r, Stride: f.l.Stride, Data: f.l.Data, Uplo: blas.Lower, Diag: blas.NonUnit}
	if err := solveLowerRows(ctx, solved, x); err != nil {
		return err
	}
	s := blas64.General{Rows: b, Cols: b, Stride: b, Data: make([]float64, b*b)}
	for i := range b {
		for j := range i + 1 {
			s.Data[i*b+j] = f.a.Data[(lo+j)*f.a.Stride+lo+i]
		}
	}
	err := ParallelRows(ctx, b, solveRows, func(i, to int) {
		subtractProduct(part(s, i, to, 0, to), part(x, i, to, 0, r), part(x, 0, to, 0, r))
	})
	if err != nil {
		return err
	}
	f.factorSquare(lo, x, s)
	return nil
}

// factorSquare factors the square s that is left of the rows from lo on, drops
// what depends on rows before it, and appends the rest to L; x holds the part
// of the rows under the columns of L so far.
func (f *inOrderFactor) factorSquare(lo int, x, s blas64.General) {
	bi := blas64.Implementation()
	first := len(f.kept)
	for i := range s.Rows {
		r := len(f.kept)
		row := f.l.Data[r*f.l.Stride : r*f.l.Stride+r+1]
		copy(row, x.Data[i*first:(i+1)*first])
		for k := first; k < r; k++ {
			lk := f.l.Data[k*f.l.Stride : k*f.l.Stride+k+1]
			sum := s.Data[i*s.Stride+f.kept[k]-lo]
			if k > first {
				sum -= bi.Ddot(k-first, row[first:], 1, lk[first:], 1)
			}
			row[k] = sum / lk[k]
		}
		left := s.Data[i*s.Stride+i]
		for _, v := range row[first:r] {
			left -= v * v
		}
		if left > f.threshold {
			row[r] = math.Sqrt(left)
			f.kept = append(f.kept, lo+i)
		}
	}
}

// factor copies L out of the storage it grew in.
func (f *inOrderFactor) factor() *mat.TriDense {
	r := len(f.kept)
	if r == 0 {
		return &mat.TriDense{}
	}
	data := make([]float64, r*r)
	for i := range r {
		copy(data[i*r:i*r+i+1], f.l.Data[i*f.l.Stride:])
	}
	return mat.NewTriDense(r, mat.Lower, data)
}

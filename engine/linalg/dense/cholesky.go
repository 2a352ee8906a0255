package dense

import (
	"context"
	"math"

	"example.com/sfatui/datasets/storage"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// CholeskyBlock is the number of rows that are factored before one product updates
	// the rows after them.
	CholeskyBlock = simd.Depth
	// choleskySquare is the number of these rows that are factored one by one.
	choleskySquare = 64
)

// CholeskyInOrder factors the linearly independent rows of a (m×m, positive
// semidefinite up to rounding; only the upper triangle is read) without pivoting. It
// drops row i if its pivot, the diagonal entry of the Schur complement of the kept rows
// before it, is at most tol times the largest diagonal entry of a (or not positive). It
// returns the r kept indices in ascending order and the lower triangular factor L (r×r)
// of
//
//	a[kept, kept] = L · Lᵀ.
//
// A row depends only on the rows before it. If leading blocks share the largest
// diagonal entry, as those of kernel matrices with a constant diagonal do, the kept
// indices and the factor of a leading block are thus a prefix and a leading block of
// those of a, bit for bit. The result does not depend on GOMAXPROCS.
//
// If no row is kept, L is empty (0×0). It fails if an entry is NaN or infinite, or if
// ctx ends. It panics if tol is negative or NaN.
func CholeskyInOrder(ctx context.Context, a *mat.SymDense, tol float64) (l *mat.TriDense, kept []int, err error) {
	m := a.SymmetricDim()
	if m == 0 {
		return CholeskyInPlace(ctx, a, tol)
	}
	work := NewSym(m)
	if err := CopyShifted(ctx, RawSym(work), RawSym(a), 0); err != nil {
		return nil, nil, err
	}
	return CholeskyInPlace(ctx, work, tol)
}

// CholeskyInPlace computes [CholeskyInOrder] and overwrites a. L may share its storage.
func CholeskyInPlace(ctx context.Context, a *mat.SymDense, tol float64) (l *mat.TriDense, kept []int, err error) {
	if !(tol >= 0) {
		panic("dense: CholeskyInOrder: tolerance is negative or NaN")
	}
	if err := CheckFinite(a); err != nil {
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
	f := inOrderCholesky{threshold: tol * largest, u: RawSym(a)}
	for lo := 0; lo < m; lo += CholeskyBlock {
		if err := f.factorRows(ctx, lo, min(lo+CholeskyBlock, m), CholeskyBlock, m); err != nil {
			return nil, nil, err
		}
	}
	l, err = f.lower(ctx)
	return l, f.independent, err
}

// inOrderCholesky is a factorisation A = UᵀU in place, by block rows of the upper
// triangle.
type inOrderCholesky struct {
	threshold   float64
	u           blas64.General
	independent []int // kept rows of a
	storedAt    []int // row of u that holds the row of U of each kept row
}

// factorRows factors the rows lo … hi-1 up to column end, after the contribution of the
// rows before them was subtracted. It subtracts the contribution of the kept rows from
// the rows after them, up to column end. Rows are divided recursively into halves of
// the given size, so that most of the work is in products.
func (f *inOrderCholesky) factorRows(ctx context.Context, lo, hi, size, end int) error {
	first := len(f.independent)
	if size <= choleskySquare {
		f.factorSquare(lo, hi)
	} else {
		mid := lo + size/2
		if err := f.factorRows(ctx, lo, min(mid, hi), size/2, hi); err != nil {
			return err
		}
		if mid < hi {
			if err := f.factorRows(ctx, mid, hi, size/2, hi); err != nil {
				return err
			}
		}
	}
	if len(f.independent) == first || hi == end {
		return ctx.Err()
	}
	t := f.compact(first, lo, hi, end)
	defer ReleaseVector(t.Data)
	rest := Slice(f.u, lo, lo+t.N, hi, end)
	if err := SolveTriangular(ctx, blas.Left, blas.Trans, t, rest); err != nil {
		return err
	}
	return Gemmt(ctx, Slice(f.u, hi, end, hi, end), -1, rest, rest)
}

// compact moves the kept rows from index first on, which come from the rows lo … hi-1,
// to row lo and the following, up to column end. It returns a copy of their square of U
// in borrowed storage, of which only the upper triangle is set.
func (f *inOrderCholesky) compact(first, lo, hi, end int) blas64.Triangular {
	kept, row := f.independent[first:], f.storedAt[first:]
	r := len(kept)
	t := blas64.Triangular{N: r, Stride: r, Data: BorrowVector(r * r), Uplo: blas.Upper, Diag: blas.NonUnit}
	for k, i := range kept {
		to := f.u.Data[(lo+k)*f.u.Stride:]
		if i != lo+k {
			copy(to[hi:end], f.u.Data[i*f.u.Stride+hi:])
		}
		if row[k] != lo+k {
			copy(to[i:hi], f.u.Data[row[k]*f.u.Stride+i:])
			row[k] = lo + k
		}
		for c := k; c < r; c++ {
			t.Data[k*r+c] = to[kept[c]]
		}
	}
	return t
}

// factorSquare factors the square of the rows lo … hi-1 and drops dependent rows. The
// rows of U move to the top of the square.
func (f *inOrderCholesky) factorSquare(lo, hi int) {
	top := lo
	for i := lo; i < hi; i++ {
		row := f.u.Data[i*f.u.Stride+i : i*f.u.Stride+hi]
		left := row[0]
		// NaN is dropped too.
		if !(left > f.threshold) {
			continue
		}
		root := math.Sqrt(left)
		row[0] = root
		for j := 1; j < len(row); j++ {
			row[j] /= root
		}
		for j := 1; j < len(row); j++ {
			simd.Axpy(-row[j], row[j:], f.u.Data[(i+j)*f.u.Stride+i+j:(i+j)*f.u.Stride+hi])
		}
		copy(f.u.Data[top*f.u.Stride+i:top*f.u.Stride+hi], row)
		f.independent, f.storedAt = append(f.independent, i), append(f.storedAt, top)
		top++
	}
}

// lower returns L = Uᵀ for the kept rows.
func (f *inOrderCholesky) lower(ctx context.Context) (*mat.TriDense, error) {
	switch r := len(f.independent); r {
	case 0:
		return &mat.TriDense{}, ctx.Err()
	case f.u.Rows:
		return f.transposeInPlace(ctx)
	default:
		return f.gather(ctx, r)
	}
}

// transposeInPlace moves U, all of whose rows are kept, below the diagonal.
func (f *inOrderCholesky) transposeInPlace(ctx context.Context) (*mat.TriDense, error) {
	m, s := f.u.Rows, f.u.Stride
	err := parallel.For(ctx, m, TileSide, func(lo, hi int) {
		for j := 0; j < hi; j += TileSide {
			for i := lo; i < hi; i++ {
				for k := j; k < min(j+TileSide, i); k++ {
					f.u.Data[i*s+k], f.u.Data[k*s+i] = f.u.Data[k*s+i], 0
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	l := &mat.TriDense{}
	l.SetRawTriangular(blas64.Triangular{N: m, Stride: s, Data: f.u.Data, Uplo: blas.Lower, Diag: blas.NonUnit})
	return l, nil
}

// gather returns a copy of the r kept rows, transposed.
func (f *inOrderCholesky) gather(ctx context.Context, r int) (*mat.TriDense, error) {
	data := storage.Make(r * r)
	err := parallel.For(ctx, r, TileSide, func(lo, hi int) {
		// Copy by squares that fit the cache on both sides.
		for j := 0; j < hi; j += TileSide {
			for k := j; k < min(j+TileSide, hi); k++ {
				u := f.u.Data[f.storedAt[k]*f.u.Stride:]
				for i := max(lo, k); i < hi; i++ {
					data[i*r+k] = u[f.independent[i]]
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return mat.NewTriDense(r, mat.Lower, data), nil
}

// CholeskyUpper overwrites the symmetric matrix in the upper triangle of a by the upper
// triangular U with A = UᵀU. It reports whether all pivots exceed least, that is,
// whether A is positive definite up to rounding; otherwise it stops early.
func CholeskyUpper(ctx context.Context, a blas64.General, least float64) (bool, error) {
	f := inOrderCholesky{threshold: least, u: a}
	for lo := 0; lo < a.Rows; lo += CholeskyBlock {
		hi := min(lo+CholeskyBlock, a.Rows)
		if err := f.factorRows(ctx, lo, hi, CholeskyBlock, a.Rows); err != nil {
			return false, err
		}
		if len(f.independent) < hi {
			return false, nil
		}
	}
	return true, nil
}

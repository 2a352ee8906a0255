package linalg

import (
	"context"
	"math"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

const (
	// cholBlock rows are factored before their part in the rows after them is
	// taken out in one product.
	cholBlock = simd.Depth
	// cholSquare rows of them are factored one by one.
	cholSquare = 64
)

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
	m := a.SymmetricDim()
	if m == 0 {
		return CholeskyInPlace(ctx, a, tol)
	}
	work := NewSym(m)
	if err := copyShifted(ctx, square(work), square(a), 0); err != nil {
		return nil, nil, err
	}
	return CholeskyInPlace(ctx, work, tol)
}

// CholeskyInPlace is [CholeskyInOrder] that overwrites a. L may take its place.
func CholeskyInPlace(ctx context.Context, a *mat.SymDense, tol float64) (l *mat.TriDense, kept []int, err error) {
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
	f := inOrderFactor{threshold: tol * largest, u: square(a)}
	for lo := 0; lo < m; lo += cholBlock {
		if err := f.bring(ctx, lo, min(lo+cholBlock, m), cholBlock, m); err != nil {
			return nil, nil, err
		}
	}
	l, err = f.factor(ctx)
	return l, f.kept, err
}

// inOrderFactor is a factorisation A = UᵀU in place, block row by block row of
// the upper triangle.
type inOrderFactor struct {
	threshold float64
	u         blas64.General
	kept      []int // rows of a that are kept
	row       []int // where in u the row of U is that came of each of them
}

// bring factors the rows lo … hi-1, from which the rows before them have been
// taken out, as far as column end, and takes what is kept of them out of the rows
// after them up to there. They are divided by halves of the given size, so that
// most of the work is products.
func (f *inOrderFactor) bring(ctx context.Context, lo, hi, size, end int) error {
	first := len(f.kept)
	if size <= cholSquare {
		f.factorSquare(lo, hi)
	} else {
		mid := lo + size/2
		if err := f.bring(ctx, lo, min(mid, hi), size/2, hi); err != nil {
			return err
		}
		if mid < hi {
			if err := f.bring(ctx, mid, hi, size/2, hi); err != nil {
				return err
			}
		}
	}
	if len(f.kept) == first || hi == end {
		return ctx.Err()
	}
	t := f.together(first, lo, hi, end)
	rest := part(f.u, lo, lo+t.N, hi, end)
	if err := solveTriangular(ctx, blas.Left, blas.Trans, t, rest); err != nil {
		return err
	}
	return addUpper(ctx, part(f.u, hi, end, hi, end), -1, rest, rest)
}

// together moves the rows that are kept from the first one on, which come from
// the rows lo … hi-1, to the row lo and those after it, as far as column end. It
// copies their square of U.
func (f *inOrderFactor) together(first, lo, hi, end int) blas64.Triangular {
	kept, row := f.kept[first:], f.row[first:]
	r := len(kept)
	t := blas64.Triangular{N: r, Stride: r, Data: make([]float64, r*r), Uplo: blas.Upper, Diag: blas.NonUnit}
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

// factorSquare factors the square of the rows lo … hi-1 and drops the rows that
// depend on rows before them. Those of U move to the top of the square.
func (f *inOrderFactor) factorSquare(lo, hi int) {
	top := lo
	for i := lo; i < hi; i++ {
		row := f.u.Data[i*f.u.Stride+i : i*f.u.Stride+hi]
		left := row[0]
		// What is NaN is dropped too.
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
		f.kept, f.row = append(f.kept, i), append(f.row, top)
		top++
	}
}

// factor is L = Uᵀ, as far as rows are kept.
func (f *inOrderFactor) factor(ctx context.Context) (*mat.TriDense, error) {
	switch r := len(f.kept); r {
	case 0:
		return &mat.TriDense{}, ctx.Err()
	case f.u.Rows:
		return f.turned(ctx)
	default:
		return f.gathered(ctx, r)
	}
}

// turned moves U, of which all rows are kept, below the diagonal.
func (f *inOrderFactor) turned(ctx context.Context) (*mat.TriDense, error) {
	m, s := f.u.Rows, f.u.Stride
	err := parallel.For(ctx, m, stripRows, func(lo, hi int) {
		for j := 0; j < hi; j += stripRows {
			for i := lo; i < hi; i++ {
				for k := j; k < min(j+stripRows, i); k++ {
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

// gathered copies the r rows that are kept out of u.
func (f *inOrderFactor) gathered(ctx context.Context, r int) (*mat.TriDense, error) {
	data := simd.Make(r * r)
	err := parallel.For(ctx, r, stripRows, func(lo, hi int) {
		// A square at a time, which the cache holds on both sides.
		for j := 0; j < hi; j += stripRows {
			for k := j; k < min(j+stripRows, hi); k++ {
				u := f.u.Data[f.row[k]*f.u.Stride:]
				for i := max(lo, k); i < hi; i++ {
					data[i*r+k] = u[f.kept[i]]
				}
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return mat.NewTriDense(r, mat.Lower, data), nil
}

// factorUpper overwrites the symmetric matrix in the upper triangle of a by the
// upper triangular U with A = UᵀU. It reports whether A is positive definite up to
// rounding: it stops with false at a pivot that is not above least.
func factorUpper(ctx context.Context, a blas64.General, least float64) (bool, error) {
	f := inOrderFactor{threshold: least, u: a}
	for lo := 0; lo < a.Rows; lo += cholBlock {
		hi := min(lo+cholBlock, a.Rows)
		if err := f.bring(ctx, lo, hi, cholBlock, a.Rows); err != nil {
			return false, err
		}
		if len(f.kept) < hi {
			return false, nil
		}
	}
	return true, nil
}

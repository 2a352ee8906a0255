package simd

import "gonum.org/v1/gonum/blas/blas64"

// Dot returns the inner product of x and y. It panics unless they have the same length.
func Dot(x, y []float64) float64 {
	if len(x) != len(y) {
		panic("simd: Dot: lengths differ")
	}
	return dot(x, y)
}

// Axpy adds alpha · x to y. It panics unless they have the same length.
func Axpy(alpha float64, x, y []float64) {
	if len(x) != len(y) {
		panic("simd: Axpy: lengths differ")
	}
	axpy(alpha, x, y)
}

// Four is four rows of one matrix, Stride apart.
type Four struct {
	Data   []float64
	Stride int
}

// check panics unless each row has n entries.
func (f Four) check(n int) {
	if n > 0 && (f.Stride < n || len(f.Data) < 3*f.Stride+n) {
		panic("simd: four rows are too short")
	}
}

// row returns the first n entries of row r.
func (f Four) row(r, n int) []float64 { return f.Data[r*f.Stride:][:n] }

// Dot returns the inner product of each row with x.
func (f Four) Dot(x []float64) (s [4]float64) {
	f.check(len(x))
	if len(x) > 0 {
		dotFour(f, x, &s)
	}
	return s
}

// Axpy adds the sum of the rows, row r times w[r], to y.
func (f Four) Axpy(w *[4]float64, y []float64) {
	f.check(len(y))
	if len(y) > 0 {
		axpyFour(f, w, y)
	}
}

// Symv computes Dot and Axpy in one pass over the rows: it adds the sum of the rows,
// row r times w[r], to y, and returns the inner product of each row with x. For four
// rows of one triangle of a symmetric matrix this is their part of its product with a
// vector. It panics unless x and y have the same length.
func (f Four) Symv(w *[4]float64, x, y []float64) (s [4]float64) {
	if len(x) != len(y) {
		panic("simd: Symv: lengths differ")
	}
	f.check(len(x))
	if len(x) > 0 {
		symvFour(f, w, x, y, &s)
	}
	return s
}

// Eight holds eight rows of one matrix, Stride numbers apart.
type Eight struct {
	Data   []float64
	Stride int
}

// Symv computes [Four.Symv] for eight rows.
func (e Eight) Symv(w *[8]float64, x, y []float64) (s [8]float64) {
	n := len(x)
	if n != len(y) {
		panic("simd: Symv: lengths differ")
	}
	if n == 0 {
		return s
	}
	if e.Stride < n || len(e.Data) < 7*e.Stride+n {
		panic("simd: eight rows are too short")
	}
	symvEight(e, w, x, y, &s)
	return s
}

// symvFours computes [symvEight] four rows at a time.
func symvFours(e Eight, w *[8]float64, x, y []float64, s *[8]float64) {
	symvFour(Four(e), (*[4]float64)(w[:4]), x, y, (*[4]float64)(s[:4]))
	symvFour(Four{e.Data[4*e.Stride:], e.Stride}, (*[4]float64)(w[4:]), x, y, (*[4]float64)(s[4:]))
}

// AddRowDots adds alpha times the inner product of row i of a with x to y[i]. Rows are
// multiplied in the kernel for four rows, including the last ones, so that an entry of
// y does not depend on the other rows. It panics unless the shapes fit.
func AddRowDots(alpha float64, a blas64.General, x, y []float64) {
	if len(x) != a.Cols || len(y) != a.Rows || !stored(a) {
		panic("simd: AddRowDots: shapes differ")
	}
	if a.Cols == 0 {
		return
	}
	var s [4]float64
	i := 0
	for ; i+4 <= a.Rows; i += 4 {
		dotFour(Four{a.Data[i*a.Stride:], a.Stride}, x, &s)
		for r, v := range s {
			y[i+r] = mulAdd(alpha, v, y[i+r])
		}
	}
	for ; i < a.Rows; i++ {
		// The same row four times.
		dotFour(Four{a.Data[i*a.Stride : i*a.Stride+a.Cols], 0}, x, &s)
		y[i] = mulAdd(alpha, s[0], y[i])
	}
}

// AddRows adds row i of a times alpha · x[i] to y, for all rows in order. It panics
// unless the shapes fit.
func AddRows(alpha float64, a blas64.General, x, y []float64) {
	if len(x) != a.Rows || len(y) != a.Cols || !stored(a) {
		panic("simd: AddRows: shapes differ")
	}
	if a.Cols == 0 {
		return
	}
	i := 0
	for ; i+4 <= a.Rows; i += 4 {
		w := [4]float64{alpha * x[i], alpha * x[i+1], alpha * x[i+2], alpha * x[i+3]}
		axpyFour(Four{a.Data[i*a.Stride:], a.Stride}, &w, y)
	}
	for ; i < a.Rows; i++ {
		axpy(alpha*x[i], a.Data[i*a.Stride:i*a.Stride+a.Cols], y)
	}
}

// stored reports whether all of a is within its storage.
func stored(a blas64.General) bool {
	return a.Rows == 0 || a.Cols == 0 || a.Stride >= a.Cols && len(a.Data) >= (a.Rows-1)*a.Stride+a.Cols
}

package dense

import (
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// UnitRoundoff is the largest relative error of one rounding, 2⁻⁵³.
const UnitRoundoff = 0x1p-53

// ScaleExponent returns the power of two by which values of the given magnitude are to
// be divided, because their squares could overflow or underflow, or zero if they could
// not.
func ScaleExponent(largest float64) int {
	if _, e := math.Frexp(largest); e < -200 || e > 200 {
		return e
	}
	return 0
}

// ScaledUpper returns the upper triangle of a + t·b, times 2^-exponent, in a borrowed
// matrix with zeros below. b may be nil. The exponent is zero unless squares of the
// largest entries could overflow or underflow. It fails if an entry is not finite.
func ScaledUpper(ctx context.Context, a *mat.SymDense, t float64, b *mat.SymDense) (work blas64.General, exponent int, err error) {
	from, n := RawSym(a), a.SymmetricDim()
	var other blas64.General
	if b != nil {
		other = RawSym(b)
	}
	work = Borrow(n, n)
	most := make([]float64, (n+RowGrain-1)/RowGrain)
	err = parallel.For(ctx, n, RowGrain, func(lo, hi int) {
		var largest float64
		for i := lo; i < hi; i++ {
			row := work.Data[i*work.Stride:][:n]
			clear(row[:i])
			copy(row[i:], from.Data[i*from.Stride+i:])
			if b != nil {
				simd.Axpy(t, other.Data[i*other.Stride+i:][:n-i], row[i:])
			}
			if sum := simd.Dot(row[i:], row[i:]); sum > 0x1p-300 && sum < 0x1p300 {
				largest = max(largest, 1) // Squares are far from the limits.
				continue
			}
			for _, v := range row[i:] {
				largest = max(largest, math.Abs(v))
			}
		}
		most[lo/RowGrain] = largest
	})
	if most := slices.Max(most); err == nil && most-most != 0 {
		err = checkUpper(work)
	}
	if err != nil {
		Release(work)
		return work, 0, err
	}
	if exponent = ScaleExponent(slices.Max(most)); exponent != 0 {
		for i := range n {
			row := work.Data[i*work.Stride:][:n]
			for j, v := range row[i:] {
				row[i+j] = math.Ldexp(v, -exponent)
			}
		}
	}
	return work, exponent, nil
}

// Ldexp returns v times 2^exponent.
func Ldexp(v []float64, exponent int) []float64 {
	s := make([]float64, len(v))
	for i, u := range v {
		s[i] = math.Ldexp(u, exponent)
	}
	return s
}

// Trace returns the sum of the diagonal of a.
func Trace(a blas64.General) float64 {
	var sum float64
	for i := range a.Rows {
		sum += a.Data[i*a.Stride+i]
	}
	return sum
}

// Diagonal returns the diagonal of a.
func Diagonal(a blas64.General) []float64 {
	d := make([]float64, a.Rows)
	for i := range d {
		d[i] = a.Data[i*a.Stride+i]
	}
	return d
}

// LargestDiagonal returns the largest magnitude on the diagonal of a, a lower bound of
// its norm.
func LargestDiagonal(a blas64.General) float64 {
	var largest float64
	for i := range a.Rows {
		largest = max(largest, math.Abs(a.Data[i*a.Stride+i]))
	}
	return largest
}

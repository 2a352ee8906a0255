package sfa

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/eigen"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// centre returns HAH if the problem is centred, else a itself.
func (p Problem) centre(a *mat.SymDense) *mat.SymDense {
	if !p.Centred {
		return a
	}
	n := a.SymmetricDim()
	mean := make([]float64, n)
	for i := range n {
		for j := range n {
			mean[i] += a.At(i, j)
		}
		mean[i] /= float64(n)
	}
	all := floats.Sum(mean) / float64(n)
	out := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, a.At(i, j)-mean[i]-mean[j]+all)
		}
	}
	return out
}

// finite reports whether no diagonal entry is NaN or infinite. The entries of a moment
// matrix are then all finite.
func finite(a *mat.SymDense) bool {
	trace := mat.Trace(a)
	return !math.IsNaN(trace) && !math.IsInf(trace, 0)
}

// eigenpairs returns [eigen.Sym] of moments, or an error with advice if they are not
// finite.
func eigenpairs(ctx context.Context, a *mat.SymDense) ([]float64, *mat.Dense, error) {
	if n := a.SymmetricDim(); !finite(a) {
		return nil, nil, fmt.Errorf("the %d×%d moments overflow: scale the inputs down or standardise them", n, n)
	}
	return eigen.Sym(ctx, a)
}

// firstKept returns the index of the first of the ascending eigenvalues above the cut.
func (p Problem) firstKept(values []float64) (int, error) {
	largest := values[len(values)-1]
	if largest <= 0 {
		return 0, errNoVariance
	}
	least := p.tolerance(len(values)) * largest
	from := 0
	for values[from] <= least {
		from++
	}
	return from, nil
}

// divideByRoots returns u with each column divided by the root of its value.
func divideByRoots(u *mat.Dense, values []float64) *mat.Dense {
	rows, cols := u.Dims()
	s := mat.NewDense(rows, cols, nil)
	for i := range rows {
		for j, v := range values {
			s.Set(i, j, u.At(i, j)/math.Sqrt(v))
		}
	}
	return s
}

// subtractColumnMeans applies H = I − 11ᵀ/dim from the left.
func subtractColumnMeans(s *mat.Dense) {
	rows, cols := s.Dims()
	mean := make([]float64, cols)
	for i := range rows {
		floats.Add(mean, s.RawRowView(i))
	}
	floats.Scale(1/float64(rows), mean)
	for i := range rows {
		floats.Sub(s.RawRowView(i), mean)
	}
}

// signColumns is the number of features that one goroutine inspects at a time.
const signColumns = 64

// CanonicalSigns flips features so that the entry of largest magnitude in each column
// of their coefficients (the lowest index among equals) is positive. coefficients
// correspond to the columns of a and are flipped with them.
func CanonicalSigns(a, coefficients *mat.Dense) {
	rows, p := coefficients.Dims()
	largest := make([]float64, p)
	// The background context never ends, here and below, so there is no error.
	_ = parallel.For(context.Background(), p, signColumns, func(lo, hi int) {
		largest := largest[lo:hi]
		for i := range rows {
			for j, v := range coefficients.RawRowView(i)[lo:hi] {
				if math.Abs(v) > math.Abs(largest[j]) {
					largest[j] = v
				}
			}
		}
	})
	flip(a, largest)
	if coefficients != a {
		flip(coefficients, largest)
	}
}

// flip changes the signs of the columns whose largest coefficient is negative.
func flip(a *mat.Dense, largest []float64) {
	rows, _ := a.Dims()
	sign := make([]float64, len(largest))
	for j, v := range largest {
		sign[j] = 1
		if v < 0 {
			sign[j] = -1
		}
	}
	_ = parallel.For(context.Background(), rows, dense.RowGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			floats.Mul(a.RawRowView(i), sign)
		}
	})
}

package pencil

import (
	"context"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/iterative"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// TriangularSamples holds n = m+1 samples of m functions. Their values minus those of
// the first sample are a lower triangle L (m×m), with those of sample t in row t-1. The
// values of an orthonormal basis at the supports that it was made from by Cholesky
// factorisation, in their order, have this form. The moments
//
//	C = Lᵀ(I − 11ᵀ/n)L / n and Ċ = Σ (y_t − y_{t-1})(y_t − y_{t-1})ᵀ / pairs
//
// over the pairs of neighbours in a segment (y_0 = 0) need not be formed to solve for
// slow features, and C need not be factored: L serves for both. It is safe for
// concurrent use.
type TriangularSamples struct {
	l     blas64.General // zero above the diagonal
	joins []int          // the t with a pair (t-1, t), ascending
	mean  []float64      // mean of the n values minus those of the first sample
	sums  columnSums
}

// columnSums holds the traces of the moments and their largest diagonal entries.
type columnSums struct{ traceB, traceC, normB, normC float64 }

// NewTriangularSamples returns the samples with the given values (m×m, zero above the
// diagonal; they must not be changed) and lengths of segments. The error is ctx.Err().
// It panics unless the lengths add up to m+1.
func NewTriangularSamples(ctx context.Context, values *mat.Dense, lengths []int) (*TriangularSamples, error) {
	s := &TriangularSamples{l: values.RawMatrix()}
	m := s.l.Rows
	t := 0
	for _, length := range lengths {
		for i := range length {
			if i > 0 {
				s.joins = append(s.joins, t)
			}
			t++
		}
	}
	if t != m+1 || s.l.Cols != m {
		panic("pencil: NewTriangularSamples: the segments are not of one sample more than there are functions")
	}
	return s, s.sum(ctx)
}

// row returns the leading t entries of y_t, which are not zero.
func (s *TriangularSamples) row(t int) []float64 {
	if t == 0 {
		return nil
	}
	return s.l.Data[(t-1)*s.l.Stride:][:t]
}

// sum computes the mean, and the traces and norms of the moments.
func (s *TriangularSamples) sum(ctx context.Context) error {
	m := s.l.Rows
	squares, steps := make([]float64, m), make([]float64, m)
	s.mean = make([]float64, m)
	joined := make([]bool, m+1)
	for _, t := range s.joins {
		joined[t] = true
	}
	err := parallel.For(ctx, m, 4*dense.RowGrain, func(lo, hi int) { // columns
		for t := lo + 1; t <= m; t++ {
			row, before := s.row(t), s.row(t-1)
			for j := lo; j < min(hi, t); j++ {
				v := row[j]
				s.mean[j] += v
				squares[j] += v * v
				if joined[t] {
					if t-1 > j {
						v -= before[j]
					}
					steps[j] += v * v
				}
			}
		}
	})
	n, pairs := float64(m+1), float64(max(1, len(s.joins)))
	for j := range m {
		s.mean[j] /= n
		c, b := squares[j]/n-s.mean[j]*s.mean[j], steps[j]/pairs
		s.sums.traceC += c
		s.sums.traceB += b
		s.sums.normC, s.sums.normB = max(s.sums.normC, c), max(s.sums.normB, b)
	}
	return err
}

// Mean returns the mean of the values minus those of the first sample.
func (s *TriangularSamples) Mean() []float64 { return s.mean }

// Extremal estimates the extreme eigenvalues of C as [Metric.Extremal] does. The
// smallest is zero if it is not found.
func (s *TriangularSamples) Extremal(ctx context.Context) (smallest, largest float64, err error) {
	m := s.l.Rows
	if m == 0 || dense.ScaleExponent(s.sums.normC) != 0 {
		return 0, 0, ctx.Err()
	}
	e, err := iterative.Extremal(ctx, m, 0, s.multiplyC, iterative.LargestTol)
	if err != nil {
		return 0, 0, err
	}
	l := s.lower()
	packed, err := iterative.NewPackedPair(ctx, l)
	defer packed.Release()
	if err != nil {
		return 0, 0, err
	}
	// The inverse of I − 11ᵀ/n (m×m) is I + 11ᵀ.
	inverse, err := iterative.Largest(ctx, m, iterative.SmallestPivots(dense.Diagonal(s.l)), func(ctx context.Context, x blas64.General) error {
		if err := packed.Transposed.Solve(ctx, x); err != nil {
			return err
		}
		addSumOfRow(x, 1)
		return packed.Plain.Solve(ctx, x)
	})
	if err != nil || inverse == 0 {
		return 0, e.High, err
	}
	return 1 / (float64(m+1) * inverse), e.High, nil
}

// lower returns L.
func (s *TriangularSamples) lower() blas64.Triangular {
	return blas64.Triangular{N: s.l.Rows, Stride: s.l.Stride, Data: s.l.Data, Uplo: blas.Lower, Diag: blas.NonUnit}
}

// addSumOfRow adds f times the sum of each row of x to all its entries.
func addSumOfRow(x blas64.General, f float64) {
	for i := range x.Rows {
		row := x.Data[i*x.Stride:][:x.Cols]
		var sum float64
		for _, v := range row {
			sum += v
		}
		for j := range row {
			row[j] += f * sum
		}
	}
}

// sampleGroups is the number of groups of samples that are multiplied separately, for
// any number of processors.
const sampleGroups = 16

// multiplyC sets y to C x. It reads each row of L once and uses it for Lᵀ while it is
// in the cache.
func (s *TriangularSamples) multiplyC(ctx context.Context, x, y []float64) error {
	m := len(x)
	parts := dense.Borrow(sampleGroups, m)
	defer dense.Release(parts)
	var totals [sampleGroups]float64
	err := parallel.For(ctx, sampleGroups, 1, func(g, _ int) {
		out := parts.Data[g*parts.Stride:][:m]
		clear(out)
		// A group has every sampleGroups-th sample, so that all groups have equal work.
		for t := g + 1; t <= m; t += sampleGroups {
			row := s.row(t)
			v := simd.Dot(row, x[:t])
			totals[g] += v
			simd.Axpy(v, row, out[:t])
		}
	})
	if err != nil {
		return err
	}
	var total float64
	for g := range totals {
		total += totals[g]
	}
	clear(y)
	for g := range sampleGroups {
		simd.Axpy(1, parts.Data[g*parts.Stride:][:m], y)
	}
	n := float64(m + 1)
	blas64.Scal(1/n, blas64.Vector{N: m, Data: y, Inc: 1})
	simd.Axpy(-total/n, s.mean, y)
	return ctx.Err()
}

package pencil

import (
	"context"
	"math"
	"slices"
	"sort"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/linalg/simd"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// samplePencil is B = Ċ + λI and C of samples, all with the functions in reverse order.
// Then C = RᵀPR with an upper triangular R, which is L/√n reversed on both sides, and P
// = I − 11ᵀ/n.
type samplePencil struct {
	*TriangularSamples
	lambda float64
}

// definiteShare is the share of the trace of B above which λ makes B definite.
const definiteShare = 1e-12

func (g *samplePencil) order() int { return g.l.Rows }

func (g *samplePencil) traces() (b, c float64) {
	return g.sums.traceB + g.lambda*float64(g.l.Rows), g.sums.traceC
}

func (g *samplePencil) norms() (b, c float64) { return g.sums.normB + g.lambda, g.sums.normC }

func (g *samplePencil) singular() bool {
	b, _ := g.traces()
	return !(g.lambda > definiteShare*b)
}

func (g *samplePencil) divide(ctx context.Context, u blas64.General) error {
	m := g.l.Rows
	root := math.Sqrt(float64(m + 1))
	return quotient(ctx, u, func(i int, to []float64) {
		row := g.row(m - i)
		for k := range to {
			to[k] = row[len(row)-1-k] / root
		}
	})
}

func (g *samplePencil) share() float64 { return 1 / float64(g.l.Rows+1) }

func (g *samplePencil) restore(ctx context.Context, w blas64.General) error {
	if err := reverseEach(ctx, w, math.Sqrt(float64(g.l.Rows+1))); err != nil {
		return err
	}
	if err := dense.SolveTriangular(ctx, blas.Right, blas.Trans, g.lower(), w); err != nil {
		return err
	}
	return reverseEach(ctx, w, 1)
}

// reverseEach reverses the entries of each row and multiplies them by f.
func reverseEach(ctx context.Context, x blas64.General, f float64) error {
	return eachRow(ctx, x.Rows, func(i int) {
		row := x.Data[i*x.Stride:][:x.Cols]
		slices.Reverse(row)
		if f != 1 {
			blas64.Scal(f, blas64.Vector{N: len(row), Data: row, Inc: 1})
		}
	})
}

// combine sets to to B + tC. It sums the products of the rows of blocks of samples from
// the last to the first: the last samples contribute to the whole matrix, earlier ones
// to ever less of it.
func (g *samplePencil) combine(ctx context.Context, to blas64.General, t float64) error {
	m := g.l.Rows
	panel := dense.Borrow(simd.Depth, m)
	defer dense.Release(panel)
	beta := 0.0
	for end := m + 1; end > 1; end -= simd.Depth {
		start, width := max(1, end-simd.Depth), end-1
		corner := dense.Slice(to, m-width, m, m-width, m)
		joins := g.joins[sort.SearchInts(g.joins, start):sort.SearchInts(g.joins, end)]
		steps := dense.Slice(panel, 0, len(joins), 0, width)
		if err := g.fill(ctx, steps, joins, true); err != nil {
			return err
		}
		if err := addProducts(ctx, 1/float64(len(g.joins)), steps, beta, corner); err != nil {
			return err
		}
		beta = 1
		if t == 0 {
			continue
		}
		samples := make([]int, end-start)
		for i := range samples {
			samples[i] = start + i
		}
		values := dense.Slice(panel, 0, len(samples), 0, width)
		if err := g.fill(ctx, values, samples, false); err != nil {
			return err
		}
		if err := addProducts(ctx, t/float64(m+1), values, 1, corner); err != nil {
			return err
		}
	}
	return g.centre(ctx, to, t)
}

// addProducts sets the upper triangle of c to alpha · xᵀx + beta · c.
func addProducts(ctx context.Context, alpha float64, x blas64.General, beta float64, c blas64.General) error {
	return dense.Multiply(ctx, alpha, dense.Columns(x), dense.Columns(x), beta, c, simd.Upper)
}

// fill sets the rows of x to the values of samples in reverse order or, if steps is
// true, to their differences from the previous samples.
func (g *samplePencil) fill(ctx context.Context, x blas64.General, samples []int, steps bool) error {
	return parallel.For(ctx, x.Rows, dense.TileSide, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row, t := x.Data[i*x.Stride:][:x.Cols], samples[i]
			clear(row[:len(row)-t])
			row = row[len(row)-t:]
			for j, v := range g.row(t) {
				row[t-1-j] = v
			}
			if steps {
				for j, v := range g.row(t - 1) {
					row[t-1-j] -= v
				}
			}
		}
	})
}

// centre subtracts t times the outer product of the mean from to, and adds λ to its
// diagonal.
func (g *samplePencil) centre(ctx context.Context, to blas64.General, t float64) error {
	mean := slices.Clone(g.mean)
	slices.Reverse(mean)
	return parallel.For(ctx, to.Rows, dense.RowGrain, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			row := to.Data[i*to.Stride+i : i*to.Stride+to.Cols]
			simd.Axpy(-t*mean[i], mean[i:], row)
			row[0] += g.lambda
		}
	})
}

// products evaluates v at the samples, applies B and C there, and transforms back.
func (g *samplePencil) products(ctx context.Context, v, bv, cv blas64.General) error {
	p, m := v.Rows, v.Cols
	reversed, values, out := dense.Borrow(p, m), dense.Borrow(2*p, m), dense.Borrow(2*p, m)
	defer dense.Release(reversed)
	defer dense.Release(values)
	defer dense.Release(out)
	err := eachRow(ctx, p, func(i int) {
		row := reversed.Data[i*reversed.Stride:][:m]
		copy(row, v.Data[i*v.Stride:])
		slices.Reverse(row)
	})
	if err != nil {
		return err
	}
	if err := g.multiplyByLTransposed(ctx, reversed, dense.Slice(values, 0, p, 0, m)); err != nil {
		return err
	}
	err = eachRow(ctx, p, func(i int) {
		at, steps := values.Data[i*values.Stride:][:m], values.Data[(p+i)*values.Stride:][:m]
		g.differences(at, steps)
		addSumOfRow(dense.Slice(values, i, i+1, 0, m), -1/float64(m+1))
	})
	if err != nil {
		return err
	}
	if err := g.multiplyByL(ctx, values, out); err != nil {
		return err
	}
	if err := reverseEach(ctx, out, 1); err != nil {
		return err
	}
	return eachRow(ctx, p, func(i int) {
		c, b := cv.Data[i*cv.Stride:][:m], bv.Data[i*bv.Stride:][:m]
		clear(c)
		clear(b)
		simd.Axpy(1/float64(m+1), out.Data[i*out.Stride:][:m], c)
		simd.Axpy(1/float64(len(g.joins)), out.Data[(p+i)*out.Stride:][:m], b)
		simd.Axpy(g.lambda, v.Data[i*v.Stride:][:m], b)
	})
}

// differences sets out to half the gradient of the sum of squared differences of values
// within segments; the first sample, of value zero, is left out.
func (g *samplePencil) differences(values, out []float64) {
	clear(out)
	for _, t := range g.joins {
		if t == 1 {
			out[0] += values[0]
			continue
		}
		d := values[t-1] - values[t-2]
		out[t-1] += d
		out[t-2] -= d
	}
}

// multiplyByLTransposed sets y to the rows of x times Lᵀ.
func (g *samplePencil) multiplyByLTransposed(ctx context.Context, x, y blas64.General) error {
	m := g.l.Rows
	for lo := 0; lo < m; lo += lineSpan {
		hi := min(lo+lineSpan, m)
		err := dense.Multiply(ctx, 1, dense.Rows(dense.Slice(x, 0, x.Rows, 0, hi)), dense.Rows(dense.Slice(g.l, lo, hi, 0, hi)), 0,
			dense.Slice(y, 0, x.Rows, lo, hi), simd.All)
		if err != nil {
			return err
		}
	}
	return nil
}

// multiplyByL sets y to the rows of x times L.
func (g *samplePencil) multiplyByL(ctx context.Context, x, y blas64.General) error {
	m := g.l.Rows
	for lo := 0; lo < m; lo += lineSpan {
		hi := min(lo+lineSpan, m)
		err := dense.Multiply(ctx, 1, dense.Rows(dense.Slice(x, 0, x.Rows, lo, m)), dense.Columns(dense.Slice(g.l, lo, m, lo, hi)), 0,
			dense.Slice(y, 0, x.Rows, lo, hi), simd.All)
		if err != nil {
			return err
		}
	}
	return nil
}

// lineSpan is the number of entries of a product with L that are summed at a time,
// without its zeros.
const lineSpan = 2 * simd.Depth

// WorthLowestFew reports whether [TriangularSamples.LowestFew] tries to compute p features: p is
// small enough, there are steps, and the moments need no scaling.
func (s *TriangularSamples) WorthLowestFew(p int) bool {
	return worthInverting(s.l.Rows, p) && len(s.joins) > 0 && dense.ScaleExponent(max(s.sums.normB, s.sums.normC)) == 0
}

// LowestFew computes [Metric.LowestFew] for B = Ċ + λI, slow feature analysis, without
// forming C and Ċ.
func (s *TriangularSamples) LowestFew(ctx context.Context, lambda float64, p int) (values []float64, vectors *mat.Dense, err error) {
	if !s.WorthLowestFew(p) {
		return nil, nil, ctx.Err()
	}
	values, vectors, err = inverseIteration{&samplePencil{s, lambda}}.lowest(ctx, p)
	if vectors != nil {
		reverseRows(vectors)
	}
	return values, vectors, err
}

// reverseRows reverses the order of the rows of a.
func reverseRows(a *mat.Dense) {
	rows, columns := a.Dims()
	spare := make([]float64, columns)
	for i, j := 0, rows-1; i < j; i, j = i+1, j-1 {
		copy(spare, a.RawRowView(i))
		copy(a.RawRowView(i), a.RawRowView(j))
		copy(a.RawRowView(j), spare)
	}
}

package graph

import (
	"context"
	"errors"
	"fmt"
	"math"

	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"example.com/sfatui/engine/moments"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

const (
	// panelColumns is the number of columns of L·h that are computed at a time.
	panelColumns = 64
	// stripRows is the number of rows of Ċ that are summed by one serial product.
	stripRows = 32
)

// Moments returns C and Ċ of h (n×m) under g. N is the number of samples of positive
// weight, and Pairs that of the graph.
//
// Unlike the time graph, other graphs join arbitrary samples, so that all of h must be
// in memory, together with a copy centred on its weighted mean, and a few panels of 64
// columns: about 8·n·(2m + 256) bytes. Time is O(n·m²), and O(E·m) for a graph from a
// list of E edges. The result does not depend on GOMAXPROCS, and that of the first
// columns of h is a leading block of it.
//
// It fails if no edge joins two samples, if the weights v sum up to zero or weights to
// infinity, and if ctx ends. It panics unless h has a row for each sample.
func Moments(ctx context.Context, g Graph, h *mat.Dense) (*moments.Moments, error) {
	return MomentsAbout(ctx, g, h, nil)
}

// MomentsAbout returns [Moments] with C about an origin (m numbers) instead of the
// weighted mean; nil selects the mean.
func MomentsAbout(ctx context.Context, g Graph, h *mat.Dense, origin []float64) (*moments.Moments, error) {
	n, m := h.Dims()
	if n != g.N() || origin != nil && len(origin) != m {
		panic(fmt.Sprintf("graph: %d×%d values about %d numbers for a graph of %d samples", n, m, len(origin), g.N()))
	}
	q, r := Total(g)
	if !(q > 0) {
		return nil, errors.New("all samples have weight zero: the training graph gives no variance to hold fixed")
	}
	if math.IsInf(q, 1) || math.IsInf(r, 1) {
		return nil, errors.New("the weights of the training graph overflow when added up: scale them down, their scale does not matter")
	}
	out := &moments.Moments{Pairs: g.Pairs(), C: mat.NewSymDense(m, nil), Cdot: mat.NewSymDense(m, nil)}
	if out.Pairs == 0 {
		return nil, errors.New("no edge of the training graph joins two samples: there is nothing to be slow along")
	}
	for _, v := range g.Vertices() {
		if v > 0 {
			out.N++
		}
	}
	if out.Mean = origin; origin == nil {
		out.Mean = weightedMean(g.Vertices(), h, q)
	}
	x := mat.NewDense(n, m, nil)
	for i := range n {
		floats.SubTo(x.RawRowView(i), h.RawRowView(i), out.Mean)
	}
	if err := addVariance(ctx, out.C, g.Vertices(), x, 1/q); err != nil {
		return nil, err
	}
	if err := addDifferences(ctx, out.Cdot, g, x, 2/r); err != nil {
		return nil, err
	}
	return out, nil
}

// weightedMean returns Σ v h / q, summed relative to the first sample of positive
// weight, so that a large mean costs no digits.
func weightedMean(v []float64, h *mat.Dense, q float64) []float64 {
	_, m := h.Dims()
	from := 0
	for v[from] == 0 {
		from++
	}
	origin := h.RawRowView(from)
	sum, row := make([]float64, m), make([]float64, m)
	for i := from; i < len(v); i++ {
		if v[i] != 0 {
			floats.SubTo(row, h.RawRowView(i), origin)
			floats.AddScaled(sum, v[i]/q, row)
		}
	}
	floats.Add(sum, origin)
	return sum
}

// addVariance adds scale · Σ v x xᵀ to c.
func addVariance(ctx context.Context, c *mat.SymDense, v []float64, x *mat.Dense, scale float64) error {
	n, m := x.Dims()
	panel := mat.NewDense(min(n, moments.BlockRows), m, nil)
	for from := 0; from < n; from += moments.BlockRows {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+moments.BlockRows, n)
		for i := from; i < to; i++ {
			floats.ScaleTo(panel.RawRowView(i-from), math.Sqrt(v[i]), x.RawRowView(i))
		}
		dense.SyrkAdd(c, scale, panel.Slice(0, to-from, 0, m).(*mat.Dense))
	}
	return ctx.Err()
}

// addDifferences adds scale · xᵀLx to c. It sums only the upper triangle, by panels of
// columns, each in strips of rows with disjoint sums.
func addDifferences(ctx context.Context, c *mat.SymDense, g Graph, x *mat.Dense, scale float64) error {
	n, m := x.Dims()
	raw := c.RawSymmetric()
	full := mat.NewDense(n, min(m, panelColumns), nil)
	for j := 0; j < m; j += panelColumns {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(j+panelColumns, m)
		lx := full.Slice(0, n, 0, to-j).(*mat.Dense)
		g.Laplacian(lx, x.Slice(0, n, j, to).(*mat.Dense))
		err := parallel.For(ctx, to, stripRows, func(lo, hi int) {
			strip := mat.NewDense(hi-lo, to-j, nil)
			blas64.Gemm(blas.Trans, blas.NoTrans, scale,
				x.Slice(0, n, lo, hi).(*mat.Dense).RawMatrix(), lx.RawMatrix(), 0, strip.RawMatrix())
			for i := lo; i < hi; i++ {
				at := max(i, j)
				floats.Add(raw.Data[i*raw.Stride+at:i*raw.Stride+to], strip.RawRowView(i - lo)[at-j:])
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

package gaussianprocess

import (
	"context"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// rowsAtOnce bounds the rows of covariances that a goroutine computes at a time.
const rowsAtOnce = 16

// pairs holds what covariances at any length are computed from, for samples x (n×d)
// against z (m×d). A field that no term needs is nil.
type pairs struct {
	n, m     int
	squares  *mat.Dense // ‖x_i − z_j‖²
	products *mat.Dense // x_i·z_j/d
}

// crossPairs returns the pairs of the samples x against z, with the fields that the
// terms need.
func (p Prior) crossPairs(x *mat.Dense, z *kernel.Supports) pairs {
	n, d := x.Dims()
	at := pairs{n: n, m: z.Len()}
	for _, t := range p.Terms {
		switch {
		case t.Shape.HasLength() && at.squares == nil:
			at.squares = dense.New(n, at.m)
			kernel.Matrix(at.squares, squaredDistance{}, x, z, false)
		case !t.Shape.HasLength() && at.products == nil:
			at.products = dense.New(n, at.m)
			kernel.Matrix(at.products, t.Shape.Kernel(0), x, z, false)
			if share := t.Shape.share(d); share != 1 {
				at.products.Scale(share, at.products)
			}
		}
	}
	return at
}

// selfPairs returns the pairs of the samples x against themselves, in the upper
// triangles alone. It fails only if ctx ends.
func (p Prior) selfPairs(ctx context.Context, x *mat.Dense) (pairs, error) {
	n, d := x.Dims()
	at := pairs{n: n, m: n}
	for _, t := range p.Terms {
		to, k, scale := &at.squares, kernel.Kernel(squaredDistance{}), 1.0
		if !t.Shape.HasLength() {
			to, k, scale = &at.products, t.Shape.Kernel(0), t.Shape.share(d)
		}
		if *to != nil {
			continue
		}
		g, err := kernel.Gram(ctx, k, x, false)
		if err != nil {
			return at, err
		}
		*to = new(mat.Dense)
		(*to).SetRawMatrix(dense.RawSym(g))
		if scale != 1 {
			(*to).Scale(scale, *to)
		}
	}
	return at, nil
}

// gram returns the upper triangle of the covariances of the samples x. It fails only if
// ctx ends.
func (p Prior) gram(ctx context.Context, x *mat.Dense) (blas64.General, error) {
	var sum blas64.General
	n, d := x.Dims()
	for i, t := range p.Terms {
		g, err := kernel.Gram(ctx, t.Shape.Kernel(t.Length), x, false)
		if err != nil {
			return sum, err
		}
		add, scale := dense.RawSym(g), t.Signal*t.Signal
		if !t.Shape.HasLength() && !t.Shape.Whole {
			scale /= float64(d)
		}
		if i == 0 {
			sum = add
		}
		err = parallel.For(ctx, n, rowsAtOnce, func(lo, hi int) {
			for r := lo; r < hi; r++ {
				from, to := r*add.Stride+r, r*add.Stride+n
				if i == 0 {
					floats.Scale(scale, sum.Data[from:to])
				} else {
					floats.AddScaled(sum.Data[from:to], scale, add.Data[from:to])
				}
			}
		})
		if err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// squaredDistance implements [kernel.Kernel] by the squared distance itself.
type squaredDistance struct{}

func (squaredDistance) Name() string               { return "squared distance" }
func (squaredDistance) TranslationInvariant() bool { return true }
func (squaredDistance) CanShift() bool             { return false }
func (squaredDistance) Apply(prod []float64, xx float64, zz []float64, _ bool) {
	for j, v := range prod {
		prod[j] = max(0, xx+zz[j]-2*v)
	}
}

// term writes κ(x_i, z_j) of a term for j from … on into dst, without its variance.
func (t Term) term(dst []float64, at pairs, i, from int) {
	if !t.Shape.HasLength() {
		copy(dst, at.products.RawRowView(i)[from:])
		return
	}
	copy(dst, at.squares.RawRowView(i)[from:])
	kernel.OfSquares(t.Shape.Kernel(t.Length), dst, false)
}

// fillRow writes k(x_i, z_j) for j from … on into dst; scratch has the length of dst.
func (p Prior) fillRow(dst, scratch []float64, at pairs, i, from int) {
	for k, t := range p.Terms {
		if k == 0 {
			t.term(dst, at, i, from)
			floats.Scale(t.Signal*t.Signal, dst)
			continue
		}
		t.term(scratch, at, i, from)
		floats.AddScaled(dst, t.Signal*t.Signal, scratch)
	}
}

// fill writes the covariances into dst (n×m), or only their upper triangle if upper is
// set. It fails only if ctx ends.
func (p Prior) fill(ctx context.Context, dst blas64.General, at pairs, upper bool) error {
	return parallel.For(ctx, at.n, rowsAtOnce, func(lo, hi int) {
		scratch := make([]float64, at.m)
		for i := lo; i < hi; i++ {
			from := 0
			if upper {
				from = i
			}
			p.fillRow(dst.Data[i*dst.Stride+from:i*dst.Stride+at.m], scratch[from:], at, i, from)
		}
	})
}

// addSlopes adds Σ_j w_j ∂k(x_i, z_j)/∂θ for j from … on to the gradient by the
// logarithms of the parameters; values and scratch have the length of w.
func (p Prior) addSlopes(gradient, w, values, scratch []float64, at pairs, i, from int) {
	for k, t := range p.Terms {
		t.term(values, at, i, from)
		floats.MulTo(scratch, values, w)
		variance := t.Signal * t.Signal
		gradient[2*k+1] += 2 * variance * floats.Sum(scratch)
		if !t.Shape.HasLength() {
			continue
		}
		sum := 0.0
		for j, square := range at.squares.RawRowView(i)[from:] {
			if v := scratch[j]; v != 0 {
				sum += v * t.Shape.Slope(square/(t.Length*t.Length))
			}
		}
		gradient[2*k] += variance * sum
	}
}

// gradient returns the gradient of Σ_ij w_ij k(x_i, z_j) by the logarithms of the
// parameters, over rows i and columns j, from the diagonal on if upper is set; weights
// writes the row w_i. It adds up rows in their order. It fails only if ctx ends.
func (p Prior) gradient(ctx context.Context, at pairs, upper bool, weights func(i int, w []float64)) ([]float64, error) {
	rows := mat.NewDense(at.n, p.dims(), nil)
	err := parallel.For(ctx, at.n, rowsAtOnce, func(lo, hi int) {
		storage := make([]float64, 3*at.m)
		for i := lo; i < hi; i++ {
			from := 0
			if upper {
				from = i
			}
			w, values, scratch := storage[from:at.m], storage[at.m+from:2*at.m], storage[2*at.m+from:]
			weights(i, w)
			p.addSlopes(rows.RawRowView(i), w, values, scratch, at, i, from)
		}
	})
	sum := make([]float64, p.dims())
	for i := range at.n {
		floats.Add(sum, rows.RawRowView(i))
	}
	return sum, err
}

// variances returns k(x_i, x_i).
func (p Prior) variances(x *mat.Dense) []float64 {
	n, d := x.Dims()
	out := make([]float64, n)
	for _, t := range p.Terms {
		if t.Shape.Whole {
			floats.AddScaled(out, t.Signal*t.Signal, kernel.Selves(t.Shape.Kernel(t.Length), x))
			continue
		}
		for i := range out {
			v := t.Signal * t.Signal
			if !t.Shape.HasLength() {
				row := x.RawRowView(i)
				v *= floats.Dot(row, row) / float64(d)
			}
			out[i] += v
		}
	}
	return out
}

// addVarianceSlopes adds Σ_i w_i ∂k(x_i, x_i)/∂θ to the gradient, which does not depend
// on the length.
func (p Prior) addVarianceSlopes(gradient, w []float64, x *mat.Dense) {
	for k, t := range p.Terms {
		of := Prior{Terms: []Term{t}}
		gradient[2*k+1] += 2 * floats.Dot(w, of.variances(x))
	}
}

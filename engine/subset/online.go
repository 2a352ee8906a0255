package subset

import (
	"context"
	"math"
	"slices"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// onlineBlock is the number of samples that are compared with the picks so far at a
// time, onlineGrain the part of them of one goroutine.
const (
	onlineBlock = 512
	onlineGrain = 64
)

// online picks every sample, in order, whose squared Hilbert-space distance ε to the
// span of the previous picks exceeds eta (Csató and Opper 2002; Böhmer et al. 2012,
// section 4). It ends after most picks. eta is in the units of κ; it is at least
// [Tolerance] of the largest κ(x, x). self, κ(x, x) of all samples, is unchanged.
//
// It takes O(m²n + mnd) time and O(m² + md + n) memory for m picks. Picks.Residual is
// nil, because the largest ε of all samples is unknown. A negative ε beyond rounding is
// an error, as for [MPMAH]. There may be no pick at all.
func online(ctx context.Context, self *residuals, eta float64, most int) (Picks, error) {
	n := len(self.eps)
	o := &onlinePass{residuals: self, eta: max(eta, self.stop()), most: most}
	for lo := 0; lo < n && len(o.picks) < most; lo += onlineBlock {
		if err := o.block(ctx, lo, min(lo+onlineBlock, n)); err != nil {
			return Picks{}, err
		}
	}
	return Picks{Index: o.picks}, nil
}

// onlinePass is the state of one pass through the samples.
type onlinePass struct {
	*residuals
	eta    float64
	most   int
	picks  []int
	factor factor

	supports  *kernel.Supports // the picks, if none was added since the last block
	projected *mat.Dense       // row i of a block: L⁻¹ of κ with the picks
}

// block processes the rows lo … hi-1. It compares all with the picks so far, and then
// those that are far enough from their span one by one.
func (o *onlinePass) block(ctx context.Context, lo, hi int) error {
	r := len(o.picks)
	eps := slices.Clone(o.eps[lo:hi])
	if o.projected == nil || o.projected.RawMatrix().Cols != r {
		o.projected = mat.NewDense(onlineBlock, max(r, 1), nil)
		o.supports = nil
	}
	if r > 0 {
		if err := o.project(ctx, lo, eps); err != nil {
			return err
		}
	}
	var far []int
	for i, e := range eps {
		// Weighing a residual may take r² multiplications.
		if err := ctx.Err(); err != nil {
			return err
		}
		above, err := o.exceeds(lo+i, e, o.eta, &o.factor, o.projected.RawRowView(i)[:r])
		if err != nil {
			return err
		}
		if above {
			far = append(far, lo+i)
		}
	}
	if len(far) == 0 {
		return nil
	}
	return o.sequential(ctx, far, lo, eps)
}

// project fills projected for the rows from lo on, and subtracts from their residuals
// eps the part that the picks so far explain.
func (o *onlinePass) project(ctx context.Context, lo int, eps []float64) error {
	_, d := o.x.Dims()
	r := len(o.picks)
	if o.supports == nil {
		o.supports = kernel.NewSupports(rowsOf(o.x, o.picks))
	}
	triangle := o.factor.triangle()
	return parallel.For(ctx, len(eps), onlineGrain, func(from, to int) {
		panel := o.projected.Slice(from, to, 0, r).(*mat.Dense)
		kernel.Matrix(panel, o.k, o.x.Slice(lo+from, lo+to, 0, d).(*mat.Dense), o.supports, false)
		dense.SolveLowerRows(triangle, panel)
		for i := from; i < to; i++ {
			row := o.projected.RawRowView(i)
			eps[i] -= floats.Dot(row, row)
		}
	})
}

// sequential picks the far samples of a block, whose first row is lo, in order, and
// compares the later ones with each new pick.
func (o *onlinePass) sequential(ctx context.Context, far []int, lo int, eps []float64) error {
	first := len(o.picks)
	_, cols := o.projected.Dims()
	v := mat.NewDense(len(far), cols, nil)
	for i, t := range far {
		v.SetRow(i, o.projected.RawRowView(t-lo))
	}
	z := rowsOf(o.x, far)
	s := mat.NewDense(len(far), len(far), nil)
	kernel.Matrix(s, o.k, z, kernel.NewSupports(z), false)
	blas64.Gemm(blas.NoTrans, blas.Trans, -1, v.RawMatrix(), v.RawMatrix(), 1, s.RawMatrix())
	var at []int // positions in far of the picks made here
	for i, t := range far {
		if err := ctx.Err(); err != nil {
			return err
		}
		row := o.factor.next(o.most)
		r := len(o.picks)
		copy(row, v.RawRowView(i)[:first])
		left := eps[t-lo]
		for j, c := range at {
			lj := o.factor.row(first + j)[first:]
			w := (s.At(i, c) - floats.Dot(row[first:first+j], lj[:j])) / lj[j]
			row[first+j] = w
			left -= w * w
		}
		above, err := o.exceeds(t, left, o.eta, &o.factor, row[:r])
		if err != nil {
			return err
		}
		if !above {
			continue
		}
		row[r] = math.Sqrt(left)
		o.picks, at = append(o.picks, t), append(at, i)
		o.factor.size++
		if len(o.picks) == o.most {
			break
		}
	}
	return nil
}

// rowsOf returns a copy of rows of x.
func rowsOf(x *mat.Dense, rows []int) *mat.Dense {
	_, d := x.Dims()
	z := dense.New(len(rows), d)
	// The background context never ends, so there is no error.
	_ = parallel.For(context.Background(), len(rows), tileRows, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			z.SetRow(i, x.RawRowView(rows[i]))
		}
	})
	return z
}

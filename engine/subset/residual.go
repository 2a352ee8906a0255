package subset

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/parallel"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Tolerance is the residual, relative to the largest κ(x, x), at which a method
// stops: what is left of every sample is rounding.
const Tolerance = 1e-12

// indefinite is the negative residual, relative to the largest κ(x, x), that
// rounding does not explain.
const indefinite = 1e-8

// Picks is a chosen subset.
type Picks struct {
	// Index holds the rows chosen, in order.
	Index []int
	// Residual[j] is the largest approximation error ε before pick j, the
	// squared Hilbert-space distance of the worst sample to the span of the
	// picks before it. It never rises. Nil where it is not computed.
	Residual []float64
	// Margin is the smallest amount by which the residual of a pick of [MPMAH] is
	// known to have exceeded those of all other samples. Beside the rounding error
	// of residuals, some 10⁻¹⁵ of the largest κ(x, x), it tells how certain the
	// picks are. Exactly equal residuals, of which the lowest index is picked, do
	// not count; 0 where there was nothing else.
	Margin float64
	// Spans says that the choice stopped early, because the picks span all samples up to
	// [Tolerance].
	Spans bool
}

// residuals are the approximation errors ε of the rows of x, the squared
// Hilbert-space distances to the span of the picks so far.
type residuals struct {
	k       kernel.Kernel
	x       *mat.Dense
	eps     []float64 // κ(x, x) at first
	largest float64   // κ(x, x) of all samples
	origin  []float64 // the mean of the samples, for kernels of differences; else nil

	entryError func() float64 // what rounding does to the kernel matrix
}

// meanOf computes the mean of the rows of x when it is asked for.
func meanOf(x *mat.Dense) func() []float64 {
	return func() []float64 { return kernel.ColumnMeans(x) }
}

// newResiduals evaluates κ(x, x) for the rows of x, which have this mean; nil computes it.
func newResiduals(k kernel.Kernel, x *mat.Dense, mean func() []float64) (*residuals, error) {
	if mean == nil {
		mean = meanOf(x)
	}
	n, _ := x.Dims()
	r := &residuals{k: k, x: x, eps: make([]float64, n),
		entryError: sync.OnceValue(func() float64 { return kernel.EntryError(k, x, false) }),
	}
	if k.TranslationInvariant() {
		r.origin = mean()
		if err := checkDistances(x, r.origin); err != nil {
			return nil, err
		}
		k.Apply(r.eps, 0, make([]float64, n), false)
	} else {
		xx := kernel.Norms(k, x)
		copy(r.eps, xx)
		for t := range xx {
			k.Apply(r.eps[t:t+1], xx[t], xx[t:t+1], false)
		}
	}
	if sum := floats.Sum(r.eps); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return nil, errors.New("the kernel of a sample with itself overflows: scale the inputs down or standardise them")
	}
	r.largest = floats.Max(r.eps)
	for t, e := range r.eps {
		if err := r.check(t, e, 0, nil); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// errFar is the data problem of samples whose squared distances are not numbers.
var errFar = errors.New("the squared distances of the samples overflow: scale the inputs down or standardise them")

// checkDistances refuses samples between which a squared distance could overflow
// on the way, wherever among them the origin is.
func checkDistances(x *mat.Dense, mean []float64) error {
	n, _ := x.Dims()
	var far atomic.Bool
	// Without a cancellable context there is nothing to report.
	_ = parallel.For(context.Background(), n, distanceRows, func(lo, hi int) {
		for t := lo; t < hi; t++ {
			if d := 16 * squaredDistance(x.RawRowView(t), mean); math.IsNaN(d) || math.IsInf(d, 0) {
				far.Store(true)
				return
			}
		}
	})
	if far.Load() {
		return errFar
	}
	return nil
}

// distanceRows rows are looked at at a time.
const distanceRows = 4096

// stop is the residual at and below which a sample is not worth a pick.
func (r *residuals) stop() float64 { return Tolerance * r.largest }

// check returns a [kernel.IndefiniteError] when the residual eps of sample t to
// the span of the given number of picks is one that only an indefinite kernel can
// have: not a number, or far below zero and below what rounding of the kernel
// matrix explains. weights gives the weights of the sample and of its projection
// on the picks, the sum of their magnitudes.
func (r *residuals) check(t int, eps float64, picks int, weights func() float64) error {
	if eps >= -indefinite*math.Abs(r.largest) {
		return nil
	}
	if weights != nil {
		if w := weights(); eps >= -w*w*r.entryError() {
			return nil
		}
	}
	return &kernel.IndefiniteError{
		Kernel: r.k.Name(), Least: eps,
		Evidence: fmt.Sprintf("at sample %d: its squared distance to the span of %d other samples is %.3g", t, picks, eps),
		Advice:   "take another kernel or other parameters for it, or choose the supports without a look at it (all, at random, by k-means) and have negative eigenvalues clipped",
	}
}

// worst is the sample with the largest residual, the lowest index among equals.
func (r *residuals) worst() int { return floats.MaxIdx(r.eps) }

func squaredDistance(a, b []float64) float64 {
	var s float64
	for i, v := range a {
		v -= b[i]
		s += v * v
	}
	return s
}

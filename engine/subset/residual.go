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

// Tolerance is the residual, relative to the largest κ(x, x), at which a method stops,
// because the residuals of all samples are rounding.
const Tolerance = 1e-12

// indefinite is the negative residual, relative to the largest κ(x, x), that rounding
// cannot explain.
const indefinite = 1e-8

// Picks is a chosen subset.
type Picks struct {
	// Index holds the chosen rows, in order.
	Index []int
	// Residual[j] is the largest approximation error ε before pick j, the squared
	// Hilbert-space distance of the worst sample to the span of the previous picks. It
	// never increases. Nil if it is not computed.
	Residual []float64
	// Margin is the smallest lower bound of the difference between the residual of a
	// pick of [MPMAH] and those of all other samples. Compared with the rounding error
	// of residuals, about 10⁻¹⁵ of the largest κ(x, x), it shows how certain the picks
	// are. Exactly equal residuals, of which the lowest index is picked, are ignored; 0
	// if there were no others.
	Margin float64
	// Spans reports whether the choice stopped early because the picks span all samples
	// up to [Tolerance].
	Spans bool
}

// residuals are the approximation errors ε of the rows of x, the squared Hilbert-space
// distances to the span of the picks so far.
type residuals struct {
	k       kernel.Kernel
	x       *mat.Dense
	eps     []float64 // initially κ(x, x)
	largest float64   // the largest κ(x, x)
	origin  []float64 // mean of the samples, for kernels of differences; else nil

	entryError func() float64 // returns the rounding error of the kernel matrix
}

// meanOf returns a function that computes the mean of the rows of x.
func meanOf(x *mat.Dense) func() []float64 {
	return func() []float64 { return kernel.ColumnMeans(x) }
}

// newResiduals returns the residuals κ(x, x) of the rows of x. mean returns their mean;
// nil computes it.
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

// errFar is the error for samples whose squared distances overflow.
var errFar = errors.New("the squared distances of the samples overflow: scale the inputs down or standardise them")

// checkDistances returns an error if a squared distance between samples could overflow
// in the computation, for any origin among them.
func checkDistances(x *mat.Dense, mean []float64) error {
	n, _ := x.Dims()
	var far atomic.Bool
	// The background context never ends, so there is no error.
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

// distanceRows is the number of rows that are checked at a time.
const distanceRows = 4096

// stop returns the residual at and below which a sample is not picked.
func (r *residuals) stop() float64 { return Tolerance * r.largest }

// check returns a [kernel.IndefiniteError] if only an indefinite kernel can cause the
// residual eps of sample t to the span of the given number of picks: NaN, or negative
// beyond the rounding of the kernel matrix. weights returns the sum of the magnitudes
// of the weights of the sample and of its projection on the picks.
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
		Advice:   "take another kernel or other parameters for it, or choose the supports without the kernel (all, random, k-means) and have negative eigenvalues clipped",
	}
}

// worst returns the sample with the largest residual, the lowest index among equals.
func (r *residuals) worst() int { return floats.MaxIdx(r.eps) }

func squaredDistance(a, b []float64) float64 {
	var s float64
	for i, v := range a {
		v -= b[i]
		s += v * v
	}
	return s
}

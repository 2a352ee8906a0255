package subset

import (
	"errors"
	"fmt"
	"math"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/floats"
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
}

// residuals are the approximation errors ε of samples, the squared
// Hilbert-space distances to the span of the picks so far.
type residuals struct {
	k       kernel.Kernel
	eps     []float64 // κ(x, x) at first
	largest float64   // κ(x, x) of all samples
}

// newResiduals evaluates κ(x, x) for samples of squared norms xx.
func newResiduals(k kernel.Kernel, xx []float64) (*residuals, error) {
	r := &residuals{k: k, eps: make([]float64, len(xx))}
	for t := range xx {
		if k.TranslationInvariant() {
			k.Apply(r.eps[t:t+1], 0, []float64{0}, false)
		} else {
			r.eps[t] = xx[t]
			k.Apply(r.eps[t:t+1], xx[t], xx[t:t+1], false)
		}
	}
	if sum := floats.Sum(r.eps); math.IsNaN(sum) || math.IsInf(sum, 0) {
		return nil, errors.New("the kernel of a sample with itself overflows: scale the inputs down or standardise them")
	}
	r.largest = floats.Max(r.eps)
	return r, r.checkAll(0)
}

// stop is the residual at and below which a sample is not worth a pick.
func (r *residuals) stop() float64 { return Tolerance * r.largest }

// check returns an error when the residual eps of sample t to the span of the
// given number of picks is one that only an indefinite kernel can have: far
// below zero, or not a number.
func (r *residuals) check(t int, eps float64, picks int) error {
	if eps >= -indefinite*math.Abs(r.largest) {
		return nil
	}
	return fmt.Errorf("kernel %s is not positive semi-definite at sample %d: its squared distance to the span of %d other samples is %.3g; take another kernel or other parameters for it", r.k.Name(), t, picks, eps)
}

// checkAll is check of all samples.
func (r *residuals) checkAll(picks int) error {
	for t, e := range r.eps {
		if err := r.check(t, e, picks); err != nil {
			return err
		}
	}
	return nil
}

// worst is the sample with the largest residual, the lowest index among equals.
func (r *residuals) worst() int { return floats.MaxIdx(r.eps) }

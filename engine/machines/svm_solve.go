package machines

import (
	"context"
	"fmt"
	"math"
)

// SupportOptions set the problem and the precision of its solution.
type SupportOptions struct {
	// C bounds the coefficients: the weight of samples on the wrong side.
	C float64
	// Tolerance is the largest difference between the slopes of two coefficients that
	// may move, at the end; 0 stands for 1e-3.
	Tolerance float64
	// Cache is the number of entries of the matrix that are kept; 0 stands for 2²⁴, 128
	// MiB.
	Cache int
}

// CacheNumbers returns the default number of cached entries of a matrix of n samples.
func CacheNumbers(n int) int { return min(n*n, 1<<24) }

// SupportSolution holds a machine by its samples.
type SupportSolution struct {
	// Beta holds the coefficient of each sample, with the sign of its class; those of
	// support vectors are not 0.
	Beta []float64
	// Bias is b of the function Σ β_i k(x_i, ·) + b, whose sign is the class.
	Bias float64
	// Objective is the minimum of the dual.
	Objective float64
	// Steps counts the moves of two coefficients. Settled reports whether their slopes
	// agree to the tolerance: it is false if the steps ran out.
	Steps   int
	Settled bool
}

const (
	// mostSteps bounds the steps, with 100 more for each sample.
	mostSteps = 10_000_000
	// leastCurvature replaces a curvature that is not positive, such as that of two
	// equal samples.
	leastCurvature = 1e-12
)

// SolveSupport returns the coefficients of n samples of the classes y_i = ±1. It fails
// if ctx ends, unless C is above 0, and if all samples are of one class. It panics
// unless each sample has a class.
func SolveSupport(ctx context.Context, g Gram, y []float64, o SupportOptions) (*SupportSolution, error) {
	n := g.Len()
	if len(y) != n || n == 0 {
		panic(fmt.Sprintf("machines: %d classes of %d samples", len(y), n))
	}
	if !(o.C > 0) || math.IsInf(o.C, 0) {
		return nil, fmt.Errorf("weight C %g: must be above 0", o.C)
	}
	s := newState(g, y, o)
	if s.both == 0 {
		return nil, fmt.Errorf("all %d samples are of one class", n)
	}
	out := &SupportSolution{Beta: s.beta}
	for ; out.Steps < mostSteps+100*n; out.Steps++ {
		if out.Steps%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		up, down := s.choosePair()
		if down < 0 {
			out.Settled = true
			break
		}
		s.movePair(up, down)
	}
	out.Bias, out.Objective = -s.offset(), s.objective()
	return out, nil
}

// state holds the state of SolveSupport. A step raises one coefficient and lowers
// another by as much, which keeps the sum.
type state struct {
	cache     *cache
	tolerance float64
	both      int // number of samples of the rarer class
	diagonal  []float64
	y, beta   []float64
	low, high []float64 // bounds of each coefficient
	slope     []float64 // derivatives of the objective: Σ_j β_j k_ij − y_i
}

func newState(g Gram, y []float64, o SupportOptions) *state {
	n := g.Len()
	if o.Tolerance == 0 {
		o.Tolerance = 1e-3
	}
	if o.Cache == 0 {
		o.Cache = CacheNumbers(n)
	}
	s := &state{cache: newCache(g, o.Cache), tolerance: o.Tolerance, y: y,
		diagonal: make([]float64, n), beta: make([]float64, n), low: make([]float64, n), high: make([]float64, n), slope: make([]float64, n)}
	positive := 0
	for i, class := range y {
		s.diagonal[i], s.slope[i] = g.Diagonal(i), -class
		if class > 0 {
			s.high[i] = o.C
			positive++
		} else {
			s.low[i] = -o.C
		}
	}
	s.both = min(positive, n-positive)
	return s
}

// choosePair returns the coefficient of least slope that may rise, and the one whose
// fall with it lowers the objective most. down is -1 if the slopes agree to the
// tolerance.
func (s *state) choosePair() (up, down int) {
	up, down = -1, -1
	least := math.Inf(1)
	for i, f := range s.slope {
		if f < least && s.beta[i] < s.high[i] {
			up, least = i, f
		}
	}
	if up < 0 {
		return up, down
	}
	row, own := s.cache.row(up), s.diagonal[up]
	most, gain := math.Inf(-1), 0.0
	for i, f := range s.slope {
		if s.beta[i] <= s.low[i] || f <= least {
			continue
		}
		most = max(most, f)
		curve := own + s.diagonal[i] - 2*row[i]
		if curve <= 0 {
			curve = leastCurvature
		}
		if by := (f - least) * (f - least) / curve; by > gain {
			down, gain = i, by
		}
	}
	if most-least < s.tolerance {
		return up, -1
	}
	return up, down
}

// movePair raises one coefficient and lowers the other to the minimum of the objective,
// or to the first bound.
func (s *state) movePair(up, down int) {
	rising, falling := s.cache.row(up), s.cache.row(down)
	curve := s.diagonal[up] + s.diagonal[down] - 2*rising[down]
	if curve <= 0 {
		curve = leastCurvature
	}
	by := (s.slope[down] - s.slope[up]) / curve
	maxRise, maxFall := s.high[up]-s.beta[up], s.beta[down]-s.low[down]
	by = min(by, maxRise, maxFall)
	s.beta[up] += by
	s.beta[down] -= by
	if by == maxRise { // exactly to the bound, without rounding
		s.beta[up] = s.high[up]
	}
	if by == maxFall {
		s.beta[down] = s.low[down]
	}
	falling = falling[:len(s.slope)]
	for i, k := range rising[:len(s.slope)] {
		s.slope[i] += by * (k - falling[i])
	}
}

// offset returns the mean slope of the coefficients strictly within their bounds.
// Without any it returns the middle of the interval of slopes that the others allow.
func (s *state) offset() float64 {
	sum, free := 0.0, 0
	above, below := math.Inf(1), math.Inf(-1)
	for i, f := range s.slope {
		rises, falls := s.beta[i] < s.high[i], s.beta[i] > s.low[i]
		switch {
		case rises && falls:
			sum += f
			free++
		case rises:
			above = min(above, f)
		default:
			below = max(below, f)
		}
	}
	if free > 0 {
		return sum / float64(free)
	}
	return (above + below) / 2
}

// objective returns ½βᵀKβ − yᵀβ.
func (s *state) objective() float64 {
	sum := 0.0
	for i, b := range s.beta {
		sum += b * (s.slope[i] - s.y[i]) / 2
	}
	return sum
}

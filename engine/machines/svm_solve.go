package machines

import (
	"context"
	"fmt"
	"math"
)

// SupportOptions say what is solved for.
type SupportOptions struct {
	// C bounds the coefficients: the weight of samples on the wrong side.
	C float64
	// Tolerance is by how much the slopes of two coefficients that may move may differ in
	// the end; 0 stands for 1e-3.
	Tolerance float64
	// Cache is how many numbers of the matrix are kept; 0 stands for 2²⁴, 128 MiB.
	Cache int
}

// CacheNumbers is how many numbers of a matrix of n samples are kept where nothing is said.
func CacheNumbers(n int) int { return min(n*n, 1<<24) }

// SupportSolution is a machine by its samples.
type SupportSolution struct {
	// Beta is the coefficient of each sample, its sign that of the class; those of support
	// vectors are not 0.
	Beta []float64
	// Bias is b of the function Σ β_i k(x_i, ·) + b, whose sign is the class.
	Bias float64
	// Objective is that of the dual, which is minimised.
	Objective float64
	// Steps is how often two coefficients moved; Settled that their slopes agree to the
	// tolerance: false where the steps ran out.
	Steps   int
	Settled bool
}

const (
	// mostSteps bounds the steps, with 100 for each sample beside.
	mostSteps = 10_000_000
	// flat stands for a curvature that is not positive, as where two samples are alike.
	flat = 1e-12
)

// SolveSupport finds the coefficients of n samples of the classes y_i = ±1. It fails when ctx ends,
// unless C is above 0, and where all samples are of one class. It panics unless there is a
// class for each sample.
func SolveSupport(ctx context.Context, g Gram, y []float64, o SupportOptions) (*SupportSolution, error) {
	n := g.Len()
	if len(y) != n || n == 0 {
		panic(fmt.Sprintf("svm: %d classes of %d samples", len(y), n))
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
		up, down := s.pair()
		if down < 0 {
			out.Settled = true
			break
		}
		s.move(up, down)
	}
	out.Bias, out.Objective = -s.offset(), s.objective()
	return out, nil
}

// state is that of SolveSupport. Raising one coefficient and lowering another by the same keeps
// their sum.
type state struct {
	cache     *cache
	tolerance float64
	both      int // samples of the rarer class
	diagonal  []float64
	y, beta   []float64
	low, high []float64 // between which a coefficient is
	slope     []float64 // of the objective: Σ_j β_j k_ij − y_i
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

// pair is the coefficient of least slope that may rise, and that which is to fall with it;
// -1 for the latter where the slopes agree.
func (s *state) pair() (up, down int) {
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
			curve = flat
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

// move raises one coefficient and lowers the other as far as that is good, or as they may.
func (s *state) move(up, down int) {
	rising, falling := s.cache.row(up), s.cache.row(down)
	curve := s.diagonal[up] + s.diagonal[down] - 2*rising[down]
	if curve <= 0 {
		curve = flat
	}
	by := (s.slope[down] - s.slope[up]) / curve
	room, left := s.high[up]-s.beta[up], s.beta[down]-s.low[down]
	by = min(by, room, left)
	s.beta[up] += by
	s.beta[down] -= by
	if by == room { // not a digit beside the bound
		s.beta[up] = s.high[up]
	}
	if by == left {
		s.beta[down] = s.low[down]
	}
	falling = falling[:len(s.slope)]
	for i, k := range rising[:len(s.slope)] {
		s.slope[i] += by * (k - falling[i])
	}
}

// offset is the slope that coefficients within their bounds share, or where there are none
// the middle of what it may be.
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

// objective is ½βᵀKβ − yᵀβ.
func (s *state) objective() float64 {
	sum := 0.0
	for i, b := range s.beta {
		sum += b * (s.slope[i] - s.y[i]) / 2
	}
	return sum
}

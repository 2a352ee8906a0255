package search

import (
	"context"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/gaussianprocess"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// A Planner proposes configurations of a grid.
type Planner struct {
	configs []part.Point
	index   map[part.Point]int
	points  [][]part.Point // of each configuration: its folds and draws
	x       *mat.Dense
	limit   int // number of configurations to compute in all
	start   int // number of them chosen without results
}

// New returns a planner over the points of a whole grid, in the order of its plan. It
// computes most configurations in all (0 for the whole grid), the first start of them
// without using results.
func New(points []part.Point, most, start int) *Planner {
	p := &Planner{index: map[part.Point]int{}}
	for _, q := range points {
		i, ok := p.index[q.Config()]
		if !ok {
			i = len(p.configs)
			p.index[q.Config()] = i
			p.configs, p.points = append(p.configs, q.Config()), append(p.points, nil)
		}
		p.points[i] = append(p.points[i], q)
	}
	p.x = coordinates(p.configs)
	if p.limit = len(p.configs); most > 0 {
		p.limit = min(most, p.limit)
	}
	p.start = min(max(start, 1), p.limit)
	return p
}

// Configurations returns the number of configurations of the grid.
func (p *Planner) Configurations() int { return len(p.configs) }

// Most returns the number of configurations to compute in all.
func (p *Planner) Most() int { return p.limit }

// Rounds returns the number of configurations in rows beyond those of the start.
func (p *Planner) Rounds(rows []choose.Row) int {
	count := 0
	for i := range rows {
		if _, ok := p.index[rows[i].Config]; ok {
			count++
		}
	}
	return max(count-p.start, 0)
}

const (
	// mostCovered limits the configurations that the start covers; of more, evenly
	// spaced ones are taken.
	mostCovered = 1000
	// mostCentral is the number of configurations after which the start proceeds by
	// distance alone.
	mostCentral = 32
)

// First returns the points of the configurations that the search starts from. Each
// reduces the mean squared distance of the configurations to the nearest chosen one the
// most. The first is thus central, and ends of axes, where scores are poor, come late.
func (p *Planner) First() []part.Point {
	chosen := make([]bool, len(p.configs))
	near := slices.Repeat([]float64{math.Inf(1)}, len(p.configs))
	var out []part.Point
	for k := range p.start {
		best := -1
		if k < mostCentral {
			best = p.central(near)
		}
		if best < 0 {
			best = p.farthest(chosen)
		}
		chosen[best] = true
		for j := range near {
			near[j] = min(near[j], p.squaredDistance(best, j))
		}
		out = append(out, p.points[best]...)
	}
	return out
}

// central returns the configuration that minimises the sum of squared distances to the
// nearest chosen one; near holds these distances without it. It returns the first of
// equals, or −1 if all are chosen.
func (p *Planner) central(near []float64) int {
	step := (len(near) + mostCovered - 1) / mostCovered
	best, least := -1, math.Inf(1)
	for i := 0; i < len(near); i += step {
		sum := 0.0
		for j := 0; j < len(near); j += step {
			sum += min(near[j], p.squaredDistance(i, j))
		}
		if near[i] > 0 && sum < least*(1-1e-9) {
			best, least = i, sum
		}
	}
	return best
}

// squaredDistance returns the squared distance of two configurations.
func (p *Planner) squaredDistance(i, j int) float64 {
	d := floats.Distance(p.x.RawRowView(i), p.x.RawRowView(j), 2)
	return d * d
}

// farthest returns the configuration farthest from the chosen ones; the first of
// equals, or the first of all if none is chosen.
func (p *Planner) farthest(chosen []bool) int {
	best, far := -1, math.Inf(-1)
	for i := range p.configs {
		if chosen[i] {
			continue
		}
		near := math.Inf(1)
		for j := range p.configs {
			if chosen[j] {
				near = min(near, floats.Distance(p.x.RawRowView(i), p.x.RawRowView(j), 2))
			}
		}
		if near > far {
			best, far = i, near
		}
	}
	return best
}

// A Proposal is the next configuration to compute.
type Proposal struct {
	Points []part.Point
	Config part.Point
	// Round counts proposals from 1.
	Round int
	Expectation
}

// An Expectation is the basis of a proposal: the expected improvement over the best
// score so far, and the mean and the standard deviation of the predicted score. A
// smaller mean is better.
type Expectation struct{ EI, Mean, SD float64 }

// A search ends once it has computed Patience times the number of configurations that
// it started from, and the largest expected improvement is below Negligible, a share of
// the standard deviation of the scores so far. With few scores a process is
// overconfident.
const (
	Patience   = 3
	Negligible = 1e-3
)

// Next returns the next proposal for the finished rows of a sweep. more is false at the
// end of the search, with the reason in why: the requested number is computed, or no
// improvement is expected. It fails if ctx ends.
func (p *Planner) Next(ctx context.Context, rows []choose.Row, by choose.By) (next Proposal, more bool, why string, err error) {
	tried := make([]bool, len(p.configs))
	scores := make([]float64, len(p.configs))
	count, useful := 0, 0
	for i := range rows {
		at, ok := p.index[rows[i].Config]
		if !ok || tried[at] {
			continue
		}
		tried[at] = true
		count++
		if scores[at] = by.Score(&rows[i]).U; !math.IsNaN(scores[at]) && !math.IsInf(scores[at], 0) {
			useful++
		} else {
			scores[at] = math.NaN()
		}
	}
	switch {
	case count >= len(p.configs):
		return next, false, fmt.Sprintf("all %d configurations of the grid are computed", len(p.configs)), nil
	case count >= p.limit:
		return next, false, fmt.Sprintf("%d of the %d configurations of the grid are computed, the requested number", count, len(p.configs)), nil
	}
	at, expected := p.farthest(tried), Expectation{EI: math.NaN(), Mean: math.NaN(), SD: math.NaN()}
	if useful > 1 {
		var share float64
		if at, expected, share, err = p.propose(ctx, tried, scores); err != nil {
			return next, false, "", err
		}
		if share < Negligible && count >= Patience*p.start {
			return next, false, fmt.Sprintf("no further improvement is expected after %d of the %d configurations of the grid: the largest expected improvement is %.1g of the deviation of their scores", count, len(p.configs), share), nil
		}
	}
	return Proposal{p.points[at], p.configs[at], max(count-p.start, 0) + 1, expected}, true, "", nil
}

// propose returns the untried configuration with the largest expected improvement over
// the smallest score. scores are NaN where there is none; share is the improvement in
// standard deviations of the scores.
func (p *Planner) propose(ctx context.Context, tried []bool, scores []float64) (at int, e Expectation, share float64, err error) {
	var known []int
	var y []float64
	for i, score := range scores {
		if tried[i] && !math.IsNaN(score) {
			known, y = append(known, i), append(y, -score)
		}
	}
	mean, sd := stat.PopMeanStdDev(y, nil)
	if !(sd > 0) {
		sd = 1 // all scores are equal
	}
	for i := range y {
		y[i] = (y[i] - mean) / sd
	}
	_, d := p.x.Dims()
	x := mat.NewDense(len(known), d, nil)
	for k, i := range known {
		x.SetRow(k, p.x.RawRowView(i))
	}
	process, err := likeliestProcess(ctx, x, y)
	if err != nil {
		return 0, e, 0, err
	}
	at, ei, mu, s, err := bestCandidate(ctx, process, p.x, tried, floats.Max(y))
	if err != nil {
		return 0, e, 0, err
	}
	return at, Expectation{EI: ei * sd, Mean: -(mean + sd*mu), SD: s * sd}, ei, nil
}

// The candidate parameters of a process over the unit cube: a few scores barely
// determine more than which of these is likeliest. Every candidate has noise, because
// parts are noisy, and because an exact fit of a rough function would predict nothing
// between scores.
var (
	lengths = []float64{0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1, 1.5}
	noises  = []float64{0.1, 0.3}
)

// likeliestProcess returns the process with the largest likelihood of scores y of mean
// 0 and variance 1; the first of equals.
func likeliestProcess(ctx context.Context, x *mat.Dense, y []float64) (best gaussianprocess.Process, err error) {
	for _, noise := range noises {
		for _, length := range lengths {
			prior := gaussianprocess.Prior{Terms: []gaussianprocess.Term{{Shape: gaussianprocess.Matern52, Length: length, Signal: 1}}, Noise: noise}
			p, err := gaussianprocess.Condition(ctx, prior, x, y)
			if err != nil {
				return nil, err
			}
			if best == nil || p.Likelihood().Log() > best.Likelihood().Log()+relTolerance {
				best = p
			}
		}
	}
	return best, nil
}

// relTolerance is the relative difference between the arithmetic of processors. Values
// within it are equal, so that all processors propose the same point.
const relTolerance = 1e-6

// bestCandidate returns the untried row of x with the largest expected improvement over the
// best value; the first of equals.
func bestCandidate(ctx context.Context, p gaussianprocess.Process, x *mat.Dense, tried []bool, best float64) (at int, ei, mu, s float64, err error) {
	mean, variance, err := p.Predict(ctx, x)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	at = -1
	for i, m := range mean {
		if tried[i] {
			continue
		}
		sd := math.Sqrt(variance[i])
		if v := Improvement(m, sd, best, 0); at < 0 || v > ei*(1+relTolerance) {
			at, ei, mu, s = i, v, m, sd
		}
	}
	return at, ei, mu, s, nil
}

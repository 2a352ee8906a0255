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

// Planner proposes configurations of a grid.
type Planner struct {
	configs []part.Point
	index   map[part.Point]int
	points  [][]part.Point // of each configuration: its folds and draws
	x       *mat.Dense
	most    int // configurations in all
	start   int // of them, chosen before there is any result
}

// New is a planner over the points of a whole grid, in the order of its plan, that computes
// most configurations of it in all (0 for all), the first start of them before it looks.
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
	if p.most = len(p.configs); most > 0 {
		p.most = min(most, p.most)
	}
	p.start = min(max(start, 1), p.most)
	return p
}

// Configurations is the size of the grid, Most how many of it are computed.
func (p *Planner) Configurations() int { return len(p.configs) }

// Most is how many configurations are computed in all.
func (p *Planner) Most() int { return p.most }

// Rounds is how many configurations rows hold beside those of the start.
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
	// mostCovered bounds the configurations that a start is to cover; of more, evenly spaced
	// ones are.
	mostCovered = 1000
	// mostCentral is the number of configurations after which a start goes on by distance alone.
	mostCentral = 32
)

// First returns the points of the configurations that the search starts from. Each is the one
// that most reduces the mean squared distance of the configurations to the nearest of them: the
// first is central, and ends of axes, where scores are poor, come late.
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
			near[j] = min(near[j], p.squared(best, j))
		}
		out = append(out, p.points[best]...)
	}
	return out
}

// central is the configuration that leaves the least sum of squared distances to the nearest,
// which is near without it; the first of equals, and −1 where all are chosen.
func (p *Planner) central(near []float64) int {
	step := (len(near) + mostCovered - 1) / mostCovered
	best, least := -1, math.Inf(1)
	for i := 0; i < len(near); i += step {
		sum := 0.0
		for j := 0; j < len(near); j += step {
			sum += min(near[j], p.squared(i, j))
		}
		if near[i] > 0 && sum < least*(1-1e-9) {
			best, least = i, sum
		}
	}
	return best
}

// squared is the squared distance of two configurations.
func (p *Planner) squared(i, j int) float64 {
	d := floats.Distance(p.x.RawRowView(i), p.x.RawRowView(j), 2)
	return d * d
}

// farthest is the configuration farthest from the chosen ones; the first of equals, and of
// all where none is chosen.
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

// Proposal is what to compute next.
type Proposal struct {
	Points []part.Point
	Config part.Point
	// Round counts proposals from 1 on.
	Round int
	Expectation
}

// Expectation is what a proposal rests on: the expected improvement over the best score so
// far, and the mean and the standard deviation of what is expected. As scores, less is
// better of the mean.
type Expectation struct{ EI, Mean, SD float64 }

// A search ends once it has computed Patience times as many configurations as it started
// from, and the largest expected improvement is below Negligible, a share of the standard
// deviation of the scores so far. A process of few scores is surer than it should be.
const (
	Patience   = 3
	Negligible = 1e-3
)

// Next is the proposal after the finished rows of a sweep; false where the search is over,
// with why: all that was asked for is computed, or nothing is expected of the rest. It fails when ctx ends.
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
	case count >= p.most:
		return next, false, fmt.Sprintf("%d of the %d configurations of the grid are computed, as asked for", count, len(p.configs)), nil
	}
	at, expected := p.farthest(tried), Expectation{EI: math.NaN(), Mean: math.NaN(), SD: math.NaN()}
	if useful > 1 {
		var share float64
		if at, expected, share, err = p.propose(ctx, tried, scores); err != nil {
			return next, false, "", err
		}
		if share < Negligible && count >= Patience*p.start {
			return next, false, fmt.Sprintf("nothing more is expected after %d of the %d configurations of the grid: the largest expected improvement is %.1g of the deviation of their scores", count, len(p.configs), share), nil
		}
	}
	return Proposal{p.points[at], p.configs[at], max(count-p.start, 0) + 1, expected}, true, "", nil
}

// propose is the configuration that is not tried with the largest expected improvement over
// the least of the scores, which are NaN where there is none; share is that over their
// deviation.
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
		sd = 1 // all are the same
	}
	for i := range y {
		y[i] = (y[i] - mean) / sd
	}
	_, d := p.x.Dims()
	x := mat.NewDense(len(known), d, nil)
	for k, i := range known {
		x.SetRow(k, p.x.RawRowView(i))
	}
	process, err := likeliest(ctx, x, y)
	if err != nil {
		return 0, e, 0, err
	}
	at, ei, mu, s, err := largest(ctx, process, p.x, tried, floats.Max(y))
	if err != nil {
		return 0, e, 0, err
	}
	return at, Expectation{EI: ei * sd, Mean: -(mean + sd*mu), SD: s * sd}, ei, nil
}

// What a process over the unit cube is fitted by: few scores tell little more than which of
// these is likeliest. No score is taken as exact: parts have noise, and what is no smooth
// function of the axes would have the process distrust all that lies between scores.
var (
	lengths = []float64{0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1, 1.5}
	noises  = []float64{0.1, 0.3}
)

// likeliest is the process of scores of mean 0 and variance 1 with the largest likelihood;
// the first of equals.
func likeliest(ctx context.Context, x *mat.Dense, y []float64) (best gaussianprocess.Process, err error) {
	for _, noise := range noises {
		for _, length := range lengths {
			prior := gaussianprocess.Prior{Terms: []gaussianprocess.Term{{Shape: gaussianprocess.Matern52, Length: length, Signal: 1}}, Noise: noise}
			p, err := gaussianprocess.Condition(ctx, prior, x, y)
			if err != nil {
				return nil, err
			}
			if best == nil || p.Likelihood().Log() > best.Likelihood().Log()+alike {
				best = p
			}
		}
	}
	return best, nil
}

// alike is the relative difference that the arithmetic of processors may make: values within it
// are equal, so that all of them propose the same.
const alike = 1e-6

// largest is the row of x that is not tried with the largest expected improvement over the
// best value; the first of equals.
func largest(ctx context.Context, p gaussianprocess.Process, x *mat.Dense, tried []bool, best float64) (at int, ei, mu, s float64, err error) {
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
		if v := Improvement(m, sd, best, 0); at < 0 || v > ei*(1+alike) {
			at, ei, mu, s = i, v, m, sd
		}
	}
	return at, ei, mu, s, nil
}

package gaussianprocess

import (
	"context"
	"errors"
	"math"
	"slices"

	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// Free says which parameters of a prior are fitted; the others stay as they are.
type Free struct{ Lengths, Signals, Noise bool }

// Any reports whether something is fitted.
func (f Free) Any() bool { return f.Lengths || f.Signals || f.Noise }

// Optimum is where a start ended.
type Optimum struct {
	Prior         Prior
	LogLikelihood float64
}

// Objective is the likelihood of a prior and its gradient by the logarithms of the
// parameters: length and signal of each term, then the noise.
type Objective func(ctx context.Context, prior Prior) (Likelihood, []float64, error)

// OnSamples is the exact objective, for one goroutine. What lengths do not change is
// computed once.
func OnSamples(x *mat.Dense, y []float64, like Prior) Objective {
	checkTargets(x, y)
	var at pairs
	return func(ctx context.Context, prior Prior) (Likelihood, []float64, error) {
		prior.check()
		if at.n == 0 {
			var err error
			if at, err = like.among(ctx, x); err != nil {
				at = pairs{}
				return Likelihood{}, nil, err
			}
		}
		return evaluate(ctx, prior, at, y)
	}
}

// OnInducing is the objective of a process on inducing inputs.
func OnInducing(x *mat.Dense, y []float64, u *mat.Dense, how Approximation) Objective {
	return func(ctx context.Context, prior Prior) (Likelihood, []float64, error) {
		return evaluateOn(ctx, prior, x, y, u, how)
	}
}

// The bounds of parameters, as factors of where the first start has them. The noise
// keeps a covariance that can be factored.
const (
	bound      = 1e3
	leastNoise = 1e-4 // of the first term's signal at the first start
)

// errNoStart reports that the likelihood has no value anywhere.
var errNoStart = errors.New("gaussianprocess: the likelihood cannot be computed at any start")

// Fit maximises the likelihood from each start by BFGS over the logarithms of the free
// parameters, and gives where each ended, in their order, and the place of the best; the
// first of equals. Likelihoods have several maxima: a start too few finds the wrong one.
// It fails when ctx ends, and when no start has a likelihood.
func Fit(ctx context.Context, starts []Prior, free Free, likelihood Objective) (ends []Optimum, best int, err error) {
	best = -1
	var last error
	for _, start := range starts {
		end, err := climb(ctx, start, starts[0], free, likelihood, 1e-10)
		if ctx.Err() != nil {
			return nil, -1, ctx.Err()
		}
		if err != nil {
			last = err
		}
		ends = append(ends, end)
		if !math.IsNaN(end.LogLikelihood) && (best < 0 || end.LogLikelihood > ends[best].LogLikelihood) {
			best = len(ends) - 1
		}
	}
	if best < 0 {
		return nil, -1, errors.Join(errNoStart, last)
	}
	return ends, best, nil
}

// The lengths of starts, as multiples of the heuristic width of the samples, and their
// noise, as a share of the first term's signal.
var (
	startLengths = []float64{1, 1.0 / 3, 3, 1.0 / 8, 8}
	startNoises  = []float64{0.3, 0.03}
)

// Starts are places to fit from: what is free is spread out around what samples x suggest,
// the rest is as like has it.
func Starts(x *mat.Dense, like Prior, free Free) []Prior {
	width := kernel.HeuristicWidth(x)
	lengths, noises := []float64{1}, []float64{like.Noise}
	if free.Lengths && width > 0 && slices.ContainsFunc(like.Terms, func(t Term) bool { return t.Shape.HasLength() }) {
		lengths = startLengths
	}
	if free.Noise {
		noises = nil
		for _, share := range startNoises {
			noises = append(noises, share*like.Terms[0].Signal)
		}
	}
	var out []Prior
	for _, noise := range noises {
		for _, factor := range lengths {
			p := like.clone()
			p.Noise = noise
			for i := range p.Terms {
				if t := &p.Terms[i]; free.Lengths && t.Shape.HasLength() && width > 0 {
					t.Length = factor * width
				}
			}
			out = append(out, p)
		}
	}
	return out
}

// startSamples is how many evenly spaced samples all starts are tried on, where there are
// more.
const startSamples = 256

// FitSamples fits the prior to samples x with targets y: from all [Starts] on some of the
// samples where they are many, and from the best of them on all.
func FitSamples(ctx context.Context, x *mat.Dense, y []float64, like Prior, free Free) (Optimum, error) {
	start, err := FitSome(ctx, x, y, like, free)
	if n, _ := x.Dims(); err != nil || n <= startSamples || !free.Any() {
		return start, err
	}
	return Refine(ctx, start.Prior, free, OnSamples(x, y, like))
}

// FitSome is the best of all starts on evenly spaced samples, as many as suffice to choose
// among starts.
func FitSome(ctx context.Context, x *mat.Dense, y []float64, like Prior, free Free) (Optimum, error) {
	checkTargets(x, y)
	n, d := x.Dims()
	if !free.Any() {
		return Optimum{Prior: like}, nil
	}
	if n > startSamples {
		few, some := mat.NewDense(startSamples, d, nil), make([]float64, startSamples)
		for i := range some {
			few.SetRow(i, x.RawRowView(i*n/startSamples))
			some[i] = y[i*n/startSamples]
		}
		x, y = few, some
	}
	ends, best, err := Fit(ctx, Starts(x, like, free), free, OnSamples(x, y, like))
	if err != nil {
		return Optimum{}, err
	}
	return ends[best], nil
}

// enoughLikelihood is a difference of log likelihoods that no data could tell.
const enoughLikelihood = 1e-2

// Refine goes on from one start, until the likelihood rises by less than a hundredth. It
// fails when ctx ends and where there is no likelihood.
func Refine(ctx context.Context, start Prior, free Free, likelihood Objective) (Optimum, error) {
	end, err := climb(ctx, start, start, free, likelihood, enoughLikelihood)
	switch {
	case ctx.Err() != nil:
		return Optimum{}, ctx.Err()
	case err != nil:
		return Optimum{}, err
	}
	return end, nil
}

// climbing is one maximisation. A free parameter θ is searched as u, with log θ between its
// bounds by a logistic function of u, so that no step leaves them. Its slope is a quarter
// amid them: the first step, of length 1, stays near the start.
type climbing struct {
	ctx        context.Context
	at         Prior
	free       []int
	low, width []float64 // of log θ
	likelihood Objective

	u        []float64 // where the last value was taken
	value    float64
	gradient []float64
	err      error
}

// climb maximises from a start, within the bounds around the first one, until the
// likelihood rises by less than enough.
func climb(ctx context.Context, start, first Prior, free Free, likelihood Objective, enough float64) (Optimum, error) {
	c := &climbing{ctx: ctx, at: start.clone(), likelihood: likelihood}
	c.setFree(first, free)
	u := make([]float64, len(c.free))
	for k, i := range c.free {
		share := (math.Log(*c.at.parameter(i)) - c.low[k]) / c.width[k]
		share = min(max(share, 1e-3), 1-1e-3)
		u[k] = c.width[k] * math.Log(share/(1-share))
	}
	c.take(u)
	if len(u) == 0 || c.err != nil {
		return Optimum{c.at.clone(), c.value}, c.err
	}
	problem := optimize.Problem{
		Func:   func(u []float64) float64 { c.take(u); return -c.value },
		Grad:   func(gradient, u []float64) { c.take(u); copy(gradient, c.gradient) },
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}
	result, err := optimize.Minimize(problem, u, &optimize.Settings{
		GradientThreshold: 1e-7, FuncEvaluations: maxEvaluations,
		Converger: &optimize.FunctionConverge{Absolute: enough, Iterations: 3},
	}, &optimize.BFGS{})
	if result == nil {
		return Optimum{c.at.clone(), math.NaN()}, err
	}
	// A line search that finds no more has arrived.
	c.place(result.X)
	return Optimum{c.at.clone(), -result.F}, nil
}

// maxEvaluations bounds the likelihoods of one start.
const maxEvaluations = 200

// setFree lists the parameters that are fitted, and their bounds.
func (c *climbing) setFree(first Prior, free Free) {
	add := func(i int, low, high float64) {
		c.free = append(c.free, i)
		c.low, c.width = append(c.low, math.Log(low)), append(c.width, math.Log(high/low))
	}
	for t, term := range first.Terms {
		if free.Lengths && term.Shape.HasLength() {
			add(2*t, term.Length/bound, term.Length*bound)
		}
		if free.Signals {
			add(2*t+1, term.Signal/bound, term.Signal*bound)
		}
	}
	if signal := first.Terms[0].Signal; free.Noise {
		add(2*len(first.Terms), leastNoise*signal, 10*signal)
	}
}

// place moves the prior to u.
func (c *climbing) place(u []float64) (slopes []float64) {
	slopes = make([]float64, len(u))
	for k, i := range c.free {
		share := 1 / (1 + math.Exp(-u[k]/c.width[k]))
		*c.at.parameter(i) = math.Exp(c.low[k] + c.width[k]*share)
		slopes[k] = share * (1 - share)
	}
	return slopes
}

// take takes the value and the gradient at u, unless they are at hand. Where there is no
// likelihood the value is so low that a line search turns back.
func (c *climbing) take(u []float64) {
	if c.u != nil && slices.Equal(c.u, u) {
		return
	}
	c.u = append(c.u[:0], u...)
	slopes := c.place(u)
	l, gradient, err := c.likelihood(c.ctx, c.at)
	c.value, c.err = l.Log(), err
	c.gradient = make([]float64, len(u))
	if err != nil || math.IsNaN(c.value) {
		c.value = -math.MaxFloat64 / 4
		return
	}
	for k, i := range c.free {
		c.gradient[k] = -gradient[i] * slopes[k]
	}
}

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

// Free selects the parameters of a prior that are fitted; the others stay as they are.
type Free struct{ Lengths, Signals, Noise bool }

// Any reports whether a parameter is fitted.
func (f Free) Any() bool { return f.Lengths || f.Signals || f.Noise }

// Optimum holds the end of one maximisation.
type Optimum struct {
	Prior         Prior
	LogLikelihood float64
}

// Objective computes the likelihood of a prior and its gradient by the logarithms of
// the parameters: length and signal of each term, then the noise.
type Objective func(ctx context.Context, prior Prior) (Likelihood, []float64, error)

// OnSamples returns the exact objective, for one goroutine. It computes once what does
// not depend on lengths.
func OnSamples(x *mat.Dense, y []float64, like Prior) Objective {
	checkTargets(x, y)
	var at pairs
	return func(ctx context.Context, prior Prior) (Likelihood, []float64, error) {
		prior.check()
		if at.n == 0 {
			var err error
			if at, err = like.selfPairs(ctx, x); err != nil {
				at = pairs{}
				return Likelihood{}, nil, err
			}
		}
		return evaluate(ctx, prior, at, y)
	}
}

// OnInducing returns the objective of a process on inducing inputs.
func OnInducing(x *mat.Dense, y []float64, u *mat.Dense, how Approximation) Objective {
	return func(ctx context.Context, prior Prior) (Likelihood, []float64, error) {
		return evaluateOn(ctx, prior, x, y, u, how)
	}
}

// The bounds of parameters, as factors of their values at the first start. That of the
// noise keeps the covariance positive definite.
const (
	parameterRange = 1e3
	leastNoise     = 1e-4 // of the first term's signal at the first start
)

// errNoStart reports that the likelihood has no value at any start.
var errNoStart = errors.New("gaussianprocess: the likelihood cannot be computed at any start")

// Fit maximises the likelihood from each start by BFGS over the logarithms of the free
// parameters. It returns the end of each, in the order of the starts, and the index of
// the best; the first of equals. Likelihoods have several maxima, so that too few
// starts may miss the highest. It fails if ctx ends, and if no start has a likelihood.
func Fit(ctx context.Context, starts []Prior, free Free, likelihood Objective) (ends []Optimum, best int, err error) {
	best = -1
	var last error
	for _, start := range starts {
		end, err := maximise(ctx, start, starts[0], free, likelihood, 1e-10)
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

// Starts returns the starts of a fit: free lengths and noises are spread out around the
// heuristics for samples x, the other parameters are those of like.
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

// startSamples bounds the evenly spaced samples on which all starts are tried.
const startSamples = 256

// FitSamples fits the prior to samples x with targets y: from all [Starts] on at most
// startSamples of them, and, if there are more, from the best end on all.
func FitSamples(ctx context.Context, x *mat.Dense, y []float64, like Prior, free Free) (Optimum, error) {
	start, err := FitSome(ctx, x, y, like, free)
	if n, _ := x.Dims(); err != nil || n <= startSamples || !free.Any() {
		return start, err
	}
	return Refine(ctx, start.Prior, free, OnSamples(x, y, like))
}

// FitSome returns the best end of all starts on evenly spaced samples, as many as
// suffice to choose among starts.
func FitSome(ctx context.Context, x *mat.Dense, y []float64, like Prior, free Free) (Optimum, error) {
	checkTargets(x, y)
	n, d := x.Dims()
	if !free.Any() {
		return Optimum{Prior: like}, nil
	}
	if n > startSamples {
		samples, targets := mat.NewDense(startSamples, d, nil), make([]float64, startSamples)
		for i := range targets {
			samples.SetRow(i, x.RawRowView(i*n/startSamples))
			targets[i] = y[i*n/startSamples]
		}
		x, y = samples, targets
	}
	ends, best, err := Fit(ctx, Starts(x, like, free), free, OnSamples(x, y, like))
	if err != nil {
		return Optimum{}, err
	}
	return ends[best], nil
}

// likelihoodTolerance is a difference of log likelihoods too small to matter for any
// data.
const likelihoodTolerance = 1e-2

// Refine continues from one start until the likelihood rises by less than a hundredth.
// It fails if ctx ends and if there is no likelihood.
func Refine(ctx context.Context, start Prior, free Free, likelihood Objective) (Optimum, error) {
	end, err := maximise(ctx, start, start, free, likelihood, likelihoodTolerance)
	switch {
	case ctx.Err() != nil:
		return Optimum{}, ctx.Err()
	case err != nil:
		return Optimum{}, err
	}
	return end, nil
}

// maximisation holds the state of one maximisation. It searches a free parameter θ by
// u: log θ lies between its bounds as a logistic function of u, so that no step leaves
// them. The slope of the function is a quarter in the middle, so that the first step,
// of length 1, stays near the start.
type maximisation struct {
	ctx        context.Context
	at         Prior
	free       []int
	low, width []float64 // of log θ
	likelihood Objective

	u        []float64 // of the last evaluation
	value    float64
	gradient []float64
	err      error
}

// maximise searches for the maximum of the likelihood from a start, within bounds
// around the first start, until it rises by less than enough.
func maximise(ctx context.Context, start, first Prior, free Free, likelihood Objective, enough float64) (Optimum, error) {
	c := &maximisation{ctx: ctx, at: start.clone(), likelihood: likelihood}
	c.setFree(first, free)
	u := make([]float64, len(c.free))
	for k, i := range c.free {
		share := (math.Log(*c.at.parameter(i)) - c.low[k]) / c.width[k]
		share = min(max(share, 1e-3), 1-1e-3)
		u[k] = c.width[k] * math.Log(share/(1-share))
	}
	c.evaluate(u)
	if len(u) == 0 || c.err != nil {
		return Optimum{c.at.clone(), c.value}, c.err
	}
	problem := optimize.Problem{
		Func:   func(u []float64) float64 { c.evaluate(u); return -c.value },
		Grad:   func(gradient, u []float64) { c.evaluate(u); copy(gradient, c.gradient) },
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, ctx.Err() },
	}
	result, err := optimize.Minimize(problem, u, &optimize.Settings{
		GradientThreshold: 1e-7, FuncEvaluations: maxEvaluations,
		Converger: &optimize.FunctionConverge{Absolute: enough, Iterations: 3},
	}, &optimize.BFGS{})
	if result == nil {
		return Optimum{c.at.clone(), math.NaN()}, err
	}
	// The maximisation also ends well if the line search finds no higher value.
	c.setPrior(result.X)
	return Optimum{c.at.clone(), -result.F}, nil
}

// maxEvaluations bounds the likelihoods that a start evaluates.
const maxEvaluations = 200

// setFree lists the parameters that are fitted, and their bounds.
func (c *maximisation) setFree(first Prior, free Free) {
	add := func(i int, low, high float64) {
		c.free = append(c.free, i)
		c.low, c.width = append(c.low, math.Log(low)), append(c.width, math.Log(high/low))
	}
	for t, term := range first.Terms {
		if free.Lengths && term.Shape.HasLength() {
			add(2*t, term.Length/parameterRange, term.Length*parameterRange)
		}
		if free.Signals {
			add(2*t+1, term.Signal/parameterRange, term.Signal*parameterRange)
		}
	}
	if signal := first.Terms[0].Signal; free.Noise {
		add(2*len(first.Terms), leastNoise*signal, 10*signal)
	}
}

// setPrior sets the parameters of the prior from u, and returns the slopes of the
// logistic functions there.
func (c *maximisation) setPrior(u []float64) (slopes []float64) {
	slopes = make([]float64, len(u))
	for k, i := range c.free {
		share := 1 / (1 + math.Exp(-u[k]/c.width[k]))
		*c.at.parameter(i) = math.Exp(c.low[k] + c.width[k]*share)
		slopes[k] = share * (1 - share)
	}
	return slopes
}

// evaluate sets the value and the gradient at u, unless u was evaluated last. If there
// is no likelihood, it sets a value so low that a line search turns back.
func (c *maximisation) evaluate(u []float64) {
	if c.u != nil && slices.Equal(c.u, u) {
		return
	}
	c.u = append(c.u[:0], u...)
	slopes := c.setPrior(u)
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

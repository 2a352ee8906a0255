package run

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// solver solves the problems of a model one after another. It keeps the last one, which the
// points of every λ share.
type solver struct {
	model      *model
	current    *problem        // nil until one is selected
	atSupports *supportProblem // eigenproblem at the supports of a full kernel; nil until needed
}

// newSolver fits a model and returns the solver of its problems.
func (j *modelJob) newSolver(ctx context.Context) (*solver, error) {
	m, err := j.newModel(ctx)
	if err != nil {
		return nil, err
	}
	return &solver{model: m}, nil
}

// problem is the eigenproblem of a subset size, a training graph and a cut. It implements
// [method.Problem].
type problem struct {
	model    *model
	selected part.Point // the subset size, graph and cut
	count    int        // number of supports
	on       *graphMoments
	leading  *moments.Moments // those under the graph, of the functions over the supports
	sfa      sfa.Problem
	whitened *sfa.Whitened // shared by all λ; nil until needed
	reduced  bool          // whether the solve at the supports did not converge
}

// problem returns the problem of a point.
func (s *solver) problem(ctx context.Context, at part.Point) (*problem, error) {
	to := sweep.Training(at)
	subset.M.Set(&to, subset.M.Of(at))
	method.Cut.Set(&to, method.Cut.Of(at))
	if s.current == nil || s.current.selected != to {
		s.current = nil // its memory is free for the next
		p, err := s.model.newProblem(ctx, at, to)
		if err != nil {
			return nil, err
		}
		s.current = p
	}
	s.current.reduced = s.atSupports != nil && s.atSupports.NotConverged
	return s.current, nil
}

// newProblem returns the problem of a point, whose subset size, graph and cut are selected.
func (m *model) newProblem(ctx context.Context, at, selected part.Point) (*problem, error) {
	count := m.functions.supports.Len()
	if subset.M.Of(at) > 0 {
		count = min(subset.M.Of(at), count)
	}
	if m.functions.space.Leading(count) == 0 {
		remedy := "take more supports"
		if kernel.Sigma.Of(m.samples.job.At).OK {
			remedy += " or a smaller σ"
		}
		return nil, fmt.Errorf("%d supports are equal to rounding: nothing to solve for; %s", count, remedy)
	}
	on, err := m.momentsFor(ctx, at)
	if err != nil {
		return nil, err
	}
	return m.problemUnder(on, count, at, selected), nil
}

// problemUnder returns the problem of the moments under a graph, over the first count supports.
func (m *model) problemUnder(on *graphMoments, count int, at, selected part.Point) *problem {
	of := m.functions.space
	dim := of.Leading(count)
	leading := on.moments.Leading(dim)
	return &problem{
		model: m, selected: selected, count: count, on: on, leading: leading,
		sfa: sfa.Problem{
			C: leading.C, Cdot: m.cdot(leading, at), Gram: of.Gram(dim), Centred: of.Centred(), Explicit: !space.OnSupports(m.samples.job.At), Cut: method.Cut.X(at),
		},
	}
}

// cdot returns Ċ of the problem. In the printed basis it is that of Algorithm 1, whose D has a
// zero column at each segment boundary: the sum over pairs is divided by n − 1, not by the
// number of pairs.
func (m *model) cdot(leading *moments.Moments, at part.Point) *mat.SymDense {
	pairs, steps := leading.Pairs, leading.N-1
	if !space.OnSupports(m.samples.job.At) || space.Basis.Of(m.samples.job.At) != space.InPrinted || !graph.Streamed(at) || pairs == steps {
		return leading.Cdot
	}
	var out mat.SymDense
	out.ScaleSym(float64(pairs)/float64(steps), leading.Cdot)
	return &out
}

// features solves for p features at a point and evaluates them for the given uses.
func (sr *solver) features(ctx context.Context, at part.Point, p int, u sweep.Uses) (*features, error) {
	m := sr.model
	s, err := sr.solve(ctx, at, p)
	if err != nil {
		return nil, err
	}
	if method.Rotation.Of(at) != "" {
		phi, err := m.project(ctx, s.Solution)
		if err == nil {
			err = s.Rotate(ctx, phi, at)
		}
		if err != nil {
			return nil, err
		}
	}
	// Measures do not depend on the sign of a feature, to the bit. If no features are kept,
	// coefficients would be needed for the signs only.
	if u.Train.Keep || u.Held.Keep || m.train.WeighsKernel() || m.held != nil && m.held.WeighsKernel() {
		s.Coefficients = m.functions.space.Coefficients(s.A)
		sfa.CanonicalSigns(s.A, s.Coefficients)
	}
	f := &features{model: m, samples: m.samples, Solution: s.Solution, count: s.count, on: s.on}
	if s.on.graph != nil && u.Train.Sums != 0 {
		u.Train.Sums = u.Train.Sums&measure.Turns | measure.Steps | measure.Deviations // in time; products are taken under the graph's weights
	}
	if err := m.evaluateTraining(ctx, f, at, u); err != nil {
		return nil, err
	}
	if m.held != nil {
		f.held, f.along, err = m.evaluateHeld(ctx, s.Solution, u.Held)
		if f.along != nil {
			f.scored = f.along.Whole
		}
	}
	return f, err
}

// solution is the result of a solve: features as functions, the number of supports that they are
// over, and the moments that they were computed from.
type solution struct {
	*method.Solution
	count int
	on    *graphMoments
}

// solve returns the solution for p features at a point.
func (s *solver) solve(ctx context.Context, at part.Point, p int) (*solution, error) {
	if found, err := s.solveAtSupports(ctx, at, p); found != nil || err != nil {
		return found, err
	}
	problem, err := s.problem(ctx, at)
	if err != nil {
		return nil, err
	}
	found, err := method.Kinds.Build(at).Solve(ctx, problem, at, p)
	if graph.Kinds.Build(at).Predictive != nil && graph.Iterations.Of(at) > 1 {
		s.current = nil // iterations need its memory
		for range graph.Iterations.Of(at) - 1 {
			if err == nil {
				found, problem, err = problem.iterate(ctx, found, at, p)
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return &solution{found, problem.count, problem.on}, nil
}

// iterate performs one more iteration of graph-based predictable feature analysis: it builds
// the graph of the features of s, each scaled to norm 1 in white functions, and solves under
// it. It also returns the problem under that graph.
func (pr *problem) iterate(ctx context.Context, s *method.Solution, at part.Point, p int) (*method.Solution, *problem, error) {
	phi, err := pr.Project(ctx, s)
	if err != nil {
		return nil, nil, err
	}
	s = ofUnitNorm(s, phi)
	train := &pr.model.samples.data.Train
	g, err := graph.Predictive(ctx, phi, train.Lengths, graph.Kinds.Build(at).Predictive(at))
	if err == nil {
		g, err = train.Weighed(g, at)
	}
	if err != nil {
		return nil, nil, err
	}
	on, err := pr.model.momentsUnder(ctx, g, at)
	if err != nil {
		return nil, nil, err
	}
	on.of = s
	next := pr.model.problemUnder(on, pr.count, at, pr.selected)
	s, err = method.Kinds.Build(at).Solve(ctx, next, at, p)
	return s, next, err
}

// Moments returns the moments of the functions under the training graph.
func (pr *problem) Moments() *moments.Moments { return pr.leading }

// SFA returns the eigenproblem of the moments.
func (pr *problem) SFA() sfa.Problem { return pr.sfa }

// Whiten whitens the problem, once for all λ.
func (pr *problem) Whiten(ctx context.Context) (*sfa.Whitened, error) {
	if pr.whitened == nil {
		w, err := sfa.Whiten(ctx, pr.sfa)
		if err != nil {
			return nil, err
		}
		pr.whitened = w
	}
	return pr.whitened, nil
}

// Reduced reports whether the solve at the supports did not converge.
func (pr *problem) Reduced() bool { return pr.reduced }

// Project evaluates a solution on the training part (n×p).
func (pr *problem) Project(ctx context.Context, s *method.Solution) (*mat.Dense, error) {
	return pr.model.project(ctx, s)
}

// Space returns the space of the functions.
func (pr *problem) Space() space.Space { return pr.model.functions.space }

// Inputs returns the prepared inputs of the training part (n×d).
func (pr *problem) Inputs() *mat.Dense { return pr.model.samples.data.Train.X }

// Lengths returns the number of rows of each span of the training part.
func (pr *problem) Lengths() []int { return pr.model.samples.data.Train.Lengths }

// Lifted returns the training rows of the supports for [method.Problem].
func (pr *problem) Lifted() []int { return pr.model.functions.lifted() }

// solveAtSupports solves slow feature analysis without moments if the training samples are the
// supports. It returns nil if this is not possible for the point, or if the cut splits a
// cluster of equal eigenvalues.
func (s *solver) solveAtSupports(ctx context.Context, at part.Point, p int) (*solution, error) {
	m := s.model
	if s.atSupports != nil {
		s.atSupports.NotConverged = false // reset from the previous point
	}
	if !m.fullKernel || !method.Kinds.Build(at).AtSupports || !graph.Streamed(at) || subset.M.Of(at) > 0 && subset.M.Of(at) < m.functions.supports.Len() {
		return nil, nil
	}
	if s.atSupports == nil {
		samples, mean, err := m.train.TriangularSamples(ctx)
		if err != nil {
			return nil, err
		}
		s.atSupports = &supportProblem{sfa.NewAtSupports(samples), mean}
	}
	f, spectrum, err := s.atSupports.Slowest(ctx, method.Cut.X(at), method.Lambda.X(at), p+1)
	if err != nil || f == nil {
		return nil, err
	}
	conditions := spectrum.Conditions(f.A)
	if spectrum.CutsCluster(f.Value, conditions) {
		return nil, nil // the solve from moments finds the end of the cluster
	}
	found := &method.Solution{
		A: sfa.First(f.A, p), Mean: s.atSupports.mean, Spectrum: spectrum,
		Values: f.Value, Conditions: conditions,
	}
	return &solution{found, m.functions.supports.Len(), &graphMoments{}}, nil
}

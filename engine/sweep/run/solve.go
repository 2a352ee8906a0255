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

// selectProblem sets the current problem to the subset size, training graph and cut of a point.
// The moments are leading blocks of those under the graph.
func (m *model) selectProblem(ctx context.Context, at part.Point) error {
	to := sweep.Training(at)
	subset.M.Set(&to, subset.M.Of(at))
	method.Cut.Set(&to, method.Cut.Of(at))
	if m.selected == to && m.leading != nil {
		return nil
	}
	m.selected, m.leading = to, nil
	m.count = m.functions.supports.Len()
	if subset.M.Of(at) > 0 {
		m.count = min(subset.M.Of(at), m.count)
	}
	if m.functions.space.Leading(m.count) == 0 {
		remedy := "take more supports"
		if kernel.Sigma.Of(m.samples.job.At).OK {
			remedy += " or a smaller σ"
		}
		return fmt.Errorf("%d supports are equal to rounding: nothing to solve for; %s", m.count, remedy)
	}
	on, err := m.momentsFor(ctx, at)
	if err != nil {
		return err
	}
	m.setProblem(on, at)
	return nil
}

// setProblem sets the current problem to that of the moments under a graph.
func (m *model) setProblem(on *graphMoments, at part.Point) {
	dim := m.functions.space.Leading(m.count)
	m.on, m.leading, m.whitened = on, on.moments.Leading(dim), nil
	m.problem = sfa.Problem{
		C: m.leading.C, Cdot: m.cdot(at), Gram: m.functions.space.Gram(dim), Centred: m.functions.space.Centred(), Explicit: !space.OnSupports(m.samples.job.At), Cut: method.Cut.X(at),
	}
}

// cdot returns Ċ of the problem. In the printed basis it is that of Algorithm 1, whose D has a
// zero column at each segment boundary: the sum over pairs is divided by n − 1, not by the
// number of pairs.
func (m *model) cdot(at part.Point) *mat.SymDense {
	pairs, steps := m.leading.Pairs, m.leading.N-1
	if !space.OnSupports(m.samples.job.At) || space.Basis.Of(m.samples.job.At) != space.InPrinted || !graph.Streamed(at) || pairs == steps {
		return m.leading.Cdot
	}
	var out mat.SymDense
	out.ScaleSym(float64(pairs)/float64(steps), m.leading.Cdot)
	return &out
}

// features solves for p features at a point and evaluates them for the given uses.
func (m *model) features(ctx context.Context, at part.Point, p int, u sweep.Uses) (*features, error) {
	s, on, err := m.solve(ctx, at, p)
	if err != nil {
		return nil, err
	}
	if method.Rotation.Of(at) != "" {
		phi, err := m.Project(ctx, s)
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
	f := &features{Solution: s, on: on}
	if on.graph != nil && u.Train.Sums != 0 {
		u.Train.Sums = u.Train.Sums&measure.Turns | measure.Steps | measure.Deviations // in time; products are taken under the graph's weights
	}
	if err := m.evaluateTraining(ctx, f, at, u); err != nil {
		return nil, err
	}
	if m.held != nil {
		f.held, f.along, err = m.evaluateHeld(ctx, s, u.Held)
		if f.along != nil {
			f.scored = f.along.Whole
		}
	}
	if graph.Iterations.Of(at) > 1 {
		m.leading = nil // the last graph is specific to these features
	}
	return f, err
}

// solve returns the solution for p features at a point and the moments that it was computed
// from.
func (m *model) solve(ctx context.Context, at part.Point, p int) (*method.Solution, *graphMoments, error) {
	if s, err := m.solveAtSupports(ctx, at, p); s != nil || err != nil {
		return s, &graphMoments{}, err
	}
	if err := m.selectProblem(ctx, at); err != nil {
		return nil, nil, err
	}
	s, err := method.Kinds.Build(at).Solve(ctx, m, at, p)
	if graph.Kinds.Build(at).Predictive != nil {
		for range graph.Iterations.Of(at) - 1 {
			if err == nil {
				s, err = m.iterate(ctx, s, at, p)
			}
		}
	}
	return s, m.on, err
}

// iterate performs one more iteration of graph-based predictable feature analysis: it builds
// the graph of the features of s, each scaled to norm 1 in white functions, and solves under
// it.
func (m *model) iterate(ctx context.Context, s *method.Solution, at part.Point, p int) (*method.Solution, error) {
	phi, err := m.Project(ctx, s)
	if err != nil {
		return nil, err
	}
	s = ofUnitNorm(s, phi)
	g, err := graph.Predictive(ctx, phi, m.samples.data.Train.Lengths, graph.Kinds.Build(at).Predictive(at))
	if err == nil {
		g, err = m.samples.data.Train.Weighed(g, at)
	}
	if err != nil {
		return nil, err
	}
	on, err := m.momentsUnder(ctx, g, at)
	if err != nil {
		return nil, err
	}
	on.of = s
	m.setProblem(on, at)
	return method.Kinds.Build(at).Solve(ctx, m, at, p)
}

// The methods below implement [method.Problem].

// Moments returns the moments at the current subset size and training graph.
func (m *model) Moments() *moments.Moments { return m.leading }

// SFA returns the eigenproblem of the moments.
func (m *model) SFA() sfa.Problem { return m.problem }

// Whiten whitens the current problem, once for all λ.
func (m *model) Whiten(ctx context.Context) (*sfa.Whitened, error) {
	if m.whitened == nil {
		w, err := sfa.Whiten(ctx, m.problem)
		if err != nil {
			return nil, err
		}
		m.whitened = w
	}
	return m.whitened, nil
}

// Reduced reports whether the solve at the supports did not converge.
func (m *model) Reduced() bool { return m.atSupports != nil && m.atSupports.NotConverged }

// Space returns the space of the functions.
func (m *model) Space() space.Space { return m.functions.space }

// Inputs returns the prepared inputs of the training part (n×d).
func (m *model) Inputs() *mat.Dense { return m.samples.data.Train.X }

// Lifted returns the training rows of the supports for [method.Problem].
func (m *model) Lifted() []int { return m.functions.lifted() }

// lifted returns the training rows of the supports if the space lifts these, in the order of
// the supports; nil otherwise.
func (fn *functions) lifted() []int {
	c, ok := fn.space.(*space.Corrected)
	if !ok || !c.Lifts() || fn.supports.Index == nil {
		return nil
	}
	n, _ := fn.z.Dims()
	return fn.supports.Index[:n]
}

// Lengths returns the number of rows of each span of the training part.
func (m *model) Lengths() []int { return m.samples.data.Train.Lengths }

// solveAtSupports solves slow feature analysis without moments if the training samples are the
// supports. It returns nil if this is not possible for the point, or if the cut splits a
// cluster of equal eigenvalues.
func (m *model) solveAtSupports(ctx context.Context, at part.Point, p int) (*method.Solution, error) {
	if m.atSupports != nil {
		m.atSupports.NotConverged = false // reset from the previous point
	}
	if !m.fullKernel || !method.Kinds.Build(at).AtSupports || !graph.Streamed(at) || subset.M.Of(at) > 0 && subset.M.Of(at) < m.functions.supports.Len() {
		return nil, nil
	}
	if m.atSupports == nil {
		samples, mean, err := m.train.TriangularSamples(ctx)
		if err != nil {
			return nil, err
		}
		m.atSupports = &supportProblem{sfa.NewAtSupports(samples), mean}
	}
	f, spectrum, err := m.atSupports.Slowest(ctx, method.Cut.X(at), method.Lambda.X(at), p+1)
	if err != nil || f == nil {
		return nil, err
	}
	conditions := spectrum.Conditions(f.A)
	if spectrum.CutsCluster(f.Value, conditions) {
		return nil, nil // the solve from moments finds the end of the cluster
	}
	if n := m.functions.supports.Len(); m.count != n {
		m.count, m.leading = n, nil // the current problem had another size
	}
	return &method.Solution{
		A: sfa.First(f.A, p), Mean: m.atSupports.mean, Spectrum: spectrum,
		Values: f.Value, Conditions: conditions,
	}, nil
}

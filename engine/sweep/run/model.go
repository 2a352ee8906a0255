package run

import (
	"context"
	"fmt"
	"runtime"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/samples"
	"example.com/sfatui/engine/sfa"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"gonum.org/v1/gonum/mat"
)

// model is a function space fitted to one training part, and another part that
// it is scored on. A job has two: the outer one is trained on the whole
// training part and scored on the test part; the inner one is trained without
// the validation part and scored on that, for choosing.
type model struct {
	*computation
	inner bool

	data       *samples.Data
	known      *distances       // nil where they are not known
	supports   *subset.Supports // nil without a kernel
	z          *mat.Dense       // those that the space was made over; nil without a kernel
	space      space.Space
	moments    *moments.Moments          // under the time graph; nil before they are asked for
	byGraph    map[part.Point]*trainedOn // the last other graph
	train      *moments.Values
	held       *moments.Values // nil without a part to score on
	fullKernel bool            // the training samples are the supports
	atSupports *supportProblem // they, ready to be solved for; nil before that

	trainBuffers, heldBuffers partBuffers

	turned   part.Point // the subset size, graph and cut that what follows is about
	count    int        // chosen of size
	on       *trainedOn
	leading  *moments.Moments
	problem  sfa.Problem
	whitened *sfa.Whitened // made by the first λ, serves all
}

// newModel prepares the parts, chooses the subset and streams the moments.
func (c *computation) newModel(ctx context.Context, inner bool) (*model, error) {
	m := &model{computation: c, inner: inner}
	var err error
	key := c.PartsKey(inner)
	if m.data, err = c.shared.parts.get(ctx, key, func() (*samples.Data, error) {
		return samples.Prepare(ctx, c.Plan.Graphs, c.Fold, inner, key.Preparation)
	}); err != nil {
		return nil, err
	}
	if err := m.makeSpace(ctx); err != nil {
		return nil, err
	}
	functions, err := m.evaluated(ctx)
	if err != nil {
		return nil, err
	}
	if s, ok := functions.(*space.Stable); ok && m.supports.All(m.data.Train.Len()) && s.Dim() == m.supports.Len()-1 {
		m.fullKernel = true
		m.train = moments.NewValuesAtSupports(s, m.data.Train.X, m.data.Train.Lengths)
	} else {
		m.train = moments.NewValues(functions, m.data.Train.X, m.data.Train.Lengths)
	}
	m.keep(m.train, m.data.Train.Len(), &m.trainBuffers, m.Uses(inner).Train)
	if m.data.Held.X != nil {
		m.held = moments.NewValues(functions, m.data.Held.X, m.data.Held.Lengths)
		m.keep(m.held, m.data.Held.Len(), &m.heldBuffers, m.Uses(inner).Held)
	}
	m.lookUp()
	if m.fullKernel {
		return m, nil // moments are not always needed
	}
	_, err = m.streamed(ctx)
	return m, err
}

// streamed are the moments under the time graph.
func (m *model) streamed(ctx context.Context) (*moments.Moments, error) {
	if m.moments != nil {
		return m.moments, nil
	}
	err := m.stage(ctx)
	if err == nil {
		m.moments, err = moments.Stream(ctx, m.train)
	}
	if err == nil {
		m.report("moments")
	}
	return m.moments, err
}

// manySamples is the number of samples for each function from which a solve is
// put off: to transform the moments takes about as long as four for each.
const manySamples = 8

// evaluated is the function space as samples are evaluated in it: where there are
// many of them, with part of the solve put off.
func (m *model) evaluated(ctx context.Context) (space.Space, error) {
	s, ok := m.space.(*space.Stable)
	if !ok || m.data.Train.Len() < manySamples*s.Dim() {
		return m.space, nil
	}
	p, err := s.Partial(ctx)
	if p == nil || err != nil {
		return m.space, err
	}
	return p, nil
}

// makeSpace builds the function space over the prepared inputs.
func (m *model) makeSpace(ctx context.Context) error {
	_, d := m.data.Train.X.Dims()
	var err error
	if kind := space.Kinds.Build(m.At); !kind.Kernel {
		m.space, err = kind.New(m.At, d)
		return err
	}
	return m.makeKernelSpace(ctx)
}

// makeKernelSpace chooses the subset and builds the space on it.
func (m *model) makeKernelSpace(ctx context.Context) error {
	if err := m.stage(ctx); err != nil {
		return err
	}
	var err error
	if m.known, err = m.distances(ctx); err != nil {
		return err
	}
	if m.supports, err = m.shared.picks.get(ctx, m.SupportsKey(m.inner), func() (*subset.Supports, error) { return m.choose(ctx) }); err != nil {
		return err
	}
	x := m.data.Train.X
	n, _ := x.Dims()
	z := m.supports.Matrix(x, min(m.Dim(n), m.supports.Len()))
	if err := m.stage(ctx); err != nil {
		return err
	}
	m.z = z
	if m.space, err = space.New(ctx, m.At, z, m.data.Origin); err != nil {
		return err
	}
	if !subset.Kinds.Has(m.At, subset.M) && kernel.Indefinite.Of(m.At) == "" && m.space.Dim() < m.supports.Len()-1 {
		return m.reorder(ctx)
	}
	return nil
}

// reorder builds the space over all samples once more where some of them
// depend on others: the stable basis keeps those that come first, and in the
// order of MP-MAH these are the ones that are furthest apart.
func (m *model) reorder(ctx context.Context) error {
	x := m.data.Train.X
	n, _ := x.Dims()
	best, err := subset.MPMAH(ctx, kernel.At(m.At), x, n, m.data.Origin, nil)
	if err != nil {
		return err
	}
	order := &subset.Supports{Index: best.Index}
	chosen := make([]bool, n)
	for _, i := range best.Index {
		chosen[i] = true
	}
	for i := range n {
		if !chosen[i] {
			order.Index = append(order.Index, i)
		}
	}
	m.supports = order
	m.z = order.Matrix(x, n)
	m.space, err = space.New(ctx, m.At, m.z, m.data.Origin)
	return err
}

// choose runs the selection for the largest m that any job of the plan needs.
func (m *model) choose(ctx context.Context) (*subset.Supports, error) {
	key := m.SupportsKey(m.inner)
	from := subset.Candidates{X: m.data.Train.X, Mean: m.data.Origin}
	if m.known != nil {
		from.Distances = m.known.train
	}
	s, err := subset.Kinds.Build(m.At).Choose(ctx, from, m.Plan.MostSupports[key], key.At)
	if err != nil {
		return nil, err
	}
	if n := m.data.Train.Len(); 8*int64(n)*int64(s.Len()) > sweep.KeptBytes {
		// What the choice has left would double the peak: the collector alone
		// waits until there is as much garbage as data.
		runtime.GC()
	}
	if s.Len() < 2 {
		return nil, tooAlike(m.At, s.Len(), kernel.Sigma.Of(key.At))
	}
	m.report(fmt.Sprintf("%d supports chosen", s.Len()))
	return s, nil
}

// tooAlike says that all samples are one to the kernel, at the width that
// supports were chosen with, where it has one.
func tooAlike(at part.Point, supports int, sigma part.Value) error {
	where, remedy := "to the "+kernel.Name.Of(at)+" kernel", "check for constant inputs"
	if sigma.OK {
		where, remedy = "at σ = "+sigma.String(), "take a smaller σ or "+remedy
	}
	return fmt.Errorf("%s found %d support: the samples are equal to rounding %s; %s", subset.Name.Of(at), supports, where, remedy)
}

// report tells of a finished stage at the width of the job, where it has one.
func (m *model) report(what string) {
	at := ""
	if kernel.Sigma.Of(m.At).OK {
		at = fmt.Sprintf(" · σ %.4g", kernel.Sigma.X(m.At))
	}
	m.reportAt(at, what)
}

// reportAt is report with the width in words.
func (m *model) reportAt(at, what string) {
	text := fmt.Sprintf("fold %d · %s%s", m.At.Fold+1, space.Name.Of(m.At), at)
	if m.inner {
		text += " · for choosing"
	}
	m.run.emit(sweep.Event{Kind: sweep.StageDone, Stage: text + " · " + what})
}

// turn points the model at a subset size, a training graph and a cut: leading
// blocks of the moments under the graph.
func (m *model) turn(ctx context.Context, at part.Point) error {
	to := sweep.Training(at)
	subset.M.Set(&to, subset.M.Of(at))
	method.Cut.Set(&to, method.Cut.Of(at))
	if m.turned == to && m.leading != nil {
		return nil
	}
	m.turned, m.leading = to, nil
	m.count = m.supports.Len()
	if subset.M.Of(at) > 0 {
		m.count = min(subset.M.Of(at), m.count)
	}
	if m.space.Leading(m.count) == 0 {
		remedy := "take more supports"
		if kernel.Sigma.Of(m.At).OK {
			remedy += " or a smaller σ"
		}
		return fmt.Errorf("%d supports are equal to rounding: nothing to solve for; %s", m.count, remedy)
	}
	on, err := m.trained(ctx, at)
	if err != nil {
		return err
	}
	m.pose(on, at)
	return nil
}

// face makes the moments under a graph the problem to solve.
func (m *model) pose(on *trainedOn, at part.Point) {
	dim := m.space.Leading(m.count)
	m.on, m.leading, m.whitened = on, on.moments.Leading(dim), nil
	m.problem = sfa.Problem{C: m.leading.C, Cdot: m.leading.Cdot, Gram: m.space.Gram(dim), Centred: m.space.Centred(), Cut: method.Cut.X(at)}
}

// features are the outputs of one solution on the two parts of a model.
type features struct {
	*method.Solution
	on          *trainedOn
	train, held *mat.Dense // n×p; nil where they are not kept, and held without a part to score on

	trained, scored *measure.Pass // over them; nil where they are not measured
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
	s.Coefficients = m.space.Coefficients(s.A)
	sfa.CanonicalSigns(s.A, s.Coefficients)
	f := &features{Solution: s, on: on}
	if on.graph != nil {
		u.Train.Sums &^= measure.Products // it weighs the samples
	}
	if f.train, f.trained, err = m.evaluate(ctx, m.train, m.data.Train.Lengths, &m.trainBuffers.features, s, u.Train); err != nil {
		return nil, err
	}
	if m.held != nil {
		f.held, f.scored, err = m.evaluate(ctx, m.held, m.data.Held.Lengths, &m.heldBuffers.features, s, u.Held)
	}
	if graph.Iterations.Of(at) > 1 {
		m.leading = nil // the last graph belongs to these features alone
	}
	return f, err
}

// solve finds the solution for a point, under the training graph beside it.
func (m *model) solve(ctx context.Context, at part.Point, p int) (*method.Solution, *trainedOn, error) {
	if s, err := m.solveAtSupports(ctx, at, p); s != nil || err != nil {
		return s, &trainedOn{}, err
	}
	if err := m.turn(ctx, at); err != nil {
		return nil, nil, err
	}
	s, err := method.Kinds.Build(at).Solve(ctx, m, at, p)
	if graph.Kinds.Build(at).Predictive != nil {
		for range graph.Iterations.Of(at) - 1 {
			if err == nil {
				s, err = m.again(ctx, s, at, p)
			}
		}
	}
	return s, m.on, err
}

// again is one more iteration of graph-based predictable feature analysis: the
// graph of the features so far, and the solution under it.
func (m *model) again(ctx context.Context, s *method.Solution, at part.Point, p int) (*method.Solution, error) {
	phi, err := m.Project(ctx, s)
	if err != nil {
		return nil, err
	}
	g, err := graph.Predictive(ctx, phi, m.data.Train.Lengths, graph.Kinds.Build(at).Predictive(at))
	if err == nil {
		g, err = m.data.Train.Weighed(g, at)
	}
	if err != nil {
		return nil, err
	}
	on, err := m.under(ctx, g)
	if err != nil {
		return nil, err
	}
	m.pose(on, at)
	return method.Kinds.Build(at).Solve(ctx, m, at, p)
}

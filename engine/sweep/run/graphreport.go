package run

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
)

// MaxFree is the largest number of vertices for which a sweep computes the optimal free
// responses, an eigenproblem of that order.
const MaxFree = 1000

// describeGraph adds the graph report to the result and returns the unit-variance check of the
// features phi (n×p) under the graph's vertex weights, which are those of the constraint.
func (f *features) describeGraph(ctx context.Context, res *result.Result, phi *mat.Dense) (measure.UnitVariance, error) {
	_, p := phi.Dims()
	mom, err := graph.FeatureMoments(ctx, f.on.graph, phi, res.Point)
	if err != nil {
		return measure.UnitVariance{}, err
	}
	v := measure.UnitVariance{Min: math.Inf(1), Max: math.Inf(-1), Variances: make([]float64, p)}
	delta := make([]float64, p)
	for i := range p {
		vi := mom.C.At(i, i)
		v.Variances[i], delta[i] = vi, mom.Cdot.At(i, i)
		v.Mean += vi / float64(p)
		v.Min, v.Max = min(v.Min, vi), max(v.Max, vi)
		for j := range i {
			if s := math.Sqrt(vi * v.Variances[j]); s > 0 {
				v.MaxAbsCorr = max(v.MaxAbsCorr, math.Abs(mom.C.At(i, j))/s)
			}
		}
	}
	return v, f.reportGraph(ctx, res, delta)
}

// reportGraph fills the graph report: slowness along the edges, consistency, components, the
// weakest vertices and the free responses. It adds notes on unusual values.
func (f *features) reportGraph(ctx context.Context, res *result.Result, delta []float64) error {
	values := part.Floats(delta)
	r := &result.GraphReport{Delta: values, Consistency: part.Float(graph.Consistency(f.on.graph)), Components: graph.Components(f.on.graph), ClassOrder: f.samples.job.Plan.Graphs.OrderOfClasses(res.Point)}
	for _, i := range graph.Weakest(f.on.graph, 5) {
		r.Weakest = append(r.Weakest, f.samples.data.Train.Rows[i])
	}
	res.Graph = r
	if r.Consistency > 1e-9 {
		res.Notes = append(res.Notes, fmt.Sprintf("the training graph is not consistent (by %.2g): free responses may correlate with the constant", float64(r.Consistency)))
	}
	if note := f.samples.whitening.note(res.Point); note != "" {
		res.Notes = append(res.Notes, note)
	}
	if r.Components > 1 && !graph.Kinds.Build(res.Point).Apart {
		res.Notes = append(res.Notes, fmt.Sprintf("the training graph falls into %d parts: the slowest features may only tell them apart", r.Components))
	}
	if note := edgesNote(f.on.graph, graph.Name.Of(res.Point)); note != "" {
		res.Notes = append(res.Notes, note)
	}
	if f.on.graph.N() > MaxFree {
		return nil
	}
	if want := len(delta) + 1; len(f.on.free) < min(want, f.on.graph.N()) {
		free, _, err := graph.FreeResponses(ctx, f.on.graph, want)
		if err != nil {
			if ctx.Err() == nil {
				res.Notes = append(res.Notes, "no optimal free responses: "+err.Error())
				return nil
			}
			return err
		}
		f.on.free = free
	}
	r.Free = part.Floats(f.on.free[1:min(len(f.on.free), len(delta)+1)])
	return nil
}

// edgesNote returns the note on training samples without an edge if the graph called name is
// read from a file of edges; "" if all have one, and for other graphs.
func edgesNote(g graph.Graph, name string) string {
	word, ok := strings.CutPrefix(name, graph.EdgesPrefix)
	alone := 0
	for _, d := range g.Degrees() {
		if d == 0 {
			alone++
		}
	}
	if !ok || alone == 0 {
		return ""
	}
	counts := "from 0; edges:FILE:1 counts from 1"
	if _, first := graph.EdgesFile(word); first == 1 {
		counts = "from 1"
	}
	return fmt.Sprintf("%d of %d training samples are in no edge among them: they take no part in mean and variance (the file counts samples %s)", alone, g.N(), counts)
}

// heldSlowness returns the slowness of the first p features on the held-out part: under the
// training graph rebuilt there, divided by their variance under its weights. If there is no
// such graph, the slowness is nil and the note gives the reason. It returns an error only when
// ctx ends.
func (f *features) heldSlowness(ctx context.Context, at part.Point, p int) (slowness []float64, note string, err error) {
	if f.held == nil {
		return nil, "", nil
	}
	if f.on.held == nil {
		g, err := f.buildHeldGraph(ctx, at)
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		f.on.held = &heldGraph{g, err}
	}
	why := f.on.held.err
	if why == nil {
		mom, err := graph.Moments(ctx, f.on.held.graph, leadingColumns(f.held, p))
		if err == nil {
			return ratios(mom.Cdot, mom.C), "", nil
		}
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		why = err
	}
	return nil, fmt.Sprintf("no slowness under the %s graph there: %v", graph.Name.Of(at), why), nil
}

// buildHeldGraph builds the training graph on the held-out part. A graph built from features is
// rebuilt from their values on that part.
func (f *features) buildHeldGraph(ctx context.Context, at part.Point) (graph.Graph, error) {
	held := f.samples.data.Held
	if f.on.of == nil {
		if graph.Kinds.Build(at).Labels {
			held.Label = withoutSingles(held.Label)
			if none := slices.IndexFunc(held.Label, func(c int) bool { return c >= 0 }) < 0; none && slices.ContainsFunc(f.samples.data.Held.Label, func(c int) bool { return c >= 0 }) {
				return nil, errors.New("no class has two samples there, so none has a pair")
			}
		}
		return f.samples.job.Plan.Graphs.Training(ctx, f.samples.whitening.apply(held, at), at)
	}
	_, p := f.on.of.A.Dims()
	phi := mat.NewDense(held.Len(), p, nil)
	err := f.model.held.ProjectTo(ctx, phi, f.on.of.A, f.on.of.Coefficients, f.on.of.Constants())
	if err != nil {
		return nil, err
	}
	g, err := graph.Predictive(ctx, phi, held.Lengths, graph.Kinds.Build(at).Predictive(at))
	if err != nil {
		return nil, err
	}
	return held.Weighed(g, at)
}

// withoutSingles returns the labels with −1 for classes of a single sample, which have no pair.
func withoutSingles(label []int) []int {
	count := map[int]int{}
	for _, c := range label {
		count[c]++
	}
	out := slices.Clone(label)
	for i, c := range out {
		if count[c] == 1 {
			out[i] = -1
		}
	}
	return out
}

// ratios returns the quotients of the diagonal elements of a and b.
func ratios(a, b *mat.SymDense) []float64 {
	out := make([]float64, a.SymmetricDim())
	for i := range out {
		out[i] = a.At(i, i) / b.At(i, i)
	}
	return out
}

// aloneNote returns the note on samples of the held-out part that a graph over labels leaves
// out, because they are the only ones of their class; "" if there are none.
func aloneNote(held preparation.Part, at part.Point) string {
	if !graph.Kinds.Build(at).Labels {
		return ""
	}
	alone := 0
	for i, c := range withoutSingles(held.Label) {
		if c != held.Label[i] {
			alone++
		}
	}
	if alone == 0 {
		return ""
	}
	return fmt.Sprintf("%d of the test samples are the only ones of their class there and have no part in the slowness", alone)
}

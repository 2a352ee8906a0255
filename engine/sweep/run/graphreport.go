package run

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"gonum.org/v1/gonum/mat"
)

// maxFree is the largest graph whose optimal free responses are computed with
// every sweep: an eigenproblem of its order.
const maxFree = 1000

// describeGraph adds what the training graph says of the features: their
// slowness along its edges, and the unit-variance check under its vertex
// weights, which is what it constrains.
func (m *model) describeGraph(ctx context.Context, res *result.Result, on *trainedOn, phi *mat.Dense) (measure.UnitVariance, error) {
	mom, err := graph.Moments(ctx, on.graph, phi)
	if err != nil {
		return measure.UnitVariance{}, err
	}
	_, p := phi.Dims()
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
	return v, m.reportGraph(ctx, res, on, delta)
}

// reportGraph says what the training graph itself is like.
func (m *model) reportGraph(ctx context.Context, res *result.Result, on *trainedOn, delta []float64) error {
	values, _ := floatsOf(delta)
	r := &result.GraphReport{Delta: values, Consistency: part.Float(graph.Consistency(on.graph)), Components: graph.Components(on.graph)}
	for _, i := range graph.Weakest(on.graph, 5) {
		r.Weakest = append(r.Weakest, m.data.Train.Rows[i])
	}
	res.Graph = r
	if r.Consistency > 1e-9 {
		res.Notes = append(res.Notes, fmt.Sprintf("the training graph is not consistent (by %.2g): free responses may correlate with the constant", float64(r.Consistency)))
	}
	if r.Components > 1 && !graph.Kinds.Build(res.Point).Apart {
		res.Notes = append(res.Notes, fmt.Sprintf("the training graph falls into %d parts: the slowest features may only tell them apart", r.Components))
	}
	if on.graph.N() > maxFree {
		return nil
	}
	if want := len(delta) + 1; len(on.free) < min(want, on.graph.N()) {
		free, _, err := graph.FreeResponses(ctx, on.graph, want)
		if err != nil {
			if ctx.Err() == nil {
				res.Notes = append(res.Notes, "no optimal free responses: "+err.Error())
				return nil
			}
			return err
		}
		on.free = free
	}
	r.Free, _ = floatsOf(on.free[1:min(len(on.free), len(delta)+1)])
	return nil
}

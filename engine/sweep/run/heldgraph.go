package run

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/samples"
	"gonum.org/v1/gonum/mat"
)

// heldGraph is the training graph of a point as it is on the part that the model is scored
// on, of that part's labels, target or inputs. Why is what there is none for.
type heldGraph struct {
	graph graph.Graph
	why   error
}

// onHeld is the slowness of p features on the held part, under the training graph as it is
// there, divided by their variance under its weights. Without a graph there the slowness is
// nil and the note says why. It fails only when ctx ends.
func (m *model) onHeld(ctx context.Context, at part.Point, f *features, p int) (slowness []float64, note string, err error) {
	if f.held == nil {
		return nil, "", nil
	}
	if f.on.held == nil {
		g, err := m.joinHeld(ctx, at, f.on)
		if ctx.Err() != nil {
			return nil, "", ctx.Err()
		}
		f.on.held = &heldGraph{g, err}
	}
	why := f.on.held.why
	if why == nil {
		mom, err := graph.Moments(ctx, f.on.held.graph, first(f.held, p))
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

// joinHeld makes the graph on the held part: of a graph that was made of features, of what
// those are there.
func (m *model) joinHeld(ctx context.Context, at part.Point, on *trainedOn) (graph.Graph, error) {
	held := m.data.Held
	if on.of == nil {
		if graph.Kinds.Build(at).Labels {
			held.Label = withoutSingles(held.Label)
		}
		return m.Plan.Graphs.Training(ctx, held, at)
	}
	_, p := on.of.A.Dims()
	phi := mat.NewDense(held.Len(), p, nil)
	err := m.held.ProjectTo(ctx, phi, on.of.A, on.of.Coefficients, on.of.Constants())
	if err != nil {
		return nil, err
	}
	g, err := graph.Predictive(ctx, phi, held.Lengths, graph.Kinds.Build(at).Predictive(at))
	if err != nil {
		return nil, err
	}
	return held.Weighed(g, at)
}

// withoutSingles are the labels without those of classes of one sample, which have no pair.
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

// ratios are those of the diagonals of two matrices.
func ratios(a, b *mat.SymDense) []float64 {
	out := make([]float64, a.SymmetricDim())
	for i := range out {
		out[i] = a.At(i, i) / b.At(i, i)
	}
	return out
}

// aloneNote says that samples of the part are left out of a graph of labels; "" where
// none is.
func aloneNote(held samples.Part, at part.Point) string {
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

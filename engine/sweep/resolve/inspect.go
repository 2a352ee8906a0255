package resolve

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/linalg/dense"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/run"
	"gonum.org/v1/gonum/mat"
)

// Inspection holds the features of a point and a view of its training graph.
type Inspection struct {
	*run.Outputs
	// Graph is the training graph; nil for a method without one.
	Graph *GraphView
}

// Inspect solves one point again and returns its features and a view of its training graph. It
// fails as [run.Solve] does.
func Inspect(ctx context.Context, set *data.Set, hash string, point part.Point) (*Inspection, error) {
	s, err := run.Solve(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	out := &Inspection{Outputs: &s.Outputs}
	if method.Kinds.Build(point).Graph {
		out.Graph, err = newGraphView(ctx, s, set, point)
	}
	return out, err
}

// Variances solves one point and returns the variance of each training feature as the
// unit-variance check computes it: under the vertex weights of the training graph, unless that
// is time. It fails as [run.Solve] does.
func Variances(ctx context.Context, set *data.Set, hash string, point part.Point) ([]float64, error) {
	s, err := run.Solve(ctx, set, hash, point)
	if err != nil {
		return nil, err
	}
	g := s.Graph()
	if g == nil {
		v, err := measure.Variance(ctx, s.Train)
		return v.Variances, err
	}
	mom, err := graph.FeatureMoments(ctx, g, s.Train, point)
	if err != nil {
		return nil, err
	}
	return diagonal(mom.C), nil
}

// Twin returns the point with the plain kernel for one with the shifted kernel, and vice versa.
// It returns false if the shift does not apply or is implied.
func Twin(p part.Point) (part.Point, bool) {
	switch {
	case space.Basis.Of(p) != space.InStable:
		return p, false
	case kernel.Shift.Of(p) == part.FlagOn:
		kernel.Shift.Set(&p, part.FlagOff)
	case kernel.Shift.Of(p) == part.FlagOff:
		kernel.Shift.Set(&p, part.FlagOn)
	default:
		return p, false
	}
	return p, true
}

// diagonal returns the diagonal of a symmetric matrix.
func diagonal(a *mat.SymDense) []float64 {
	out := make([]float64, a.SymmetricDim())
	for i := range out {
		out[i] = a.At(i, i)
	}
	return out
}

// GraphView is a view of a training graph. Its samples are counted from 0 in the order of
// [run.Outputs].
type GraphView struct {
	Samples, Pairs int
	Q, R           float64 // sums of the vertex weights and of the edge weights
	Consistency    float64 // see [graph.Consistency]
	Components     int
	// Weakest holds the samples with the smallest ratio of degree to weight, smallest
	// first; Degree holds these ratios.
	Weakest []int
	Degree  []float64
	// Classes holds the classes in the order of ByClass: that by which the graph sorts
	// samples, otherwise that of the data set.
	Classes []int
	// Matrix holds the summed edge weights between stretches of samples, ByClass those
	// between stretches of samples sorted by Classes, ByTarget those sorted by the target. All
	// are nil for a graph with too many edges, ByClass also without labels and ByTarget
	// without a target.
	Matrix, ByClass, ByTarget [][]float64
	// Edges holds some of the edges, evenly spaced.
	Edges [][2]int
	// Delta is the slowness of each feature along the edges.
	Delta []float64
	// Free holds the slowness of the optimal free responses after the constant, Responses
	// their values (n×len(Free)). They are nil if they were not computed; Note then gives
	// the reason. For a graph with more components than features Free is always set: it is
	// 0. For the time graph they are cosines, computed for any number of samples.
	Free      []float64
	Responses *mat.Dense
	Note      string
}

// Limits of a GraphView: bins of its matrices, edges, weakest samples, and pairs to sum.
const (
	viewBins    = 96
	viewEdges   = 1500
	viewWeakest = 12
	viewPairs   = 50_000_000
)

// newGraphView returns a view of the training graph of a solution.
func newGraphView(ctx context.Context, s *run.Solved, set *data.Set, at part.Point) (*GraphView, error) {
	g, responses := s.Graph(), graph.FreeResponses
	if g == nil {
		g = graph.Time(s.Parts.Train.Lengths)
		responses = func(_ context.Context, _ graph.Graph, p int) ([]float64, *mat.Dense, error) {
			return graph.TimeResponses(s.Parts.Train.Lengths, p)
		}
	}
	v := &GraphView{Samples: g.N(), Pairs: g.Pairs(), Consistency: graph.Consistency(g), Components: graph.Components(g), Weakest: graph.Weakest(g, viewWeakest)}
	v.Q, v.R = graph.Total(g)
	degree, vertex := g.Degrees(), g.Vertices()
	for _, i := range v.Weakest {
		v.Degree = append(v.Degree, degree[i]/vertex[i])
	}
	var err error
	if v.Classes, err = graph.ClassesInOrder(preparation.Joined(set), at); err != nil {
		return nil, err
	}
	if err := v.sumEdges(ctx, g, s.Parts.Train.Label, s.Parts.Train.Target); err != nil {
		return nil, err
	}
	mom, err := graph.Moments(ctx, g, s.Train)
	if err != nil {
		return nil, err
	}
	v.Delta = diagonal(mom.Cdot)
	if v.Components > len(v.Delta) {
		// One response per component is constant on each component: Δ = 0.
		v.Free = make([]float64, len(v.Delta))
	}
	if s.Graph() == nil && v.Components > 1 {
		delta, samples := graph.SlowestInTime(s.Parts.Train.Lengths)
		v.Note = fmt.Sprintf("Δ = 0 of %d free responses that only tell the %d segments apart; within a segment the slowest is half a cosine over %d samples, Δ = %.3g", v.Components-1, v.Components, samples, delta)
	}
	if s.Graph() != nil && g.N() > run.MaxFree {
		v.Note = fmt.Sprintf("free responses are computed up to %d samples", run.MaxFree)
		return v, nil
	}
	free, y, err := responses(ctx, g, min(len(v.Delta)+1, g.N()))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		v.Note = err.Error()
	case len(free) > 1:
		n, k := y.Dims()
		v.Free, v.Responses = free[1:], mat.DenseCopyOf(y.Slice(0, n, 1, k))
	}
	return v, nil
}

// sumEdges fills Matrix, ByClass, ByTarget and Edges from the edges of the graph.
func (v *GraphView) sumEdges(ctx context.Context, g graph.Graph, label []int, target []float64) error {
	if v.Pairs > viewPairs {
		v.Note = fmt.Sprintf("%d edges are too many to draw", v.Pairs)
		return nil
	}
	bins := min(v.Samples, viewBins)
	v.Matrix = zeroMatrix(bins)
	var byClass, byTarget []int // position of each sample when sorted
	if label != nil {
		byClass, v.ByClass = placesByClass(label, v.Classes), zeroMatrix(bins)
	}
	if target != nil {
		byTarget, v.ByTarget = placesByTarget(target), zeroMatrix(bins)
	}
	bin := func(place int) int { return place * bins / v.Samples }
	every, seen, step := max((v.Pairs+viewEdges-1)/viewEdges, 1), 0, 0
	g.Edges(func(i, j int, w float64) bool {
		v.Matrix[bin(i)][bin(j)] += w
		if byClass != nil {
			v.ByClass[bin(byClass[i])][bin(byClass[j])] += w
		}
		if byTarget != nil {
			v.ByTarget[bin(byTarget[i])][bin(byTarget[j])] += w
		}
		if i < j {
			if seen%every == 0 {
				v.Edges = append(v.Edges, [2]int{i, j})
			}
			seen++
		}
		step++
		return step%(1<<16) != 0 || ctx.Err() == nil
	})
	return ctx.Err()
}

func zeroMatrix(n int) [][]float64 {
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, n)
	}
	return out
}

// placesByTarget returns the position of each sample when samples are sorted by target, equal
// ones in their order.
func placesByTarget(target []float64) []int {
	order := dense.Iota(len(target))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(target[a], target[b]) })
	out := make([]int, len(target))
	for place, i := range order {
		out[i] = place
	}
	return out
}

// placesByClass returns the position of each sample when samples are sorted by class, those
// without a class first.
func placesByClass(label, order []int) []int {
	rank := make([]int, len(order)+1) // of class k at k+1; 0 for samples without a class
	for i, k := range order {
		rank[k+1] = i + 1
	}
	start := make([]int, len(order)+2)
	for _, k := range label {
		start[rank[k+1]+1]++
	}
	for k := range order {
		start[k+1] += start[k]
	}
	out := make([]int, len(label))
	for i, k := range label {
		out[i] = start[rank[k+1]]
		start[rank[k+1]]++
	}
	return out
}

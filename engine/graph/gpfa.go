package graph

import (
	"context"
	"fmt"

	"example.com/sfatui/engine/moments"
	"example.com/sfatui/engine/nearest"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/mat"
)

var gpfa1, gpfa2 = gpfa("gpfa1", "samples that follow similar states, joined pairwise: graph-based predictable feature analysis (GPFA)", false), gpfa("gpfa2", "the sample that follows each state, joined to those that follow similar states (GPFA)", true)

// gpfa returns the graph of graph-based predictable feature analysis, over the inputs.
func gpfa(name, doc string, star bool) part.Part[Kind] {
	prediction := func(p part.Point) Prediction {
		return Prediction{
			Order: Order.Of(p), Neighbours: Neighbours.Of(p), Star: star,
			Future: Direction.Of(p) != "past", Past: Direction.Of(p) != "future",
		}
	}
	return part.Part[Kind]{
		Name: name, Doc: doc, Parameters: []part.Parameter{Neighbours, Direction, Iterations, Order, space.Basis},
		Build: Kind{
			Time: true, Predictive: prediction,
			Edges: func(p part.Point, n int64) int64 { return n * prediction(p).edgesPerSample() },
			New: func(ctx context.Context, s Samples, at part.Point) (Graph, error) {
				return Predictive(ctx, s.X, s.Lengths, prediction(at))
			},
		},
	}
}

// Printed reports whether the point's features solve Eq. 8 of Weghenkel et al. 2017 as
// printed: under a graph of GPFA in a space without a kernel, not centred by degree.
// The point may lack a space if it has no basis of a kernel space.
func Printed(p part.Point) bool {
	return Kinds.Build(p).Predictive != nil && !space.OnSupports(p) && space.Basis.Of(p) == space.InPrinted
}

// FeatureMoments returns the [Moments] of a point's features phi (n×p) under its
// training graph. For features of [Printed] they are about zero, the mean of the
// samples.
func FeatureMoments(ctx context.Context, g Graph, phi *mat.Dense, at part.Point) (*moments.Moments, error) {
	if _, p := phi.Dims(); Printed(at) {
		return MomentsAbout(ctx, g, phi, make([]float64, p))
	}
	return Moments(ctx, g, phi)
}

// edgesPerSample returns the number of edges of the graph for each sample.
func (p Prediction) edgesPerSample() int64 {
	k := int64(p.Neighbours)
	each := k
	if !p.Star {
		each = (k + 1) * (k + 2) / 2
	}
	if p.Future && p.Past {
		each *= 2
	}
	return each
}

// Prediction determines the similar samples of graph-based predictable feature
// analysis: those with similar pasts, or with similar futures. (Weghenkel, Fischer and
// Wiskott 2017, section 2.)
type Prediction struct {
	// Order is p, the number of samples of a state: x_t, …, x_t−p+1.
	Order int
	// Neighbours is k, the number of nearest other states.
	Neighbours int
	// Future joins the successors of neighbouring states, Past the samples before them
	// (section 2.6). At least one must be set.
	Future, Past bool
	// Star selects GPFA (2): each state is joined to its neighbours only, without
	// self-loops. Otherwise, in GPFA (1), all pairs of a neighbourhood are joined, with
	// self-loops.
	Star bool
}

// Predictive returns the graph of one iteration of GPFA over the samples x (n×d),
// segments of the given lengths. States are compared by their Euclidean distance, so x
// should be white, or be the features of the previous iteration. v is the degree.
// Neighbours may come from other segments, but the samples of a state, its successor
// and its past belong to one segment.
//
// The paper leaves the ends open: here every state may be a neighbour, t = p … S of S
// samples, and a state without a successor, or without a sample p before it, is left
// out where that sample would be joined. x may hold duplicates: among equal distances
// the lower index is nearer.
//
// It takes time O(n²·p·d) and returns O(n·k²) edges, or O(n·k) with Star. It fails if
// segments are too short for k + 1 states or for any edge, and if ctx ends. It panics
// if the options are invalid or lengths do not add up to n.
func Predictive(ctx context.Context, x *mat.Dense, lengths []int, o Prediction) (Graph, error) {
	o.check()
	n, _ := x.Dims()
	checkLengths(lengths, n)
	s := newStates(x, lengths, o.Order)
	if len(s.at) <= o.Neighbours {
		return nil, fmt.Errorf("%d samples in %d segments have %d states of %d samples, so no state has %d others: lower the number of neighbours or the order, or take longer segments", n, len(lengths), len(s.at), o.Order, o.Neighbours)
	}
	near, err := nearest.New(s.vectors).Others(ctx, o.Neighbours)
	if err != nil {
		return nil, err
	}
	var edges []Edge
	for t, others := range near {
		hood := append([]int{t}, others...)
		if o.Future {
			edges = join(edges, s.shifted(hood, 1), o.Star)
		}
		if o.Past {
			edges = join(edges, s.shifted(hood, -o.Order), o.Star)
		}
	}
	g, err := edgeList(ctx, n, edges)
	if err != nil {
		return nil, err
	}
	if g.Pairs() == 0 {
		return nil, fmt.Errorf("no two neighbouring states of %d samples have both a sample to compare in their segments: lower the order, or take longer segments", o.Order)
	}
	return Weighted(g, nil, g.Degrees())
}

func (o Prediction) check() {
	if o.Order < 1 || o.Neighbours < 1 || !o.Future && !o.Past {
		panic(fmt.Sprintf("graph: prediction with %+v", o))
	}
}

func checkLengths(lengths []int, n int) {
	sum := 0
	for _, l := range lengths {
		sum += l
	}
	if sum != n {
		panic(fmt.Sprintf("graph: segments of %d samples in all for %d rows", sum, n))
	}
}

// states holds the windows of p consecutive samples inside segments.
type states struct {
	vectors *mat.Dense // one per row, p·d values
	at      []int      // last sample of each
	segment [][2]int   // first sample of its segment, and the end of the segment
}

func newStates(x *mat.Dense, lengths []int, p int) *states {
	_, d := x.Dims()
	s := &states{}
	row := 0
	for _, length := range lengths {
		for t := row + p - 1; t < row+length; t++ {
			s.at, s.segment = append(s.at, t), append(s.segment, [2]int{row, row + length})
		}
		row += length
	}
	if len(s.at) == 0 {
		return s
	}
	s.vectors = mat.NewDense(len(s.at), p*d, nil)
	for k, t := range s.at {
		for lag := range p {
			copy(s.vectors.RawRowView(k)[lag*d:], x.RawRowView(t-lag))
		}
	}
	return s
}

// shifted returns the samples at an offset of by steps from the given states, if they
// are in their segments. It returns none if the first state has none.
func (s *states) shifted(hood []int, by int) []int {
	var out []int
	for k, i := range hood {
		to := s.at[i] + by
		switch {
		case to >= s.segment[i][0] && to < s.segment[i][1]:
			out = append(out, to)
		case k == 0:
			return nil
		}
	}
	return out
}

// join appends the edges of a neighbourhood of samples, that of the state itself first.
func join(edges []Edge, hood []int, star bool) []Edge {
	for a, i := range hood {
		if !star {
			edges = append(edges, Edge{i, i, 1})
		}
		if star && a > 0 {
			break
		}
		for _, j := range hood[a+1:] {
			edges = append(edges, Edge{i, j, 1})
		}
	}
	return edges
}

package graph

import (
	"context"

	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// The parameters of training graphs.
var (
	Name = part.NewWord(part.Axis{Name: "graph", Always: true, Default: "time", Doc: "training graph, or edges:FILE with lines i,j,weight, samples counted from 0 (edges:FILE:1 counts from 1)"})
	// EdgesHash is the SHA-256 of a file of edges.
	EdgesHash = part.NewWord(part.Axis{Name: "edges-hash", Hidden: true})
	// Groups is the number of groups along the target.
	Groups = part.NewCount(part.Axis{
		Name: "graph-groups", Symbol: "groups", Default: "10", Target: true, Doc: "number of groups of the target in serial and mixed graphs",
	})
	// Width is the width of the window graph.
	Width = part.NewCount(part.Axis{
		Name: "window", Symbol: "d", Default: "32", Doc: "width of the sliding window graph, in samples of the sorted target or labels",
	})
	// Partners is the number of partners drawn for each sample; 0 takes all.
	Partners = part.NewCount(part.Axis{
		Name: "pairs", Default: "all", Unset: "all", Doc: "number of partners of the same class that class-pairs draws for each sample, or all",
	})
	// Neighbours is the number of nearest states of GPFA.
	Neighbours = part.NewCount(part.Axis{Name: "graph-knn", Symbol: "k", Default: "10", Doc: "number of nearest neighbours of each state in GPFA"})
	// Direction is both, future or past.
	Direction = part.NewWord(part.Axis{
		Name: "direction", Doc: "which parts of neighbouring states GPFA joins: their futures or their pasts",
		Choices: []string{"both", "future", "past"}, Default: "both",
	})
	// Iterations is R of GPFA, or K + 1 of PFA if a point has no K of its own.
	Iterations = part.NewCount(part.Axis{
		Name: "iterations", Default: "1",
		Doc: "number of graphs that GPFA builds (R): the first from the inputs, later ones from the previous features; without --pfa-steps, PFA takes R − 1 steps",
	})
	// Order is the number of samples in a state of GPFA, or the order of PFA's model.
	Order = part.NewCount(part.Axis{
		Name: "order", Default: "1", Doc: "number of samples in a state of GPFA, or order of PFA's autoregressive model",
	})
)

// Samples holds the data that a graph is built from.
type Samples struct {
	X       *mat.Dense // n×d
	Lengths []int      // of the segments
	Label   []int      // -1 for none; nil without labels
	Classes []string   // names of the labels; nil if the labels themselves are in order
	Target  []float64  // nil without one
	// Importance and TransitionImportance weight samples and transitions; nil without.
	Importance, TransitionImportance []float64
	// Edges returns the graph of a file of edges, a word of [EdgesFile].
	Edges func(ctx context.Context, word string) (Graph, error)
}

// Kind is one kind of training graph.
type Kind struct {
	// Time, Labels and Order are the data that it joins samples by: neighbours in time,
	// classes, or an order of the target or the classes.
	Time, Labels, Order bool
	// Apart marks graphs that have several components by design, which is not reported.
	Apart bool
	// Predictive returns the graph of GPFA; nil for others.
	Predictive func(p part.Point) Prediction
	// Random reports whether the point's graph depends on a seed; nil if none does.
	Random func(p part.Point) bool
	// Edges returns the number of stored edges of n samples; nil if negligible.
	Edges func(p part.Point, n int64) int64

	New func(ctx context.Context, s Samples, at part.Point) (Graph, error)
}

// Kinds is the table of all training graphs.
var Kinds = part.NewTable[Kind](Name, "")

// Streamed reports whether the moments under the point's training graph can be computed
// in one pass over the samples, as those of the time graph can.
func Streamed(p part.Point) bool { return Name.Of(p) == timePart.Name && Weights.Of(p) == "" }

// InTime reports whether the point has no training graph other than that of time.
func InTime(p part.Point) bool { return Name.Of(p) == "" || Name.Of(p) == timePart.Name }

// Under returns only the training graph of a point, or that of time, along which
// slowness is measured, if it has none.
func Under(p part.Point) (g part.Point) {
	if Name.Of(p) == "" {
		p = p.With(Name.Is(timePart.Name))
	}
	Kinds.Copy(&g, p)
	return g.With(EdgesHash.Is(EdgesHash.Of(p)), Weights.Is(Weights.Of(p)))
}

// Random reports whether the point's graph depends on a seed.
func Random(p part.Point) bool {
	k := Kinds.Build(p)
	return k.Random != nil && k.Random(p)
}

// order returns the value that samples are sorted by: the target, or the rank of the
// class in the order of the classes. It fails for a sample without a label.
func (s Samples) order(at part.Point) ([]float64, error) {
	if s.Target != nil {
		return s.Target, nil
	}
	places, err := s.ranks(at)
	if err != nil {
		return nil, err
	}
	out := make([]float64, len(places))
	for i, c := range places {
		if c < 0 {
			return nil, &RowError{Row: i, What: "it has no label to be sorted by: label all samples, or take the serial or mixed graph"}
		}
		out[i] = float64(c)
	}
	return out, nil
}

// groups returns the group of each sample along the order: groups of equal size along
// the target, or the classes of labels; -1 without a label.
func (s Samples) groups(at part.Point) ([]int, error) {
	if s.Target != nil {
		return GroupsOf(s.Target, Groups.Of(at)), nil
	}
	return s.ranks(at)
}

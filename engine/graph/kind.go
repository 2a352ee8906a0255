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
	// Groups are those along the target.
	Groups = part.NewCount(part.Axis{
		Name: "graph-groups", Symbol: "groups", Default: "10", Target: true, Doc: "groups that serial and mixed graphs make of the target",
	})
	// Width is that of the window graph.
	Width = part.NewCount(part.Axis{
		Name: "window", Symbol: "d", Default: "32", Doc: "width of the sliding window graph, in samples of the sorted target or labels",
	})
	// Partners are drawn for each sample; 0 takes all.
	Partners = part.NewCount(part.Axis{
		Name: "pairs", Default: "all", Unset: "all", Doc: "partners of its class that class-pairs draws for each sample, or all",
	})
	// Neighbours are the nearest states of GPFA.
	Neighbours = part.NewCount(part.Axis{Name: "graph-knn", Symbol: "k", Default: "10", Doc: "nearest states that GPFA joins"})
	// Direction is both, future or past.
	Direction = part.NewWord(part.Axis{
		Name: "direction", Doc: "what of neighbouring states GPFA joins: their futures, their pasts",
		Choices: []string{"both", "future", "past"}, Default: "both",
	})
	// Iterations is R of GPFA, or K + 1 of PFA where a point has no K of its own.
	Iterations = part.NewCount(part.Axis{
		Name: "iterations", Default: "1",
		Doc: "how often GPFA makes a graph (R), first of the inputs, then of the features before; PFA without --pfa-steps takes one step less",
	})
	// Order is the samples in a state of GPFA, or the order of PFA's model.
	Order = part.NewCount(part.Axis{
		Name: "order", Default: "1", Doc: "samples in a state of GPFA, or order of PFA's autoregressive model",
	})
)

// Samples are what a graph joins.
type Samples struct {
	X       *mat.Dense // n×d
	Lengths []int      // of the segments
	Label   []int      // -1 for none; nil without labels
	Classes []string   // the names of the labels; nil where these are in order themselves
	Target  []float64  // nil without one
	// Importance and TransitionImportance weigh samples and transitions; nil without.
	Importance, TransitionImportance []float64
	// Edges returns the graph of a file of edges, a word of [EdgesFile].
	Edges func(ctx context.Context, word string) (Graph, error)
}

// Kind is one kind of training graph.
type Kind struct {
	// Time, Labels and Order say what of the data it joins samples by: neighbours in
	// time, classes, or an order of the target or the classes.
	Time, Labels, Order bool
	// Apart says that the graph is meant to fall apart, so that it is no news.
	Apart bool
	// Predictive makes the graph of GPFA; nil for others.
	Predictive func(p part.Point) Prediction
	// Random says that the point's graph depends on a seed; nil where none does.
	Random func(p part.Point) bool
	// Edges is how many of n samples are in memory; nil for next to none.
	Edges func(p part.Point, n int64) int64

	New func(ctx context.Context, s Samples, at part.Point) (Graph, error)
}

// Kinds is the table of all training graphs.
var Kinds = part.NewTable[Kind](Name, "")

// Streamed says that the moments under the point's training graph come from
// one pass over the samples: those of time itself.
func Streamed(p part.Point) bool { return Name.Of(p) == time.Name && Weights.Of(p) == "" }

// InTime says that the point has no training graph but that of time.
func InTime(p part.Point) bool { return Name.Of(p) == "" || Name.Of(p) == time.Name }

// Under returns the training graph of a point, without all else; that of time, which
// slowness is taken along, where it has none.
func Under(p part.Point) (g part.Point) {
	if Name.Of(p) == "" {
		p = p.With(Name.Is(time.Name))
	}
	Kinds.Copy(&g, p)
	return g.With(EdgesHash.Is(EdgesHash.Of(p)), Weights.Is(Weights.Of(p)))
}

// Random says that the point's graph depends on a seed.
func Random(p part.Point) bool {
	k := Kinds.Build(p)
	return k.Random != nil && k.Random(p)
}

// order returns the value that samples are sorted by: the target, or the place of the class
// in the order of the classes. It fails for a sample without a label.
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

// groups returns the group of each sample along the order: as many of equal size of the
// target, or the classes of labels; -1 without a label.
func (s Samples) groups(at part.Point) ([]int, error) {
	if s.Target != nil {
		return GroupsOf(s.Target, Groups.Of(at)), nil
	}
	return s.ranks(at)
}

package sweep

import (
	"context"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/samples"
	"example.com/sfatui/engine/space"
)

// traits are what of the data decides which parameters apply.
type traits struct {
	target  bool // there is a target to order samples by
	samples int  // of the largest training part
	draws   int
}

// grid holds the values of every axis of a Spec.
type grid struct {
	traits
	settings map[*part.Axis][]part.Setting
	// widths holds those of the kernel widths, whose scale moves with what the
	// space sees.
	widths map[view]map[*part.Axis][]part.Setting
}

// view is what stands between the inputs and the function space.
type view struct{ front, layers string }

// parse reads every axis of s, whose empty axes have been filled in.
func (s *Spec) parse(set *data.Set) (*grid, error) {
	n, _ := set.X.Dims()
	g := &grid{
		traits:   traits{target: set.Target != nil, samples: n, draws: max(1, s.Draws)},
		settings: map[*part.Axis][]part.Setting{}, widths: map[view]map[*part.Axis][]part.Setting{},
	}
	for _, axis := range part.Axes() {
		text := s.texts.Of(axis)
		if text == "" || axis.Width {
			continue
		}
		var err error
		if g.settings[axis], err = axis.Parse(text, nil); err != nil {
			return nil, err
		}
	}
	for _, front := range g.reached(space.Reduction) {
		for _, layers := range g.reached(hierarchy.Layers) {
			if err := g.parseWidths(s, set, view{front, layers}); err != nil {
				return nil, err
			}
		}
	}
	return g, g.check(set)
}

// reached lists the words of an axis that points may have, with "" for none.
func (g *grid) reached(w part.Word) []string {
	out := map[string]bool{}
	for _, set := range g.settings[w.Axis()] {
		var p part.Point
		set(&p)
		out[w.Of(p)] = true
	}
	return slices.Sorted(maps.Keys(out))
}

// parseWidths reads the widths of kernels over a view of the inputs.
func (g *grid) parseWidths(s *Spec, set *data.Set, v view) error {
	g.widths[v] = map[*part.Axis][]part.Setting{}
	if !slices.ContainsFunc(g.reached(space.Name), func(name string) bool { return space.Kinds.Named(name).Build.Kernel }) {
		return nil
	}
	w := &part.Scales{Heuristic: 1, Norm: 1}
	if relative := s.Text("sigma") + s.Text("select-sigma"); strings.Contains(relative, "rel:") || strings.Contains(relative, "norm:") {
		// Measuring the scales takes a look at the whole of the data.
		var err error
		if w, err = s.widths(set, v); err != nil {
			return err
		}
	}
	for _, axis := range part.Axes() {
		text := s.texts.Of(axis)
		if text == "" || !axis.Width {
			continue
		}
		settings, err := axis.Parse(text, w)
		if err != nil && w.Heuristic == 0 {
			return fmt.Errorf("all samples are equal: no kernel width has a meaning; check which columns are inputs")
		}
		if err != nil {
			return err
		}
		g.widths[v][axis] = settings
	}
	return nil
}

// of are the settings of an axis that a point may take.
func (g *grid) of(axis *part.Axis, p *part.Point) []part.Setting {
	if axis.Width {
		return g.widths[view{space.Reduction.Of(*p), hierarchy.Layers.Of(*p)}][axis]
	}
	return g.settings[axis]
}

// check refuses graphs and readouts that the data has nothing for.
func (g *grid) check(set *data.Set) error {
	for _, name := range g.reached(graph.Name) {
		switch kind := graph.Kinds.Named(name).Build; {
		case kind.Time && !set.HasPairs():
			return part.Errorf("graph", "%s joins neighbours in time, but no segment has two samples: take a graph over labels or a target, such as clustered or serial, or longer segments", name)
		case kind.Labels && len(set.Classes) < 2:
			return part.Errorf("graph", "%s joins samples of one class: name the column of two classes or more with --label", name)
		case kind.Order && set.Target == nil && len(set.Classes) < 2:
			return part.Errorf("graph", "%s sorts samples: name the column to sort by with --target or --label", name)
		}
	}
	for _, name := range g.reached(graph.Weights) {
		if (name == "samples" || name == "both") && set.Importance == nil {
			return part.Errorf("weights", "%s: name the column of the samples' importance with --importance", name)
		}
		if (name == "transitions" || name == "both") && set.TransitionImportance == nil {
			return part.Errorf("weights", "%s: name the column of the transitions' importance with --transition-importance", name)
		}
	}
	for _, name := range g.reached(readout.Name) {
		p := part.Point{}.With(readout.Name.Is(name))
		switch {
		case readout.Predicts(p) && set.Target == nil:
			return part.Errorf("readout", "%s predicts a number: name its column with --target", name)
		case readout.Classifies(p) && len(set.Classes) == 1:
			return fmt.Errorf("all labels are %q: %s needs two classes; ask for --readout none", set.Classes[0], name)
		case readout.Classifies(p) && set.Label == nil:
			return part.Errorf("readout", "%s needs labels: name their column with --label (or a {label} in --name)", name)
		}
	}
	return nil
}

// trainable are the samples that may be trained on in some fold: all but those
// of explicit test data, which come last.
func trainable(set *data.Set) (samples.Part, error) {
	n, d := set.X.Dims()
	for _, seg := range set.Segments {
		if seg.Held {
			n = min(n, seg.Start)
		}
	}
	if n == 0 {
		return samples.Part{}, fmt.Errorf("all samples are test data: there is nothing to train on")
	}
	return samples.Part{X: set.X.Slice(0, n, 0, d).(*mat.Dense), Lengths: []int{n}, Set: set}, nil
}

// widths measures the scales that multiples of a width refer to. They only lay
// out the grid; they look at the inputs of all samples but those of explicit
// test data, and at no label. Of a network nothing is known before it is trained
// but that its outputs have unit variance: its scales are those of as many
// normal numbers.
func (s *Spec) widths(set *data.Set, v view) (*part.Scales, error) {
	defer runtime.KeepAlive(set) // the slice of its samples that is measured does not hold them
	if v.layers != "" {
		shape, err := hierarchy.Parse(v.layers)
		if last := v.layers[strings.LastIndexAny(v.layers, "/")+1:]; err == nil && !strings.Contains(last, ":sfa") {
			return nil, part.Errorf("sigma", "the outputs of the network %s have no unit variance, which multiples of a width go by: write widths as numbers, or end the network with sfaN", v.layers)
		}
		k := float64(shape.Outputs())
		return &part.Scales{Heuristic: math.Sqrt(k / math.Ln2), Norm: math.Sqrt(k)}, err
	}
	all, err := trainable(set)
	if err != nil {
		return nil, err
	}
	p := samples.Preparation{Standardize: s.Standardize, Front: v.front}
	if s.Clip != "none" {
		p.Clip = s.Clip
	}
	if p != (samples.Preparation{}) {
		n, d := all.X.Dims()
		x, err := set.Room(n, d)
		if err != nil {
			return nil, err
		}
		x.Copy(all.X)
		all.X = x
		if _, err := p.Fit(context.Background(), &samples.Fitted{}, []*samples.Part{&all}); err != nil {
			return nil, err
		}
	}
	return &part.Scales{Heuristic: kernel.HeuristicWidth(all.X), Norm: kernel.MeanNorm(all.X)}, nil
}

// Seen is what of a point decides what its function space sees of a set, and so
// its [HeuristicWidth].
func Seen(p part.Point) part.Point {
	return part.Point{Frame: part.Frame{Clip: p.Clip, Standardize: p.Standardize}}.With(space.Reduction.Is(space.Reduction.Of(p)), hierarchy.Layers.Is(hierarchy.Layers.Of(p)))
}

// HeuristicWidth is σ₀ for a point: the kernel width at which half of all
// kernel outputs are above 0.5, of what the point's function space sees of the
// set. It fails where the inputs that the space sees cannot be had.
func HeuristicWidth(set *data.Set, p part.Point) (float64, error) {
	s := Spec{Standardize: p.Standardize, Clip: p.Clip}
	w, err := s.widths(set, view{space.Reduction.Of(p), hierarchy.Layers.Of(p)})
	if err != nil {
		return 0, err
	}
	return w.Heuristic, nil
}

package sweep

import (
	"context"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"gonum.org/v1/gonum/mat"
)

// setting gives one parameter of a point a value.
type setting func(*part.Point)

// grid holds the values of every axis of a Spec.
type grid struct {
	traits
	settings map[string][]setting
	// widths holds those of the kernel widths, whose scale moves with what the
	// space sees.
	widths map[view]map[string][]setting
}

// view is what stands between the inputs and the function space.
type view struct{ front, layers string }

// parse reads every axis of s, whose empty axes have been filled in.
func (s *Spec) parse(set *data.Set) (*grid, error) {
	n, _ := set.X.Dims()
	g := &grid{
		traits:   traits{target: set.Target != nil, samples: n, draws: max(1, s.Draws)},
		settings: map[string][]setting{}, widths: map[view]map[string][]setting{},
	}
	for _, axis := range Axes {
		text := *axis.Text(s)
		if text == "" || axis.isWidth() {
			continue
		}
		var err error
		if g.settings[axis.Name], err = axis.parse(text, nil); err != nil {
			return nil, err
		}
	}
	for _, front := range g.reached("front", func(p *part.Point) string { return p.Front }) {
		for _, layers := range g.reached("layers", func(p *part.Point) string { return p.Layers }) {
			if err := g.parseWidths(s, set, view{front, layers}); err != nil {
				return nil, err
			}
		}
	}
	return g, g.check(set)
}

// isWidth says that the axis is one of kernel widths.
func (a Axis) isWidth() bool { return a.Name == "sigma" || a.Name == "select-sigma" }

// reached lists what the settings of an axis make of a point's parameter.
func (g *grid) reached(axis string, get func(*part.Point) string) []string {
	out := map[string]bool{}
	for _, set := range g.settings[axis] {
		var p part.Point
		set(&p)
		out[get(&p)] = true
	}
	return slices.Sorted(maps.Keys(out))
}

// parseWidths reads the widths of kernels over a view of the inputs.
func (g *grid) parseWidths(s *Spec, set *data.Set, v view) error {
	g.widths[v] = map[string][]setting{}
	if !slices.Contains(g.reached("space", func(p *part.Point) string { return p.Space }), "kernel") {
		return nil
	}
	w := &widths{1, 1}
	if relative := s.Sigma + s.SelectSigma; strings.Contains(relative, "rel:") || strings.Contains(relative, "norm:") {
		// Measuring the scales takes a look at the whole of the data.
		var err error
		if w, err = s.widths(set, v); err != nil {
			return err
		}
	}
	for _, axis := range Axes {
		text := *axis.Text(s)
		if text == "" || !axis.isWidth() {
			continue
		}
		settings, err := axis.parse(text, w)
		if err != nil && w.heuristic == 0 {
			return fmt.Errorf("all samples are equal: no kernel width has a meaning; check which columns are inputs")
		}
		if err != nil {
			return err
		}
		g.widths[v][axis.Name] = settings
	}
	return nil
}

// of are the settings of an axis that a point may take.
func (g *grid) of(axis Axis, p *part.Point) []setting {
	if axis.isWidth() {
		return g.widths[view{p.Front, p.Layers}][axis.Name]
	}
	return g.settings[axis.Name]
}

// check refuses graphs and readouts that the data has nothing for.
func (g *grid) check(set *data.Set) error {
	for _, name := range g.reached("graph", func(p *part.Point) string { return p.Graph }) {
		kind := graphOf(name)
		if kind.name != "" && !kind.labels && !kind.order && kind.name != fileGraph.name && !set.HasPairs() {
			return specErrorf("graph", "%s joins neighbours in time, but no segment has two samples: take a graph over labels or a target, such as clustered or serial, or longer segments", name)
		}
		if kind.labels && len(set.Classes) < 2 {
			return specErrorf("graph", "%s joins samples of one class: name the column of two classes or more with --label", name)
		}
		if kind.order && set.Target == nil && len(set.Classes) < 2 {
			return specErrorf("graph", "%s sorts samples: name the column to sort by with --target or --label", name)
		}
	}
	for _, name := range g.reached("weights", func(p *part.Point) string { return p.Weights }) {
		if (name == "samples" || name == "both") && set.Importance == nil {
			return specErrorf("weights", "%s: name the column of the samples' importance with --importance", name)
		}
		if (name == "transitions" || name == "both") && set.TransitionImportance == nil {
			return specErrorf("weights", "%s: name the column of the transitions' importance with --transition-importance", name)
		}
	}
	for _, r := range g.reached("readout", func(p *part.Point) string { return p.Readout }) {
		kind := readoutOf(r)
		if kind.regress != nil && set.Target == nil {
			return specErrorf("readout", "%s predicts a number: name its column with --target", r)
		}
		if kind.classify != nil && len(set.Classes) == 1 {
			return fmt.Errorf("all labels are %q: %s needs two classes; ask for --readout none", set.Classes[0], r)
		}
		if kind.classify != nil && set.Label == nil {
			return specErrorf("readout", "%s needs labels: name their column with --label (or a {label} in --name)", r)
		}
	}
	return nil
}

// trainable are the samples that may be trained on in some fold: all but those
// of explicit test data, which come last.
func trainable(set *data.Set) (partData, error) {
	n, d := set.X.Dims()
	for _, seg := range set.Segments {
		if seg.Held {
			n = min(n, seg.Start)
		}
	}
	if n == 0 {
		return partData{}, fmt.Errorf("all samples are test data: there is nothing to train on")
	}
	return partData{x: set.X.Slice(0, n, 0, d).(*mat.Dense), lengths: []int{n}, set: set}, nil
}

// widths measures the scales that multiples of a width refer to. They only lay
// out the grid; they look at the inputs of all samples but those of explicit
// test data, and at no label. Of a network nothing is known before it is trained
// but that its outputs have unit variance: its scales are those of as many
// normal numbers.
func (s *Spec) widths(set *data.Set, v view) (*widths, error) {
	defer runtime.KeepAlive(set) // the slice of its samples that is measured does not hold them
	if v.layers != "" {
		shape, err := hierarchy.Parse(v.layers)
		if last := v.layers[strings.LastIndexAny(v.layers, "/")+1:]; err == nil && !strings.Contains(last, ":sfa") {
			return nil, specErrorf("sigma", "the outputs of the network %s have no unit variance, which multiples of a width go by: write widths as numbers, or end the network with sfaN", v.layers)
		}
		k := float64(shape.Outputs())
		return &widths{heuristic: math.Sqrt(k / math.Ln2), norm: math.Sqrt(k)}, err
	}
	all, err := trainable(set)
	if err != nil {
		return nil, err
	}
	p := preparation{standardize: s.Standardize, front: v.front}
	if s.Clip != "none" {
		p.clip = s.Clip
	}
	if p != (preparation{}) {
		n, d := all.x.Dims()
		x, err := set.Room(n, d)
		if err != nil {
			return nil, err
		}
		x.Copy(all.x)
		all.x = x
		if _, err := p.fit(context.Background(), &fitted{}, []*partData{&all}); err != nil {
			return nil, err
		}
	}
	return &widths{heuristic: kernel.HeuristicWidth(all.x), norm: kernel.MeanNorm(all.x)}, nil
}

// Seen is what of a point decides what its function space sees of a set, and so
// its [HeuristicWidth].
func Seen(p part.Point) part.Point {
	return part.Point{Clip: p.Clip, Standardize: p.Standardize, Front: p.Front, Layers: p.Layers}
}

// HeuristicWidth is σ₀ for a point: the kernel width at which half of all
// kernel outputs are above 0.5, of what the point's function space sees of the
// set. It fails where the inputs that the space sees cannot be had.
func HeuristicWidth(set *data.Set, p part.Point) (float64, error) {
	s := Spec{Standardize: p.Standardize, Clip: p.Clip}
	w, err := s.widths(set, view{p.Front, p.Layers})
	if err != nil {
		return 0, err
	}
	return w.heuristic, nil
}

package sweep

import (
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/space"
)

// parse parses every axis of s, with its defaults filled in, for a set divided into folds.
func (s *Spec) parse(set *data.Set, folds []split.Fold) (*grid, error) {
	n, _ := set.X.Dims()
	g := &grid{
		traits:   traits{target: set.Target != nil, samples: n, draws: max(1, s.Draws)},
		settings: map[*part.Axis][]part.Assignment{}, widths: map[view]map[*part.Axis][]part.Assignment{},
	}
	for _, axis := range part.Axes() {
		text := s.texts.Of(axis)
		if text == "" || axis.Width {
			continue
		}
		var err error
		if axis.Relative(text) {
			g.multiples = text
			if _, err = axis.Parse(text, part.MultiplesOf(1)); err != nil {
				return nil, err
			}
			continue
		}
		if g.settings[axis], err = axis.Parse(text, nil); err != nil {
			return nil, err
		}
	}
	for _, front := range g.fronts(s.Split.Seed) {
		for _, layers := range g.reachableWords(hierarchy.Layers) {
			if err := g.parseWidths(s, set, folds, viewOf(front.With(hierarchy.Layers.Is(layers)))); err != nil {
				return nil, err
			}
		}
	}
	return g, g.check(set)
}

// parseWidths parses the widths of kernels over a view of the inputs.
func (g *grid) parseWidths(s *Spec, set *data.Set, folds []split.Fold, v view) error {
	g.widths[v] = map[*part.Axis][]part.Assignment{}
	kernels := slices.ContainsFunc(g.reachableWords(space.Name), func(name string) bool { return space.Kinds.Named(name).Build.Kernel })
	if !kernels || !slices.ContainsFunc(g.reachableWords(kernel.Name), func(name string) bool {
		return kernel.Kernels.Has(part.Point{}.With(kernel.Name.Is(name)), kernel.Sigma)
	}) {
		return nil
	}
	w := &part.Scales{Heuristic: 1, Norm: 1}
	if relative := s.Text("sigma") + s.Text("select-sigma"); strings.Contains(relative, "rel:") || strings.Contains(relative, "norm:") {
		// Only relative widths need the scales, which are measured on every training part.
		var err error
		if w, err = s.widths(set, folds, v); err != nil {
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
			return fmt.Errorf("all training samples are equal, so the kernel width is undefined: check which columns are inputs")
		}
		if err != nil {
			return err
		}
		g.widths[v][axis] = settings
	}
	return nil
}

// fronts returns a point for each front of the grid, with the front's parameters.
func (g *grid) fronts(seed uint64) []part.Point {
	out := g.expandAxis(space.Reduction.Axis(), []part.Point{{Frame: part.Frame{Seed: seed}}}, nil)
	for _, axis := range part.Axes() {
		if space.Fronts.Lists(axis) {
			out = g.expandAxis(axis, out, nil)
		}
	}
	return out
}

// check refuses graphs, weights and readouts for which the data has no labels, target or pairs.
func (g *grid) check(set *data.Set) error {
	if err := g.checkSeries(set); err != nil {
		return err
	}
	for _, name := range g.reachableWords(graph.Name) {
		switch kind := graph.Kinds.Named(name).Build; {
		case kind.Time && !set.HasPairs():
			return part.Errorf("graph", "%s joins neighbours in time, but no segment has two samples: take a graph over labels or a target, such as clustered or serial, or longer segments; with --embed, a smaller l or delta", name)
		case kind.Labels && len(set.Classes) < 2:
			return part.Errorf("graph", "%s joins samples of one class: name the column of two classes or more with --label", name)
		case kind.Order && set.Target == nil && len(set.Classes) < 2:
			return part.Errorf("graph", "%s sorts samples: name the column to sort by with --target or --label", name)
		}
	}
	if err := g.checkOrder(set); err != nil {
		return err
	}
	for _, name := range g.reachableWords(graph.Weights) {
		if w := graph.Weightings.Named(name); w != nil {
			if missing := w.Build.Missing(preparation.Joined(set)); missing != "" {
				return part.Errorf("weights", "%s: %s", name, missing)
			}
		}
	}
	for _, name := range g.reachableWords(readout.Name) {
		p := part.Point{}.With(readout.Name.Is(name))
		switch {
		case readout.Predicts(p) && set.Target == nil:
			return part.Errorf("readout", "%s predicts a number: name its column with --target", name)
		case readout.Classifies(p) && len(set.Classes) == 1:
			return fmt.Errorf("all labels are %q: %s needs two classes; use --readout none", set.Classes[0], name)
		case readout.Classifies(p) && set.Label == nil:
			return part.Errorf("readout", "%s needs labels: name their column with --label (or a {label} in --name)", name)
		case readout.Detects(p):
			for _, operation := range g.reachableWords(normal.Operation) {
				if _, err := normal.Of(p.With(normal.Operation.Is(operation)), set); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// checkOrder refuses a class order that does not match the classes of the data, and one that a
// target makes useless.
func (g *grid) checkOrder(set *data.Set) error {
	for _, order := range g.reachableWords(graph.ClassOrder) {
		at := part.Point{}.With(graph.ClassOrder.Is(order))
		switch {
		case order == "":
		case set.Target != nil:
			return part.Errorf("class-order", "graphs sort samples by the target %s, not by classes: leave out --class-order or --target", set.TargetName)
		default:
			if _, err := graph.SortedClasses(set.Classes, at); err != nil {
				return err
			}
		}
	}
	return nil
}

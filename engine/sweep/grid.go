package sweep

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// grid holds the parsed axes of a Spec.
type grid struct {
	sigma, selectSigma                      map[string][]float64 // by front: it moves the scale
	lambda, eta, alpha, gamma               []float64
	m, p, degree, knn, groups               []int
	graphGroups, window                     []int
	front                                   []string
	target                                  bool // there is a target to order samples by
	method, space, kernel, graph, selection []string
	basis, shift, readout                   []string
}

// parse reads every axis of s, whose empty axes have been filled in.
func (s *Spec) parse(set *datasets.Set) (*grid, error) {
	g := grid{target: set.Target != nil}
	numbers := map[string]*[]float64{"lambda": &g.lambda, "eta": &g.eta, "alpha": &g.alpha, "gamma": &g.gamma}
	counts := map[string]*[]int{"m": &g.m, "p": &g.p, "degree": &g.degree, "knn": &g.knn, "groups": &g.groups, "graph-groups": &g.graphGroups, "window": &g.window}
	words := map[string]*[]string{"method": &g.method, "space": &g.space, "kernel": &g.kernel, "graph": &g.graph,
		"select": &g.selection, "basis": &g.basis, "shift": &g.shift, "readout": &g.readout}
	for _, axis := range Axes {
		text := *axis.Text(s)
		if text == "" || axis.Name == "sigma" || axis.Name == "select-sigma" {
			continue
		}
		var err error
		switch {
		case numbers[axis.Name] != nil:
			*numbers[axis.Name], err = parseNumbers(axis.Name, text, nil)
		case counts[axis.Name] != nil:
			*counts[axis.Name], err = parseCounts(axis.Name, text)
		case axis.Name == "front":
			g.front, err = parseFronts(text)
		default:
			*words[axis.Name], err = parseWords(axis, text)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := g.parseWidths(s, set); err != nil {
		return nil, err
	}
	return &g, g.check(set)
}

// parseWidths reads the kernel widths, whose multiples depend on the front.
func (g *grid) parseWidths(s *Spec, set *datasets.Set) error {
	g.sigma, g.selectSigma = map[string][]float64{}, map[string][]float64{}
	if !slices.Contains(g.space, "kernel") {
		return nil
	}
	for _, front := range g.front {
		w, err := s.widths(set, front)
		if err != nil {
			return err
		}
		for _, axis := range []struct {
			name, text string
			values     map[string][]float64
		}{{"sigma", s.Sigma, g.sigma}, {"select-sigma", s.SelectSigma, g.selectSigma}} {
			if axis.text == "" {
				continue
			}
			if axis.values[front], err = parseNumbers(axis.name, axis.text, w); err != nil {
				return err
			}
			for _, v := range axis.values[front] {
				if v == 0 && w.heuristic == 0 {
					return fmt.Errorf("all samples are equal: no kernel width has a meaning; check which columns are inputs")
				}
				if v <= 0 {
					return specErrorf(axis.name, "σ = %g: a kernel width must be above 0", v)
				}
			}
		}
	}
	return nil
}

// check refuses values that no data could make sense of.
func (g *grid) check(set *datasets.Set) error {
	for _, v := range g.lambda {
		if v < 0 {
			return specErrorf("lambda", "λ = %g: regularisation must be 0 or above", v)
		}
	}
	for _, v := range g.alpha {
		if v <= 0 {
			return specErrorf("alpha", "α = %g: must be above 0", v)
		}
	}
	for _, v := range g.gamma {
		if v <= 0 || v > 2 {
			return specErrorf("gamma", "γ = %g: must be above 0 and at most 2", v)
		}
	}
	for _, v := range g.eta {
		if v < 0 {
			return specErrorf("eta", "η = %g: weight decay must be 0 or above", v)
		}
	}
	for _, name := range g.graph {
		kind := graphOf(name)
		if kind != nil && kind.labels && len(set.Classes) < 2 {
			return specErrorf("graph", "%s joins samples of one class: name the column of two classes or more with --label", name)
		}
		if kind != nil && kind.order && set.Target == nil && len(set.Classes) < 2 {
			return specErrorf("graph", "%s sorts samples: name the column to sort by with --target or --label", name)
		}
	}
	for _, r := range g.readout {
		kind := readoutOf(r)
		if kind != nil && kind.regress != nil && set.Target == nil {
			return specErrorf("readout", "%s predicts a number: name its column with --target", r)
		}
		if kind != nil && kind.classify != nil && len(set.Classes) == 1 {
			return fmt.Errorf("all labels are %q: %s needs two classes; ask for --readout none", set.Classes[0], r)
		}
		if kind != nil && kind.classify != nil && set.Label == nil {
			return specErrorf("readout", "%s needs labels: name their column with --label (or a {label} in --name)", r)
		}
	}
	return nil
}

// widths measures the scales that multiples of a width refer to. They only lay
// out the grid; they look at the inputs of all samples and at no label.
func (s *Spec) widths(set *datasets.Set, front string) (*widths, error) {
	n, _ := set.X.Dims()
	all := partData{x: set.X, lengths: []int{n}}
	if s.Standardize || front != "" {
		all.x = mat.DenseCopyOf(set.X)
		p := preparation{standardize: s.Standardize, front: front}
		if _, err := p.fit(context.Background(), []*partData{&all}); err != nil {
			return nil, err
		}
	}
	return &widths{heuristic: kernel.HeuristicWidth(all.x), norm: kernel.MeanNorm(all.x)}, nil
}

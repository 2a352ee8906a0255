package sweep

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/kernel"
	"gonum.org/v1/gonum/mat"
)

// maxPoints bounds a sweep; beyond it the plan itself becomes the burden.
const maxPoints = 200_000

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

// points expands the grid over the folds: every combination, with what does
// not apply left out, each distinct point once.
func (g *grid) points(base Point, folds int) ([]Point, error) {
	seen := map[Point]bool{}
	var out []Point
	for fold := range folds {
		base.Fold = fold
		for _, p := range g.functions(base) {
			for _, q := range g.solves(p) {
				for _, r := range g.readouts(q) {
					if !seen[r] {
						seen[r] = true
						out = append(out, r)
					}
				}
			}
			if len(out) > maxPoints {
				return nil, specErrorf("sigma", "the sweep has more than %d points; take fewer values", maxPoints)
			}
		}
	}
	return out, nil
}

// functions lists the function spaces: everything that changes h(x).
func (g *grid) functions(base Point) []Point {
	var out []Point
	for _, base.Front = range g.front {
		for _, base.Space = range g.space {
			for _, p := range g.graphs(base) {
				out = append(out, g.spaces(p)...)
			}
		}
	}
	return out
}

// graphs lists the training graphs, with the parameters that apply to each.
func (g *grid) graphs(p Point) []Point {
	var out []Point
	for _, p.Graph = range g.graph {
		groups, windows := []int{0}, []int{0}
		if kind := graphOf(p.Graph); kind != nil {
			if kind.groups && g.target {
				groups = g.graphGroups
			}
			if kind.window {
				windows = g.window
			}
		}
		for _, p.GraphGroups = range groups {
			for _, p.Window = range windows {
				out = append(out, p)
			}
		}
	}
	return out
}

// spaces lists the instances of one kind of function space.
func (g *grid) spaces(base Point) []Point {
	var out []Point
	switch base.Space {
	case "kernel":
		for _, p := range g.kernels(base) {
			for _, p.Select = range g.selection {
				for _, p.Basis = range g.basis {
					out = append(out, g.subsets(p)...)
				}
			}
		}
	case "poly":
		for _, base.Degree = range g.degree {
			out = append(out, base)
		}
	default:
		out = append(out, base)
	}
	return out
}

// kernels lists the kernels, with the parameters that apply to each.
func (g *grid) kernels(p Point) []Point {
	var out []Point
	for _, p.Kernel = range g.kernel {
		kind := kernelKindOf(p.Kernel)
		for _, p.Sigma = range applying(kind.sigma, g.sigma[p.Front]) {
			for _, p.Alpha = range applying(kind.alpha, g.alpha) {
				for _, p.Gamma = range applying(kind.gamma, g.gamma) {
					degrees := []int{0}
					if kind.degree {
						degrees = g.degree
					}
					for _, p.Degree = range degrees {
						out = append(out, p)
					}
				}
			}
		}
	}
	return out
}

// applying gives the values of a parameter, or the one that says that it does
// not apply.
func applying(applies bool, values []float64) []Value {
	if !applies {
		return []Value{{}}
	}
	out := make([]Value, len(values))
	for i, v := range values {
		out[i] = Num(v)
	}
	return out
}

// subsets lists the subset sizes, selection widths and kernel evaluations that
// go with a selection.
func (g *grid) subsets(p Point) []Point {
	sizes, shifts := g.m, []Flag{FlagUnset}
	if p.Select == "all" {
		sizes = []int{0}
	}
	chosen := g.selectSigma[p.Front]
	selectSigmas := applying(selectionOf(p.Select).looks && p.Sigma.OK && len(chosen) > 0, chosen)
	if kernelOf(p).CanShift() {
		shifts = nil
		for _, word := range g.shift {
			if word == "on" && p.Basis == "stable" {
				shifts = append(shifts, FlagOn)
			} else if !slices.Contains(shifts, FlagOff) {
				shifts = append(shifts, FlagOff)
			}
		}
	}
	var out []Point
	for _, p.M = range sizes {
		for _, p.SelectSigma = range selectSigmas {
			for _, p.Shift = range shifts {
				out = append(out, p)
			}
		}
	}
	return out
}

// solves lists what is solved for.
func (g *grid) solves(p Point) []Point {
	var out []Point
	for _, p.Method = range g.method {
		lambdas := applying(p.Method == "sfa", g.lambda)
		q := p
		if p.Method == "pca" {
			q.Graph, q.GraphGroups, q.Window = "", 0, 0 // variance has no edges
		}
		for _, q.Lambda = range lambdas {
			for _, q.P = range g.p {
				out = append(out, q)
			}
		}
	}
	return out
}

// readouts lists the supervised steps, with the parameters that apply to each.
func (g *grid) readouts(p Point) []Point {
	var out []Point
	for _, p.Readout = range g.readout {
		etas, knns, groups := []Value{{}}, []int{0}, []int{0}
		if kind := readoutOf(p.Readout); kind != nil {
			etas = applying(kind.eta, g.eta)
			if kind.knn {
				knns = g.knn
			}
			if kind.groups {
				groups = g.groups
			}
		}
		for _, p.Eta = range etas {
			for _, p.KNN = range knns {
				for _, p.Groups = range groups {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

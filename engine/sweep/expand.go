package sweep

import "slices"

// maxPoints bounds a sweep; beyond it the plan itself becomes the burden.
const maxPoints = 200_000

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

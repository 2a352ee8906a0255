package ui

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/sweep"
)

// dim is one parameter of a point: what a table shows in a column and a chart
// on an axis.
type dim struct {
	name   string // as on the command line
	symbol string // as in the papers, or a short name
	// label is the value as text, "" where the parameter does not apply.
	label func(sweep.Point) string
	// number is the value on an axis, nil for words.
	number func(sweep.Point) float64
	// log says that the values are spaced by factors.
	log bool
	// readout says that only the supervised step depends on it.
	readout bool
}

// exponent writes 1e-7 as the papers do, not 1e-07.
var exponent = strings.NewReplacer("e-0", "e-", "e+0", "e")

func valueDim(name, symbol string, get func(sweep.Point) sweep.Value) dim {
	return dim{name: name, symbol: symbol, log: true,
		label: func(p sweep.Point) string { return exponent.Replace(get(p).String()) },
		number: func(p sweep.Point) float64 {
			if v := get(p); v.OK {
				return v.X
			}
			return math.NaN()
		}}
}

func countDim(name, symbol string, get func(sweep.Point) int) dim {
	return dim{name: name, symbol: symbol,
		label: func(p sweep.Point) string {
			if n := get(p); n != 0 {
				return strconv.Itoa(n)
			}
			return ""
		},
		number: func(p sweep.Point) float64 {
			if n := get(p); n != 0 {
				return float64(n)
			}
			return math.NaN()
		}}
}

func wordDim(name string, get func(sweep.Point) string) dim {
	return dim{name: name, symbol: name, label: get}
}

// dims are all parameters of a configuration, in the order of columns.
var dims = []dim{
	wordDim("method", func(p sweep.Point) string { return p.Method }),
	wordDim("front", func(p sweep.Point) string { return cmp.Or(p.Front, "none") }),
	wordDim("space", func(p sweep.Point) string { return p.Space }),
	wordDim("kernel", func(p sweep.Point) string { return p.Kernel }),
	valueDim("alpha", "α", func(p sweep.Point) sweep.Value { return p.Alpha }),
	valueDim("gamma", "γ", func(p sweep.Point) sweep.Value { return p.Gamma }),
	countDim("degree", "k", func(p sweep.Point) int { return p.Degree }),
	valueDim("sigma", "σ", func(p sweep.Point) sweep.Value { return p.Sigma }),
	valueDim("lambda", "λ", func(p sweep.Point) sweep.Value { return p.Lambda }),
	countDim("m", "m", func(p sweep.Point) int { return p.M }),
	countDim("p", "p", func(p sweep.Point) int { return p.P }),
	wordDim("graph", func(p sweep.Point) string { return p.Graph }),
	countDim("graph-groups", "groups", func(p sweep.Point) int { return p.GraphGroups }),
	countDim("window", "d", func(p sweep.Point) int { return p.Window }),
	wordDim("select", func(p sweep.Point) string { return p.Select }),
	valueDim("select-sigma", "σsel", func(p sweep.Point) sweep.Value { return p.SelectSigma }),
	wordDim("basis", func(p sweep.Point) string { return p.Basis }),
	wordDim("shift", func(p sweep.Point) string { return [...]string{"", "off", "on"}[p.Shift] }),
	readoutDim(wordDim("readout", func(p sweep.Point) string { return p.Readout })),
	readoutDim(valueDim("eta", "η", func(p sweep.Point) sweep.Value { return p.Eta })),
	readoutDim(countDim("knn", "knn", func(p sweep.Point) int { return p.KNN })),
	readoutDim(countDim("groups", "groups", func(p sweep.Point) int { return p.Groups })),
	countDim("folds", "folds", func(p sweep.Point) int { return p.Folds }),
	countDim("repeats", "repeats", func(p sweep.Point) int { return p.Repeats }),
	valueDim("train-fraction", "train-fraction", func(p sweep.Point) sweep.Value { return p.TrainFraction }),
	valueDim("validation", "validation", func(p sweep.Point) sweep.Value { return p.Validation }),
	wordDim("standardize", func(p sweep.Point) string {
		if p.Standardize {
			return "standardized"
		}
		return "raw inputs"
	}),
	valueDim("tolerance", "tolerance", func(p sweep.Point) sweep.Value { return p.Tolerance }),
	wordDim("seed", func(p sweep.Point) string { return strconv.FormatUint(p.Seed, 10) }),
}

func readoutDim(d dim) dim {
	d.readout = true
	return d
}

// text names the dimension's value for a title: σ=5, perceptron.
func (d dim) text(label string) string {
	if label == "" || label == "none" {
		return "no " + d.symbol
	}
	if d.number == nil && d.name != "shift" && d.name != "seed" {
		return label
	}
	return d.symbol + "=" + label
}

// axis is a dimension in which the points of a sweep differ, with its values in
// order.
type axis struct {
	dim
	labels []string
}

// axesOf are the dimensions in which the configurations differ.
func axesOf(configs []sweep.Point) []axis {
	var out []axis
	for _, d := range dims {
		seen := map[string]float64{}
		var labels []string
		for _, c := range configs {
			l := d.label(c)
			if _, ok := seen[l]; ok || l == "" {
				continue
			}
			seen[l] = 0
			if d.number != nil {
				seen[l] = d.number(c)
			}
			labels = append(labels, l)
		}
		if len(labels) < 2 {
			continue
		}
		if d.number != nil {
			slices.SortFunc(labels, func(a, b string) int {
				if seen[a] < seen[b] {
					return -1
				}
				return 1
			})
		}
		out = append(out, axis{d, labels})
	}
	return out
}

// dimNamed is the dimension with the given name.
func dimNamed(name string) dim {
	i := slices.IndexFunc(dims, func(d dim) bool { return d.name == name })
	return dims[i]
}

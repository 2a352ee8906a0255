package ui

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
)

// dim is one parameter of a point: what a table shows in a column and a chart
// on an axis.
type dim struct {
	name   string     // as on the command line
	symbol clean.Text // as in the papers, or a short name
	// label is the value as text, "" where the parameter does not apply.
	label func(part.Point) clean.Text
	// at is the same of a point that is not copied.
	at func(*part.Point) clean.Text
	// same says that two points have the same value, both one; nil where only the
	// text tells.
	same func(p, q *part.Point) bool
	// number is the value on an axis, nil for words.
	number func(part.Point) float64
	// log says that the values are spaced by factors.
	log bool
	// usual says that the parameter is what nobody needs to be told of.
	usual func(part.Point) bool
	// readout says that only the supervised step depends on it.
	readout bool
}

// exponent writes 1e-7 as the papers do, not 1e-07.
var exponent = strings.NewReplacer("e-0", "e-", "e+0", "e")

// axisDim is a parameter that a sweep can vary.
func axisDim(name string) dim {
	a, ok := sweep.AxisNamed(name)
	if !ok {
		panic("ui: no axis " + name)
	}
	at := func(p *part.Point) clean.Text {
		text := a.Of(p)
		switch {
		case text == "" && a.Applies(p):
			text = a.Unset
		case strings.Contains(text, "e-0"), strings.Contains(text, "e+0"):
			text = exponent.Replace(text)
		}
		return clean.Of(text)
	}
	d := dim{name: name, symbol: clean.Of(cmp.Or(a.Symbol, name)), log: a.Log, readout: a.Readout, at: at, same: a.Same,
		label: func(p part.Point) clean.Text {
			q := lend(p)
			defer lent.Put(q)
			return at(q)
		},
		usual: func(p part.Point) bool { return a.Of(&p) == "" }}
	if a.Numeric() {
		d.number = func(p part.Point) float64 {
			q := lend(p)
			defer lent.Put(q)
			if v, ok := a.Number(q); ok {
				return v
			}
			return math.NaN()
		}
	}
	return d
}

// lent are points that an axis looks into. A chart of thousands of points asks
// for hundreds of thousands of labels, and each would take a copy from the heap.
var lent = sync.Pool{New: func() any { return new(part.Point) }}

func lend(p part.Point) *part.Point {
	q := lent.Get().(*part.Point)
	*q = p
	return q
}

// settingDim is a parameter that all points of a sweep share; those of joined
// sweeps may differ in it.
func settingDim(name string, label func(part.Point) clean.Text) dim {
	at := func(p *part.Point) clean.Text { return label(*p) }
	return dim{name: name, symbol: clean.Of(name), label: label, at: at, usual: func(p part.Point) bool { return label(p) == "" }}
}

// leading are the axes whose columns come first, in their order.
var leading = []string{"method", "front", "layers", "space", "kernel", "alpha", "gamma", "degree", "sigma", "lambda", "m", "p", "graph"}

// dims are all parameters of a configuration, in the order of columns.
var dims = slices.Concat(axisDims(), settingDims())

func axisDims() []dim {
	var out []dim
	for _, name := range leading {
		out = append(out, axisDim(name))
	}
	for _, a := range sweep.Axes {
		if !slices.Contains(leading, a.Name) {
			out = append(out, axisDim(a.Name))
		}
	}
	return out
}

func settingDims() []dim {
	count := func(name string, get func(part.Point) int) dim {
		return settingDim(name, func(p part.Point) clean.Text {
			if n := get(p); n != 0 {
				return clean.Sprintf("%d", n)
			}
			return ""
		})
	}
	return []dim{
		count("folds", func(p part.Point) int { return p.Folds }),
		count("repeats", func(p part.Point) int { return p.Repeats }),
		settingDim("train-fraction", func(p part.Point) clean.Text { return clean.Of(p.TrainFraction.String()) }),
		settingDim("validation", func(p part.Point) clean.Text { return clean.Of(p.Validation.String()) }),
		settingDim("standardize", func(p part.Point) clean.Text {
			if p.Standardize {
				return "standardized"
			}
			return "raw inputs"
		}),
		settingDim("clip", func(p part.Point) clean.Text { return clean.Of(p.Clip) }),
		settingDim("split-by", func(p part.Point) clean.Text { return clean.Of(p.By) }),
		count("gap", func(p part.Point) int { return p.Gap }),
		settingDim("tolerance", func(p part.Point) clean.Text { return clean.Of(p.Tolerance.String()) }),
		count("predictability", func(p part.Point) int { return p.Neighbours }),
		settingDim("seed", func(p part.Point) clean.Text { return clean.Sprintf("%d", p.Seed) }),
	}
}

// text names the dimension's value for a title: σ=5, perceptron.
func (d dim) text(label clean.Text) clean.Text {
	if label == "" || label == "none" {
		return "no " + d.symbol
	}
	if _, err := strconv.ParseFloat(string(label), 64); err != nil && d.name != "shift" {
		return label
	}
	return d.symbol + "=" + label
}

// axis is a dimension in which the points of a sweep differ, with its values in
// order.
type axis struct {
	dim
	labels []clean.Text
}

// axesOf are the dimensions in which the configurations differ.
func axesOf(configs []part.Point) []axis {
	var out []axis
	for _, d := range dims {
		if a := d.over(configs); len(a.labels) >= 2 {
			out = append(out, a)
		}
	}
	return out
}

// over gathers the distinct values of a dimension, in order.
func (d dim) over(configs []part.Point) axis {
	seen := map[clean.Text]float64{}
	var labels []clean.Text
	last := clean.Text("")
	for i := range configs {
		if i > 0 && d.same != nil && d.same(&configs[i-1], &configs[i]) { // which costs less than to write both
			continue
		}
		l := d.at(&configs[i])
		if l == last { // what does not vary is looked up once
			continue
		}
		last = l
		if _, ok := seen[l]; ok || l == "" {
			continue
		}
		seen[l] = 0
		if d.number != nil {
			seen[l] = d.number(configs[i])
		}
		labels = append(labels, l)
	}
	if d.number != nil {
		slices.SortFunc(labels, func(a, b clean.Text) int {
			if seen[a] < seen[b] {
				return -1
			}
			return 1
		})
	}
	return axis{d, labels}
}

// dimNamed is the dimension with the given name.
func dimNamed(name string) dim {
	i := slices.IndexFunc(dims, func(d dim) bool { return d.name == name })
	return dims[i]
}

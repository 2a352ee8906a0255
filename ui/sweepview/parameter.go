package sweepview

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	_ "example.com/sfatui/engine/sweep" // declares the axes
	"example.com/sfatui/ui/clean"
)

// Parameter is one parameter of a point: what a table shows in a column and a chart
// on an axis.
type Parameter struct {
	Name   string     // as on the command line
	Symbol clean.Text // as in the papers, or a short name
	// Label is the value as text, "" where the parameter does not apply.
	Label func(part.Point) clean.Text
	// at is the same of a point that is not copied.
	at func(*part.Point) clean.Text
	// Same says that two points have the same value, both one; nil where only the
	// text tells.
	Same func(p, q *part.Point) bool
	// Number is the value on an axis, nil for words.
	Number func(part.Point) float64
	// Log says that the values are spaced by factors.
	Log bool
	// Usual says that the parameter is what nobody needs to be told of.
	Usual func(part.Point) bool
	// Readout says that only the supervised step depends on it.
	Readout bool
}

// Exponent writes 1e-7 as the papers do, not 1e-07.
var Exponent = strings.NewReplacer("e-0", "e-", "e+0", "e")

// ParameterOf is a parameter that a sweep can vary.
func ParameterOf(name string) Parameter {
	a, ok := part.AxisNamed(name)
	if !ok {
		panic("parameter: no axis " + name)
	}
	at := func(p *part.Point) clean.Text {
		text := a.Of(p)
		switch {
		case text == "" && a.Applies(p):
			text = a.Unset
		case strings.Contains(text, "e-0"), strings.Contains(text, "e+0"):
			text = Exponent.Replace(text)
		}
		return clean.Of(text)
	}
	d := Parameter{Name: name, Symbol: clean.Of(cmp.Or(a.Symbol, name)), Log: a.Log, Readout: a.Readout, at: at, Same: a.Same,
		Label: func(p part.Point) clean.Text {
			q := lend(p)
			defer lent.Put(q)
			return at(q)
		},
		Usual: func(p part.Point) bool { return a.Stated(&p) == "" }}
	if a.Numeric() {
		d.Number = func(p part.Point) float64 {
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
func settingDim(name string, label func(part.Point) clean.Text) Parameter {
	at := func(p *part.Point) clean.Text { return label(*p) }
	return Parameter{Name: name, Symbol: clean.Of(name), Label: label, at: at, Usual: func(p part.Point) bool { return label(p) == "" }}
}

// leading are the axes whose columns come first, in their order.
var leading = []string{"method", "front", "layers", "space", "kernel", "alpha", "gamma", "degree", "sigma", "lambda", "m", "p", "graph"}

// table is what All has made, of so many axes.
var table struct {
	sync.Mutex
	axes int
	all  []Parameter
}

// Parameters are all parameters of a configuration, in the order of columns, with those
// of the axes that are registered now. They may not be written to.
func Parameters() []Parameter {
	table.Lock()
	defer table.Unlock()
	if n := len(part.Axes()); n != table.axes {
		table.axes, table.all = n, slices.Concat(axisDims(), settingDims())
	}
	return table.all
}

func axisDims() []Parameter {
	var out []Parameter
	for _, name := range leading {
		out = append(out, ParameterOf(name))
	}
	for _, a := range part.Axes() {
		if !slices.Contains(leading, a.Name) {
			out = append(out, ParameterOf(a.Name))
		}
	}
	return out
}

func settingDims() []Parameter {
	var out []Parameter
	for _, set := range sweep.InPoints() {
		out = append(out, settingDim(set.Name, func(p part.Point) clean.Text { return clean.Of(set.Short(p)) }))
	}
	return out
}

// Text names the dimension's value for a title: σ=5, perceptron.
func (d Parameter) Text(label clean.Text) clean.Text {
	if label == "" || label == "none" {
		return "no " + d.Symbol
	}
	if _, err := strconv.ParseFloat(string(label), 64); err != nil && d.Name != "shift" {
		return label
	}
	return d.Symbol + "=" + label
}

// Axis is a dimension in which the points of a sweep differ, with its values in
// order.
type Axis struct {
	Parameter
	Labels []clean.Text
	// ParameterNamed is for each label which of them was named first, second …, from 0: what a
	// value is drawn with goes by that, so that no other value changes it.
	Named []int
}

// InMultiples is a parameter by the multiples, of what its symbol with a star says, that
// points have of it: what a chart is drawn over where each point has a value of its own.
func (d Parameter) InMultiples(of func(part.Point) (float64, bool)) Parameter {
	at := func(p *part.Point) clean.Text {
		if x, ok := of(*p); ok {
			return clean.Of(Exponent.Replace(part.Num(x).String()))
		}
		return ""
	}
	d.Symbol += "/" + d.Symbol + "*"
	d.at, d.Same = at, nil
	d.Label = func(p part.Point) clean.Text { return at(&p) }
	d.Number = func(p part.Point) float64 {
		if x, ok := of(p); ok {
			return x
		}
		return math.NaN()
	}
	return d
}

// AxesOf are the dimensions in which the configurations differ.
func AxesOf(configs []part.Point) []Axis {
	var out []Axis
	for _, d := range Parameters() {
		if a := d.Over(configs); len(a.Labels) >= 2 {
			out = append(out, a)
		}
	}
	return out
}

// Over gathers the distinct values of a dimension, in order.
func (d Parameter) Over(configs []part.Point) Axis {
	seen := map[clean.Text]float64{}
	var labels []clean.Text
	last := clean.Text("")
	for i := range configs {
		if i > 0 && d.Same != nil && d.Same(&configs[i-1], &configs[i]) { // which costs less than to write both
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
		if d.Number != nil {
			seen[l] = d.Number(configs[i])
		}
		labels = append(labels, l)
	}
	first := slices.Clone(labels)
	if d.Number != nil {
		slices.SortFunc(labels, func(a, b clean.Text) int {
			if seen[a] < seen[b] {
				return -1
			}
			return 1
		})
	}
	axis := Axis{Parameter: d, Labels: labels, Named: make([]int, len(labels))}
	for i, l := range labels {
		axis.Named[i] = slices.Index(first, l)
	}
	return axis
}

// ParameterNamed is the dimension with the given name.
func ParameterNamed(name string) Parameter {
	all := Parameters()
	return all[slices.IndexFunc(all, func(d Parameter) bool { return d.Name == name })]
}

// EnumerateAxis lists an axis' values: the first ones and the last.
func EnumerateAxis(a Axis) clean.Text {
	if len(a.Labels) <= 9 {
		return clean.Join(a.Labels, " ")
	}
	return clean.Sprintf("%s … %s (%d)", clean.Join(a.Labels[:4], " "), a.Labels[len(a.Labels)-1], len(a.Labels))
}

func Varies(axes []Axis, name string) bool {
	return slices.ContainsFunc(axes, func(a Axis) bool { return a.Name == name })
}

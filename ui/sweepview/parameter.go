package sweepview

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"sync"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	_ "example.com/sfatui/engine/sweep" // declares the axes
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
)

// Parameter is one parameter of a point: a column of the table and an axis of charts.
type Parameter struct {
	Name   string     // as on the command line
	Symbol clean.Text // as in the papers, or a short name
	// Label returns the value as text, "" where the parameter does not apply.
	Label func(part.Point) clean.Text
	// labelAt is Label without the copy of the point.
	labelAt func(*part.Point) clean.Text
	// Same reports whether two points have equal values; nil where only their labels can be
	// compared.
	Same func(p, q *part.Point) bool
	// Number is the value on an axis; nil for words.
	Number func(part.Point) float64
	// Log marks parameters whose values are spaced by factors.
	Log bool
	// Usual reports whether the value is the default, which titles omit.
	Usual func(part.Point) bool
	// Readout marks parameters that only the readout depends on.
	Readout bool
}

// ParameterOf returns the parameter of a sweep axis. It panics if there is no such axis.
func ParameterOf(name string) Parameter {
	a, ok := part.AxisNamed(name)
	if !ok {
		panic("parameter: no axis " + name)
	}
	at := func(p *part.Point) clean.Text {
		text := a.Of(p)
		if text == "" && a.Applies(p) {
			text = a.Unset
		}
		return clean.Exponents(text)
	}
	d := Parameter{Name: name, Symbol: clean.Of(cmp.Or(a.Symbol, name)), Log: a.Log, Readout: a.Readout, labelAt: at, Same: a.Same,
		Label: func(p part.Point) clean.Text {
			q := borrowPoint(p)
			defer pointPool.Put(q)
			return at(q)
		},
		Usual: func(p part.Point) bool { return a.Stated(&p) == "" }}
	if a.Numeric() {
		d.Number = func(p part.Point) float64 {
			q := borrowPoint(p)
			defer pointPool.Put(q)
			if v, ok := a.Number(q); ok {
				return v
			}
			return math.NaN()
		}
	}
	return d
}

// pointPool holds scratch points for axis functions. A chart of thousands of points needs
// hundreds of thousands of labels; a pool avoids a heap copy for each.
var pointPool = sync.Pool{New: func() any { return new(part.Point) }}

// borrowPoint returns a scratch point with the value of p; the caller puts it back into
// pointPool.
func borrowPoint(p part.Point) *part.Point {
	q := pointPool.Get().(*part.Point)
	*q = p
	return q
}

// settingParameter returns the parameter of a setting that all points of a sweep share. Points
// of joined sweeps may differ in it.
func settingParameter(name string, label func(part.Point) clean.Text) Parameter {
	at := func(p *part.Point) clean.Text { return label(*p) }
	return Parameter{Name: name, Symbol: clean.Of(name), Label: label, labelAt: at, Usual: func(p part.Point) bool { return label(p) == "" }}
}

// leadingAxes lists the axes whose columns come first, in their order.
var leadingAxes = []string{"method", "front", "layers", "space", "kernel", "alpha", "gamma", "degree", "sigma", "lambda", "m", "p", "graph"}

// parameterTable caches the result of [Parameters] and the number of registered axes that it
// was built from.
var parameterTable struct {
	sync.Mutex
	axes int
	all  []Parameter
}

// Parameters returns all parameters of a configuration in column order, including those of axes
// registered since the last call. Callers must not modify the slice.
func Parameters() []Parameter {
	parameterTable.Lock()
	defer parameterTable.Unlock()
	if n := len(part.Axes()); n != parameterTable.axes {
		parameterTable.axes, parameterTable.all = n, slices.Concat(axisParameters(), settingParameters())
	}
	return parameterTable.all
}

// axisParameters returns the parameters of all registered axes, leading ones first.
func axisParameters() []Parameter {
	var out []Parameter
	for _, name := range leadingAxes {
		out = append(out, ParameterOf(name))
	}
	for _, a := range part.Axes() {
		if !slices.Contains(leadingAxes, a.Name) {
			out = append(out, ParameterOf(a.Name))
		}
	}
	return out
}

// settingParameters returns the parameters of the settings that are stored in points.
func settingParameters() []Parameter {
	var out []Parameter
	for _, set := range sweep.InPoints() {
		out = append(out, settingParameter(set.Name, func(p part.Point) clean.Text { return clean.Of(set.Short(p)) }))
	}
	return out
}

// Text returns a value with its symbol for a title: σ=5, perceptron, no λ.
func (d Parameter) Text(label clean.Text) clean.Text {
	if label == "" || label == "none" {
		return "no " + d.Symbol
	}
	if _, err := strconv.ParseFloat(string(label), 64); err != nil && d.Name != "shift" {
		return label
	}
	return d.Symbol + "=" + label
}

// Axis is a parameter in which the points of a sweep differ, with its values in order.
type Axis struct {
	Parameter
	Labels []clean.Text
	// Named is, for each label, its rank by first appearance, from 0. Markers and colours
	// follow it, so that a new value does not change those of others.
	Named []int
}

// SymbolWidth returns the number of cells of a column of the axes' symbols, with a blank behind the
// longest.
func SymbolWidth(axes []Axis) int {
	w := 7
	for _, a := range axes {
		w = max(w, layout.Width(a.Symbol))
	}
	return w + 1
}

// InMultiples returns the parameter with its values replaced by the multiples that of returns,
// such as λ/λ*. Charts use it where each point has its own absolute value.
func (d Parameter) InMultiples(of func(part.Point) (float64, bool)) Parameter {
	at := func(p *part.Point) clean.Text {
		if x, ok := of(*p); ok {
			return clean.Exponents(part.Num(x).String())
		}
		return ""
	}
	d.Symbol += "/" + d.Symbol + "*"
	d.labelAt, d.Same = at, nil
	d.Label = func(p part.Point) clean.Text { return at(&p) }
	d.Number = func(p part.Point) float64 {
		if x, ok := of(p); ok {
			return x
		}
		return math.NaN()
	}
	return d
}

// AxesOf returns the parameters in which the configurations differ.
func AxesOf(configs []part.Point) []Axis {
	var out []Axis
	for _, d := range Parameters() {
		if a := d.Over(configs); len(a.Labels) >= 2 {
			out = append(out, a)
		}
	}
	return out
}

// Over returns the axis of the parameter's distinct values: numbers in ascending order, words
// by first appearance.
func (d Parameter) Over(configs []part.Point) Axis {
	seen := map[clean.Text]float64{}
	var labels []clean.Text
	last := clean.Text("")
	for i := range configs {
		if i > 0 && d.Same != nil && d.Same(&configs[i-1], &configs[i]) { // comparing costs less than formatting both
			continue
		}
		l := d.labelAt(&configs[i])
		if l == last { // runs of equal labels are looked up once
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

// ParameterNamed returns the parameter of the given name. It panics if there is none.
func ParameterNamed(name string) Parameter {
	all := Parameters()
	return all[slices.IndexFunc(all, func(d Parameter) bool { return d.Name == name })]
}

// EnumerateAxis returns an axis's values as text: all of up to nine, else the first four, the
// last and the count.
func EnumerateAxis(a Axis) clean.Text {
	if len(a.Labels) <= 9 {
		return clean.Join(a.Labels, " ")
	}
	return clean.Sprintf("%s … %s (%d)", clean.Join(a.Labels[:4], " "), a.Labels[len(a.Labels)-1], len(a.Labels))
}

// Varies reports whether the axes contain one of the given name.
func Varies(axes []Axis, name string) bool {
	return slices.ContainsFunc(axes, func(a Axis) bool { return a.Name == name })
}

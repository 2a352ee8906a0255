package onnx

import (
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// graph collects operators. Values are identified by names; an output is named
// after its operator and a number.
type graph struct {
	nodes, constants []buffer
	count            int
	bytes            int                // size of the constants
	numbers          map[float64]string // names of the scalar constants
	rounding         float64            // bound of the rounding error of features, relative to 1
}

func (g *graph) name(of string) string {
	g.count++
	return fmt.Sprintf("%s_%d", of, g.count)
}

// op adds an operator and returns the name of its output.
func (g *graph) op(op string, inputs ...string) string { return g.opWith(op, nil, inputs...) }

type attribute struct {
	name  string
	value int
}

// opWith adds an operator with attributes and returns the name of its output.
func (g *graph) opWith(op string, settings []attribute, inputs ...string) string {
	out := g.name(op)
	g.opNamed(out, op, settings, inputs...)
	return out
}

// opNamed adds an operator with the given name of its output.
func (g *graph) opNamed(out, op string, settings []attribute, inputs ...string) {
	var n buffer
	for _, in := range inputs {
		n.text(nodeInput, in)
	}
	n.text(nodeOutput, out)
	n.text(nodeName, out)
	n.text(nodeOp, op)
	for _, s := range settings {
		var a buffer
		a.text(attributeName, s.name)
		a.number(attributeInt, s.value)
		a.number(attributeType, attributeInt64)
		n.message(nodeAttribute, a)
	}
	g.nodes = append(g.nodes, n)
}

func (g *graph) scalar(v float64) string {
	if name, ok := g.numbers[v]; ok {
		return name
	}
	name := g.tensor("number", nil, []float64{v})
	if g.numbers == nil {
		g.numbers = map[float64]string{}
	}
	g.numbers[v] = name
	return name
}

// row adds a constant 1×n and returns its name.
func (g *graph) row(name string, v []float64) string { return g.tensor(name, []int{1, len(v)}, v) }

func (g *graph) matrix(name string, m mat.Matrix) string {
	r, c := m.Dims()
	values := make([]float64, 0, r*c)
	for i := range r {
		for j := range c {
			values = append(values, m.At(i, j))
		}
	}
	return g.tensor(name, []int{r, c}, values)
}

func (g *graph) tensor(name string, shape []int, values []float64) string {
	name = g.name(name)
	g.constants, g.bytes = append(g.constants, doubles(name, shape, values)), g.bytes+8*len(values)
	return name
}

// ints adds a constant of integers and returns its name.
func (g *graph) ints(values []int) string {
	name := g.name("places")
	g.constants, g.bytes = append(g.constants, integers(name, values)), g.bytes+8*len(values)
	return name
}

func (g *graph) columns(x string, which []int) string {
	return g.opWith("Gather", []attribute{{"axis", 1}}, x, g.ints(which))
}

// message returns the graph with an input x of so many columns and the given
// outputs.
func (g *graph) message(name string, inputs int, outputs []buffer) buffer {
	var m buffer
	for _, n := range g.nodes {
		m.message(graphNode, n)
	}
	m.text(graphName, name)
	for _, c := range g.constants {
		m.message(graphInitializer, c)
	}
	m.message(graphInput, value("x", doubleType, inputs))
	for _, out := range outputs {
		m.message(graphOutput, out)
	}
	return m
}

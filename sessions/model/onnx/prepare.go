package onnx

import (
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/sweep/resolve"
)

// prepared adds the samples x after clipping, standardisation, front and
// network: the inputs of the function space.
func (g *graph) prepared(t *resolve.Trained, x string) (string, error) {
	if t.Low != nil {
		x = g.op("Min", g.op("Max", x, g.row("low", t.Low)), g.row("high", t.High))
	}
	if t.Mean != nil {
		x = g.op("Mul", g.op("Sub", x, g.row("mean", t.Mean)), g.row("scale", t.Scale))
	}
	if t.Front != nil {
		var err error
		if x, err = g.front(t.Point, t.Front, x); err != nil {
			return "", err
		}
	}
	if t.Network != nil {
		return g.network(t, x)
	}
	return x, nil
}

func (g *graph) projection(p *space.Projection, x string) string {
	mean, w := p.Parts()
	return g.op("MatMul", g.op("Sub", x, g.row("front_mean", mean)), g.matrix("front_weights", w))
}

// network adds the outputs of the last layer.
func (g *graph) network(t *resolve.Trained, x string) (string, error) {
	shape, err := hierarchy.Parse(hierarchy.Layers.Of(t.Point))
	if err != nil {
		return "", err
	}
	for i, nodes := range t.Network.Layers() {
		var outputs []string
		for _, node := range nodes {
			if node.Empty {
				continue
			}
			y, err := g.node(shape, i, node, x)
			if err != nil {
				return "", err
			}
			outputs = append(outputs, y)
		}
		if x = outputs[0]; len(outputs) > 1 {
			x = g.opWith("Concat", []attribute{{"axis", 1}}, outputs...)
		}
	}
	return x, nil
}

func (g *graph) node(shape hierarchy.Shape, layer int, node hierarchy.Node, below string) (string, error) {
	x, d := g.columns(below, node.In), len(node.In)
	if node.Origin != nil {
		x = g.op("Sub", x, g.row("origin", node.Origin))
	}
	if node.Front != nil {
		x, d = g.projection(node.Front, x), node.Front.Components()
	}
	s, err := shape.Space(layer, d)
	if err != nil {
		return "", err
	}
	h, err := g.functions(s, x)
	if err != nil || node.A == nil {
		return h, err
	}
	return g.op("Sub", g.op("MatMul", h, g.matrix("weights", node.A)), g.row("offset", node.C)), nil
}

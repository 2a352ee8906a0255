package onnx

import (
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/encode"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// front is what a front makes of x: components, the nearest of centres, or soft codes.
// Other codes are found by iteration.
func (g *graph) front(at part.Point, f space.Front, x string) (string, error) {
	mean, w := f.Parts()
	if p, ok := f.(*space.Projection); ok {
		return g.projection(p, x), nil
	}
	switch kind := space.Fronts.Of(at); {
	case kind.Name == "vq":
		return g.nearest(g.op("Sub", x, g.row("front_mean", mean)), w), nil
	case space.Fronts.Has(at, encode.Code):
		if threshold, soft := encode.Soft(at); soft {
			along := g.op("MatMul", g.op("Sub", x, g.row("front_mean", mean)), g.matrix("atoms", w.T()))
			zero, t := g.scalar(0), g.scalar(threshold)
			return g.with("Concat", []attribute{{"axis", 1}}, g.op("Max", g.op("Sub", along, t), zero), g.op("Max", g.op("Sub", g.op("Neg", along), t), zero)), nil
		}
	}
	return "", &refusal{"the front " + message.Clean(space.Reduction.Of(at)) + ", whose codes are found by iteration,"}
}

// nearest is 1 at the nearest of the centres (K×d), 0 at others.
func (g *graph) nearest(x string, centres *mat.Dense) string {
	k, d := centres.Dims()
	squares := ""
	if d <= fewInputs {
		squares = g.squaredDifferences(x, centres)
	} else { // less ‖x‖², which all have
		norms := make([]float64, k)
		for i := range norms {
			norms[i] = floats.Dot(centres.RawRowView(i), centres.RawRowView(i))
		}
		squares = g.op("Sub", g.row("norms", norms), g.op("Mul", g.scalar(2), g.op("MatMul", x, g.matrix("centres", centres.T()))))
	}
	one := mat.NewDense(k, k, nil)
	for i := range k {
		one.Set(i, i, 1)
	}
	place := g.with("ArgMin", []attribute{{"axis", 1}, {"keepdims", 0}}, squares)
	return g.with("Gather", []attribute{{"axis", 0}}, g.matrix("code", one), place)
}

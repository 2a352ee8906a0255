package sweep

import (
	_ "example.com/sfatui/engine/encode" // its fronts join those of package space
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
)

// init sets the relations between parts of different packages, which do not import each other.
func init() {
	graph.Name.Axis().When = func(p *part.Point) bool {
		return method.Kinds.Build(*p).Graph || hierarchy.Layers.Of(*p) != ""
	}
	// The graph of a network without a graph method has no iterations.
	graph.Iterations.Axis().When = func(p *part.Point) bool {
		return method.Kinds.Build(*p).Graph || method.Kinds.Has(*p, graph.Iterations) && !method.Steps.Of(*p).OK
	}
	space.Basis.Axis().When = func(p *part.Point) bool {
		if !space.OnSupports(*p) {
			return method.Kinds.Build(*p).Graph
		}
		return kernel.Indefinite.Of(*p) == "" && !method.Kinds.Build(*p).Orthonormal
	}
	// Points of GPFA in other spaces were recorded without a basis by older engines.
	space.Basis.Axis().Omitted = func(p *part.Point) bool { return !space.OnSupports(*p) }
	kernel.Shift.Axis().Adjust = func(p *part.Point, word string) string {
		if space.Basis.Of(*p) == space.InPrinted {
			return "off" // the printed basis evaluates κ itself
		}
		return word
	}
}

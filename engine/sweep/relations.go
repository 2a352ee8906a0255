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

// What holds between parts of different kinds, none of which knows the others.
func init() {
	graph.Name.Axis().When = func(p *part.Point) bool {
		return method.Kinds.Build(*p).Graph || hierarchy.Layers.Of(*p) != ""
	}
	// A graph that a network alone is trained under is made once.
	graph.Iterations.Axis().When = func(p *part.Point) bool {
		return method.Kinds.Build(*p).Graph || method.Kinds.Has(*p, graph.Iterations) && !method.Steps.Of(*p).OK
	}
	space.Basis.Axis().When = func(p *part.Point) bool {
		if !space.OnSupports(*p) {
			return method.Kinds.Build(*p).Graph
		}
		return kernel.Indefinite.Of(*p) == "" && !method.Kinds.Build(*p).Orthonormal
	}
	// Points of GPFA in other spaces had none before it was printed there, too.
	space.Basis.Axis().Omitted = func(p *part.Point) bool { return !space.OnSupports(*p) }
	kernel.Shift.Axis().Adjust = func(p *part.Point, word string) string {
		if space.Basis.Of(*p) == space.InPrinted {
			return "off" // it evaluates κ itself
		}
		return word
	}
}

package sweep

import (
	"maps"
	"slices"

	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
)

// traits are the properties of the data that determine which parameters apply.
type traits struct {
	target  bool // whether there is a target to order samples by
	samples int  // of the largest training part
	draws   int
}

// grid holds the values of every axis of a Spec.
type grid struct {
	traits
	settings map[*part.Axis][]part.Assignment
	// widths holds the settings of kernel widths, whose scale depends on the view.
	widths map[view]map[*part.Axis][]part.Assignment
	// multiples is the text of λ if it consists of multiples, which are resolved last.
	multiples string
}

// view is the transformation of the inputs before the function space.
type view struct {
	front  part.Point // of the first draw
	layers string
}

// viewOf returns the view of the point's first draw.
func viewOf(p part.Point) view {
	p.Draw = 0
	return view{space.FrontOf(p), hierarchy.Layers.Of(p)}
}

// maxPoints is the largest number of points of a sweep; a larger plan would itself take too
// much time and memory.
const maxPoints = 200_000

// reachableWords returns the values that points may have on an axis, sorted, with "" for none.
func (g *grid) reachableWords(w part.Word) []string {
	out := map[string]bool{}
	for _, set := range g.settings[w.Axis()] {
		var p part.Point
		set(&p)
		out[w.Of(p)] = true
	}
	return slices.Sorted(maps.Keys(out))
}

// settingsOf returns the settings of an axis that a point may take.
func (g *grid) settingsOf(axis *part.Axis, p *part.Point) []part.Assignment {
	if axis.Width {
		return g.widths[viewOf(*p)][axis]
	}
	return g.settings[axis]
}

// expandAxis appends to out each point of in with each value of axis, or unchanged if the axis
// does not apply. Different words may set the same value, such as shift=on for a kernel without
// it; equal points are added once.
func (g *grid) expandAxis(axis *part.Axis, in, out []part.Point) []part.Point {
	for i := range in {
		p := &in[i] // not a copy, which the settings would move to the heap
		settings := g.settingsOf(axis, p)
		if len(settings) == 0 || !axis.AppliesTo(p, g.target) {
			out = append(out, *p)
			continue
		}
		first := len(out)
		for _, set := range settings {
			out = append(out, *p)
			last := len(out) - 1
			set(&out[last])
			if !axis.Numeric() && slices.Contains(out[first:last], out[last]) {
				out = out[:last]
			}
		}
		if len(out) > maxPoints {
			break
		}
	}
	return out
}

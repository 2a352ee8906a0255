package sweep

import (
	"slices"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// maxPoints bounds a sweep; beyond it the plan itself becomes the burden.
const maxPoints = 200_000

// points expands the grid over the folds: every combination, with what does
// not apply left out, each distinct point once.
func (g *grid) points(base part.Point, folds int, acting Acting) ([]part.Point, []Act, error) {
	in := make([]part.Point, folds)
	for fold := range in {
		in[fold] = base
		in[fold].Fold = fold
	}
	var spare []part.Point // the room of the points before
	for _, axis := range part.InSettingOrder() {
		if !axis.Width && len(g.settings[axis]) == 0 {
			continue
		}
		in, spare = g.along(axis, in, spare[:0]), in
		if len(in) > maxPoints {
			return nil, nil, part.Errorf(axis.Name, "the sweep has more than %d points; take fewer values", maxPoints)
		}
	}
	if in = g.drawn(in); len(in) > maxPoints {
		return nil, nil, part.Errorf("draws", "the sweep has more than %d points; take fewer values", maxPoints)
	}
	if g.multiples == "" {
		return in, nil, nil
	}
	if acting == nil {
		return nil, nil, part.Errorf("lambda", "%s: multiples are solved for with the data; write λ as numbers here", g.multiples)
	}
	return g.resolve(g.multiples, in, acting)
}

// along varies one parameter of points where it applies, and appends them to out. Numbers
// are distinct as they were read; of words, two may come to the same (κ−1 asked for and
// not, where the kernel has none).
func (g *grid) along(axis *part.Axis, in, out []part.Point) []part.Point {
	for _, p := range in {
		settings := g.of(axis, &p)
		if len(settings) == 0 || !axis.AppliesTo(&p, g.target) {
			out = append(out, p)
			continue
		}
		first := len(out)
		for _, set := range settings {
			q := p
			set(&q)
			if axis.Numeric() || !slices.Contains(out[first:], q) {
				out = append(out, q)
			}
		}
		if len(out) > maxPoints {
			break
		}
	}
	return out
}

// drawn repeats the points in which something is random.
func (g *grid) drawn(in []part.Point) []part.Point {
	var out []part.Point
	for _, p := range in {
		for p.Draw = range g.draws {
			if p.Draw > 0 && !RandomIn(p, g.samples) {
				break
			}
			out = append(out, p)
		}
	}
	return out
}

// RandomIn says that another draw may give the point another result, trained on n
// samples.
func RandomIn(p part.Point, n int) bool {
	if graph.Random(p) || method.Rotation.Of(p) != "" || method.Kinds.Build(p).Random || space.Fronts.Build(p).Random {
		return true
	}
	kind := subset.Kinds.Build(p)
	return kind.Random && n > kind.Exact
}

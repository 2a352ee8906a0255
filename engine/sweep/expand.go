package sweep

import (
	"context"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
)

// points expands the grid over the folds: every distinct combination of the values that apply,
// starting from base. It resolves multiples of λ with acting, and returns what that found.
func (g *grid) points(ctx context.Context, base part.Point, folds int, acting Acting) ([]part.Point, []Act, error) {
	in := make([]part.Point, folds)
	for fold := range in {
		in[fold] = base
		in[fold].Fold = fold
	}
	var spare []part.Point // storage of the previous axis, used for the next
	for _, axis := range part.InSettingOrder() {
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if !axis.Width && len(g.settings[axis]) == 0 {
			continue
		}
		in, spare = g.expandAxis(axis, in, spare[:0]), in
		if len(in) > maxPoints {
			return nil, nil, part.Errorf(axis.Name, "the sweep has more than %d points; take fewer values", maxPoints)
		}
	}
	if in = g.repeatDraws(in); len(in) > maxPoints {
		return nil, nil, part.Errorf("draws", "the sweep has more than %d points; take fewer values", maxPoints)
	}
	if g.multiples == "" {
		return in, nil, nil
	}
	if acting == nil {
		return nil, nil, part.Errorf("lambda", "%s: multiples require the data; write λ as numbers here", g.multiples)
	}
	return g.resolve(g.multiples, in, acting)
}

// repeatDraws returns the points with each of their draws; points without randomness have one.
func (g *grid) repeatDraws(in []part.Point) []part.Point {
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

// RandomIn reports whether another draw may change the result of the point, trained on n
// samples.
func RandomIn(p part.Point, n int) bool {
	if graph.Random(p) || method.Rotation.Of(p) != "" || method.Kinds.Build(p).Random || space.Fronts.Build(p).Random {
		return true
	}
	kind := subset.Kinds.Build(p)
	return kind.Random && n > kind.Exact
}

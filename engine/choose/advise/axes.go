package advise

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// alongAxes looks along each axis of the sweep through the best point: whether
// it is at the edge, whether its neighbours were tried, and whether they are
// near enough.
func (f *findings) alongAxes() []Advice {
	if !f.best.Sound() || f.perfect() {
		return nil
	}
	var out []Advice
	for _, axis := range f.axes {
		l, values := f.lines[axis.Name], f.values(axis)
		if len(values) < 2 {
			continue // what is not varied is the user's choice
		}
		var a Advice
		if len(l.xs) == 1 {
			a = f.around(l, values)
		} else if a = f.edge(l, values); a.Points == nil {
			a = f.coarse(l)
		}
		if a.Points != nil {
			out = append(out, a)
		}
	}
	return out
}

// around asks for the nearest values of an axis along which the best point
// stands alone, where the axis matters.
func (f *findings) around(l line, values []float64) Advice {
	effect := f.effect(l.axis, values)
	if effect < choose.Noticeable {
		return Advice{}
	}
	var near []float64
	if l.xs[0] == 0 { // the nearest may be next to nothing too
		near = []float64{values[(len(values)+1)/2]}
	} else {
		for _, side := range []int{-1, 1} {
			if v, ok := nextValue(values, l.xs[0], side); ok {
				near = append(near, v)
			}
		}
	}
	return Advice{
		Kind: Around, Evidence: f.scored(f.best), weight: effect,
		Why: fmt.Sprintf("%s was not varied at %s, with validation %s %s; elsewhere it moves that by %s %%",
			symbol(l.axis), f.name(f.best, ""), f.Objective, number(f.score(f.best)), number(100*effect)),
	}.with(l, near...)
}

// effect is by what share the best row of one value of an axis is better than
// the best of another, at the most.
func (f *findings) effect(axis *part.Axis, values []float64) float64 {
	top := make([]*choose.Row, len(values))
	for _, r := range f.rows {
		v, ok := axis.Number(&r.Config)
		if !ok || !r.Sound() || math.IsNaN(f.score(r)) {
			continue
		}
		for i := range values {
			if values[i] == v && (top[i] == nil || f.gain(r, top[i]) > 0) {
				top[i] = r
			}
		}
	}
	most := 0.0
	for _, r := range top {
		if r != nil {
			most = max(most, f.gain(f.best, r))
		}
	}
	return most
}

// edge looks whether the best point is the first or the last along an axis, and
// still better than its neighbour there: the grid goes on with the same
// steps, or with the values that it has elsewhere.
func (f *findings) edge(l line, values []float64) Advice {
	neighbour, side := 0, 0
	switch l.at {
	case 0:
		neighbour, side = 1, -1
	case len(l.xs) - 1:
		neighbour, side = l.at-1, 1
	default:
		return Advice{}
	}
	r := l.rows[neighbour]
	if !r.Sound() || !(f.gain(f.best, r) >= choose.Noticeable) {
		return Advice{}
	}
	x, y := l.xs[l.at], l.xs[neighbour]
	step := float64(longStep)
	if y > 0 && x > 0 {
		step = min(max(x/y, y/x, shortStep), longStep)
	}
	if side < 0 {
		step = 1 / step
	}
	next := []float64{round(x * step), round(x * step * step)}
	if v, ok := nextValue(values, x, side); ok {
		next = []float64{v}
	}
	way := map[int]string{-1: "down to", 1: "up to"}[side]
	return Advice{
		Kind: Edge, Evidence: f.scored(r, f.best), weight: f.gain(f.best, r),
		Why: fmt.Sprintf("validation %s gets better %s the edge: %s at %s=%s, %s at %s, with %s",
			f.Objective, way, number(f.score(r)), symbol(l.axis), whole(y), number(f.score(f.best)), whole(x), f.name(f.best, l.axis.Name)),
	}.with(l, next...)
}

// nearEnough is the factor between neighbours at which a grid is no longer
// refined; a regularisation acts by its order of magnitude.
func nearEnough(axis *part.Axis) float64 {
	if axis.Name == "lambda" || axis.Name == "eta" {
		return 5
	}
	return 1.3
}

// coarse looks whether a neighbour of the best point along an axis is clearly
// worse: between them, or on the other side, may be a better one, unless they
// are near already.
func (f *findings) coarse(l line) Advice {
	a := Advice{Kind: Coarse, Evidence: f.scored(f.best)}
	x := l.xs[l.at]
	var between []float64
	told := ""
	for _, i := range []int{l.at - 1, l.at + 1} {
		if i < 0 || i >= len(l.xs) || !l.rows[i].Sound() {
			continue
		}
		r, y := l.rows[i], l.xs[i]
		if choose.Clearly(f.best, r, f.Objective) {
			a.weight = max(a.weight, f.gain(f.best, r))
		}
		if max(x, y) >= nearEnough(l.axis)*min(x, y) {
			a.Evidence = append(a.Evidence, f.scored(r)...)
			told += fmt.Sprintf(", %s at %s", number(f.score(r)), whole(y))
			between = append(between, middle(x, y))
		}
	}
	if a.weight == 0 {
		return Advice{}
	}
	a.Why = fmt.Sprintf("validation %s is %s at %s=%s%s, with %s: a better one may lie between",
		f.Objective, number(f.score(f.best)), symbol(l.axis), whole(x), told, f.name(f.best, l.axis.Name))
	return a.with(l, between...)
}

// middle is the geometric mean; between 0 and a value, two decades below that.
func middle(a, b float64) float64 {
	if min(a, b) == 0 {
		return round(max(a, b) / 100)
	}
	return round(math.Sqrt(a * b))
}

package advise

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// alongAxes looks along each axis of the sweep from the best point up and down: what
// the next step there is. What is not varied is the user's choice.
func (f *findings) alongAxes() []Advice {
	if !f.best.Sound() || f.perfect() {
		return nil
	}
	var out []Advice
	for _, axis := range f.axes {
		l, values := f.lines[axis.Name], f.values(axis)
		if len(values) < 2 || f.idle(l) {
			continue
		}
		for _, side := range []int{1, -1} {
			if a := f.step(l, values, side); a.Points != nil {
				out = append(out, a)
			}
		}
	}
	return out
}

// idleLine is how many values of an axis show that it does nothing. A regularisation
// may do nothing at any number of values that are all too small.
const idleLine = 3

// surelyActs says that the largest value of a regularisation acts.
func (l line) surelyActs() bool {
	x := l.xs[len(l.xs)-1]
	return actsByMagnitude(l.axis) && (x >= strongest || l.acts > 0 && x >= l.acts)
}

// idle says that a whole line of an axis makes no difference.
func (f *findings) idle(l line) bool {
	if len(l.xs) < idleLine || actsByMagnitude(l.axis) && !l.surelyActs() {
		return false
	}
	for _, r := range l.rows {
		if !r.Sound() || f.better(f.best, r) {
			return false
		}
	}
	return true
}

// level says that nothing on one side of the best point is worse than it.
func (f *findings) level(l line, side int) bool {
	for i := l.at + side; i >= 0 && i < len(l.xs); i += side {
		if !l.rows[i].Sound() || f.better(f.best, l.rows[i]) {
			return false
		}
	}
	return true
}

// step is the next step from the best point along an axis: to a value that the sweep
// has elsewhere, beyond the edge of the grid, or halfway to a neighbour.
func (f *findings) step(l line, values []float64, side int) Advice {
	var a Advice
	if len(l.xs) == 1 {
		a = f.around(l, values, side)
	} else if a = f.coarse(l, l.at+side); a.Points == nil && f.level(l, side) {
		a = f.beyond(l, values, side)
	}
	a.way = direction{l.axis.Name, side}
	return a
}

// around asks for the nearest value of an axis along which the best point stands
// alone, where the axis matters: of those of the sweep, or beyond the last of them.
func (f *findings) around(l line, values []float64, side int) Advice {
	effect := f.effect(l.axis, values)
	near, ok := nextValue(values, l.xs[0], side)
	if l.acts > 0 {
		near, ok = l.nextMultiple(l.xs[0], side)
	} else if l.xs[0] == 0 { // the nearest may be next to nothing too
		near = values[(len(values)+1)/2]
	} else if !ok {
		y, _ := nextValue(values, l.xs[0], -side)
		near, ok = nextStep(l.axis, l.xs[0], y, side, false), true
	}
	if !ok || effect < noticeable {
		return Advice{}
	}
	return Advice{
		Kind: Around, Evidence: f.scored(f.best), weight: effect,
		Why: fmt.Sprintf("%s was not varied at %s, with %s %s %s; elsewhere it moves that by %s %%",
			symbol(l.axis), f.name(f.best, ""), f.By.On(), f.By.Objective, number(f.score(f.best)), number(100*effect)),
	}.with(l, near)
}

// effect is by how much the best row of one value of an axis is better than the best
// of another, at the most.
func (f *findings) effect(axis *part.Axis, values []float64) float64 {
	top := make([]*choose.Row, len(values))
	for _, r := range f.rows {
		v, ok := axis.Number(&r.Config)
		if !ok || !r.Sound() || math.IsNaN(f.scoreOf(r).U) {
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

// beyond goes on from an end of a line that is no worse than the best point: with the
// same step, or with the value that the sweep has elsewhere.
func (f *findings) beyond(l line, values []float64, side int) Advice {
	end := 0
	if side > 0 {
		end = len(l.xs) - 1
	}
	r, x, y := l.rows[end-side], l.xs[end], l.xs[end-side]
	a := Advice{Evidence: f.scored(r, l.rows[end])}
	if end == l.at && f.better(f.best, r) {
		way := map[int]string{-1: "down to", 1: "up to"}[side]
		a.Kind, a.weight = Edge, f.gain(f.best, r)
		a.Why = fmt.Sprintf("%s %s gets better %s the edge: %s at %s=%s, %s at %s, with %s",
			f.By.On(), f.By.Objective, way, number(f.score(r)), symbol(l.axis), whole(y), number(f.score(f.best)), whole(x), f.name(f.best, l.axis.Name))
	} else if l.surelyActs() && side > 0 {
		return Advice{} // and does nothing
	} else {
		a.Kind, a.weight = Reach, -f.gain(f.best, l.rows[end])
		a.Why = fmt.Sprintf("%s ends where it makes no difference beyond error: %s %s is %s at %s, %s at %s",
			symbol(l.axis), f.By.On(), f.By.Objective, number(f.score(r)), whole(y), number(f.score(l.rows[end])), whole(x))
	}
	next, ok := nextValue(values, x, side)
	switch {
	case l.acts > 0:
		if next, ok = l.nextMultiple(x, side); !ok {
			return Advice{}
		}
	case !ok:
		next = nextStep(l.axis, x, y, side, a.Kind == Reach)
	}
	return a.with(l, next)
}

// nextStep is the value that follows x after y on the way up or down. Where nothing
// changed, a regularisation is taken further: it acts by its order of magnitude.
func nextStep(axis *part.Axis, x, y float64, side int, flat bool) float64 {
	step := float64(longStep)
	switch {
	case flat && actsByMagnitude(axis):
		step = flatStep
	case y > 0 && x > 0:
		step = min(max(x/y, y/x, shortStep), longStep)
	}
	if side < 0 {
		return round(x / step)
	}
	next := round(x * step)
	if flat && actsByMagnitude(axis) && x < strongest {
		next = min(next, strongest)
	}
	return next
}

// actsByMagnitude says that an axis is a regularisation.
func actsByMagnitude(axis *part.Axis) bool { return axis.Name == "lambda" || axis.Name == "eta" }

// nearEnough is the factor between neighbours at which a grid is no longer
// refined.
func nearEnough(axis *part.Axis) float64 {
	if actsByMagnitude(axis) {
		return 5
	}
	return 1.3
}

// coarse looks whether a neighbour of the best point along an axis is clearly
// worse: between them may be a better one, unless they are near already.
func (f *findings) coarse(l line, at int) Advice {
	if at < 0 || at >= len(l.xs) {
		return Advice{}
	}
	r, x, y := l.rows[at], l.xs[l.at], l.xs[at]
	next, ok := middle(x, y), true
	if l.acts > 0 {
		next, ok = l.between(x, y)
	}
	if !ok || !r.Sound() || max(x, y) < nearEnough(l.axis)*min(x, y) || !f.better(f.best, r) {
		return Advice{}
	}
	return Advice{
		Kind: Coarse, Evidence: f.scored(f.best, r), weight: f.gain(f.best, r),
		Why: fmt.Sprintf("%s %s is %s at %s=%s, %s at %s, with %s: a better one may lie between",
			f.By.On(), f.By.Objective, number(f.score(f.best)), symbol(l.axis), whole(x), number(f.score(r)), whole(y), f.name(f.best, l.axis.Name)),
	}.with(l, next)
}

package advise

import (
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// alongAxes returns the next step up and down from the best point along each varied
// axis. Axes that were not varied are left as the user chose them.
func (f *findings) alongAxes() []Advice {
	if !f.best.Sound() || f.perfect() {
		return nil
	}
	var out []Advice
	for _, axis := range f.axes {
		l, values := f.lines[axis.Name], f.values(axis)
		if len(values) < 2 || f.makesNoDifference(l) {
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

// idleLine is the number of equally good values of an axis that show that it has no
// effect. Regularisations are excepted, because any number of their values may be too
// small.
const idleLine = 3

// surelyActs reports whether a value of a regularisation is large enough to have an effect.
func (l line) surelyActs(x float64) bool {
	return actsByMagnitude(l.axis) && (x >= strongest || l.acts > 0 && x >= l.acts)
}

// makesNoDifference reports whether the values along l make no difference.
func (f *findings) makesNoDifference(l line) bool {
	if len(l.xs) < idleLine || actsByMagnitude(l.axis) && !l.surelyActs(l.xs[len(l.xs)-1]) {
		return false
	}
	return !slices.ContainsFunc(l.rows, func(r *choose.Row) bool { return !r.Sound() || f.better(f.best, r) })
}

// isFlatBeyond reports whether no point on one side of the best point is worse than it.
func (f *findings) isFlatBeyond(l line, side int) bool {
	for i := l.at + side; i >= 0 && i < len(l.xs); i += side {
		if !l.rows[i].Sound() || f.better(f.best, l.rows[i]) {
			return false
		}
	}
	return true
}

// step returns the advice for the next step from the best point along an axis: to a
// value that the sweep has elsewhere, beyond the edge of the grid, or halfway to a
// neighbour.
func (f *findings) step(l line, values []float64, side int) Advice {
	var a Advice
	if len(l.xs) == 1 {
		a = f.adviseAround(l, values, side)
	} else if a = f.adviseCoarse(l, l.at+side); a.Points == nil && f.isFlatBeyond(l, side) {
		a = f.adviseBeyond(l, values, side)
	}
	a.way = direction{l.axis.Name, side}
	return a
}

// adviseAround returns the advice to vary an axis at the best point, if it was varied only
// elsewhere and matters there, or is a regularisation whose values may all be too small. It
// proposes the nearest value of the sweep, or one beyond the last.
func (f *findings) adviseAround(l line, values []float64, side int) Advice {
	effect, at := f.effect(l.axis)
	near, ok := nextValue(values, l.xs[0], side)
	if l.acts > 0 {
		near, ok = l.nextMultiple(l.xs[0], side)
	} else if l.xs[0] == 0 { // the value nearest to 0 may have no effect either
		near = values[(len(values)+1)/2]
	} else if !ok {
		y, _ := nextValue(values, l.xs[0], -side)
		near, ok = nextStep(l.axis, l.xs[0], y, side, false), true
	}
	why := ""
	switch largest := values[len(values)-1]; {
	case !ok:
		return Advice{}
	case effect > 0:
		why = fmt.Sprintf("with %s it changes the score by %s %%", f.name(at, l.axis.Name), formatNumber(100*effect))
	case side > 0 && actsByMagnitude(l.axis) && !l.surelyActs(largest):
		why = fmt.Sprintf("no two points show an effect of it above the error up to %s, which may be too small to act", formatFull(largest))
		if l.acts == 0 {
			near = nextStep(l.axis, largest, 0, side, true)
		}
	default:
		return Advice{}
	}
	return Advice{
		Kind: Around, Evidence: f.scoreEvidence(f.best), weight: effect,
		Why: fmt.Sprintf("%s was not varied at %s, with %s %s %s; %s", symbol(l.axis), f.name(f.best, ""), f.By.On(), f.By.Name(), formatNumber(f.score(f.best)), why),
	}.withValues(l, near)
}

// effect returns the largest difference between the scores of two points that differ only on an
// axis, and the better point; 0 if the error explains all such differences.
func (f *findings) effect(axis *part.Axis) (effect float64, at *choose.Row) {
	type extremes struct{ top, bottom *choose.Row }
	x, _ := axis.Number(&f.best.Config)
	lines := map[part.Point]extremes{}
	for _, r := range f.rows {
		if _, ok := axis.Number(&r.Config); !ok || !r.Sound() || math.IsNaN(f.scoreOf(r).U) {
			continue
		}
		key := axis.With(r.Config, x)
		e, ok := lines[key]
		if !ok {
			e = extremes{r, r}
		}
		if f.gain(r, e.top) > 0 {
			e.top = r
		}
		if f.gain(e.bottom, r) > 0 {
			e.bottom = r
		}
		lines[key] = e
		if gain := f.gain(e.top, e.bottom); gain > effect && f.better(e.top, e.bottom) {
			effect, at = gain, e.top
		}
	}
	return effect, at
}

// adviseBeyond returns the advice to extend a line whose end is no worse than the best
// point: by the same step, or by a value that the sweep has elsewhere.
func (f *findings) adviseBeyond(l line, values []float64, side int) Advice {
	end := 0
	if side > 0 {
		end = len(l.xs) - 1
	}
	r, x, y := l.rows[end-side], l.xs[end], l.xs[end-side]
	a := Advice{Evidence: f.scoreEvidence(r, l.rows[end])}
	if end == l.at && f.better(f.best, r) {
		way := map[int]string{-1: "down to", 1: "up to"}[side]
		a.Kind, a.weight = Edge, f.gain(f.best, r)
		a.Why = fmt.Sprintf("%s %s improves %s the edge of the grid: %s at %s=%s, %s at %s, with %s",
			f.By.On(), f.By.Name(), way, formatNumber(f.score(r)), symbol(l.axis), formatFull(y), formatNumber(f.score(f.best)), formatFull(x), f.name(f.best, l.axis.Name))
	} else if l.surelyActs(x) && side > 0 {
		return Advice{} // the axis acts there and makes no difference
	} else if !r.Sound() {
		return Advice{} // no other value shows whether the axis matters
	} else {
		a.Kind, a.weight = Reach, -f.gain(f.best, l.rows[end])
		size := map[int]string{-1: "smaller", 1: "larger"}[side]
		a.Why = fmt.Sprintf("a %s %s may be better, as all scores up to the end of the grid are within error: %s %s is %s at %s, %s at %s",
			size, symbol(l.axis), f.By.On(), f.By.Name(), formatNumber(f.score(r)), formatFull(y), formatNumber(f.score(l.rows[end])), formatFull(x))
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
	return a.withValues(l, next)
}

// nextStep returns the value that follows x after y, up or down. If nothing changed
// (flat), a regularisation takes a larger step, because its effect depends on the order
// of magnitude.
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

// actsByMagnitude reports whether an axis is a regularisation.
func actsByMagnitude(axis *part.Axis) bool { return axis.Name == "lambda" || axis.Name == "eta" }

// nearEnough returns the factor between neighbours below which a grid is not refined.
func nearEnough(axis *part.Axis) float64 {
	if actsByMagnitude(axis) {
		return 5
	}
	return 1.3
}

// adviseCoarse returns the advice to add a value between the best point and a neighbour
// that is clearly worse, unless they are close already.
func (f *findings) adviseCoarse(l line, at int) Advice {
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
		Kind: Coarse, Evidence: f.scoreEvidence(f.best, r), weight: f.gain(f.best, r),
		Why: fmt.Sprintf("%s %s is %s at %s=%s, %s at %s, with %s: a better value may lie between",
			f.By.On(), f.By.Name(), formatNumber(f.score(f.best)), symbol(l.axis), formatFull(x), formatNumber(f.score(r)), formatFull(y), f.name(f.best, l.axis.Name)),
	}.withValues(l, next)
}

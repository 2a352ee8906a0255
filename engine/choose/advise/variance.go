package advise

import (
	"cmp"
	"fmt"
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
)

// violations returns a piece of advice if a point that violates unit variance would otherwise
// be the best. It proposes the smallest λ that meets the tolerance.
func (f *findings) violations() []Advice {
	bad := f.bestViolating()
	if bad == nil {
		return nil
	}
	tolerance := measure.VarianceTolerance(bad.Config)
	a := Advice{Kind: Variance, Evidence: []Evidence{evidenceOf(bad, measure.Deviation.Label, bad.Of(measure.Deviation).Mean)}}
	why := fmt.Sprintf("the training variance of %s is off by %s, the tolerance is %s", f.name(bad, ""), formatNumber(bad.Of(measure.Deviation).Mean), formatNumber(tolerance))
	if bad != f.best {
		a.Evidence = append(f.scoreEvidence(bad, f.best), a.Evidence...)
		why += fmt.Sprintf("; it would be best by %s %s, %s against %s", f.By.On(), f.By.Name(), formatNumber(f.score(bad)), formatNumber(f.score(f.best)))
	}
	a.Why = why
	name := "lambda"
	if !method.Lambda.Of(bad.Config).OK {
		name = "m" // without λ, fewer functions are the remedy
	}
	axis, _ := part.AxisNamed(name)
	if _, ok := axis.Number(&bad.Config); !ok {
		a.Do = "distrust " + f.name(bad, "")
		return []Advice{a}
	}
	l := f.line(axis, bad)
	value, how := halfOfSmallest(l), ""
	if name == "lambda" {
		value, how = f.sufficientLambda(l, tolerance)
	}
	if value != 0 {
		a = a.withValues(l, value)
	}
	switch {
	case a.Points == nil && f.best.Sound():
		return nil // a value that meets the tolerance was tried, and is no better
	case a.Points == nil: // no point meets it
		a.Do, a.Axis = "distrust "+f.name(bad, ""), ""
		a.Why += fmt.Sprintf("; no %s tried meets the tolerance, and no other is left to try", symbol(axis))
		return []Advice{a}
	}
	a.Do = fmt.Sprintf("%s to %s", map[string]string{"lambda": "raise λ", "m": "lower m"}[name], formatFull(a.Values[0]))
	a.Why += how
	return []Advice{a}
}

// bestViolating returns the best row that violates unit variance, or nil if the best
// sound row is as good.
func (f *findings) bestViolating() *choose.Row {
	var bad *choose.Row
	if !f.best.VarianceOK && f.best.Failed == 0 {
		bad = f.best
	}
	for _, r := range f.rows {
		if r.VarianceOK || r.Failed > 0 || math.IsNaN(f.scoreOf(r).U) {
			continue
		}
		if bad == nil || f.gain(r, bad) > 0 {
			bad = r
		}
	}
	if bad == nil || f.best.Sound() && !f.better(bad, f.best) {
		return nil
	}
	return bad
}

// halfOfSmallest returns half the smallest value of a line without sound rows, or 0 if
// there are any.
func halfOfSmallest(l line) float64 {
	for _, r := range l.rows {
		if r.Sound() {
			return 0
		}
	}
	return round(l.xs[0] / 2)
}

// extrapolationLimit is the largest ratio of an extrapolated λ to the largest λ tried.
const extrapolationLimit = 1e3

// sufficientLambda returns the first λ that meets the tolerance: between the last that
// does not and the first that does, by interpolation of log |variance − 1| over log λ;
// above all tried, by extrapolation of the last two, or the next decade if they show no
// trend. It returns 0 if that λ was practically tried. how explains the value.
func (f *findings) sufficientLambda(l line, tolerance float64) (value float64, how string) {
	last := -1
	for i, r := range l.rows {
		if i >= l.at && r.Sound() {
			break
		}
		last = i
	}
	x := l.xs[last]
	if last+1 < len(l.xs) { // the next one meets it
		next := l.xs[last+1]
		value = next / 10
		if x > 0 {
			value = interpolateLog(x, l.rows[last].Of(measure.Deviation).Mean, next, l.rows[last+1].Of(measure.Deviation).Mean, tolerance)
		}
		value = roundUp(value)
		if value < 1.5*x || 1.5*value > next {
			return 0, ""
		}
		return value, fmt.Sprintf("; the tolerance is met from about this value, between λ=%s and %s", formatFull(x), formatFull(next))
	}
	if last > 0 && l.xs[last-1] > 0 && l.rows[last-1].Of(measure.Deviation).Mean > l.rows[last].Of(measure.Deviation).Mean {
		value = interpolateLog(l.xs[last-1], l.rows[last-1].Of(measure.Deviation).Mean, x, l.rows[last].Of(measure.Deviation).Mean, tolerance)
		if value = roundUp(value); value >= 1.5*x && value <= 1.01*extrapolationLimit*x {
			return value, "; the trend over λ meets the tolerance at this value"
		}
	}
	if x >= strongest {
		return 0, "" // it acts on everything and does not help
	}
	if x > 0 {
		return roundUp(10 * x), "; no λ tried meets the tolerance; this is the next decade"
	}
	if next, ok := l.nextMultiple(0, 1); ok && l.acts > 0 {
		return next, "; only λ=0 was tried"
	}
	return cmp.Or(f.leastLambda(), 1e-9), "; only λ=0 was tried"
}

// interpolateLog returns the x at which the line through two points on doubly
// logarithmic axes meets y.
func interpolateLog(x0, y0, x1, y1, y float64) float64 {
	lx0, lx1 := math.Log(x0), math.Log(x1)
	ly0, ly1 := math.Log(max(y0, 1e-300)), math.Log(max(y1, 1e-300))
	return math.Exp(lx0 + (math.Log(y)-ly0)/(ly1-ly0)*(lx1-lx0))
}

// roundUp rounds up to one significant digit, ignoring rounding errors.
func roundUp(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	return round(math.Ceil(x/unit-1e-9) * unit)
}

// leastLambda returns the smallest positive λ of the sweep, or 0 if there is none.
func (f *findings) leastLambda() float64 {
	axis, _ := part.AxisNamed("lambda")
	for _, v := range f.values(axis) {
		if v > 0 {
			return v
		}
	}
	return 0
}

package advise

import (
	"fmt"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
)

// overfitRatio is how many times the slowness on training the slowness on
// validation may be: beyond it the features do not generalise.
const overfitRatio = 2

// overfitted looks whether the best point is far slower on training than on
// validation. When in doubt of over-fitting, shrink m, raise λ or widen σ, in
// this order: what was tried and did not help is passed over.
func (f *findings) overfitted() []Advice {
	train, held := f.best.Of(measure.TrainingSlowness).Mean, f.best.Score("slowness").Mean
	if !f.best.Sound() || f.perfect() || !(held > overfitRatio*train) {
		return nil
	}
	a := Advice{
		Kind: Overfit,
		Evidence: []Evidence{
			measured(f.best, measure.ValidationSlowness.Label, held), measured(f.best, measure.TrainingSlowness.Label, train),
		},
		Why: fmt.Sprintf("the features of %s change %s times as fast on validation as in training (Δ %s against %s)",
			f.name(f.best, ""), number(held/train), number(held), number(train)),
	}
	passed := ""
	for _, remedy := range []struct {
		axis, do string
		value    func(line) float64
		tried    func(line) bool
	}{
		{"m", "shrink m to", func(l line) float64 { return round(l.xs[l.at] / 2) }, func(l line) bool { return l.at > 0 }},
		{"lambda", "raise λ to", f.nextLambda, func(l line) bool { return l.at+1 < len(l.xs) }},
		{"sigma", "widen σ to", func(l line) float64 { return round(2 * l.xs[l.at]) }, func(l line) bool { return l.at+1 < len(l.xs) }},
	} {
		l, ok := f.lines[remedy.axis]
		if !ok {
			continue
		}
		axis, _ := part.AxisNamed(remedy.axis)
		if remedy.tried(l) {
			passed += "; " + map[string]string{"m": "a smaller ", "lambda": "a larger ", "sigma": "a larger "}[remedy.axis] + symbol(axis) + " is no better"
			continue
		}
		if next := a.with(l, remedy.value(l)); next.Points != nil {
			next.Do = remedy.do + " " + whole(next.Values[0])
			next.Why += passed
			return []Advice{next}
		}
	}
	return nil
}

// nextLambda is ten times a λ; after 0, the smallest of the sweep.
func (f *findings) nextLambda(l line) float64 {
	if x := l.xs[l.at]; x > 0 {
		return round(10 * x)
	}
	if least := f.leastLambda(); least > 0 {
		return least
	}
	return 1e-9
}

package advise

import (
	"fmt"
	"math"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
)

// overfitRatio is the ratio of validation to training slowness above which the features
// do not generalise.
const overfitRatio = 2

// overfitted returns a piece of advice if the features of the best point, and of all points as
// good within error, are much faster on validation than on training. The remedies are
// to shrink m, raise λ and widen σ, in this order; remedies that were tried without
// success are skipped.
func (f *findings) overfitted() []Advice {
	train, held := f.generalisation(f.best)
	if !f.best.Sound() || f.perfect() || !(held > overfitRatio*train) {
		return nil
	}
	others := ""
	for _, r := range f.rows {
		if r == f.best || !f.asGood(r) {
			continue
		}
		if train, held := f.generalisation(r); !(held > overfitRatio*train) {
			return nil // an equally good point generalises
		}
		others = fmt.Sprintf(", as do those of all points not distinguishable from it, by a factor above %d", overfitRatio)
	}
	a := Advice{
		Kind:     Overfit,
		Evidence: []Evidence{evidenceOf(f.best, "validation slowness", held), evidenceOf(f.best, "training slowness", train)},
		Why: fmt.Sprintf("the features of %s change %s times as fast on validation as in training (Δ %s against %s)%s",
			f.name(f.best, ""), formatNumber(held/train), formatNumber(held), formatNumber(train), others),
	}
	passed := ""
	for _, remedy := range []struct {
		axis, do, not string
		side          int
		value         func(line) float64
	}{
		{"m", "lower m to", "a smaller ", -1, f.fewerSupports},
		{"lambda", "raise λ to", "a larger ", 1, f.nextLambda},
		{"sigma", "widen σ to", "a larger ", 1, func(l line) float64 { return round(2 * l.xs[l.at]) }},
	} {
		l, ok := f.lines[remedy.axis]
		if !ok {
			continue
		}
		axis, _ := part.AxisNamed(remedy.axis)
		if i := l.at + remedy.side; i >= 0 && i < len(l.xs) {
			passed += "; " + remedy.not + symbol(axis)
			if l.rows[i].Sound() {
				passed += " is no better"
			} else {
				passed += " has no valid result"
			}
			continue
		}
		if next := a.withValues(l, remedy.value(l)); next.Points != nil {
			next.Do = remedy.do + " " + formatFull(next.Values[0])
			next.Why += passed
			next.way = direction{remedy.axis, remedy.side}
			return []Advice{next}
		}
	}
	return nil
}

// generalisation returns the slowness of a row's features on training and on
// validation, averaged over the features that the objective scores.
func (f *findings) generalisation(r *choose.Row) (train, held float64) {
	by := f.By
	by.Objective = measure.BySlowness
	held = by.Score(r).Shown()
	n := 0.0
	for _, res := range r.Results {
		if q := min(by.Features, len(res.Slowness.Train)); res.Error == "" && q > 0 {
			for _, delta := range res.Slowness.Train[:q] {
				train += float64(delta) / float64(q)
			}
			n++
		}
	}
	if n == 0 {
		return math.NaN(), held
	}
	return train / n, held
}

// fewerSupports returns half the number of supports that were found, or m itself if the half
// has no more functions than the features require.
func (f *findings) fewerSupports(l line) float64 {
	m := l.xs[l.at]
	found := m
	for _, r := range f.best.Results {
		if r.Supports > 0 {
			found = min(found, float64(r.Supports))
		}
	}
	if half := round(found / 2); half > float64(method.P.Of(f.best.Config)) {
		return half
	}
	return m
}

// nextLambda returns the next multiple of the λ that begins to act. If that is unknown,
// it returns ten times λ, or the smallest positive λ of the sweep after 0. It returns λ
// itself if no larger one leaves any signal.
func (f *findings) nextLambda(l line) float64 {
	next, ok := l.nextMultiple(l.xs[l.at], 1)
	if ok && l.acts > 0 {
		return next
	}
	if x := l.xs[l.at]; x >= strongest || l.acts > 0 {
		return x
	} else if x > 0 {
		return round(10 * x)
	}
	if least := f.leastLambda(); least > 0 {
		return least
	}
	return 1e-9
}

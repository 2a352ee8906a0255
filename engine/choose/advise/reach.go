package advise

import (
	"fmt"

	"example.com/sfatui/engine/choose"
)

const (
	// strongest is a λ that surely acts: features have unit variance, and so a
	// slowness of this order.
	strongest = 1
	// further is how many times the best subset size is looked at, at the least.
	further = 4
)

// indifferentEnds looks whether an axis ends where it does not matter yet: the
// largest λ before regularisation begins, the largest m while more supports do
// neither good nor harm.
func (f *findings) indifferentEnds() []Advice {
	if !f.best.Sound() || f.perfect() {
		return nil
	}
	var out []Advice
	if l, ok := f.lines["lambda"]; ok && len(l.xs) > 1 {
		x := l.xs[len(l.xs)-1]
		if x < strongest && f.gain(f.best, l.rows[0]) < choose.Noticeable {
			out = append(out, f.extend(l, "it may not have begun to act", round(min(100*x, strongest)), round(min(1e4*x, strongest))))
		}
	}
	if l, ok := f.lines["m"]; ok && len(f.values(l.axis)) > 1 {
		x, best := l.xs[len(l.xs)-1], l.xs[l.at]
		if x < further*best {
			out = append(out, f.extend(l, "it may take more to act", round(2*x), round(max(4*x, further*best))))
		}
	}
	var real []Advice
	for _, a := range out {
		if a.Points != nil {
			real = append(real, a)
		}
	}
	return real
}

// extend extends a line upwards where its last row is no worse than the best.
func (f *findings) extend(l line, may string, values ...float64) Advice {
	r, x := l.rows[len(l.rows)-1], l.xs[len(l.xs)-1]
	if !r.Sound() || !(f.gain(f.best, r) < choose.Noticeable) {
		return Advice{}
	}
	return Advice{
		Kind: Reach, Evidence: f.scored(l.rows[0], r),
		Why: fmt.Sprintf("up to %s, %s leaves validation %s where it is (%s at %s, %s at %s): %s",
			whole(x), symbol(l.axis), f.Objective, number(f.score(l.rows[0])), whole(l.xs[0]), number(f.score(r)), whole(x), may),
	}.with(l, values...)
}

package advise

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// multiples of the λ that begins to act are what is proposed beside 0: a hundredth of it
// acts like 0, and beyond a hundred times it all is lost.
var multiples = []float64{0.1, 0.3, 1, 3, 10, 30, 100}

// leastMultiple is the multiple up to which λ acts like 0.
const leastMultiple = 0.01

// farthestWidth is by what factor σ may differ for what acts at one to be told of the
// other: λ falls steeply with it.
const farthestWidth = 2.5

// actsAlong is the λ that begins to act along a line: where it has no row without
// regularisation, by the one that differs in σ and m alone and has the nearest; 0 where
// that is not known.
func (f *findings) actsAlong(l line) float64 {
	if acts := actsFrom(l.rows); acts > 0 || l.at < 0 {
		return acts
	}
	through := l.rows[l.at].Config
	acts, nearest := 0.0, math.Inf(1)
	for _, r := range f.rows {
		like, off := l.axis.With(r.Config, l.xs[l.at]), 0.0
		for _, name := range []string{"sigma", "m"} {
			axis, _ := part.AxisNamed(name)
			x, ok := axis.Number(&r.Config)
			at, both := axis.Number(&through)
			if !ok || !both {
				continue
			}
			if off += math.Abs(math.Log(x / at)); name == "sigma" && off > math.Log(farthestWidth) {
				off = math.Inf(1)
			}
			like = axis.With(like, at)
		}
		if like != through || off >= nearest {
			continue
		}
		if there := actsFrom([]*choose.Row{r}); there > 0 {
			acts, nearest = there, off
		}
	}
	return acts
}

// actsFrom is the λ that begins to act by what a row without regularisation says; 0 where
// none says it.
func actsFrom(rows []*choose.Row) float64 {
	for _, r := range rows {
		if acts := r.LambdaActs(); acts > 0 {
			return acts
		}
	}
	return 0
}

// nextMultiple is the multiple that follows a λ on the way up or down; false where no λ
// there acts otherwise.
func (l line) nextMultiple(x float64, side int) (float64, bool) {
	if side > 0 {
		for _, m := range multiples {
			if v := round(m * l.acts); v > shortStep*x {
				return v, true
			}
		}
		return 0, false
	}
	for _, m := range slices.Backward(multiples) {
		if v := round(m * l.acts); v < x/shortStep {
			return v, true
		}
	}
	return 0, x > leastMultiple*l.acts
}

// between is a λ between two, of which the smaller may be 0; false where it would act
// like the smaller.
func (l line) between(x, y float64) (float64, bool) {
	v := middle(x, y)
	if min(x, y) == 0 {
		v, _ = l.nextMultiple(0, 1)
	}
	return v, v > leastMultiple*l.acts && v < max(x, y)/shortStep
}

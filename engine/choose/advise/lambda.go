package advise

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// multiples of the λ at which regularisation begins to act are the proposed values
// besides 0. A hundredth of it acts like 0, and beyond a hundred times it all
// signal is lost.
var multiples = []float64{0.1, 0.3, 1, 3, 10, 30, 100}

// leastMultiple is the multiple below which λ acts like 0.
const leastMultiple = 0.01

// farthestWidth is the largest factor between two σ for which the λ that begins to act
// at one is used for the other: it falls steeply with σ.
const farthestWidth = 2.5

// actsAlong returns the λ that begins to act along a line. If the line has no row
// without regularisation, it uses the nearest row that differs only in σ and m. It
// returns 0 if there is none.
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

// actsFrom returns the λ that begins to act from the first row that has it, or 0.
func actsFrom(rows []*choose.Row) float64 {
	for _, r := range rows {
		if acts := r.LambdaActs(); acts > 0 {
			return acts
		}
	}
	return 0
}

// nextMultiple returns the multiple that follows x, up or down. It returns false if no
// λ there acts differently.
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

// between returns a λ between x and y, of which the smaller may be 0. It returns false
// if that λ would act like the smaller.
func (l line) between(x, y float64) (float64, bool) {
	v := middle(x, y)
	if min(x, y) == 0 {
		v, _ = l.nextMultiple(0, 1)
	}
	return v, v > leastMultiple*l.acts && v < max(x, y)/shortStep
}

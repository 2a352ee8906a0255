package advise

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
)

// bounds returns the smallest and the largest value that a row's axis may take.
func bounds(axis *part.Axis, r *choose.Row) (lo, hi float64) {
	samples, rank := math.Inf(1), math.Inf(1)
	for _, res := range r.Results {
		if res.Error != "" {
			continue
		}
		samples = min(samples, float64(res.NTrain-res.NValidation))
		for _, v := range res.Validation.OrNone().Parts {
			samples = min(samples, float64(v.Fit)) // smaller if a gap is left out
		}
		if res.Rank > 0 {
			rank = min(rank, float64(res.Rank))
		}
		if res.Features < method.P.Of(res.Point) {
			rank = min(rank, float64(res.Features))
		}
	}
	switch axis.Name {
	case "sigma", "alpha":
		return math.SmallestNonzeroFloat64, math.Inf(1)
	case "lambda", "eta":
		return 0, math.Inf(1)
	case "gamma":
		return math.SmallestNonzeroFloat64, 2 // above 2 the kernel is indefinite
	case "m":
		return 2, samples
	case "p":
		return 1, min(rank, samples)
	}
	return 1, samples - 1
}

// The bounds of the factor from one value to the next when a grid is extended.
const (
	shortStep = 1.25
	longStep  = 10
	flatStep  = 100
	// strongest is a λ that certainly acts: features have unit variance, and thus a
	// slowness of this order.
	strongest = 1
)

// withValues returns the advice completed by the change: the values, within the bounds
// of the axis, that were not tried, and the points for them.
func (a Advice) withValues(l line, values ...float64) Advice {
	from := l.rows[l.at]
	lo, hi := bounds(l.axis, from)
	lo = max(lo, l.least)
	a.Axis = l.axis.Name
	for _, wish := range values {
		v := min(max(wish, lo), hi)
		if isCount(l.axis) {
			v = math.Round(v)
		}
		// Bounds may shorten a second step until it is negligible.
		short := v < wish && slices.ContainsFunc(a.Values, func(x float64) bool { return x < v && v < shortStep*x })
		if v >= lo && v <= hi && !short && !l.has(v) && !slices.Contains(a.Values, v) {
			a.Values = append(a.Values, v)
		}
	}
	slices.Sort(a.Values)
	for _, v := range a.Values {
		for _, r := range from.Results {
			a.Points = append(a.Points, l.axis.With(r.Point, v))
		}
	}
	if a.Values != nil && a.Do == "" {
		a.Do = "add " + symbol(l.axis) + " " + formatList(a.Values)
	}
	if a.Values != nil && l.acts > 0 {
		a.Why += "; λ begins to act near " + formatNumber(l.acts)
	}
	return a
}

// isCount reports whether the values of an axis are integers.
func isCount(axis *part.Axis) bool {
	half := axis.With(part.Point{}, 1.25)
	v, _ := axis.Number(&half)
	return v != 1.25
}

// middle returns the geometric mean of a and b, rounded. Between 0 and a value it
// returns a hundredth of the value.
func middle(a, b float64) float64 {
	if min(a, b) == 0 {
		return round(max(a, b) / 100)
	}
	return round(math.Sqrt(a * b))
}

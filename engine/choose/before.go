package choose

import (
	"cmp"
	"math"

	"example.com/sfatui/engine/measure"
)

// predatesParts reports whether the results of r hold a validation measure but no
// measures of single parts, as results of engines before 0.6.0 do.
func (r *Row) predatesParts() bool {
	for _, res := range r.Results {
		if res.Validation != nil && res.Error == "" {
			return res.Validation.Parts == nil
		}
	}
	return false
}

// scoreBefore returns the score by the rule of engines before 0.6.0: the mean of the
// validation measure over folds and draws, oriented so that less is better.
func (b By) scoreBefore(r *Row) Score {
	m := measure.Choosing(b.Objective)
	s := Score{U: math.NaN()}
	if m == nil {
		return s
	}
	back := func(u float64) float64 { return u }
	if m.Better == measure.Higher {
		back = func(u float64) float64 { return 1 - u }
	}
	s.convert = back
	for _, res := range r.Results {
		v := math.NaN()
		if res.Error == "" {
			v = m.Value(res)
		}
		s.Parts = append(s.Parts, back(v))
		if !math.IsNaN(v) {
			s.Got++
		}
	}
	s.Want = len(r.Results)
	if stat := r.Of(m); stat.N > 0 {
		s.U, s.statBefore = back(stat.Mean), &stat
	}
	return s
}

// compareTiesBefore compares rows with equal scores by the rule of engines before
// 0.6.0: by accuracy on samples, then by slowness.
func compareTiesBefore(x, y *Row) int {
	a, b := x.Of(measure.ValidationSamples).Mean, y.Of(measure.ValidationSamples).Mean
	if a != b && !math.IsNaN(a) && !math.IsNaN(b) {
		return cmp.Compare(b, a)
	}
	a, b = x.Of(measure.ValidationSlowness).Mean, y.Of(measure.ValidationSlowness).Mean
	switch {
	case a < b:
		return -1
	case b < a:
		return 1
	}
	return compareConfig(x.Config, y.Config)
}

package advise

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
)

// bounds are the least and the largest value that a row's axis may take.
func bounds(axis *part.Axis, r *choose.Row) (lo, hi float64) {
	samples, rank := math.Inf(1), math.Inf(1)
	for _, res := range r.Results {
		if res.Error != "" {
			continue
		}
		samples = min(samples, float64(res.NTrain-res.NValidation))
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
		return math.SmallestNonzeroFloat64, 2 // above, the kernel is indefinite
	case "m":
		return 2, samples
	case "p":
		return 1, min(rank, samples)
	}
	return 1, samples - 1
}

// with fills in the change: the values that a row's axis may take and that were
// not tried, and the points that they come to.
func (a Advice) with(l line, values ...float64) Advice {
	from := l.rows[l.at]
	lo, hi := bounds(l.axis, from)
	a.Axis = l.axis.Name
	for _, wish := range values {
		v := min(max(wish, lo), hi)
		if isCount(l.axis) {
			v = math.Round(v)
		}
		// What a bound leaves of a second step may hardly be one.
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
		a.Do = "add " + symbol(l.axis) + " " + list(a.Values)
	}
	return a
}

// isCount says that the values of an axis are whole.
func isCount(axis *part.Axis) bool {
	half := axis.With(part.Point{}, 1.25)
	v, _ := axis.Number(&half)
	return v != 1.25
}

// round keeps three significant digits, so that a value can be read and typed.
func round(x float64) float64 {
	if math.IsInf(x, 0) {
		return x
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64)
	if err != nil {
		panic("advise: " + err.Error())
	}
	return r
}

var exponent = strings.NewReplacer("e-0", "e-", "e+0", "e")

// number writes a number in three digits.
func number(x float64) string { return exponent.Replace(strconv.FormatFloat(x, 'g', 3, 64)) }

// whole writes a value of an axis in full.
func whole(x float64) string { return exponent.Replace(strconv.FormatFloat(x, 'g', -1, 64)) }

// list writes values as in a sentence.
func list(values []float64) string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = whole(v)
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}

// symbol is what an axis is called in a sentence.
func symbol(axis *part.Axis) string {
	switch axis.Name {
	case "graph-knn", "window", "graph-groups", "groups":
		return axis.Name
	}
	return cmp.Or(axis.Symbol, axis.Name)
}

// name tells a row from the others: σ=9.83 λ=0 m=500 lda. The axis that a
// sentence is about is left out.
func (f *findings) name(r *choose.Row, but string) string {
	var parts []string
	for _, axis := range f.varying {
		text := axis.Of(&r.Config)
		switch {
		case text == "" || axis.Name == but:
		case axis.Numeric():
			parts = append(parts, symbol(axis)+"="+exponent.Replace(text))
		default:
			parts = append(parts, text)
		}
	}
	if parts == nil {
		return "the best point"
	}
	return strings.Join(parts, " ")
}

// measured is a row as evidence.
func measured(r *choose.Row, measure string, value float64) Evidence {
	e := Evidence{Config: r.Config, Measure: measure, Value: value}
	for _, res := range r.Results {
		e.Keys = append(e.Keys, res.Key)
	}
	return e
}

// scored are rows as evidence, by the objective.
func (f *findings) scored(rows ...*choose.Row) []Evidence {
	var out []Evidence
	for _, r := range rows {
		out = append(out, measured(r, "validation "+f.Objective, f.score(r)))
	}
	return out
}

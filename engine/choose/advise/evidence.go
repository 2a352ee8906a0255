package advise

import (
	"strings"

	"example.com/sfatui/engine/choose"
)

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
		out = append(out, measured(r, f.By.On()+" "+f.By.Objective, f.score(r)))
	}
	return out
}

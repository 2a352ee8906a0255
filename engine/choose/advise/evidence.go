package advise

import (
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
)

// name returns the parameters that distinguish a row, such as "σ=9.83 λ=0 m=500 lda",
// without the axis but.
func (f *findings) name(r *choose.Row, but string) string {
	var parts []string
	for _, axis := range f.varying {
		text := axis.Of(&r.Config)
		switch {
		case text == "" || axis.Name == but:
		case axis.Numeric():
			parts = append(parts, symbol(axis)+"="+message.Exponents(text))
		default:
			parts = append(parts, text)
		}
	}
	if parts == nil {
		return "the best point"
	}
	return strings.Join(parts, " ")
}

// evidenceOf returns a row as evidence.
func evidenceOf(r *choose.Row, measure string, value float64) Evidence {
	e := Evidence{Config: r.Config, Measure: measure, Value: value}
	for _, res := range r.Results {
		e.Keys = append(e.Keys, res.Key)
	}
	return e
}

// scoreEvidence returns rows as evidence, with their scores.
func (f *findings) scoreEvidence(rows ...*choose.Row) []Evidence {
	var out []Evidence
	for _, r := range rows {
		out = append(out, evidenceOf(r, f.By.On()+" "+f.By.Name(), f.score(r)))
	}
	return out
}

package sessions

import (
	"fmt"

	"example.com/sfatui/engine/part"
)

// Setting is what all points of a sweep usually share, so that it is no axis.
type Setting struct {
	Name string
	Of   func(part.Point) string // its value as text; "" for none
}

// Settings are all settings of a point.
var Settings = []Setting{
	{"folds", func(p part.Point) string { return unlessZero(p.Folds) }},
	{"random splits", func(p part.Point) string { return unlessZero(p.Repeats) }},
	{"train fraction", func(p part.Point) string { return p.TrainFraction.String() }},
	{"validation part", func(p part.Point) string { return p.Validation.String() }},
	{"inner splits", func(p part.Point) string { return unlessZero(p.Inner) }},
	{"inputs", func(p part.Point) string {
		if p.Standardize {
			return "standardized on the training part"
		}
		return "as they are"
	}},
	{"outliers clipped", func(p part.Point) string { return p.Clip }},
	{"dealt out whole", func(p part.Point) string { return p.By }},
	{"samples between parts", func(p part.Point) string { return unlessZero(p.Gap) }},
	{"predictability neighbours", func(p part.Point) string { return unlessZero(p.Neighbours) }},
	{"tolerance of variance", func(p part.Point) string { return fmt.Sprint(p.Allowed()) }},
	{"seed", func(p part.Point) string { return fmt.Sprint(p.Seed) }},
}

func unlessZero(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

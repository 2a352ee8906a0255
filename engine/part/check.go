package part

import (
	"fmt"
	"math"
	"slices"
)

// check returns an error for an unknown word or an invalid number in a point.
func (p *Point) check() error {
	for _, a := range shown {
		if err := a.check(p); err != nil {
			return err
		}
	}
	for _, a := range settings {
		if err := a.check(p); err != nil {
			return err
		}
	}
	for _, n := range [...]int{p.Fold, p.Folds, p.Repeats, p.Gap, p.Draw} {
		if n < 0 || n > math.MaxInt32 {
			return fmt.Errorf("%d is not a valid number of folds, repeats, samples or draws", n)
		}
	}
	return nil
}

// CheckWhole returns an error for a point that lacks a parameter required to compute it.
func (p *Point) CheckWhole() error {
	for _, a := range shown {
		if !p.values.has(a.id) && a.Unset == "" && !a.Optional && a.Applies(p) && !a.omits(p) {
			return Errorf(a.Name, "the point has none")
		}
	}
	return nil
}

// check returns an error if a point's value on the axis is invalid or a needed one is
// missing.
func (a *Axis) check(p *Point) error {
	v, ok := p.values.find(a.id)
	switch {
	case !ok && a.Needed && a.Applies(p):
		return Errorf(a.Name, "the point has none")
	case !ok:
		return nil
	case a.kind == word:
		return a.checkWord(v)
	case a.kind == count:
		if n := intOf(v); n < 0 || n > math.MaxInt32 {
			return Errorf(a.Name, "%d: must be a whole number of at least 1", n)
		}
	case a.kind == number:
		return a.checkNumber(floatOf(v))
	}
	return nil
}

// checkWord returns an error for a word that is unknown or stands for several.
func (a *Axis) checkWord(v string) error {
	if slices.Contains(a.Choices, v) {
		return nil
	}
	words, err := a.Parse(v, nil)
	if err == nil && len(words) != 1 {
		err = Errorf(a.Name, "%q: a point has one", v)
	}
	return err
}

// checkNumber returns an error for a number that is not finite or violates Must.
func (a *Axis) checkNumber(v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Errorf(a.Name, "%g is not a number", v)
	}
	if must := a.must(v); must != "" {
		return Errorf(a.Name, "%g: %s", v, must)
	}
	return nil
}

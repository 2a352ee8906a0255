package part

import (
	"fmt"
	"math"
	"slices"
)

// check refuses words that are not known, and numbers that cannot be.
func (p *Point) check() error {
	for _, a := range shown {
		if err := a.check(p); err != nil {
			return err
		}
	}
	for _, a := range shared {
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

// CheckWhole refuses a point that lacks what has to be known to compute it.
func (p *Point) CheckWhole() error {
	for _, a := range shown {
		if !p.values.has(a.id) && a.Unset == "" && !a.Optional && a.Applies(p) && !a.omits(p) {
			return Errorf(a.Name, "the point has none")
		}
	}
	return nil
}

// check refuses a value of a point that cannot be.
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

// checkWord refuses a word that is not known here.
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

func (a *Axis) checkNumber(v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Errorf(a.Name, "%g is no number", v)
	}
	if must := a.must(v); must != "" {
		return Errorf(a.Name, "%g: %s", v, must)
	}
	return nil
}

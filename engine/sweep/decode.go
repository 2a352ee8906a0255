package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"example.com/sfatui/engine/part"
)

// check refuses words that are not known, and numbers that cannot be.
func checkPoint(p *part.Point) error {
	for i := range Axes {
		if err := cmp.Or(Axes[i].checkWord(p), Axes[i].checkNumber(p)); err != nil {
			return err
		}
	}
	if p.Space == "kernel" && p.Kernel == "" {
		return specErrorf("kernel", "the point has none")
	}
	for _, n := range [...]int{p.Fold, p.Folds, p.Repeats, p.Gap, p.Neighbours, p.Draw} {
		if n < 0 || n > math.MaxInt32 {
			return fmt.Errorf("%d is no number of folds, repeats, samples or draws", n)
		}
	}
	return nil
}

// checkWhole refuses a point that lacks what has to be known to compute it.
func checkWhole(p *part.Point) error {
	for i := range Axes {
		if a := &Axes[i]; a.Of(p) == "" && a.Unset == "" && !a.optional && a.Applies(p) {
			return specErrorf(a.Name, "the point has none")
		}
	}
	return nil
}

// checkWord refuses a word of a point that is not known here.
func (a *Axis) checkWord(p *part.Point) error {
	if a.word == nil || *a.word(p) == "" || slices.Contains(a.Choices, *a.word(p)) {
		return nil
	}
	words, err := a.parse(*a.word(p), nil)
	if err == nil && len(words) != 1 {
		err = specErrorf(a.Name, "%q: a point has one", *a.word(p))
	}
	return err
}

// checkNumber refuses a number of a point that cannot be.
func (a *Axis) checkNumber(p *part.Point) error {
	switch {
	case a.count != nil:
		if n := *a.count(p); n < 0 || n > math.MaxInt32 {
			return specErrorf(a.Name, "%d: must be a whole number of at least 1", n)
		}
	case a.value != nil && a.value(p).OK:
		v := a.value(p).X
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return specErrorf(a.Name, "%g is no number", v)
		}
		if must := a.check(v); must != "" {
			return specErrorf(a.Name, "%g: %s", v, must)
		}
	}
	return nil
}

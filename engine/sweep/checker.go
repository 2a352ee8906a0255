package sweep

import (
	"context"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
)

// Checker checks many sweeps over one set, which it divides once for each division that they
// ask for. It is not safe for concurrent use.
type Checker struct {
	divisions divisions
	plan      *Plan // which keeps the folds and states of the points that it admits
}

// NewChecker returns a checker of sweeps over set.
func NewChecker(set *data.Set) *Checker {
	return &Checker{newDivisions(set), emptyPlan(set, "")}
}

// Check returns the error that [NewPlan] would return, without making the plan.
func (c *Checker) Check(spec Spec) error {
	e, err := expand(context.Background(), c.divisions, spec, nil)
	if err != nil {
		return err
	}
	for _, point := range e.points {
		if _, err := c.plan.admit(&point); err != nil {
			return err
		}
	}
	return nil
}

// divisions divides a set, and keeps what it computed.
type divisions struct {
	set    *data.Set
	folds  map[split.Options]divided[[]split.Fold]
	dealt  map[asked]divided[split.Options]
	wanted map[asked]divided[[]split.Fold]
	filled map[split.Options]split.Options
}

// asked is a division as a Spec describes it.
type asked struct {
	split.Options
	inner string
}

// divided is the result of a division.
type divided[T any] struct {
	value T
	err   error
}

func newDivisions(set *data.Set) divisions {
	return divisions{
		set: set, folds: map[split.Options]divided[[]split.Fold]{}, dealt: map[asked]divided[split.Options]{},
		wanted: map[asked]divided[[]split.Fold]{}, filled: map[split.Options]split.Options{},
	}
}

// foldsOf returns [split.Folds] of the set.
func (d divisions) foldsOf(o split.Options) ([]split.Fold, error) {
	return once(d.folds, o, func() ([]split.Fold, error) { return split.Folds(d.set, o) })
}

// dealtOf returns [Spec.Dealt] of the set.
func (d divisions) dealtOf(s Spec) (split.Options, error) {
	return once(d.dealt, asked{s.Split, s.Inner}, func() (split.Options, error) { return s.Dealt(d.set) })
}

// foldsFor returns [Spec.Folds] of the set.
func (d divisions) foldsFor(s Spec) ([]split.Fold, error) {
	return once(d.wanted, asked{s.Split, s.Inner}, func() ([]split.Fold, error) { return s.Folds(d.set) })
}

// resolve returns [split.Resolve] of the set.
func (d divisions) resolve(o split.Options) split.Options {
	filled, ok := d.filled[o]
	if !ok {
		filled = split.Resolve(d.set, o)
		d.filled[o] = filled
	}
	return filled
}

// once returns the known value of a key, or computes and keeps it.
func once[K comparable, T any](known map[K]divided[T], key K, compute func() (T, error)) (T, error) {
	result, ok := known[key]
	if !ok {
		result.value, result.err = compute()
		known[key] = result
	}
	return result.value, result.err
}

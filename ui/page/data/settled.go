package data

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/page"
)

// settled is how data is read and prepared at a time.
type settled struct {
	options datasets.Options
	spec    sweep.Spec
}

func (p *Page) now(sc *page.Scene) settled { return settled{p.ctl.DataOptions(), sc.Spec} }

func (s settled) with(c propose.Change) (settled, error) {
	values := []string{c.Value}
	if c.Value == "" {
		values = nil
	}
	if c.Adds {
		values = append(slices.Clone(s.list(c.Flag)), c.Value)
	}
	s.options = cloned(s.options)
	if known, err := recipe.Apply(&s.options, c.Flag, values...); known || err != nil {
		return s, err
	}
	text := c.Value
	if text == "true" {
		text = "on"
	}
	for _, f := range draft.Fields() {
		if f.Name == c.Flag {
			return s, f.Set(&s.spec, text)
		}
	}
	panic("data: there is no setting " + c.Flag)
}

// withAll is what is settled once all changes of proposals are made.
func (s settled) withAll(proposals []propose.Proposal) (settled, error) {
	for _, q := range proposals {
		for _, c := range q.Changes {
			var err error
			if s, err = s.with(c); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// list are the values of a flag now.
func (s settled) list(flag string) []string {
	for _, set := range recipe.Settings(s.options) {
		if set.Name == flag {
			return set.Values
		}
	}
	return nil
}

// cloned are options whose lists are their own.
func cloned(o datasets.Options) datasets.Options {
	o.Paths, o.TestPaths, o.Columns, o.Drop = slices.Clone(o.Paths), slices.Clone(o.TestPaths), slices.Clone(o.Columns), slices.Clone(o.Drop)
	return o
}

// value is what is written of a field.
func (s settled) value(flag string) string {
	for _, f := range draft.Fields() {
		if f.Name == flag {
			if text := f.Get(s.spec); text != "on" {
				return text
			}
			return "true"
		}
	}
	return strings.Join(s.list(flag), ",")
}

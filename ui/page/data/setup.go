package data

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/datasets/recipe"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/draft"
)

// dataSetup is a configuration of reading and preparing data.
type dataSetup struct {
	options datasets.Options
	spec    sweep.Spec
}

// withChange returns the configuration with a flag set or a value added to it. It panics if
// there is no such setting.
func (s dataSetup) withChange(c propose.Change) (dataSetup, error) {
	values := []string{c.Value}
	if c.Value == "" {
		values = nil
	}
	if c.Adds {
		values = append(slices.Clone(recipe.Values(s.options, c.Flag)), c.Value)
	}
	s.options = cloneOptions(s.options)
	if known, err := recipe.Apply(&s.options, c.Flag, values...); known || err != nil {
		return s, err
	}
	text := c.Value
	if text == "true" {
		text = "on"
	}
	i := draft.IndexOf(c.Flag)
	if i < 0 {
		panic("data: there is no setting " + c.Flag)
	}
	return s, draft.Fields()[i].Set(&s.spec, text)
}

// withAll returns the configuration with the changes of all proposals.
func (s dataSetup) withAll(proposals []propose.Proposal) (dataSetup, error) {
	for _, q := range proposals {
		for _, c := range q.Changes {
			var err error
			if s, err = s.withChange(c); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// cloneOptions returns options that share no slices with o.
func cloneOptions(o datasets.Options) datasets.Options {
	o.Paths, o.TestPaths, o.Columns, o.Drop = slices.Clone(o.Paths), slices.Clone(o.TestPaths), slices.Clone(o.Columns), slices.Clone(o.Drop)
	return o
}

// value returns the text of a field's value.
func (s dataSetup) value(flag string) string {
	if i := draft.IndexOf(flag); i >= 0 {
		if text := draft.Fields()[i].Get(s.spec); text != "on" {
			return text
		}
		return "true"
	}
	return strings.Join(recipe.Values(s.options, flag), ",")
}

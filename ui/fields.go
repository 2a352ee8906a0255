package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/parameter"
)

// field is something of a sweep that can be edited: an axis or a setting.
type field struct {
	name        string
	symbol, doc clean.Text
	choices     []string
	many        bool // several of the choices may be taken
	yes         bool // on or off, which is true or false in a file
	get         func(sweep.Spec) string
	set         func(*sweep.Spec, string) error
}

// fields are all that can be edited, axes first.
var fields = slices.Concat(axisFields(), settingFields())

func axisFields() []field {
	var out []field
	for _, a := range part.Axes() {
		out = append(out, field{name: a.Name, symbol: clean.Of(a.Symbol), doc: clean.Of(a.Doc), choices: a.Choices, many: true,
			get: func(s sweep.Spec) string { return s.Text(a.Name) },
			set: func(s *sweep.Spec, text string) error {
				s.Set(a.Name, strings.TrimSpace(text))
				return nil
			}})
	}
	return out
}

func settingFields() []field {
	return []field{
		intField("folds", "each group, segment or block is in one test part; empty for the default", func(s *sweep.Spec) *int { return &s.Split.Folds }),
		intField("repeats", "random splits instead of folds; needs a train-fraction", func(s *sweep.Spec) *int { return &s.Split.Repeats }),
		floatField("train-fraction", "share of each random split that is for training", func(s *sweep.Spec) *float64 { return &s.Split.TrainFraction }),
		floatField("validation", "share of each training part set aside for choosing the best point", func(s *sweep.Spec) *float64 { return &s.Split.Validation }),
		seedField(),
		boolField("leave-one-out", "each group, or segment, is the test part once, instead of folds", func(s *sweep.Spec) *bool { return &s.Split.LeaveOneOut }),
		wordField("split-by", "what is dealt out whole; empty for the first of them that there are two of", []string{"group", "segment", "block"}, func(s *sweep.Spec) *string { return &s.Split.By }),
		intField("gap", "samples left out on both sides of a test block, and before the last rows set aside for choosing", func(s *sweep.Spec) *int { return &s.Split.Gap }),
		wordField("objective", "what the best point is best at, on validation", []string{"accuracy", "rmse", "slowness"}, func(s *sweep.Spec) *string { return &s.Objective }),
		wordField("clip", "clip outliers by the training part: quantile:0.01 at each end, or mad:5 deviations from the median", nil, func(s *sweep.Spec) *string { return &s.Clip }),
		boolField("standardize", "give every input zero mean and unit variance on the training part", func(s *sweep.Spec) *bool { return &s.Standardize }),
		drawsField(),
		intField("predictability", "measure the predictability of features by that many neighbours (q); empty leaves it out", func(s *sweep.Spec) *int { return &s.Neighbours }),
		floatField("tolerance", "how far the variance of a training output may be from 1", func(s *sweep.Spec) *float64 { return &s.Tolerance }),
	}
}

// wordField is a text that the planner judges.
func wordField(name string, doc clean.Text, choices []string, at func(*sweep.Spec) *string) field {
	return field{name: name, doc: doc, choices: choices,
		get: func(s sweep.Spec) string { return *at(&s) },
		set: func(s *sweep.Spec, text string) error {
			*at(s) = strings.TrimSpace(text)
			return nil
		}}
}

func boolField(name string, doc clean.Text, at func(*sweep.Spec) *bool) field {
	return field{name: name, doc: doc, choices: []string{"off", "on"}, yes: true,
		get: func(s sweep.Spec) string {
			if *at(&s) {
				return "on"
			}
			return ""
		},
		set: func(s *sweep.Spec, text string) error {
			text = strings.TrimSpace(text)
			if text != "" && text != "on" && text != "off" {
				return fmt.Errorf("%q: choose from off, on", text)
			}
			*at(s) = text == "on"
			return nil
		}}
}

func intField(name string, doc clean.Text, at func(*sweep.Spec) *int) field {
	return field{name: name, doc: doc,
		get: func(s sweep.Spec) string {
			if n := *at(&s); n != 0 {
				return strconv.Itoa(n)
			}
			return ""
		},
		set: func(s *sweep.Spec, text string) error {
			n, err := 0, error(nil)
			if text = strings.TrimSpace(text); text != "" {
				if n, err = strconv.Atoi(text); err != nil {
					return fmt.Errorf("%q is not a whole number", text)
				}
				if n < 1 {
					return fmt.Errorf("%d: must be 1 or above", n)
				}
			}
			*at(s) = n
			return nil
		}}
}

// drawsField refuses numbers that the command line refuses.
func drawsField() field {
	const most = 1000
	f := intField("draws", "how often what is random in a point is drawn: subsets, pairs, projections", func(s *sweep.Spec) *int { return &s.Draws })
	set := f.set
	f.set = func(s *sweep.Spec, text string) error {
		now := *s
		if err := set(&now, text); err != nil {
			return err
		}
		if now.Draws > most {
			return fmt.Errorf("%d: must be at most %d", now.Draws, most)
		}
		*s = now
		return nil
	}
	return f
}

func floatField(name string, doc clean.Text, at func(*sweep.Spec) *float64) field {
	return field{name: name, doc: doc,
		get: func(s sweep.Spec) string {
			if x := *at(&s); x != 0 {
				return strconv.FormatFloat(x, 'g', -1, 64)
			}
			return ""
		},
		set: func(s *sweep.Spec, text string) error {
			x, err := 0.0, error(nil)
			if text = strings.TrimSpace(text); text != "" {
				if x, err = strconv.ParseFloat(text, 64); err != nil {
					return fmt.Errorf("%q is not a number", text)
				}
			}
			*at(s) = x
			return nil
		}}
}

func seedField() field {
	return field{name: "seed", doc: "decides which groups or segments go into which fold",
		get: func(s sweep.Spec) string {
			if s.Split.Seed != 0 {
				return strconv.FormatUint(s.Split.Seed, 10)
			}
			return ""
		},
		set: func(s *sweep.Spec, text string) error {
			n, err := uint64(0), error(nil)
			if text = strings.TrimSpace(text); text != "" {
				if n, err = strconv.ParseUint(text, 10, 64); err != nil {
					return fmt.Errorf("%q is not a whole number from 0", text)
				}
			}
			s.Split.Seed = n
			return nil
		}}
}

// cycled is the text after the next choice, or the one before.
func (f field) cycled(now string, by int) string { return cycledWord(f.choices, now, by) }

// cycledWord is the word after one of several, or the one before, round and
// round.
func cycledWord(words []string, now string, by int) string {
	n := len(words)
	i := slices.Index(words, now)
	if i < 0 && by < 0 {
		i = 0
	}
	return words[((i+by)%n+n)%n]
}

// expands is what a field's text means in a plan: the distinct values of its
// axis, or the setting that was filled in.
func (f field) expands(p *sweep.Plan) clean.Text {
	i := slices.IndexFunc(parameter.All, func(d parameter.Parameter) bool { return d.Name == f.name })
	if i < 0 || !slices.ContainsFunc(part.Axes(), func(a *part.Axis) bool { return a.Name == f.name }) {
		return clean.Of(f.get(p.Spec))
	}
	configs := make([]part.Point, 0, len(p.Entries))
	for _, e := range p.Entries {
		configs = append(configs, e.Point)
	}
	return parameter.Enumerate(parameter.All[i].Over(configs))
}

package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/samples"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/parameter"
)

// Field is something of a sweep that can be edited: an axis or a setting.
type Field struct {
	Name        string
	Group       clean.Text // the heading that it is under
	Needs       clean.Text // what has to be chosen for it to act; "" where it always does
	Symbol, Doc clean.Text
	Choices     []string
	Many        bool // several of the choices may be taken
	yes         bool // on or off, which is true or false in a file
	Get         func(sweep.Spec) string
	Set         func(*sweep.Spec, string) error
}

// table is what Fields has made, of so many axes with so many choices.
var table struct {
	sync.Mutex
	axes, choices int
	all           []Field
}

// Fields are all that can be edited, group by group: those that are registered now.
// They may not be written to.
func Fields() []Field {
	choices := 0
	for _, a := range part.Axes() {
		choices += len(a.Choices)
	}
	table.Lock()
	defer table.Unlock()
	if n := len(part.Axes()); n != table.axes || choices != table.choices {
		table.axes, table.choices, table.all = n, choices, grouped(slices.Concat(axisFields(), settingFields()))
	}
	return table.all
}

func axisFields() []Field {
	var out []Field
	for _, a := range part.Axes() {
		out = append(out, Field{Name: a.Name, Group: groupOf(a.Name), Needs: needsOf(a), Symbol: clean.Of(a.Symbol), Doc: clean.Of(a.Doc), Choices: a.Choices, Many: true,
			Get: func(s sweep.Spec) string { return s.Text(a.Name) },
			Set: func(s *sweep.Spec, text string) error {
				s.Set(a.Name, strings.TrimSpace(text))
				return nil
			}})
	}
	return out
}

func settingFields() []Field {
	return []Field{
		intField("folds", "each group, segment or block is in one test part; empty for the default", func(s *sweep.Spec) *int { return &s.Split.Folds }),
		repeatsField(),
		floatField("train-fraction", "share of each random split that is for training", func(s *sweep.Spec) *float64 { return &s.Split.TrainFraction }),
		floatField("validation", "share of each training part set aside for choosing the best point; of one series it goes with inner last", func(s *sweep.Spec) *float64 { return &s.Split.Validation }),
		wordField("inner", "inner splits by which points are chosen: auto for 8 scores of a point or more, a number, or last for one, of one series its last rows", []string{split.DefaultInner, "last"}, func(s *sweep.Spec) *string { return &s.Inner }),
		seedField(),
		boolField("leave-one-out", "each group, or segment, is the test part once, instead of folds", func(s *sweep.Spec) *bool { return &s.Split.LeaveOneOut }),
		wordField("split-by", "what is dealt out whole; empty for the first of them that there are two of", split.Ways(), func(s *sweep.Spec) *string { return &s.Split.By }),
		intField("gap", "samples left out on both sides of a test or validation block, beside those whose windows overlap", func(s *sweep.Spec) *int { return &s.Split.Gap }),
		wordField("objective", "what the best point is best at, on validation", measure.Objectives(), func(s *sweep.Spec) *string { return &s.Objective }),
		wordField("clip", clean.Of(samples.ClipHelp()), nil, func(s *sweep.Spec) *string { return &s.Clip }),
		boolField("standardize", "give every input zero mean and unit variance on the training part", func(s *sweep.Spec) *bool { return &s.Standardize }),
		drawsField(),
		intField("predictability", "measure the predictability of features by that many neighbours (q); empty leaves it out", func(s *sweep.Spec) *int { return &s.Neighbours }),
		wordField("search", "ei computes not the whole grid, but one configuration after the other by the scores on validation of those before", []string{"ei"}, func(s *sweep.Spec) *string { return &s.Search.By }),
		intField("search-points", "configurations of the grid that a search computes in all; empty for 40", func(s *sweep.Spec) *int { return &s.Search.Points }),
		intField("search-start", "of them, those that it starts from, spread over the grid; empty for 4", func(s *sweep.Spec) *int { return &s.Search.Start }),
		floatField("tolerance", "how far the variance of a training output may be from 1", func(s *sweep.Spec) *float64 { return &s.Tolerance }),
	}
}

// wordField is a text that the planner judges.
func wordField(name string, doc clean.Text, choices []string, at func(*sweep.Spec) *string) Field {
	return Field{Name: name, Doc: doc, Choices: choices,
		Get: func(s sweep.Spec) string { return *at(&s) },
		Set: func(s *sweep.Spec, text string) error {
			*at(s) = strings.TrimSpace(text)
			return nil
		}}
}

func boolField(name string, doc clean.Text, at func(*sweep.Spec) *bool) Field {
	return Field{Name: name, Doc: doc, Choices: []string{"off", "on"}, yes: true,
		Get: func(s sweep.Spec) string {
			if *at(&s) {
				return "on"
			}
			return ""
		},
		Set: func(s *sweep.Spec, text string) error {
			text = strings.TrimSpace(text)
			if text != "" && text != "on" && text != "off" {
				return fmt.Errorf("%q: choose from off, on", text)
			}
			*at(s) = text == "on"
			return nil
		}}
}

func intField(name string, doc clean.Text, at func(*sweep.Spec) *int) Field {
	return Field{Name: name, Doc: doc,
		Get: func(s sweep.Spec) string {
			if n := *at(&s); n != 0 {
				return strconv.Itoa(n)
			}
			return ""
		},
		Set: func(s *sweep.Spec, text string) error {
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
func drawsField() Field {
	const most = 1000
	f := intField("draws", "how often what is random in a point is drawn: subsets, pairs, projections", func(s *sweep.Spec) *int { return &s.Draws })
	set := f.Set
	f.Set = func(s *sweep.Spec, text string) error {
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

// repeatsField takes the usual share of random splits where none is set, which is of no use
// without them.
func repeatsField() Field {
	f := intField("repeats", "random splits instead of folds", func(s *sweep.Spec) *int { return &s.Split.Repeats })
	set := f.Set
	f.Set = func(s *sweep.Spec, text string) error {
		if err := set(s, text); err != nil {
			return err
		}
		switch at := &s.Split.TrainFraction; {
		case s.Split.Repeats == 0:
			*at = 0
		case *at == 0:
			*at = split.DefaultTrainFraction
		}
		return nil
	}
	return f
}

func floatField(name string, doc clean.Text, at func(*sweep.Spec) *float64) Field {
	return Field{Name: name, Doc: doc,
		Get: func(s sweep.Spec) string {
			if x := *at(&s); x != 0 {
				return strconv.FormatFloat(x, 'g', -1, 64)
			}
			return ""
		},
		Set: func(s *sweep.Spec, text string) error {
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

func seedField() Field {
	return Field{Name: "seed", Doc: "decides which groups or segments go into which fold",
		Get: func(s sweep.Spec) string {
			if s.Split.Seed != 0 {
				return strconv.FormatUint(s.Split.Seed, 10)
			}
			return ""
		},
		Set: func(s *sweep.Spec, text string) error {
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

// expands is what a field's text means in a plan: the distinct values of its
// axis among the plan's points, or the setting that was filled in.
func (f Field) expands(p *sweep.Plan, points []part.Point) clean.Text {
	i := slices.IndexFunc(parameter.All(), func(d parameter.Parameter) bool { return d.Name == f.Name })
	if i < 0 || !slices.ContainsFunc(part.Axes(), func(a *part.Axis) bool { return a.Name == f.Name }) {
		return clean.Of(f.Get(p.Spec))
	}
	return parameter.Enumerate(parameter.All()[i].Over(points))
}

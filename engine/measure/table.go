package measure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// table is the list of all measures, in the order in which they are shown.
var table = newTable(
	TestSlowness, TrainingSlowness, TestSlownessInTime, SlownessOfAll, Deviation,
	ValidationAccuracy, ValidationRMSE, ValidationSlowness, ValidationSlownessInTime, ValidationBalancedError, ValidationBalanced, ValidationSamples, ValidationMAE,
	SegmentsRight, SamplesRight, BalancedRight, Kappa, TestRMSE, TestMAE, TestPredictability, FourierSimilarity,
	TestNLPD, TestCoverage, LogLikelihood, LeftOutRMSE, ChosenInputs, FrontError, ComponentsError,
	AUC, FalseAlarms, Found, Delay, TestBalancedError, ValidationFalseAlarms, Resolution, Omega, Mu, TestEta, TestXi, ValidationPredictability, TrainingXi, ChoosingXi,
)

func newTable(measures ...*Measure) []*Measure {
	for i, m := range measures {
		m.complete(i)
	}
	return measures
}

// complete sets the measure's position in the table, and its missing names.
func (m *Measure) complete(index int) {
	m.position = index + 1
	if m.Of == nil {
		m.Of = func(r *result.Result) []float64 { return part.Numbers(r.Measures[m.ID]) }
	}
	s := &m.Show
	s.View, s.Column = cmp.Or(s.View, m.ID), cmp.Or(s.Column, m.ID)
	for _, name := range []*string{&s.Heading, &s.Report, &s.Map, &s.Contrast} {
		*name = cmp.Or(*name, m.Label)
	}
}

// All returns the measures in the order of the table.
func All() []*Measure { return slices.Clone(table) }

// Register adds a measure to the table. It must be called before points are computed or
// read, and panics if the ID is taken.
func Register(m *Measure) *Measure {
	if m.ID == "" || m.Label == "" || m.Of == nil && m.Take == nil {
		panic("measure: a measure needs an ID, a Label, and Of or Take")
	}
	if slices.ContainsFunc(table, func(o *Measure) bool { return o.ID == m.ID && o.Objective == m.Objective }) {
		panic(fmt.Sprintf("measure: %s is registered already", m.ID))
	}
	m.complete(len(table))
	table = append(table, m)
	return m
}

// Taken returns the measures that are computed from features.
func Taken() []*Measure {
	return slices.DeleteFunc(All(), func(m *Measure) bool { return m.Take == nil })
}

// TakenIDs returns the sorted IDs of the measures that results record beside their
// fields; nil for none. A session lists them: points with and without a measure have
// one key.
func TakenIDs() []string {
	var ids []string
	for _, m := range Taken() {
		ids = append(ids, m.ID)
	}
	slices.Sort(ids)
	return ids
}

// Under returns the measures of a sweep with an objective: all except those that
// belong to another objective. Their IDs are unique.
func Under(objective string) []*Measure {
	return slices.DeleteFunc(All(), func(m *Measure) bool { return m.Chooses() && m.Objective != objective })
}

// Objectives returns the names of the objectives that points may be chosen by.
func Objectives() []string {
	var out []string
	for _, m := range table {
		if m.Chooses() {
			out = append(out, m.Objective)
		}
	}
	return out
}

// ToldObjectives returns the objectives with their descriptions, for help.
func ToldObjectives() string {
	var out []string
	for _, word := range Objectives() {
		if told := Choosing(word).Show.Help; told != "" {
			word += " (" + told + ")"
		}
		out = append(out, word)
	}
	return strings.Join(out, ", ")
}

// Choosing returns the measure that an objective chooses by, or nil for no objective.
func Choosing(objective string) *Measure {
	for _, m := range table {
		if m.Chooses() && m.Objective == objective {
			return m
		}
	}
	return nil
}

// ObjectiveName returns an objective in words: the label of its measure without the part of
// the data.
func ObjectiveName(objective string) string {
	m := Choosing(objective)
	if m == nil {
		return objective
	}
	return strings.TrimSuffix(strings.TrimPrefix(m.Label, "validation "), " on fitted rows")
}

// ChoosesOn returns the part of the data that an objective chooses on: "training" if
// its measure is computed on the rows that models are fitted on, else "validation".
func ChoosesOn(objective string) string {
	if m := Choosing(objective); m != nil && m.Fitted {
		return "training"
	}
	return "validation"
}

// Prefers returns the direction of better values of the measure that an objective
// chooses by, or Neither for no objective.
func Prefers(objective string) Direction {
	if m := Choosing(objective); m != nil {
		return m.Better
	}
	return Neither
}

// Judging returns the measures of the test part that judge the choice of an objective,
// the preferred ones first.
func Judging(objective string) []*Measure {
	return slices.DeleteFunc(All(), func(m *Measure) bool { return m.Part != Test || m.Objective != objective })
}

// In returns the measures of a list that a place shows.
func In(place Places, measures []*Measure) []*Measure {
	return slices.DeleteFunc(slices.Clone(measures), func(m *Measure) bool { return m.Show.In != 0 && m.Show.In&place == 0 })
}

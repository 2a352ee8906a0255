package sweep

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/preparation"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
)

// WithDefaults fills in what the user left out with a sweep suited to the data set: widths
// around the heuristic one, several regularisations, a quarter and a half of the training
// samples as supports (at most 250 and 500), and linear discriminant and perceptron if there
// are labels.
func (s Spec) WithDefaults(set *data.Set) (Spec, error) { return s.withDefaults(newDivisions(set)) }

func (s Spec) withDefaults(known divisions) (Spec, error) {
	set := known.set
	if s.Split.Seed == 0 {
		s.Split.Seed = 1
	}
	s.texts.FillSettings()
	s.Search = s.Search.withDefaults()
	least, err := s.withLeastTrainShare()
	if err != nil {
		return s, err
	}
	folds, err := known.foldsFor(least) // before split.Resolve, so that errors name only what the user wrote
	if err != nil {
		return s, err
	}
	s.Split = known.resolve(s.Split)
	n := folds[0].FewestFit()
	for _, f := range folds {
		n = min(n, f.FewestFit())
	}
	quarter, half := max(2, min(250, n/4)), max(2, min(500, n/2))
	m := fmt.Sprint(half)
	if quarter < half {
		m = fmt.Sprintf("%d,%d", quarter, half)
	}
	_, d := set.X.Dims()
	var suited []string
	if len(set.Classes) > 1 {
		suited = append(suited, "lda", "perceptron")
	}
	if set.Target != nil {
		suited = append(suited, "linear")
	}
	suits := cmp.Or(strings.Join(suited, ","), "none")
	if set.Series {
		s.fillSeries(set, half)
	}
	s.fill("readout", suits)
	s.fill("p", fmt.Sprint(min(32, max(half-1, d))))
	if s.readsInputs() { // the scores do not depend on the space
		m = fmt.Sprint(half)
		s.fill("sigma", "rel:1")
		s.fill("lambda", "1e-3")
	}
	if s.Objective == measure.ByXi {
		s.fill(measure.XiLambda.Axis().Name, fmt.Sprint(measure.UsualXiLambda))
	}
	s.fill("m", m)
	s.fill("gp-m", readout.SuitedInducing(n))
	s.fill("weights", graph.SuitedWeights(preparation.Joined(set)))
	for _, axis := range part.Axes() {
		s.fill(axis.Name, axis.Default)
	}
	return s, s.checkObjective(set)
}

// withLeastTrainShare returns the sweep with the smallest of its shares of the training parts.
func (s Spec) withLeastTrainShare() (Spec, error) {
	axis := preparation.TrainShare.Axis()
	shares, err := axis.Parse(cmp.Or(s.Text(axis.Name), axis.Default), nil)
	least := 1.0
	for _, set := range shares {
		least = min(least, preparation.ShareOf(part.Point{}.With(set)))
	}
	s.Split.TrainShare = least
	return s, err
}

// readsInputs reports whether all readouts read the inputs or whole series, not features.
func (s Spec) readsInputs() bool {
	for _, name := range words(s.Text(readout.Name.Axis().Name)) {
		p := part.Point{}.With(readout.Name.Is(name))
		always := func(w part.Word) bool { // whether every value of w reads inputs
			axis := w.Axis()
			return readout.Kinds.Has(p, w) && !slices.ContainsFunc(words(s.Text(axis.Name)), func(word string) bool {
				return word == "" || word == axis.Unset || !readout.OfInputs(p.With(w.Is(word)))
			})
		}
		if !slices.ContainsFunc([]part.Word{readout.Metric, readout.From, readout.Kernel, readout.GPKernel}, always) {
			return false
		}
	}
	return true
}

// Dealt returns the split of the set with the number of inner splits and the gap filled in.
func (s Spec) Dealt(set *data.Set) (split.Options, error) {
	return split.Dealt(set, s.Split, s.Inner)
}

// Folds returns the folds that the sweep divides the set into.
func (s Spec) Folds(set *data.Set) ([]split.Fold, error) {
	return split.DealtFolds(set, s.Split, s.Inner)
}

// checkPredictability refuses choosing by predictability among points whose values are not
// comparable: the variance of a successor depends on the number of features p, of neighbours q,
// and on the past.
func (s *Spec) checkPredictability() error {
	if s.Objective != measure.ByPredictability {
		return nil
	}
	q := measure.Neighbours.Axis()
	if text := s.Text(q.Name); text == "" || text == q.Unset {
		return part.Errorf("objective", "predictability is not measured: give the number of neighbours, as in --%s 10", q.Name)
	}
	for _, name := range []string{q.Name, measure.Past.Axis().Name, method.P.Axis().Name} {
		values, err := named(name).Parse(cmp.Or(s.Text(name), "1"), nil)
		if err != nil {
			return err
		}
		if len(values) != 1 {
			return part.Errorf("objective", "predictability is not comparable between values of --%s: give one value instead of %s", name, s.Text(name))
		}
	}
	return nil
}

// checkXi refuses choosing by ξ without a weight of jitter or among points of several.
func (s *Spec) checkXi() error {
	axis := measure.XiLambda.Axis()
	text := s.Text(axis.Name)
	if slices.Contains(words(text), axis.Unset) {
		return part.Errorf("objective", "xi is not measured on training rows with --%s %s: give a weight, as in --%s %d", axis.Name, text, axis.Name, measure.UsualXiLambda)
	}
	values, err := axis.Parse(text, nil)
	if err == nil && len(values) != 1 {
		err = part.Errorf("objective", "xi is not comparable between weights of jitter: give one value of --%s instead of %s", axis.Name, text)
	}
	return err
}

func (s *Spec) checkObjective(set *data.Set) error {
	switch {
	case s.Objective == "" || s.Objective == measure.BySlowness:
	case s.Objective == measure.ByAccuracy || s.Objective == measure.ByBalancedAccuracy:
		if set.Label == nil {
			return part.Errorf("objective", "%s needs labels: name their column with --label", s.Objective)
		}
	case s.Objective == measure.ByRMSE:
		if set.Target == nil {
			return part.Errorf("objective", "rmse needs a number to predict: name its column with --target")
		}
	case s.Objective == measure.FalseAlarms.ID:
		return part.Errorf("objective", "%s is not a valid objective: it is smallest without any alarm, and matches --offset if the control limit lies in noise. If validation parts contain faults, choose by %s; if all samples are normal operation, choose by slowness, and set --offset and --alarm-after by %s", s.Objective, measure.BalancedError, measure.ValidationFalseAlarms.ID)
	case s.Objective == measure.BalancedError: // checkAlarms runs when the points exist
	case s.Objective == measure.InTime || s.Objective == measure.ByPredictability || s.Objective == measure.ByXi:
		if !set.InTime() {
			return part.Errorf("objective", "%s needs samples that follow each other in time: those of this data do not", s.Objective)
		}
		if err := s.checkPredictability(); err != nil {
			return err
		}
		if s.Objective == measure.ByXi {
			if err := s.checkXi(); err != nil {
				return err
			}
		}
	default:
		all := measure.Objectives()
		return message.Mistaken(part.Errorf("objective", "%q: %s", s.Objective, message.Choose(s.Objective, all)), s.Objective, all)
	}
	if _, err := s.texts.Point(); err != nil {
		return err
	}
	switch {
	case s.Search.By != "" && s.Search.By != "ei":
		return part.Errorf("search", "%q: choose from ei", s.Search.By)
	case s.Search.By != "" && (s.Search.Points < 1 || s.Search.Start < 1 || s.Search.Start > s.Search.Points):
		return part.Errorf("search", "%d configurations with %d initial ones: both must be at least 1, and the initial ones at most the total", s.Search.Points, s.Search.Start)
	}
	return nil
}

// checkAlarms refuses choosing by alarms if no validation part contains both normal and new
// samples.
func checkAlarms(set *data.Set, folds []split.Fold, points []part.Point) error {
	i := slices.IndexFunc(points, readout.Detects)
	if i < 0 {
		return part.Errorf("objective", "%s is a measure of alarms: use a readout that raises alarms, --readout novelty", measure.BalancedError)
	}
	states, err := normal.Of(points[i], set)
	if err != nil {
		return err
	}
	for _, f := range folds {
		for _, in := range f.Inner {
			var holds [normal.Unknown + 1]bool
			for _, span := range in.Validation {
				for _, s := range states[span.Start:span.End] {
					holds[s] = true
				}
			}
			if holds[normal.Normal] && holds[normal.New] {
				return nil
			}
		}
	}
	return part.Errorf("objective", "%s: no validation part contains both normal and faulty samples (--normal, --onset), so alarms cannot be judged: choose by slowness, and set the control limit by false-alarms-validation", measure.BalancedError)
}

// Objective returns the objective of the points: the requested one, else accuracy if there is a
// classifier, rmse if a number is predicted, and slowness otherwise.
func Objective(asked string, points []part.Point) string {
	if asked != "" {
		return asked
	}
	objective := measure.BySlowness
	for _, p := range points {
		if readout.Classifies(p) {
			return measure.ByAccuracy
		}
		if readout.Predicts(p) {
			objective = measure.ByRMSE
		}
	}
	return objective
}

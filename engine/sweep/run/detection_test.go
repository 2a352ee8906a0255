package run

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
	"gonum.org/v1/gonum/mat"
)

// operation is a process in six segments, of which the second half of each odd one is off.
func operation() *data.Set {
	const segments, length = 6, 60
	set := &data.Set{Name: "operation", Inputs: []string{"a", "b"}, X: mat.NewDense(segments*length, 2, nil), Classes: []string{"fine", "off"}, Label: make([]int, segments*length)}
	for s := range segments {
		set.Segments = append(set.Segments, data.Segment{Name: string(rune('p' + s)), Start: s * length, End: (s + 1) * length})
		for i := range length {
			row, t := s*length+i, float64(i+17*s)
			shift := 0.0
			if s%2 == 1 && i >= length/2 {
				set.Label[row], shift = 1, 4
			}
			set.X.SetRow(row, []float64{math.Sin(t/5) + 0.3*math.Sin(3.1*t) + shift, math.Cos(t/5) + 0.3*math.Cos(2.3*t)})
		}
	}
	return set
}

func watching(texts ...string) sweep.Spec {
	return sweep.Spec{Split: split.Options{Folds: 3, Validation: 0.25, Seed: 1}}.With("space", "linear", "graph", "time", "lambda", "0", "p", "2", "readout", "novelty", "C", "10").With(texts...)
}

// What is learnt is normal operation alone, and each fold tells area, alarms and delay of the
// faults that it holds, with the rows of the data.
func TestDetectionOnFolds(t *testing.T) {
	set := operation()
	found := 0
	for _, r := range runAll(t, sweeptest.Plan(t, set, watching("normal", "fine", "offset", "1", "alarm-after", "2")), sweep.RunOptions{}).results {
		d := r.Detection
		if r.Error != "" || d == nil {
			t.Fatalf("%s: %v", r.Error, d)
		}
		if d.Normal+d.New != r.NTest || d.FalseAlarms > 0.1 {
			t.Errorf("fold %d: %+v", r.Point.Fold, d)
		}
		for _, f := range d.Faults {
			found++
			if f.Row%120 != 90 || f.Length != 30 || f.Delay != 1 || d.AUC < 0.99 {
				t.Errorf("fold %d: %+v", r.Point.Fold, f)
			}
		}
		for _, p := range r.Validation.Parts {
			if p.Detection == nil || p.Detection.Faults != nil {
				t.Errorf("fold %d: a validation part with %+v", r.Point.Fold, p.Detection)
			}
		}
		if _, ok := r.ReadoutInfo["resolution"]; !ok {
			t.Errorf("fold %d: %v", r.Point.Fold, r.ReadoutInfo)
		}
	}
	if found != 3 {
		t.Errorf("%d faults instead of 3", found)
	}
}

// The same bytes for any number of workers, and what is looked at again is what was measured.
func TestDetectionIsTheSameForAnyWorkers(t *testing.T) {
	set := operation()
	spec := watching("normal", "fine", "offset", "0.9,rho", "alarm-after", "1,3")
	one := runAll(t, sweeptest.Plan(t, set, spec), sweep.RunOptions{Workers: 1})
	four := runAll(t, sweeptest.Plan(t, set, spec), sweep.RunOptions{Workers: 4})
	a, b := one.texts(t), four.texts(t)
	if len(a) != 12 || len(a) != len(b) {
		t.Fatalf("%d and %d points", len(a), len(b))
	}
	for key, text := range a {
		if b[key] != text {
			t.Errorf("%s: %s and %s", key, text, b[key])
		}
	}
	for _, r := range one.results {
		w, err := Watch(t.Context(), set, "hash", r.Point)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := json.Marshal(w.Score(w.Threshold, readout.AlarmAfter.Of(r.Point)))
		if before, _ := json.Marshal(r.Detection); string(again) != string(before) {
			t.Errorf("%s, and again %s", before, again)
		}
	}
}

// A fold whose training part has no normal segment says so; the others are not touched.
func TestDetectionFailsWithoutNormalOperation(t *testing.T) {
	set := operation()
	set.Label, set.Classes = nil, nil
	failed := 0
	for _, r := range runAll(t, sweeptest.Plan(t, set, watching("normal", "p")), sweep.RunOptions{}).results {
		if r.Error != "" {
			failed++
		}
		if r.Error != "" && !strings.Contains(r.Error, "there is nothing to learn from") {
			t.Errorf("fold %d: %s", r.Point.Fold, r.Error)
		}
	}
	if failed != 1 {
		t.Errorf("%d folds fail instead of the one that tests the normal segment", failed)
	}
}

// Where validation parts hold faults, detectors are chosen by their alarms there: the score is
// the mean balanced error of the parts that hold samples of both kinds, and the better line has
// ★, whatever test says. Elsewhere the objective is refused with what is missing.
func TestDetectorsAreChosenByTheirAlarms(t *testing.T) {
	set := operation()
	spec := watching("normal", "fine", "offset", "0.5,1", "readout-sigma", "0.5,4")
	spec.Objective, spec.Inner = measure.BalancedError, "2"
	plan := sweeptest.Plan(t, set, spec)
	rows := choose.Summarize(slices.Collect(maps.Values(runAll(t, plan, sweep.RunOptions{}).results)))
	by := choose.By{Objective: plan.Spec.Objective}
	c := by.Choose(rows)
	if c.Best < 0 || !c.Score.Complete() {
		t.Fatalf("%+v of %d rows", c.Score, len(rows))
	}
	least := math.Inf(1)
	for i := range rows {
		sum, n := 0.0, 0.0
		for _, r := range rows[i].Results {
			for _, p := range r.Validation.Parts {
				if d := p.Detection; d.Normal > 0 && d.New > 0 {
					sum += (float64(d.FalseAlarms) + 1 - float64(d.Detected)) / 2
					n++
				}
			}
		}
		s := by.Score(&rows[i])
		if len(s.Parts) != int(n) || n == 0 || n == 6 || math.Abs(s.Shown()-sum/n) > 1e-15 {
			t.Errorf("%s: %v over %d parts, want %g over %g", rows[i].Config.Label(), s, len(s.Parts), sum/n, n)
		}
		least = min(least, sum/n)
	}
	if math.Abs(c.Score.U-least) > 1e-15 || c.Low < 0 || c.High > 1 || c.Low > c.Score.U || c.High < c.Score.U {
		t.Errorf("★ has %g, the least is %g; a new part %g to %g", c.Score.U, least, c.Low, c.High)
	}

	for _, bad := range []struct {
		change func(*sweep.Spec, *data.Set)
		want   string
	}{
		{func(s *sweep.Spec, _ *data.Set) { s.Set("readout", "none") }, "--readout novelty"},
		{func(_ *sweep.Spec, set *data.Set) { clear(set.Label) }, "no validation part contains both"},
		{func(s *sweep.Spec, _ *data.Set) { s.Objective = "false-alarms" }, "is not a valid objective"},
	} {
		set, spec := operation(), spec
		bad.change(&spec, set)
		_, err := sweep.NewPlan(set, "hash", spec)
		if err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%v, want %q", err, bad.want)
		}
	}
}

// The line that held-out samples draw, against one by hand: each validation part is predicted
// again by a detector that is trained without it, from whose border it counts. The line is the same when the point is solved
// again, and each validation part is scored by the line of the others.
func TestLineOfTheAlarmByHeldOutSamples(t *testing.T) {
	set := operation()
	const share = 0.9
	spec := watching("normal", "fine", "offset", "0.9,held:0.9")
	spec.Inner = "3"
	plan := sweeptest.Plan(t, set, spec)
	one := runAll(t, plan, sweep.RunOptions{Workers: 1})
	if four := runAll(t, plan, sweep.RunOptions{Workers: 4}); !maps.Equal(one.texts(t), four.texts(t)) {
		t.Error("another number of workers gives other bytes")
	}
	states, err := normal.Of(plan.Entries[0].Point, set)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range one.results {
		w, err := Watch(t.Context(), set, "hash", r.Point)
		if err != nil {
			t.Fatal(r.Error, err)
		}
		if again := w.Score(w.Threshold, 1); again.FalseAlarms != r.Detection.FalseAlarms || again.Detected != r.Detection.Detected {
			t.Errorf("fold %d: %+v, and again %+v", r.Point.Fold, r.Detection, again)
		}
		if !readout.DrawnByHeld(r.Point) {
			continue
		}
		outer, err := Solve(t.Context(), set, "hash", r.Point)
		if err != nil {
			t.Fatal(err)
		}
		border := func(s *Solved) float64 {
			trained, err := s.TrainReadout(t.Context(), r.Point)
			if err != nil {
				t.Fatal(err)
			}
			return trained.(readout.Detector).Border()
		}
		var parts [][]float64 // less the border of each
		err = EachValidation(t.Context(), set, "hash", r.Point, func(s *Solved, err error) error {
			if err != nil {
				return err
			}
			trained, err := s.TrainReadout(t.Context(), r.Point)
			if err != nil {
				return err
			}
			var fine []float64
			for i, v := range trained.(readout.Detector).Predict(s.Test) {
				if states[s.TestRows[i]] == normal.Normal {
					fine = append(fine, v-border(s))
				}
			}
			parts = append(parts, fine)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		all := slices.Sorted(slices.Values(slices.Concat(parts...)))
		if want := border(outer) + all[int(math.Ceil(share*float64(len(all)+1)))-1]; math.Abs(w.Threshold-want) > 1e-14 {
			t.Errorf("fold %d: a line at %g, want %g", r.Point.Fold, w.Threshold, want)
		}
		for k, p := range r.Validation.Parts {
			others := slices.Sorted(slices.Values(slices.Concat(slices.Concat(parts[:k]...), slices.Concat(parts[k+1:]...))))
			line := others[int(math.Ceil(share*float64(len(others)+1)))-1]
			above := 0.
			for _, v := range parts[k] {
				if v > line {
					above++
				}
			}
			if want := above / float64(len(parts[k])); math.Abs(float64(p.Detection.FalseAlarms)-want) > 1e-15 {
				t.Errorf("fold %d, part %d: %g false alarms, want %g", r.Point.Fold, k, p.Detection.FalseAlarms, want)
			}
		}
	}
}

// A single validation part has no others to draw a line for it: it is scored by its own, which a
// note says.
func TestSingleValidationPartDrawsItsOwnLine(t *testing.T) {
	for inner, want := range map[string]bool{"last": true, "3": false} {
		spec := watching("normal", "fine", "offset", "held:0.8")
		spec.Inner = inner
		for _, r := range runAll(t, sweeptest.Plan(t, operation(), spec), sweep.RunOptions{}).results {
			noted := strings.Contains(strings.Join(r.Notes, " "), "scored by the line that it draws itself")
			for _, p := range r.Validation.Parts {
				if r.Error != "" || noted != want || p.Detection == nil || want && p.Detection.FalseAlarms > 0.2 {
					t.Errorf("--inner %s, fold %d: %v %+v", inner, r.Point.Fold, r.Notes, p.Detection)
				}
			}
		}
	}
}

// A plan whose validation parts are too small for the line is refused with the number needed.
func TestLineRefusesTooFewHeldOutSamples(t *testing.T) {
	for offset, want := range map[string]string{
		"held:0.999": "held:0.999 needs 999 held-out samples of normal operation, and the validation parts of fold 1 hold ",
		"held:1":     "must be above 0 and below 1",
	} {
		if _, err := sweep.NewPlan(operation(), "hash", watching("normal", "fine", "offset", offset)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", offset, err)
		}
	}
	spec := watching("normal", "fine", "offset", "held:0.5")
	spec.Split.Validation = 0
	if _, err := sweep.NewPlan(operation(), "hash", spec); err == nil || !strings.Contains(err.Error(), "none are set aside") {
		t.Errorf("without validation parts: %v", err)
	}
}

// Points that differ in the detector alone tie by slowness, and the choice has a sentence on it.
func TestSlownessDoesNotJudgeDetectors(t *testing.T) {
	for offset, want := range map[string]bool{"0.9,held:0.9": true, "0.9": false} {
		plan := sweeptest.Plan(t, operation(), watching("normal", "fine", "offset", offset, "p", "1,2"))
		rows := choose.Summarize(slices.Collect(maps.Values(runAll(t, plan, sweep.RunOptions{}).results)))
		c := choose.By{Objective: measure.BySlowness}.Choose(rows)
		if got := strings.Contains(strings.Join(c.Lines(), "\n"), "slowness does not compare detectors"); got != want {
			t.Errorf("%s: %q", offset, c.Lines())
		}
	}
}

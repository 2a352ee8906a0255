package run

import (
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// Points that differ in how a dictionary codes samples learn it once for each training part,
// and are what each is alone.
func TestCodesShareADictionary(t *testing.T) {
	length := 20
	if testenv.Full() {
		length = 60
	}
	spec := func(codes string) *sweep.Plan {
		return sweeptest.Plan(t, sweeptest.Trials(4, 3, length), sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.3, Seed: 1}}.
			With("front", "ksvd:6:2,l1:6:0.1", "code", codes, "space", "linear", "lambda", "1e-3", "p", "2", "readout", "none"))
	}
	codes := []string{"own", "split", "omp:1", "soft:0.3"}
	together := spec("own,split,omp:1,soft:0.3")
	shared := newStages(together.Jobs, sharing{})
	const dictionaries = 2 * 2 * 2 // of folds, for scores and for choosing, by two ways
	if n := len(shared.fronts.slots); n != dictionaries || len(shared.parts.slots) != n*len(codes) {
		t.Errorf("%d dictionaries for %d preparations, want %d for %d", n, len(shared.parts.slots), dictionaries, dictionaries*len(codes))
	}
	got := runAll(t, together, sweep.RunOptions{Workers: 2}).texts(t)
	if len(got) != 2*2*len(codes) {
		t.Fatalf("%d points", len(got))
	}
	for _, code := range codes {
		for key, want := range runAll(t, spec(code), sweep.RunOptions{Workers: 1}).texts(t) {
			if got[key] != want {
				t.Errorf("with others:\n%s\nalone:\n%s", got[key], want)
			}
		}
	}
}

// A front that learns for long says how far it is, where a stage says what is done.
func TestLearningReportsProgress(t *testing.T) {
	plan := sweeptest.Plan(t, sweeptest.Trials(4, 3, 60), sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.3, Seed: 1}}.
		With("front", "ksvd:6:2", "space", "linear", "lambda", "0", "p", "1", "readout", "none"))
	var told recorder
	j := &modelJob{job: plan.Jobs[1], which: sweep.Outer, run: &control{send: func(e sweep.Event) { told.Handle(e) }}}
	j.reportLearning("atoms", 12, 30)
	if told.stagesNamed("learning atoms 12/30") != 1 || !strings.HasPrefix(told.events[0].Stage, "fold 2 · linear · ") {
		t.Errorf("events %+v", told.events)
	}
}

package search_test

import (
	"math"
	"slices"
	"sync"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/realdata"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/run"
)

// finished is a sink that keeps results.
type finished struct {
	mu      sync.Mutex
	results []*result.Result
}

func (f *finished) Handle(e sweep.Event) error {
	if e.Kind == sweep.PointDone {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.results = append(f.results, e.Result)
	}
	return nil
}

// gridOf computes a whole grid of 12 σ and 9 λ.
func gridOf(t *testing.T, o datasets.Options, texts ...string) (*sweep.Plan, []choose.Row) {
	t.Helper()
	set, err := datasets.Open(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{Inner: "last", Split: split.Options{Folds: 2, Validation: 0.25, Seed: 1}}.
		With("sigma", "rel:0.25:8:12", "lambda", "log:1e-9:1e-1:9", "m", "100", "p", "8", "readout", "none").With(texts...)
	plan, err := run.NewPlan(t.Context(), set, set.Hash(), spec, sweep.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var f finished
	r, err := run.Start(t.Context(), plan, &f, sweep.RunOptions{})
	if err == nil {
		err = r.Wait()
	}
	if err != nil {
		t.Fatal(err)
	}
	return plan, choose.Summarize(f.results)
}

// searched returns the number of configurations that a search computes until one is
// within 1 % of the best score.
func searched(t *testing.T, plan *sweep.Plan, rows []choose.Row, by choose.By) (within int) {
	t.Helper()
	at := map[part.Point]int{}
	best := math.Inf(1)
	for i := range rows {
		at[rows[i].Config] = i
		best = min(best, by.Score(&rows[i]).U)
	}
	p := search.New(plan.Points(), 0, 4)
	var known []choose.Row
	for next := p.First(); ; {
		for _, q := range next {
			if r := rows[at[q.Config()]]; !slices.ContainsFunc(known, func(k choose.Row) bool { return k.Config == r.Config }) {
				known = append(known, r)
				if by.Score(&r).U <= best+math.Log(1.01) {
					return len(known)
				}
			}
		}
		proposal, more, why, err := p.Next(t.Context(), known, by)
		if err != nil || !more {
			t.Fatal(why, err)
		}
		next = proposal.Points
	}
}

// Here a search needs a fraction of the points that a random order needs for the same
// score after half the grid; other data were not tested. Real series are for CI.
func TestL11SearchOnVowels(t *testing.T) {
	by := choose.By{Objective: "slowness", Features: 8}
	samples := 1500
	if testenv.Full() {
		samples = 3000
	}
	plan, rows := gridOf(t, datasets.Options{Paths: []string{"vowels"}, Limit: samples}, "m", "200")
	if n := searched(t, plan, rows, by); n > 40 {
		t.Errorf("built-in vowels: within 1 %% of the best after %d of 108 configurations", n)
	} else {
		t.Logf("built-in vowels: after %d of 108", n)
	}
	if !testenv.Full() {
		return
	}
	file := realdata.Path(t, "japanese_vowels", "JapaneseVowels_TRAIN.ts")
	plan, rows = gridOf(t, datasets.Options{Paths: []string{file}}, "graph", "clustered")
	if n := searched(t, plan, rows, by); n > 20 {
		t.Errorf("Japanese vowels: within 1 %% of the best after %d of 108 configurations", n)
	} else {
		t.Logf("Japanese vowels: after %d of 108", n)
	}
}

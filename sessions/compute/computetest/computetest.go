// Package computetest computes a small sweep for tests of what reads sessions.
package computetest

import (
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/sessiontest"
)

// Waves is a session whose sweep has run: 24 points over two widths, λ, sizes and
// three folds of a small table of two classes.
func Waves(t testing.TB) (*sessions.Session, *data.Set) {
	t.Helper()
	return WavesWith(t, sweep.Spec{Split: split.Options{Validation: 0.25, Seed: 1}}.With("sigma", "rel:0.5,2", "lambda", "0,1e-5", "m", "10,20", "p", "3", "readout", "lda"))
}

// WavesWith is a session of another sweep on the same data.
func WavesWith(t testing.TB, spec sweep.Spec) (*sessions.Session, *data.Set) {
	t.Helper()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(t.TempDir(), "waves.csv")
	check(os.WriteFile(path, []byte(sessiontest.Waves()), 0o644))
	options := datasets.Options{Paths: []string{path}, Label: "state", Segment: "trial", Group: "who"}
	set, err := datasets.Open(t.Context(), options, nil)
	check(err)
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	check(err)
	e, err := compute.Start(t.Context(), compute.Request{Dir: filepath.Join(t.TempDir(), "waves.sfa"), Options: options, Set: set, Spec: spec, Plan: plan})
	check(err)
	check(e.Wait())
	s, err := e.Session().Reopen()
	check(err)
	return s, set
}

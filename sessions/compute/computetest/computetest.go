// Package computetest computes a small sweep for tests of readers of sessions.
package computetest

import (
	"context"
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

// Waves computes a sweep over a small table of two classes, and returns its
// session: 24 points over two widths, λ, sizes and three folds.
func Waves(t testing.TB) (*sessions.Session, *data.Set) {
	t.Helper()
	return WavesWith(t, sweep.Spec{Split: split.Options{Validation: 0.25, Seed: 1}}.With("sigma", "rel:0.5,2", "lambda", "0,1e-5", "m", "10,20", "p", "3", "readout", "lda"))
}

// WavesWith computes another sweep on the same data, and returns its session.
func WavesWith(t testing.TB, spec sweep.Spec) (*sessions.Session, *data.Set) {
	t.Helper()
	s, set, err := WavesIn(t.Context(), t.TempDir(), spec)
	if err != nil {
		t.Fatal(err)
	}
	return s, set
}

// WavesIn computes a sweep in a folder, for examples.
func WavesIn(ctx context.Context, dir string, spec sweep.Spec) (*sessions.Session, *data.Set, error) {
	path := filepath.Join(dir, "waves.csv")
	if err := os.WriteFile(path, []byte(sessiontest.Waves()), 0o644); err != nil {
		return nil, nil, err
	}
	options := datasets.Options{Paths: []string{path}, Label: "state", Segment: "trial", Group: "who"}
	set, err := datasets.Open(ctx, options, nil)
	if err != nil {
		return nil, nil, err
	}
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		return nil, nil, err
	}
	e, err := compute.Start(ctx, compute.Request{Dir: filepath.Join(dir, "waves.sfa"), Options: options, Set: set, Spec: spec, Plan: plan})
	if err != nil {
		return nil, nil, err
	}
	if err := e.Wait(); err != nil {
		return nil, nil, err
	}
	s, err := e.Session().Reopen()
	return s, set, err
}

package main

import (
	"os"
	"path/filepath"
	"testing"

	"example.com/sfatui/cmd/sfatui/cli"
	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
)

// A session that is deleted during a run, and one whose point cannot be read,
// fail with the exit code of the disk.
func TestExitCodeOfALostSession(t *testing.T) {
	work := t.TempDir()
	file, dir := filepath.Join(work, "waves.csv"), filepath.Join(work, "waves.sfa")
	waves(t, file)
	ctx := t.Context()
	set, err := datasets.Open(ctx, datasets.Options{Paths: []string{file}, Segment: "trial"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{Draws: 1}.With("sigma", "1,2", "lambda", "0,1e-3", "m", "15", "p", "2")
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		t.Fatal(err)
	}
	start := func(dir string, heard func(record.Record)) error {
		e, err := compute.Start(ctx, compute.Request{Dir: dir, Options: datasets.Options{Paths: []string{file}, Segment: "trial"}, Set: set, Spec: spec, Plan: plan, OnRecord: heard})
		if err != nil {
			t.Fatal(err)
		}
		return e.Wait()
	}
	err = start(filepath.Join(work, "gone.sfa"), func(r record.Record) {
		os.RemoveAll(filepath.Join(work, "gone.sfa"))
	})
	if code := cli.Code(err); code != cli.CodeFailed {
		t.Errorf("deleted under a run: %v exits with %d, want %d", err, code, cli.CodeFailed)
	}

	if err := start(dir, nil); err != nil {
		t.Fatal(err)
	}
	points, err := filepath.Glob(filepath.Join(dir, "points", "*.json"))
	if err != nil || len(points) == 0 {
		t.Fatal("no points:", err)
	}
	if err := os.Remove(points[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(points[0], 0o755); err != nil {
		t.Fatal(err)
	}
	s, err := sessions.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	e, err := compute.Resume(ctx, s, nil, sweep.RunOptions{}, false, nil)
	if err == nil {
		err = e.Wait()
	}
	if code := cli.Code(err); code != cli.CodeFailed {
		t.Errorf("an unreadable point: %v exits with %d, want %d", err, code, cli.CodeFailed)
	}
}

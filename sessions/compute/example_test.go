package compute_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/sessiontest"
)

// A sweep is computed into a new session; one of its points is lost, and
// computed again.
func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	if err := example(context.Background(), dir); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 48 of 48 points
	// 1 to do
	// 48 of 48 points
}

func example(ctx context.Context, dir string) error {
	table := filepath.Join(dir, "waves.csv")
	if err := os.WriteFile(table, []byte(sessiontest.Waves()), 0o644); err != nil {
		return err
	}
	options := datasets.Options{Paths: []string{table}, Label: "state", Segment: "trial", Group: "who"}
	set, err := datasets.Open(ctx, options, nil)
	if err != nil {
		return err
	}
	spec := sweep.Spec{}.With("sigma", "rel:1,2", "m", "10", "p", "2")
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		return err
	}
	e, err := compute.Start(ctx, compute.Request{Dir: filepath.Join(dir, "waves.sfa"), Options: options, Set: set, Spec: spec, Plan: plan})
	if err != nil {
		return err
	}
	if err := report(e); err != nil {
		return err
	}
	s := e.Session()
	if err := os.Remove(filepath.Join(s.Dir, "points", s.Plan()[0].Key+".json")); err != nil {
		return err
	}
	if s, err = sessions.Open(s.Dir); err != nil {
		return err
	}
	fmt.Println(len(s.Missing()), "to do")
	if e, err = compute.Resume(ctx, s, nil, sweep.RunOptions{}, false, nil); err != nil {
		return err
	}
	return report(e)
}

// report waits for the end of a sweep.
func report(e *compute.Execution) error {
	if err := e.Wait(); err != nil {
		return err
	}
	s, err := e.Session().Reopen()
	if err == nil {
		fmt.Println(len(s.Done()), "of", s.Planned(), "points")
	}
	return err
}

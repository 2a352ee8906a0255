package run

import (
	"context"
	"errors"
	"runtime/debug"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/engine/sweep/sweeptest"
)

// percent is how much garbage may wait now.
func percent() int {
	p := debug.SetGCPercent(defaultGCPercent)
	debug.SetGCPercent(p)
	return p
}

// The first sweep that runs has garbage collected more often, until the last one
// ends.
func TestGarbageIsCollectedWhileSweepsRun(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(defaultGCPercent))
	first, second := lowerGCPercent(), lowerGCPercent()
	for _, step := range []struct {
		undo func()
		want int
	}{{func() {}, sweepGCPercent}, {first, sweepGCPercent}, {second, defaultGCPercent}} {
		if step.undo(); percent() != step.want {
			t.Errorf("%d %% of garbage may wait, want %d", percent(), step.want)
		}
	}
}

// What somebody has chosen stands, before and behind a sweep.
func TestChosenGarbageStands(t *testing.T) {
	for _, chosen := range []int{10, sweepGCPercent, 400, -1} {
		func() {
			defer debug.SetGCPercent(debug.SetGCPercent(chosen))
			undo := lowerGCPercent()
			during := percent()
			if undo(); during != chosen || percent() != chosen {
				t.Errorf("%d %% of garbage may wait during a sweep and %d behind it, want %d", during, percent(), chosen)
			}
		}()
	}
}

// A sweep that needs little memory runs at Go's own percentage.
func TestGarbageOfSmallSweepsIsLeftToGo(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(defaultGCPercent))
	s := sweep.Spec{Split: split.Options{Folds: 1, Seed: 1}}.With("select", "random", "sigma", "1", "lambda", "0", "p", "2", "readout", "none")
	small := sweeptest.Plan(t, sweeptest.Trials(4, 2, 30), s.With("m", "20"))
	large := sweeptest.Plan(t, sweeptest.Trials(8, 4, 60), s.With("m", "2400"))
	for _, c := range []struct {
		name string
		plan *sweep.Plan
		want int
	}{
		{"small", small, defaultGCPercent},
		{"large", large, sweepGCPercent},
	} {
		during, seen := 0, errors.New("seen")
		r, err := Start(context.Background(), c.plan, sinkFunc(func(e sweep.Event) error {
			if e.Kind != sweep.StageDone {
				return nil
			}
			during = percent()
			return seen
		}), sweep.RunOptions{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Wait(); !errors.Is(err, seen) {
			t.Fatal(err)
		}
		if during != c.want || percent() != defaultGCPercent {
			t.Errorf("%s: %d %% of garbage may wait during the sweep and %d behind it, want %d and %d", c.name, during, percent(), c.want, defaultGCPercent)
		}
	}
}

package run

import (
	"runtime/debug"
	"testing"
)

// percent is how much garbage may wait now.
func percent() int {
	p := debug.SetGCPercent(usualPercent)
	debug.SetGCPercent(p)
	return p
}

// The first sweep that runs has garbage collected more often, until the last one
// ends.
func TestGarbageIsCollectedWhileSweepsRun(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualPercent))
	first, second := collectMoreOften(), collectMoreOften()
	for _, step := range []struct {
		undo func()
		want int
	}{{func() {}, runPercent}, {first, runPercent}, {second, usualPercent}} {
		if step.undo(); percent() != step.want {
			t.Errorf("%d %% of garbage may wait, want %d", percent(), step.want)
		}
	}
}

// What somebody has chosen stands, before and behind a sweep.
func TestChosenGarbageStands(t *testing.T) {
	for _, chosen := range []int{10, runPercent, 400, -1} {
		func() {
			defer debug.SetGCPercent(debug.SetGCPercent(chosen))
			undo := collectMoreOften()
			during := percent()
			if undo(); during != chosen || percent() != chosen {
				t.Errorf("%d %% of garbage may wait during a sweep and %d behind it, want %d", during, percent(), chosen)
			}
		}()
	}
}

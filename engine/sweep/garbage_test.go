package sweep

import (
	"runtime/debug"
	"testing"
)

// percent is how much garbage may wait now.
func percent() int {
	p := debug.SetGCPercent(usualGarbage)
	debug.SetGCPercent(p)
	return p
}

// The first sweep that runs has garbage collected more often, until the last one
// ends.
func TestGarbageIsCollectedWhileSweepsRun(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(usualGarbage))
	first, second := collectMore(), collectMore()
	for _, step := range []struct {
		undo func()
		want int
	}{{func() {}, garbage}, {first, garbage}, {second, usualGarbage}} {
		if step.undo(); percent() != step.want {
			t.Errorf("%d %% of garbage may wait, want %d", percent(), step.want)
		}
	}
}

// What somebody has chosen stands, before and behind a sweep.
func TestChosenGarbageStands(t *testing.T) {
	for _, chosen := range []int{10, garbage, 400, -1} {
		func() {
			defer debug.SetGCPercent(debug.SetGCPercent(chosen))
			undo := collectMore()
			during := percent()
			if undo(); during != chosen || percent() != chosen {
				t.Errorf("%d %% of garbage may wait during a sweep and %d behind it, want %d", during, percent(), chosen)
			}
		}()
	}
}

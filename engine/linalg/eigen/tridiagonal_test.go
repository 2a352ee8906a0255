package eigen

import (
	"runtime"
	"testing"
	"time"

	"example.com/sfatui/engine/linalg/linalgtest"
	"example.com/sfatui/engine/linalg/parallel"
)

// A group reduces small matrices only where workers see each other soon.
func TestWorthReducers(t *testing.T) {
	for _, c := range []struct {
		n        int
		handover time.Duration
		want     bool
	}{
		{400, 100, true}, {400, 1000, false}, {1000, 1000, false}, {2500, 1000, true}, {2500, time.Millisecond, false},
	} {
		if got := worthGroup(c.n, c.handover); got != c.want {
			t.Errorf("order %d, handover %v: %v", c.n, c.handover, got)
		}
	}
	linalgtest.WithProcs(max(2, runtime.GOMAXPROCS(0)), func() {
		if h := parallel.Handover(); h <= 0 || h > time.Second {
			t.Errorf("handover takes %v", h)
		}
	})
}

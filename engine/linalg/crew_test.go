package linalg

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"example.com/sfatui/engine/linalg/linalgtest"
)

func TestCrewKeepsStep(t *testing.T) {
	linalgtest.WithProcs(max(4, runtime.GOMAXPROCS(0)), func() {
		c := newCrew(4)
		defer c.release()
		const steps = 500
		var done [maxCrew]int
		var wrong atomic.Bool
		c.run(func(worker int) {
			for s := range steps {
				done[worker]++
				if !c.wait() {
					return
				}
				for _, d := range done[:c.size] {
					if d != s+1 {
						wrong.Store(true)
					}
				}
				if !c.wait() {
					return
				}
			}
		})
		if wrong.Load() {
			t.Error("a worker went ahead or fell behind")
		}
	})
}

func TestCrewPanics(t *testing.T) {
	linalgtest.WithProcs(4, func() {
		c := newCrew(4)
		defer c.release()
		defer func() {
			if v := recover(); v != "linalg: here" {
				t.Errorf("panic value %v", v)
			}
		}()
		c.run(func(worker int) {
			if worker == c.size-1 {
				panic("linalg: here")
			}
			if c.wait() {
				t.Error("wait does not tell that a worker is gone")
			}
		})
	})
}

func TestCrewsShareProcessors(t *testing.T) {
	linalgtest.WithProcs(4, func() {
		a := newCrew(8)
		b := newCrew(8)
		c := newCrew(8)
		if a.size != 4 || b.size != 2 || c.size != 1 {
			t.Errorf("crews of %d, %d and %d on 4 processors", a.size, b.size, c.size)
		}
		a.release()
		b.release()
		c.release()
		if d := newCrew(2); d.size != 2 {
			t.Errorf("a crew of at most 2 has %d", d.size)
		} else {
			d.release()
		}
	})
}

func TestCrewShare(t *testing.T) {
	for size := 1; size <= maxCrew; size++ {
		c := &crew{size: size}
		for n := range 20 {
			at := 0
			for w := range size {
				lo, hi := c.share(w, n)
				if lo != at || hi < lo {
					t.Fatalf("%d of %d: share %d is %d … %d", n, size, w, lo, hi)
				}
				at = hi
			}
			if at != n {
				t.Fatalf("%d of %d: shares end at %d", n, size, at)
			}
		}
	}
}

// A crew reduces small matrices only where workers see each other soon.
func TestWorthReducers(t *testing.T) {
	for _, c := range []struct {
		n        int
		handover time.Duration
		want     bool
	}{
		{400, 100, true}, {400, 1000, false}, {1000, 1000, false}, {2500, 1000, true}, {2500, time.Millisecond, false},
	} {
		if got := worthReducers(c.n, c.handover); got != c.want {
			t.Errorf("order %d, handover %v: %v", c.n, c.handover, got)
		}
	}
	linalgtest.WithProcs(max(2, runtime.GOMAXPROCS(0)), func() {
		if h := handover(); h <= 0 || h > time.Second {
			t.Errorf("handover takes %v", h)
		}
	})
}

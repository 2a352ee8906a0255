package parallel

import (
	"runtime"
	"sync/atomic"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
)

func TestBarrierKeepsStep(t *testing.T) {
	linalgtest.WithProcs(max(4, runtime.GOMAXPROCS(0)), func() {
		c := NewGroup(4)
		defer c.Release()
		const steps = 500
		var done [maxWorkers]int
		var wrong atomic.Bool
		c.Run(func(worker int) {
			for s := range steps {
				done[worker]++
				if !c.Barrier() {
					return
				}
				for _, d := range done[:c.Size] {
					if d != s+1 {
						wrong.Store(true)
					}
				}
				if !c.Barrier() {
					return
				}
			}
		})
		if wrong.Load() {
			t.Error("a worker went ahead or fell behind")
		}
	})
}

func TestGroupPanics(t *testing.T) {
	linalgtest.WithProcs(4, func() {
		c := NewGroup(4)
		defer c.Release()
		defer func() {
			if v := recover(); v != "here" {
				t.Errorf("panic value %v", v)
			}
		}()
		c.Run(func(worker int) {
			if worker == c.Size-1 {
				panic("here")
			}
			if c.Barrier() {
				t.Error("Barrier does not report the panic of a worker")
			}
		})
	})
}

func TestGroupsShareProcessors(t *testing.T) {
	linalgtest.WithProcs(4, func() {
		a := NewGroup(8)
		b := NewGroup(8)
		c := NewGroup(8)
		if a.Size != 4 || b.Size != 2 || c.Size != 1 {
			t.Errorf("groups of %d, %d and %d on 4 processors", a.Size, b.Size, c.Size)
		}
		a.Release()
		b.Release()
		c.Release()
		if d := NewGroup(2); d.Size != 2 {
			t.Errorf("a group of at most 2 has %d", d.Size)
		} else {
			d.Release()
		}
	})
}

func TestGroupRange(t *testing.T) {
	for size := 1; size <= maxWorkers; size++ {
		c := &Group{Size: size}
		for n := range 20 {
			at := 0
			for w := range size {
				lo, hi := c.Range(w, n)
				if lo != at || hi < lo {
					t.Fatalf("%d of %d: range %d is %d … %d", n, size, w, lo, hi)
				}
				at = hi
			}
			if at != n {
				t.Fatalf("%d of %d: ranges end at %d", n, size, at)
			}
		}
	}
}

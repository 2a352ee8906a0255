package parallel

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"example.com/sfatui/engine/linalg/linalgtest"
)

func TestForCoversEachRowOnce(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 100, 1001} {
		for _, grain := range []int{1, 8, 64, 2000} {
			seen := make([]atomic.Int32, n)
			err := For(t.Context(), n, grain, func(lo, hi int) {
				if lo%grain != 0 || hi-lo > grain || hi <= lo {
					t.Errorf("n=%d grain=%d: range %d…%d", n, grain, lo, hi)
				}
				for i := lo; i < hi; i++ {
					seen[i].Add(1)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range seen {
				if c := seen[i].Load(); c != 1 {
					t.Fatalf("n=%d grain=%d: row %d done %d times", n, grain, i, c)
				}
			}
		}
	}
}

func TestForStopsWhenContextEnds(t *testing.T) {
	for _, procs := range []int{1, 4} {
		linalgtest.WithProcs(procs, func() {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var calls atomic.Int32
			err := For(ctx, 1000, 1, func(int, int) {
				if calls.Add(1) == 3 {
					cancel()
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("GOMAXPROCS %d: error %v", procs, err)
			}
			if c := calls.Load(); c < 3 || c > int32(3+procs) {
				t.Errorf("GOMAXPROCS %d: %d ranges were begun", procs, c)
			}
		})
	}
}

func TestForIsDoneWhenAllRangesRan(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	err := For(ctx, 1, 1, func(int, int) { cancel() })
	if err != nil {
		t.Errorf("all ranges ran, yet the error is %v", err)
	}
}

func TestForHandsPanicToCaller(t *testing.T) {
	boom := errors.New("boom")
	for _, procs := range []int{1, 4} {
		linalgtest.WithProcs(procs, func() {
			var running atomic.Int32
			defer func() {
				if v := recover(); v != boom {
					t.Errorf("GOMAXPROCS %d: recovered %v", procs, v)
				}
				if r := running.Load(); r != 0 {
					t.Errorf("GOMAXPROCS %d: %d ranges still run", procs, r)
				}
			}()
			_ = For(t.Context(), 100, 1, func(lo, _ int) {
				running.Add(1)
				defer running.Add(-1)
				if lo >= 5 {
					panic(boom)
				}
			})
			t.Errorf("GOMAXPROCS %d: no panic", procs)
		})
	}
}

func TestForShapes(t *testing.T) {
	linalgtest.WantPanic(t, "parallel", "negative n", func() { _ = For(t.Context(), -1, 1, func(int, int) {}) })
	linalgtest.WantPanic(t, "parallel", "grain 0", func() { _ = For(t.Context(), 1, 0, func(int, int) {}) })
}

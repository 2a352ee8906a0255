package parallel

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

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
			var calls, late atomic.Int32
			var cancelled atomic.Bool
			err := For(ctx, 1000, 1, func(int, int) {
				if cancelled.Load() {
					late.Add(1)
				}
				if calls.Add(1) == 3 {
					cancel()
					cancelled.Store(true)
				}
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("GOMAXPROCS %d: error %v", procs, err)
			}
			if n := late.Load(); calls.Load() < 3 || n >= int32(procs) {
				t.Errorf("GOMAXPROCS %d: %d ranges were begun, %d after the end of ctx", procs, calls.Load(), n)
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

// Two computations on two processors start no helper, which would use the processor of a
// screen; one of them starts one when the other waits.
func TestForUsesFreeProcessors(t *testing.T) {
	linalgtest.WithProcs(2, func() {
		defer ShareProcessors()()
		defer ShareProcessors()()
		var running, most atomic.Int32
		alone := func(int, int) {
			most.Store(max(most.Load(), running.Add(1)))
			running.Add(-1)
		}
		if err := For(t.Context(), 1000, 1, alone); err != nil || most.Load() != 1 {
			t.Errorf("beside another computation %d ranges run at once, error %v", most.Load(), err)
		}
		defer YieldProcessor()()
		both := make(chan struct{})
		meet := func(lo, _ int) {
			if lo == 0 {
				both <- struct{}{}
			} else {
				<-both
			}
		}
		if err := For(t.Context(), 2, 1, meet); err != nil {
			t.Error(err)
		}
	})
}

// A helper stops when another computation begins.
func TestHelperStops(t *testing.T) {
	linalgtest.WithProcs(2, func() {
		synctest.Test(t, func(t *testing.T) {
			defer ShareProcessors()()
			release := make(chan struct{})
			var begun atomic.Int32
			f := func(int, int) {
				begun.Add(1)
				if strings.Contains(string(debug.Stack()), "parallel.For(") { // by the caller
					<-release
				} else {
					t.Cleanup(ShareProcessors())
				}
			}
			ended := make(chan error)
			go func() { ended <- For(t.Context(), 10, 1, f) }()
			synctest.Wait()
			if n := begun.Load(); n != 2 {
				t.Errorf("%d ranges were begun before the caller went on, want 2", n)
			}
			close(release)
			if err := <-ended; err != nil || begun.Load() != 10 {
				t.Errorf("%d of 10 ranges ran, error %v", begun.Load(), err)
			}
		})
	})
}

package uitest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
)

// Gate holds sweeps whose readout is lda, so that a few points take as long as a test needs
// without using a processor: each training of the readout waits for its turn, or for the end of
// its sweep.
type Gate struct {
	turns  chan struct{}
	opened chan struct{}
	once   sync.Once
}

// closed is the gate of the running test; nil for none.
var closed atomic.Pointer[Gate]

// The readout asks for the gate at each training. It is not replaced in its table by tests,
// because goroutines of programs that have ended may still read that.
func init() {
	kind := &readout.Kinds.Named("lda").Build
	train := kind.Classify
	kind.Classify = func(ctx context.Context, phi *mat.Dense, label []int, classes int, at part.Point) (readout.Classifier, error) {
		if g := closed.Load(); g != nil {
			select {
			case <-g.turns:
			case <-g.opened:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		return train(ctx, phi, label, classes, at)
	}
}

// HoldFits closes a gate until the end of the test, when no sweep may be running. Only one gate
// may exist at a time.
func HoldFits(tb testing.TB) *Gate {
	tb.Helper()
	g := &Gate{turns: make(chan struct{}), opened: make(chan struct{})}
	if !closed.CompareAndSwap(nil, g) {
		tb.Fatal("another gate is closed")
	}
	tb.Cleanup(func() {
		g.Open()
		closed.Store(nil)
	})
	return g
}

// Pass lets n trainings through. A fit has one for each validation part and one more.
func (g *Gate) Pass(tb testing.TB, n int) {
	tb.Helper()
	late := time.After(Patience)
	for i := range n {
		select {
		case g.turns <- struct{}{}:
		case <-late:
			tb.Fatalf("in %v only %d of %d readouts were trained", Patience, i, n)
		}
	}
}

// Open lets all further trainings through.
func (g *Gate) Open() { g.once.Do(func() { close(g.opened) }) }

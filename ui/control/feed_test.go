package control

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
)

// Records arrive on the screen completely and in order, with at most ten updates a second.
func TestFeed(t *testing.T) { synctest.Test(t, testFeed) }

// When the program is ending, nothing new starts, and it waits for running work.
func TestWorkStops(t *testing.T) {
	w := NewGroup(t.Context())
	f := NewFeed()
	ended := false
	w.Follow(f, func(ctx context.Context) error {
		<-ctx.Done()
		ended = true
		return ctx.Err()
	})
	if last := w.Stop(); last != "" || !ended {
		t.Errorf("last session %q, reader ended %v", last, ended)
	}
	_, err := w.Begin(t.Context(), NewFeed(), func(context.Context) (*compute.Execution, error) {
		t.Error("a sweep began after the end")
		return nil, errors.New("begun")
	})
	if !errors.Is(err, errStopped) {
		t.Errorf("begin after stop: %v", err)
	}
}

func testFeed(t *testing.T) {
	f := NewFeed()
	const n = 500
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range n {
			f.Put(record.Record{N: uint64(i)})
			if i%100 == 0 {
				<-time.After(30 * time.Millisecond)
			}
		}
		f.Close(errors.New("over"))
	})
	start, batches, next := time.Now(), 0, uint64(0)
	for {
		b := f.Take(t.Context(), UpdateEvery)
		batches++
		for _, r := range b.Records {
			if r.N != next {
				t.Fatalf("record %d after %d", r.N, next)
			}
			next++
		}
		if b.Closed {
			if b.Err == nil || next != n {
				t.Errorf("closed with %v after %d records of %d", b.Err, next, n)
			}
			break
		}
	}
	wg.Wait()
	if most := int(time.Since(start)/UpdateEvery) + 1; batches > most {
		t.Errorf("%d updates in %v", batches, time.Since(start))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if b := NewFeed().Take(ctx, UpdateEvery); !b.Closed {
		t.Error("a cancelled take does not end")
	}
}

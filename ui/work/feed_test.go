package work

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"example.com/sfatui/sessions/compute"
)

// No record is lost or put out of order between the engine and the screen, and
// updates are at most ten a second.
func TestFeed(t *testing.T) { synctest.Test(t, testFeed) }

// Once the program is ending, nothing new begins, and it waits for what runs.
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
	_, err := w.Begin(NewFeed(), func(context.Context) (*compute.Execution, error) {
		t.Error("a sweep began after the end")
		return nil, errors.New("begun")
	})
	if !errors.Is(err, errStopped) {
		t.Errorf("begin after stop: %v", err)
	}
}

package storage_test

import (
	"math"
	"runtime/debug"
	"testing"

	"example.com/sfatui/datasets/storage"
)

// The first bound is the one that holds, what is expected raises it, and a limit that was set
// before stands.
func TestBound(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	expect := func(when string, want int64) {
		t.Helper()
		if got := debug.SetMemoryLimit(-1); got != want {
			t.Errorf("%s the limit is %d, want %d", when, got, want)
		}
	}
	storage.Expect(1 << 20)
	expect("without a bound", math.MaxInt64)
	undo := storage.Bound(1 << 40)
	inner := storage.Bound(1 << 41)
	expect("within two bounds", 1<<40)
	inner()
	storage.Expect(1 << 20)
	storage.Expect(-1)
	expect("with little that is expected", 1<<40)
	storage.Expect(3 << 20)
	expect("with what is expected", 1<<40+4<<20)
	storage.Expect(math.MaxInt64)
	expect("with more than there is", math.MaxInt64)
	undo()
	debug.SetMemoryLimit(1 << 42)
	undo = storage.Bound(1 << 40)
	storage.Expect(1 << 20)
	expect("with a limit of the user's", 1<<42)
	undo()
	expect("with a limit of the user's, undone,", 1<<42)
}

package list_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/store"
)

// A summary in memory is read once, until any file changes; a file that has
// just changed is read again.
func TestMemoryKeepsUntilAnythingChanges(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "words.sfa")
	s := indexedSession(t, dir, 5)
	m := list.InMemory(later)
	for i, want := range []int{1, 0, 0} {
		if _, reads := filled(t, m, dir); reads != want {
			t.Errorf("look %d: read %d times, want %d", i, reads, want)
		}
	}
	inPlace(t, first(t, s, store.PointsDir), flipped)
	for range 2 {
		if it, reads := filled(t, m, dir); reads != 1 || it.Damages == 0 {
			t.Errorf("damaged: read %d times, %d damages", reads, it.Damages)
		}
	}
	must(t, os.RemoveAll(dir))
	made := time.Now() // however long the test then takes
	indexedSession(t, dir, 3)
	if it, reads := filled(t, m, dir); reads != 1 || it.Points != 3 {
		t.Errorf("another session in its place: read %d times, %d points", reads, it.Points)
	}
	now := list.InMemory(func() time.Time { return made })
	for range 2 {
		if _, reads := filled(t, now, dir); reads != 1 {
			t.Errorf("just written: read %d times", reads)
		}
	}
}

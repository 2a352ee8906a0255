package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"example.com/sfatui/sessions/store"
)

// TestFollowReadsBadLinesTwice verifies that a line that is bad for a moment, as over a
// network, is read later, and that a permanently bad line loses only itself.
func TestFollowReadsBadLinesTwice(t *testing.T) {
	s, writer, file := shortJournal(t)
	path := filepath.Join(s.Dir, store.JournalDir, writer+store.JournalExt)
	var second, third int
	for at, c := range file {
		if c == '\n' && second == 0 {
			second = at + 1
		} else if c == '\n' && third == 0 {
			third = at + 1
		}
	}
	hole := slices.Clone(file)
	copy(hole[second:third-1], make([]byte, third-1-second))

	follower := &Tail{newContents(s.files, s.origin)}
	more := func(file []byte) []uint64 {
		t.Helper()
		must(t, os.WriteFile(path, file, 0o644))
		return numbers(follower.ReadMore())
	}
	expect := func(got []uint64, want ...uint64) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("records %v, want %v", got, want)
		}
	}
	expect(more(file[:second-1]))
	expect(more(file[:second+4]), 1)
	expect(more(hole))
	expect(more(file), 2, 3, 4, 5, 6, 7, 8)
	expect(more(file))

	follower = &Tail{newContents(s.files, s.origin)}
	expect(more(hole), 1)
	expect(more(hole), 3, 4, 5, 6, 7, 8)

	// The record of a point without a file is delayed by one read.
	key := s.Plan()[0].Key
	point := filepath.Join(s.Dir, PointPath(key))
	must(t, os.Rename(point, point+".away"))
	follower = &Tail{newContents(s.files, s.origin)}
	expect(more(file), 1, 2, 3, 4)
	must(t, os.Rename(point+".away", point))
	records := follower.ReadMore()
	expect(numbers(records), 5, 6, 7, 8)
	if records[0].Result == nil || records[0].Result.Seconds != 0.25 {
		t.Errorf("the point is %+v", records[0].Result)
	}
	if !bytes.Contains(records[0].Data, []byte(key)) {
		t.Errorf("the record is %s", records[0].Data)
	}
}

package sessiontest

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/jsonl"
	"example.com/sfatui/sessions/store"
)

// Writer records a sweep, as journal.Writer does.
type Writer interface {
	sweep.Sink
	Command(kind string, data any) error
	Close() error
}

// Done returns the event of a finished point.
func Done(e sweep.Entry) sweep.Event {
	return sweep.Event{Kind: sweep.PointDone, Result: Result(e, 0.25)}
}

// Record records the given part of a sweep of total points, and closes the writer. Without
// an end, the writer is closed before the sweep has ended.
func Record(t testing.TB, w Writer, total int, entries []sweep.Entry, end string) {
	t.Helper()
	must(t, w.Command("start", nil))
	must(t, w.Handle(sweep.Event{Kind: sweep.Started, Total: total}))
	must(t, w.Handle(sweep.Event{Kind: sweep.StageDone, Stage: "moments of fold 0"}))
	handle(t, w, entries, end)
	must(t, w.Close())
}

// Begin records the start and the given points of a sweep, and leaves the journal open.
func Begin(t testing.TB, w Writer, entries []sweep.Entry, end string) {
	t.Helper()
	must(t, w.Handle(sweep.Event{Kind: sweep.Started}))
	handle(t, w, entries, end)
}

func handle(t testing.TB, w Writer, entries []sweep.Entry, end string) {
	t.Helper()
	for _, e := range entries {
		must(t, w.Handle(Done(e)))
	}
	if end != "" {
		must(t, w.Handle(sweep.Event{Kind: sweep.Ended, Reason: end}))
	}
}

// PublishUnrecorded writes the file of a point that no journal records, as a writer does
// that is killed in between.
func PublishUnrecorded(t testing.TB, dir string, r *result.Result) {
	t.Helper()
	point := *r
	point.Seconds = 0
	file, err := jsonl.Encode("", point)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, store.PointsDir, r.Key+store.PointExt), file, 0o644))
}

// PointFiles returns the bytes of all published points by file name.
func PointFiles(t testing.TB, dir string) map[string]string {
	t.Helper()
	return Tree(t, filepath.Join(dir, store.PointsDir))
}

// Tree returns the contents of all files below a directory by path.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[filepath.ToSlash(rel)] = string(b)
		return err
	}))
	return files
}

// OnlyJournal returns the writer and the bytes of a session's single journal.
func OnlyJournal(t testing.TB, dir string) (writer string, file []byte) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, store.JournalDir, "*"+store.JournalExt))
	must(t, err)
	if len(paths) != 1 {
		t.Fatalf("journals are %v", paths)
	}
	file, err = os.ReadFile(paths[0])
	must(t, err)
	return strings.TrimSuffix(filepath.Base(paths[0]), store.JournalExt), file
}

// RewriteJournal replaces a text in a session's single journal and updates the checksums.
func RewriteJournal(t testing.TB, dir, old, new string) {
	t.Helper()
	writer, file := OnlyJournal(t, dir)
	var out []byte
	for line := range bytes.Lines(file) {
		body := append(Unsummed(line), '}')
		out = append(out, jsonl.AppendSum(writer, bytes.Replace(body, []byte(old), []byte(new), 1))...)
	}
	must(t, os.WriteFile(filepath.Join(dir, store.JournalDir, writer+store.JournalExt), out, 0o644))
}

// KillWriters creates the empty journals of n writers that were killed before their first
// line.
func KillWriters(t testing.TB, dir string, n int) {
	t.Helper()
	for i := range n {
		must(t, os.WriteFile(filepath.Join(dir, store.JournalDir, fmt.Sprintf("killed-%d%s", i, store.JournalExt)), nil, 0o644))
	}
}

// SumField begins the last field of a line, its checksum.
const SumField = `,"c":"`

// Unsummed returns a copy of a line without its checksum and closing brace.
func Unsummed(line []byte) []byte {
	return bytes.Clone(line[:bytes.LastIndex(line, []byte(SumField))])
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

package journal

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

func TestMain(m *testing.M) {
	testenv.MemoryDisk()
	testenv.CollectRarely()
	m.Run()
}

var born = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// newSession makes the directory of a session with a plan of n points.
func newSession(t testing.TB, n int) *Contents {
	t.Helper()
	return newSessionAt(t, filepath.Join(t.TempDir(), "test.sfa"), n)
}

func newSessionAt(t testing.TB, dir string, n int) *Contents {
	t.Helper()
	o := Origin{Engine: sweep.Version, KernelPath: sweep.KernelPath(), Hash: "data", Created: born}
	files, err := store.At(dir).Make(func(temp store.Dir) error {
		for _, sub := range []string{store.PlanDir, store.JournalDir, store.PointsDir} {
			must(t, temp.Mkdir(sub))
		}
		plan, err := PublishPlan(temp, 1, sessiontest.Plan(n))
		o.Plans = []record.Plan{plan}
		return err
	})
	must(t, err)
	return Read(files, o, nil)
}

// reopen reads a session's directory again, under its present path.
func reopen(t testing.TB, c *Contents) *Contents {
	t.Helper()
	return openAt(t, c.Dir, c.origin)
}

func openAt(t testing.TB, dir string, o Origin) *Contents {
	t.Helper()
	files, err := store.At(dir).Open()
	must(t, err)
	return Read(files, o, nil)
}

func newWriter(t testing.TB, c *Contents) *Writer {
	t.Helper()
	w, err := c.Writer(sessiontest.Clock(born, 10*time.Millisecond))
	must(t, err)
	t.Cleanup(func() { w.Close() })
	return w
}

// recordPoints records the given part of a session's plan with one writer.
func recordPoints(t testing.TB, c *Contents, entries []sweep.Entry, end string) {
	t.Helper()
	sessiontest.Record(t, newWriter(t, c), len(c.Missing()), entries, end)
}

// begin records the start and the given points of a session, and returns the open writer.
func begin(t testing.TB, c *Contents, entries []sweep.Entry, end string) *Writer {
	t.Helper()
	w := newWriter(t, c)
	sessiontest.Begin(t, w, entries, end)
	return w
}

func event(kind sweep.Kind) sweep.Event { return sweep.Event{Kind: kind} }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func jsonOf(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	must(t, err)
	return b
}

// kinds returns number, time and kind of each record.
func kinds(rs []record.Record) []string {
	var out []string
	for _, r := range rs {
		out = append(out, fmt.Sprintf("%d@%d:%s", r.N, r.T, r.Kind))
	}
	return out
}

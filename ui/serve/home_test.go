package serve

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/index"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// counted counts what is not kept.
type counted struct {
	sessions.Kept
	reads int
}

func (c *counted) Summary(in store.Dir, uuid string, read func() sessions.Summary) sessions.Summary {
	return c.Kept.Summary(in, uuid, func() sessions.Summary { c.reads++; return read() })
}

// What one client's home has read of a session, others see without reading it.
func TestHomesReadSessionsOnce(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.sfa", "b.sfa"} {
		if _, err := sessions.Create(filepath.Join(dir, name), sessions.Header{Name: name}, sessiontest.Plan(3)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	kept := &counted{Kept: index.InMemory(func() time.Time { return time.Now().Add(time.Hour) })}
	server := &Server{c: Config{Root: root}, catalogue: &catalogue{root: root}, kept: kept, queue: &jobs.Board{}}
	for range 3 {
		items, err := homeOf{server, Key{}}.Sessions(t.Context())
		if err != nil || len(items) != 2 {
			t.Fatalf("%d sessions, %v", len(items), err)
		}
		for i := range items {
			if (homeOf{server, Key{}}).Fill(&items[i]); items[i].Planned != 3 {
				t.Errorf("%s: %d points are planned", items[i].Dir, items[i].Planned)
			}
		}
	}
	if kept.reads != 2 {
		t.Errorf("2 sessions were read %d times", kept.reads)
	}
}

package serve

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/jobs"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/sessiontest"
	"example.com/sfatui/sessions/store"
)

// countingCache is a cache of sessions that counts the sessions it has to read.
type countingCache struct {
	list.Kept
	reads int
}

func (c *countingCache) Summary(in store.Dir, uuid string, read func() list.Summary) list.Summary {
	return c.Kept.Summary(in, uuid, func() list.Summary { c.reads++; return read() })
}

// Sessions read for one client's home page are shown to others without another reading.
func TestHomesReadSessionsOnce(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.sfa", "b.sfa"} {
		if _, err := sessions.Create(filepath.Join(dir, name), sessions.Header{Name: name, Data: sessions.Data{Hash: "data"}}, sessiontest.Plan(3)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	kept := &countingCache{Kept: list.InMemory(func() time.Time { return time.Now().Add(time.Hour) })}
	server := &Server{c: Config{Root: root}, catalogue: &catalogue{root: root}, listCache: kept, queue: &jobs.Board{}}
	for range 3 {
		items, err := clientHome{server, Key{}}.Sessions(t.Context())
		if err != nil || len(items) != 2 {
			t.Fatalf("%d sessions, %v", len(items), err)
		}
		for i := range items {
			if (clientHome{server, Key{}}).Fill(&items[i]); items[i].Planned != 3 {
				t.Errorf("%s: %d points are planned", items[i].Dir, items[i].Planned)
			}
		}
	}
	if kept.reads != 2 {
		t.Errorf("2 sessions were read %d times", kept.reads)
	}
}

// Clients see paths in errors relative to the folder, also through links; links that lead
// outside are refused.
func TestErrorsContainPathsBelowTheFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"bad.csv": "a,b\n1,2\nx\n", "gone.sfa/session.json": "{"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	server := &Server{c: Config{Root: root}, catalogue: &catalogue{root: root}, sets: &sets{read: datasets.Open, loaded: map[string]*loaded{}}}
	below := func(err error, want string) {
		t.Helper()
		if err == nil || strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), want) {
			t.Errorf("told: %v; want it to name %s without the folder", err, want)
		}
	}
	_, err = server.openData(t.Context(), datasets.Options{Paths: []string{filepath.Join(dir, "bad.csv")}, Root: root}, func(int, int) {})
	below(err, "bad.csv:3: ")
	h := clientHome{server, Key{}}
	items, err := h.Sessions(t.Context())
	if err != nil || len(items) != 1 || h.Where(&items[0]) != "gone.sfa" {
		t.Fatalf("%v, %v", items, err)
	}
	below(items[0].Err, "session gone.sfa is damaged")
	if damaged := (*store.DamagedError)(nil); !errors.As(items[0].Err, &damaged) {
		t.Error("what kind of error it is is lost")
	}
	_, err = h.Open(items[0].Dir)
	below(err, "session gone.sfa is damaged")
}

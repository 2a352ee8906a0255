package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
	"time"

	"example.com/sfatui/sessions/jsonl"
)

// A goldenScreen is a page of the workbench and the keys that lead to it from
// the previous page.
type goldenScreen struct{ name, keys string }

const escape = "\x1b"

// goldenTours lists the pages visited in each session, in order, in a terminal
// of a given size. Each page is pinned once: if a tour returns to a page, it
// must be unchanged.
var goldenTours = []struct {
	session       string
	width, height int
	pages         []goldenScreen
}{
	{"labels.sfa", 120, 40, []goldenScreen{
		{"main", ""}, {"map", "5"}, {"what matters", "6"}, {"choosing", "7"}, {"main", escape},
		{"compare", "c"}, {"main", escape}, {"why best", "w"}, {"main", escape}, {"keys", "?"}, {"main", escape},
		{"data", "d"}, {"features", "F"}, {"graph", "E"}, {"details", "S"}, {"editor", "e"},
	}},
	{"target.sfa", 80, 24, []goldenScreen{{"main", ""}, {"atoms", "A"}}},
	{"failed.sfa", 200, 50, []goldenScreen{{"main", ""}, {"log", "l"}}},
}

// TestGoldenScreens compares pages of the workbench in a terminal, without
// colours, with the pinned ones. A page passes as soon as it matches; -update
// waits until it stops changing. Without CI one tour is run.
func TestGoldenScreens(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("what the screens show was computed on amd64")
	}
	c := openCases(t, sharedCases, "screen: ")
	program, err := exec.LookPath("sfatui")
	noError(t, err)
	copySessions(t)
	tours, whole := goldenTours, os.Getenv("CI") != "" || *update
	if !whole {
		tours = tours[1:2]
	}
	t.Setenv("SFATUI_KERNELS", "portable")
	t.Setenv("GOMAXPROCS", "2") // the screen shows the number of workers
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TZ", "UTC")
	t.Setenv("LC_ALL", "C.UTF-8")
	for _, g := range tours {
		succeed(t, "unpack", g.session+".tar")
		createdLongAgo(t, g.session)
		s := onScreen(t, program, g.width, g.height, "open", g.session)
		for _, p := range g.pages {
			s.press(p.keys)
			name := fmt.Sprintf("%s, %s, %d×%d", g.session, p.name, g.width, g.height)
			limit := patience
			if t.Failed() {
				limit = time.Second // an error on one page is on most
			}
			c.hold(t, name, s.comes(limit, c.named(name)))
		}
		s.end()
	}
	c.end(t, whole)
}

// comes returns the screen once it equals want, or the screen after limit. With
// -update it returns the screen at rest.
func (s *screen) comes(limit time.Duration, want string) (shown string) {
	if *update {
		return s.atRest()
	}
	shown, _ = awaited(limit, 0, s.changed, func() (bool, string) {
		ended, now := s.now()
		return pinnable(now) == want || ended, now
	})
	return shown
}

var createdField = regexp.MustCompile(`"created":"[^"]*"`)

// createdLongAgo sets the session's creation to an earlier year, so that the
// date on a screen, and its width, no longer change.
func createdLongAgo(t *testing.T, session string) {
	t.Helper()
	path := filepath.Join(session, "session.json")
	line, err := os.ReadFile(path)
	noError(t, err)
	line = bytes.TrimSuffix(line, []byte("\n"))
	cut := sealed.FindIndex(line)
	if cut == nil || !createdField.Match(line) {
		t.Fatalf("%s: no header with a checksum", path)
	}
	body := createdField.ReplaceAll(append(line[:cut[0]:cut[0]], '}'), []byte(`"created":"2020-02-02T12:00:00Z"`))
	noError(t, os.Remove(path))
	noError(t, os.WriteFile(path, jsonl.AppendSum("", body), 0o644))
}

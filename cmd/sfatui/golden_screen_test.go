package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// A goldenScreen is a page of the workbench and the keys that lead there from
// the one before.
type goldenScreen struct{ name, keys string }

const escape = "\x1b"

// goldenTours are the pages looked at in each session, in turn.
var goldenTours = []struct {
	session string
	pages   []goldenScreen
}{
	{"labels.sfa", []goldenScreen{
		{"main", ""}, {"slowness", "S"}, {"variance", "V"}, {"accuracy", "A"}, {"points alone", "P"},
		{"map", "M"}, {"features", "F"}, {"the next picture of features", "v"}, {"graph", "E"},
		{"data", "d"}, {"log", "l"}, {"main again", escape}, {"details", "\r"}, {"details to the end", "G"},
		{"best", escape}, {"compare along an axis", "c"}, {"two ticked", escape}, {"compare two", "btjtc"},
		{"advice", "w"}, {"help", "?"}, {"help on sorting", "sort"}, {"help again", escape}, {"out of help", escape},
		{"settings", "C"}, {"out of settings", escape}, {"editor", "e"}, {"editor in a field", "\r"},
	}},
	{"target.sfa", []goldenScreen{{"main", ""}, {"map", "M"}, {"graph", "E"}, {"details", "4\r"}, {"compare", "4c"}}},
	{"failed.sfa", []goldenScreen{{"main", ""}, {"last point", "G"}, {"details", "\r"}, {"log", "l"}, {"log to the end", "G"}}},
}

// goldenSizes are the sizes of a terminal at which screens are pinned.
var goldenSizes = [][2]int{{80, 24}, {120, 40}, {200, 50}}

// TestGoldenScreens holds the pages of the workbench in a terminal, without
// colours, against hashes: one for each page and size. A page is right as soon as it
// looks so; -update waits for it to come to rest. SFATUI_SCREENS names a folder
// that is to have the screens themselves, to compare those of two versions.
func TestGoldenScreens(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("what the screens show was computed on amd64")
	}
	path := goldenPath(t, "screens.txt")
	data, err := os.ReadFile(path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(data)) {
		name, hash, _ := strings.Cut(strings.TrimSpace(line), ": ")
		want[name] = hash
	}
	program, err := exec.LookPath("sfatui")
	if err != nil {
		t.Fatal(err)
	}
	copySessions(t)
	var lines []string
	for _, g := range goldenTours {
		succeed(t, "unpack", g.session+".tar")
		for _, size := range goldenSizes {
			lines = append(lines, tour(t, program, g.session, g.pages, size, want)...)
		}
	}
	if *update {
		compareGolden(t, path, strings.Join(lines, "\n")+"\n")
	} else if len(lines) != len(want) {
		t.Errorf("%d screens, and %d are pinned", len(lines), len(want))
	}
}

// tour goes through the pages of a session in a terminal, and returns a line
// for each.
func tour(t *testing.T, program, session string, pages []goldenScreen, size [2]int, want map[string]string) []string {
	t.Helper()
	t.Setenv("SFATUI_KERNELS", "portable")
	t.Setenv("GOMAXPROCS", "2") // as many workers are told of
	t.Setenv("NO_COLOR", "1")
	t.Setenv("TZ", "UTC")
	t.Setenv("LC_ALL", "C.UTF-8")
	s := onScreen(t, program, size[0], size[1], "open", session)
	defer s.end()
	var lines []string
	for _, p := range pages {
		name := fmt.Sprintf("%s, %s, %d×%d", session, p.name, size[0], size[1])
		s.press(p.keys)
		shown := ""
		if *update {
			shown = s.atRest()
		} else {
			s.until(func(now string) bool { shown = now; return hashOf(now) == want[name] })
		}
		if dir := os.Getenv("SFATUI_SCREENS"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(shown), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		lines = append(lines, name+": "+hashOf(shown))
	}
	return lines
}

func hashOf(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// atRest is the screen once it has not changed for two seconds.
func (s *screen) atRest() string {
	shown := ""
	for {
		s.mu.Lock()
		now := s.shown.String()
		s.mu.Unlock()
		if now == shown && now != "" {
			return shown
		}
		shown = now
		<-time.After(2 * time.Second)
	}
}

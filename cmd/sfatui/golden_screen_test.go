package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"example.com/sfatui/sessions/jsonl"
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
		{"main", ""}, {"slowness", "1"}, {"variance", "2"}, {"accuracy", "3"}, {"points alone", "4"},
		{"map", "5"}, {"what matters", "6"}, {"choosing", "7"}, {"tasks", "8"}, {"features", "F"}, {"the next picture of features", "v"}, {"graph", "E"},
		{"data", "d"}, {"log", "l"}, {"main again", escape}, {"details", "\r"}, {"details to the end", "G"},
		{"best", escape}, {"detail", "i"}, {"without detail", "i"}, {"compare along an axis", "c"}, {"two ticked", escape}, {"compare two", "btjtc"},
		{"why best", "w"}, {"out of why", escape}, {"keys", "?"}, {"keys of sorting", "sort"}, {"keys again", escape}, {"out of keys", escape},
		{"palette", ":graph"}, {"empty palette", escape}, {"out of the palette", escape},
		{"settings", "C"}, {"out of settings", escape}, {"editor", "e"}, {"editor in a field", "\r"},
	}},
	{"target.sfa", []goldenScreen{{"main", ""}, {"map", "5"}, {"graph", "E"}, {"details", escape + "4\r"}, {"compare", "4c"}}},
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
	tours, sizes, all := goldenTours, goldenSizes, os.Getenv("CI") != "" || *update
	if !all {
		tours, sizes = tours[1:], sizes[:1]
	}
	for _, g := range tours {
		succeed(t, "unpack", g.session+".tar")
		createdLongAgo(t, g.session)
		for _, size := range sizes {
			lines = append(lines, tour(t, program, g.session, g.pages, size, want)...)
		}
	}
	if *update {
		compareGolden(t, path, strings.Join(lines, "\n")+"\n")
	} else if all && len(lines) != len(want) || len(lines) == 0 {
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
			s.until(func(now string) bool { shown = now; return hashOf(shown) == want[name] })
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

var createdField = regexp.MustCompile(`"created":"[^"]*"`)

// createdLongAgo has a session be of another year: what a screen says of its day, and how
// much room that takes, stays the same from then on.
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

func hashOf(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

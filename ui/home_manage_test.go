package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	sample "example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/uitest"
)

// A session is deleted and restored, renamed and tagged at home; n keeps it.
func TestHomeManages(t *testing.T) { uitest.Bubble(t, testHomeManages) }

func testHomeManages(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no Slurm
	folder := t.TempDir()
	sessionsAt(t, folder, nil, "vowels", "gestures")
	term, ended := homeOn(t, folder)
	term.until("1   vowels ", "2   gestures ")
	term.typeKeys("x")
	term.until("Delete vowels-0?  y move it to the trash  n keep it")
	term.typeKeys("n")
	term.until("enter open")
	term.typeKeys("xy")
	term.until("vowels-0 is in the trash: u restores it", "1   gestures ")
	if strings.Contains(term.String(), "vowels 1") || list.IsSession(filepath.Join(folder, "vowels-0.sfa")) {
		t.Errorf("it is still there:\n%s", term)
	}
	term.typeKeys("u")
	term.until("vowels-0 is restored", "›1   vowels ")
	term.typeKeys("u")
	term.until("the trash is empty")
	term.typeKeys("R")
	term.until("name vowels-0")
	term.typeKeys("\x15gestures-1\r")
	term.until("is there already")
	term.typeKeys("\x15wide\r")
	term.until("renamed to wide")
	if !list.IsSession(filepath.Join(folder, "wide.sfa")) {
		t.Error("it has no new name")
	}
	term.typeKeys("#")
	term.until("tags ")
	term.typeKeys("draft two,three")
	term.until("is not a tag")
	term.typeKeys("\x15draft figure-2\r")
	term.until("tags: draft figure-2")
	term.typeKeys("#\x15\r")
	term.until("the session has no tags")
	term.typeKeys("#draft\r")
	term.until("tags: draft")
	s, err := sessions.Open(filepath.Join(folder, "wide.sfa"))
	if err != nil || strings.Join(s.State().Tags, " ") != "draft" {
		t.Errorf("the tags are %q, %v", s.State().Tags, err)
	}
	term.typeKeys("/draft\r")
	term.until("1 of 2 · draft")
	quitCleanly(t, term, ended)
}

// A session that another process computes is neither deleted nor renamed; it may be tagged.
func TestHomeKeepsWhatIsComputed(t *testing.T) { uitest.Bubble(t, testHomeKeepsWhatIsComputed) }

func testHomeKeepsWhatIsComputed(t *testing.T) {
	folder := t.TempDir()
	sessionsAt(t, folder, nil, "vowels")
	s, err := sessions.Open(filepath.Join(folder, "vowels-0.sfa"))
	if err != nil {
		t.Fatal(err)
	}
	src := home.Local{Places: list.Places{Folders: []string{folder}}, Folder: t.TempDir()}
	m := atHomeOf(t, src)
	lookAll(m)
	p := m.page(page.Home).(*home.Page)
	p.Computes = func(dir string) bool { return dir == s.Dir }
	for _, key := range []string{"x", "R"} {
		if m.keys(key); m.scene.Ask != nil || m.scene.Prompt != nil || !strings.Contains(string(m.scene.Message), "this program is computing it") {
			t.Errorf("%s: %q", key, m.scene.Message)
		}
	}
	if m.keys("#"); m.scene.Prompt == nil {
		t.Errorf("it cannot be tagged: %q", m.scene.Message)
	}
	m.keys("esc")
	p.Computes = nil
	sample.ComputedBy(t, s, os.Getppid(), nil)
	m.keys("x")
	cmd := m.press(input.Press{Name: "y"})
	if cmd == nil {
		t.Fatal("nothing is tried")
	}
	m.Update(cmd()) // the list was read before the other process began
	if !strings.Contains(string(m.scene.Message), fmt.Sprintf("is being computed by process %d", os.Getppid())) || !list.IsSession(s.Dir) {
		t.Errorf("it is deleted: %q", m.scene.Message)
	}
}

// Sessions are sorted and grouped by data set; the cursor stays on its session, and experiments
// of the papers stand in a group of their own.
func TestHomeSortsAndGroups(t *testing.T) { uitest.Bubble(t, testHomeSortsAndGroups) }

func testHomeSortsAndGroups(t *testing.T) {
	src := newManySessions(6)
	for i, name := range []string{"words", "vowels", "retina", "words", "vowels", "words"} {
		src.items[i].Header.Data.Name = name
	}
	src.items[1].Header.Experiment = "016-vowels"
	m := atHomeOf(t, src)
	m.scene.W, m.scene.H = 100, 40
	lookAll(m)
	order := func() string {
		var out []string
		for line := range strings.SplitSeq(m.View(), "\n") {
			fields := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(line, "›"), " "))
			switch {
			case len(fields) > 2 && fields[0][0] >= '1' && fields[0][0] <= '6' && len(fields[0]) == 1 && strings.Contains("words vowels retina", fields[1]):
				out = append(out, fields[0])
			case strings.TrimSpace(line) == "experiments of the papers":
				out = append(out, "E")
			case len(fields) == 1 && strings.Contains("words vowels retina", fields[0]):
				out = append(out, fields[0][:1])
			}
		}
		return strings.Join(out, "")
	}
	m.keys("down", "down") // on 3
	for _, step := range []struct{ key, want string }{{"o", "325146"}, {"O", "146253"}, {"o", "123456"}, {"o", "123456"}, {"o", "123456"}, {"O", "654321"}, {"d", "w641v5r3E2"}, {"O", "w146r3v5E2"}, {"d", "123456"}} {
		m.keys(step.key)
		if got := order(); got != step.want {
			t.Errorf("after %s: %s, want %s\n%s", step.key, got, step.want, m.View())
		}
		if !strings.Contains(m.View(), "›3   retina") {
			t.Errorf("after %s, the cursor has left its session", step.key)
		}
	}
}

// On a wide screen the right half shows the curves of the selected session, the settings that
// differ from its neighbours on the same data, or all, and its machine.
func TestHomeOnAWideScreen(t *testing.T) { uitest.Bubble(t, testHomeOnAWideScreen) }

func testHomeOnAWideScreen(t *testing.T) {
	folder := t.TempDir()
	for i, objective := range []string{"accuracy", "slowness"} {
		s := sample.SweptWith(t, func(h *sessions.Header) {
			h.Created = uitest.Epoch.Add(-time.Duration(i) * time.Hour)
			h.Spec.Objective, h.Host = objective, "node7"
			h.Data.Options.Normalise = []string{"", "peak"}[i]
		}, func(*result.Result) {})
		if err := os.Rename(s.Dir, filepath.Join(folder, objective+".sfa")); err != nil {
			t.Fatal(err)
		}
	}
	m := atHomeOf(t, home.Local{Places: list.Places{Folders: []string{folder}}, Folder: t.TempDir()})
	m.scene.W, m.scene.H = 200, 50
	lookAll(m)
	check := func(want bool, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if view := m.View(); strings.Contains(view, text) != want {
				t.Errorf("%q is shown: %v\n%s", text, !want, view)
			}
		}
	}
	check(true, "of 1 │ 2 · those that differ", "≠ objective: accuracy │ slowness", "≠ normalise: – │ peak", "node7", "best over all other axes", "σ")
	check(false, "  p: 2", "≠ p:")
	m.keys("D")
	check(true, "  p: 2", "  folds: 2", "  seed: 7", "≠ normalise: – │ peak")
	m.keys("t", "down", "t", "c")
	check(true, "≠ objective: accuracy │ slowness", "≠ normalise: – │ peak")
	check(false, "  folds: 2")
	m.keys("D")
	for range 40 {
		m.keys("down")
	}
	check(true, "  folds: 2")
	m.scene.W, m.scene.H = 80, 24
	m.keys("esc", "D")
	check(true, "settings are shown from 160 columns and 33 lines on")
}

// A list whose source changes no sessions says so and asks nothing.
func TestHomeOfASourceThatOnlyReads(t *testing.T) {
	uitest.Bubble(t, testHomeOfASourceThatOnlyReads)
}

func testHomeOfASourceThatOnlyReads(t *testing.T) {
	m := atHomeOf(t, newManySessions(2))
	lookAll(m)
	for _, key := range []string{"x", "u", "R", "#"} {
		if m.keys(key); m.scene.Ask != nil || m.scene.Prompt != nil || m.scene.Message != "sessions cannot be changed from this list" {
			t.Errorf("%s: %q", key, m.scene.Message)
		}
	}
}

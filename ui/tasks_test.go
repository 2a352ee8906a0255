package ui

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/split"
	"example.com/sfatui/datasets/testenv"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/index"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/tasks"
	"example.com/sfatui/ui/uitest"
	"example.com/sfatui/ui/uitest/golden"
)

// sweptDir returns a copy of a session of a small sweep, which is computed once for all tests.
func sweptDir(t *testing.T) string {
	t.Helper()
	sweptOnce.Do(func() { computeSwept(t) })
	dir := filepath.Join(t.TempDir(), "tiny.sfa")
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(shared, "tiny.sfa"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

// shared is a folder that exists until all tests have ended; it contains the session that tests
// copy, and its data.
var (
	shared    string
	sweptOnce sync.Once
)

func TestMain(m *testing.M) {
	testenv.CollectRarely()
	code := golden.Main(m, screens)
	if shared != "" {
		os.RemoveAll(shared)
	}
	os.Exit(code)
}

// computeSwept computes the session of sweptDir.
func computeSwept(t *testing.T) {
	t.Helper()
	var err error
	if shared, err = os.MkdirTemp("", "sfatui-ui"); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(shared, "tiny.csv")
	if err := os.WriteFile(path, []byte(tinyTable()), 0o644); err != nil {
		t.Fatal(err)
	}
	options := datasets.Options{Paths: []string{path}, Segment: "trial", Label: "state"}
	set, err := datasets.Open(t.Context(), options, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec := sweep.Spec{Split: split.Options{Folds: 3, Validation: 0.3, Seed: 1}}.With("sigma", "1,3,9", "lambda", "0,1e-3", "m", "20", "p", "4", "select", "mp-mah,random", "readout", "lda,perceptron")
	plan, err := sweep.NewPlan(set, set.Hash(), spec)
	if err != nil {
		t.Fatal(err)
	}
	e, err := compute.Start(t.Context(), compute.Request{Dir: filepath.Join(shared, "tiny.sfa"), Options: options, Set: set, Spec: spec, Plan: plan, Run: sweep.RunOptions{Workers: 2}})
	if err != nil || e.Wait() != nil {
		t.Fatal(err, e.Wait())
	}
}

// openedFake shows an opened session on a terminal of tests.
func openedFake(t *testing.T, dir string) (*model, *bytes.Buffer) {
	t.Helper()
	s, err := sessions.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	c := fakeConfig()
	c.every = time.Hour
	m := newModel(c, page.Opened)
	m.ctl.Work = control.NewGroup(t.Context())
	m.scene.W, m.scene.H = 80, 24
	m.ctl.SetSession(s)
	m.ctl.Reduce(s.Records())
	var out bytes.Buffer
	m.copyTo(&out)
	return m, &out
}

// pressShown presses keys that the footer, the help or the question on the screen shows, and
// waits for the results. It returns the number of keys.
func pressShown(t *testing.T, m *model, names ...string) int {
	t.Helper()
	for _, k := range names {
		switch {
		case m.scene.Ask != nil:
			if !m.scene.Ask.Takes(k) || !strings.Contains(m.View(), k) {
				t.Fatalf("%q is no answer to %q", k, m.scene.Ask.Text)
			}
		case m.scene.Prompt != nil:
			if k != "enter" || !strings.Contains(m.View(), "enter") {
				t.Fatalf("no text names the key %q:\n%s", k, m.View())
			}
		default:
			from := m.scene.Shown
			m.actionNamed("help").Do(m.scene, "?")
			m.scene.Shown = from
			if !slices.ContainsFunc(m.palette().Found(), func(e index.Entry) bool { return slices.Contains(e.Names, k) }) {
				t.Fatalf("neither footer nor help name %q on page %s", k, m.scene.Shown)
			}
		}
		runUntimed(m, tea.Batch(m.press(input.Press{Name: k, Text: k}), m.prober.Attend()))
		uitest.CheckScreen(t, m.View(), m.scene.W, m.scene.H)
	}
	return len(names)
}

// runUntimed runs commands and handles their messages, except clocks and watches.
func runUntimed(m *model, cmd tea.Cmd) {
	if cmd == nil || m.ctl.Starting {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, part := range msg {
			runUntimed(m, part)
		}
	case control.Ticked, nil:
	case tasks.Asked:
		m.Update(msg) // a watch that it starts would not end here
	default:
		_, next := m.Update(msg)
		runUntimed(m, next)
	}
}

// Every common task takes a newcomer at most five keys after reading the footer or the help.
func TestTasksTakeFiveKeys(t *testing.T) {
	const most = 5
	dir := sweptDir(t)
	atMost := func(t *testing.T, n int) {
		t.Helper()
		if n > most {
			t.Errorf("it takes %d keys", n)
		}
	}
	away := func(m *model) { m.keys("G") } // from any page
	t.Run("find the best point", func(t *testing.T) {
		m, _ := openedFake(t, dir)
		away(m)
		atMost(t, pressShown(t, m, "b"))
		if m.scene.Table.Order[m.scene.Table.At] != m.scene.Sweep.Best || !strings.Contains(m.View(), "›★") {
			t.Errorf("the best point is not selected:\n%s", m.View())
		}
	})
	t.Run("see whether it violates unit variance", func(t *testing.T) {
		m, _ := openedFake(t, dir)
		away(m)
		atMost(t, pressShown(t, m, "b", "enter"))
		if !strings.Contains(m.View(), "✓ unit variance holds") && !strings.Contains(m.View(), "✗ unit variance is violated") {
			t.Errorf("the screen does not say:\n%s", m.View())
		}
	})
	t.Run("export the features", func(t *testing.T) {
		m, _ := openedFake(t, dir)
		files := t.TempDir()
		t.Chdir(files)
		away(m)
		atMost(t, pressShown(t, m, "b", "ctrl+s", "enter"))
		wrote, err := os.ReadDir(files)
		if err != nil || len(wrote) != 1 || filepath.Ext(wrote[0].Name()) != ".npz" {
			t.Fatalf("files %v, %v; %q", wrote, err, m.scene.Message)
		}
		if b, err := os.ReadFile(wrote[0].Name()); err != nil || !bytes.HasPrefix(b, []byte("PK")) || !bytes.Contains(b, []byte("test_features")) {
			t.Errorf("%s holds no features: %v", wrote[0].Name(), err)
		}
		pressShown(t, m, "ctrl+s", "enter")
		if m.scene.Ask == nil {
			t.Errorf("a file is written over: %q", m.scene.Message)
		}
	})
	t.Run("make the grid finer around the best", func(t *testing.T) {
		m, _ := openedFake(t, dir)
		away(m)
		before := len(m.scene.Sweep.Outline.Points)
		atMost(t, pressShown(t, m, "b", "+", "y"))
		if len(m.scene.Sweep.Outline.Points) <= before || !m.ctl.Starting {
			t.Errorf("%d points planned, %d before; %q", len(m.scene.Sweep.Outline.Points), before, m.scene.Message)
		}
	})
	t.Run("copy the command that reproduces it", func(t *testing.T) {
		m, out := openedFake(t, dir)
		away(m)
		atMost(t, pressShown(t, m, "b", "y", "c"))
		_, text, _ := strings.Cut(out.String(), "\x1b]52;c;")
		b, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(text, "\a"))
		spec, _ := sessions.Sweep(m.scene.Sweep.Outline.Of(m.scene.Sweep.Rows[m.scene.Sweep.Best].Config), m.scene.Session.Header.Data.Overlap)
		want := m.scene.Session.Command(spec) + " --json"
		if err != nil || string(b) != want || !strings.HasPrefix(want, "sfatui run ") {
			t.Errorf("copied %q, want %q", b, want)
		}
	})
}

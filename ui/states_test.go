package ui

import (
	"context"
	"errors"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/sessiontest"
	sample "example.com/sfatui/sessions/sessiontest/recorded"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// wantAll checks that a screen contains texts.
func wantAll(t *testing.T, view string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if !strings.Contains(view, text) {
			t.Errorf("no %q:\n%s", text, view)
		}
	}
}

// esc stops the reading of data, and shows how to read it after all.
func TestEscStopsReading(t *testing.T) { uitest.Bubble(t, testEscStopsReading) }

func testEscStopsReading(t *testing.T) {
	term := newTerminal(t, 80, 24)
	c := tinyConfig(t)
	stopped := make(chan struct{})
	slow := true
	c.OpenData = func(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error) {
		if !slow {
			return datasets.Open(ctx, o, progress)
		}
		<-ctx.Done()
		close(stopped)
		return nil, ctx.Err()
	}
	c.Data, c.FromData = datasets.Options{Paths: []string{sensorTable(t)}, Label: "fault"}, true
	ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
	term.until("… reading", "esc stops it")
	term.typeKeys("\x1b")
	term.until("reading the data was stopped", "s reads it")
	<-stopped
	slow = false
	term.typeKeys("s")
	term.until("○ not started", "240 samples")
	term.typeKeys("q")
	waitForResult(term, ended)
}

// A sweep of another process shows its estimated time before its first result, from the planned
// costs of its points.
func TestFollowedSweepIsEstimatedAtOnce(t *testing.T) {
	uitest.Bubble(t, testFollowedSweepIsEstimatedAtOnce)
}

func testFollowedSweepIsEstimatedAtOnce(t *testing.T) {
	plan := sessiontest.Plan(4)
	for i := range plan {
		plan[i].Cost = 1e14
	}
	h := sample.Header()
	h.Created = time.Now()
	plan = sessiontest.Keyed(plan, h.Engine, h.KernelPath, h.Data.Hash)
	s, err := sessions.Create(filepath.Join(t.TempDir(), "words.sfa"), h, plan)
	if err != nil {
		t.Fatal(err)
	}
	w, err := s.Writer(time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Handle(sweep.Event{Kind: sweep.Started, Total: len(plan)}); err != nil {
		t.Fatal(err)
	}
	term := newTerminal(t, 80, 24)
	c := Config{Environ: []string{"TERM=xterm-256color"}}
	ended := term.start(c, func(c Config) (string, error) { return "", Follow(t.Context(), c, s, 50*time.Millisecond) })
	term.until("0/4 fits", "about ", "by size to ×2")
	term.typeKeys("q")
	waitForResult(term, ended)
}

// A paused, stopped or partly failed sweep shows its state and the key that continues it.
func TestStatesShowTheActivity(t *testing.T) {
	m := newFake(t, page.Live, 80, 24).computingFake(uitest.Then(uitest.Records(60, nil), sweep.Paused, uitest.Object{}))
	wantAll(t, m.View(), "‖ paused", "60/180 fits", "space continues")
	m = newFake(t, page.Live, 80, 24).withSession(uitest.Then(uitest.Records(60, nil), sweep.Ended, uitest.Object{"reason": "cancelled"}))
	wantAll(t, m.View(), "‖ stopped at 60", "s continues with the 120 fits left")
	m = newFake(t, page.Live, 80, 24).withSession(uitest.Then(uitest.Records(180, uitest.Failing), sweep.Ended, uitest.Object{"reason": "done"}))
	if view := m.View(); strings.Contains(view, "✓ done") {
		t.Errorf("a sweep of which some failed is done without a word:\n%s", view)
	}
	wantAll(t, m.View(), "▲ 6 of 180 fits failed")
}

// Below 60×15 only the table is shown, and the size that charts need.
func TestSmallShowsTable(t *testing.T) {
	m := done(t, 50, 12)
	uitest.CheckScreen(t, m.View(), 50, 12)
	wantAll(t, m.View(), "★", "charts need 60x15, this is 50x12")
	m.keys("?") // other pages are unchanged
	wantAll(t, m.View(), "palette", "keys here")
}

// Sorting by a column explains its heading.
func TestSortedColumnIsExplained(t *testing.T) {
	m := done(t, 120, 40)
	for range 12 {
		m.keys("o")
		if strings.Contains(m.View(), "slowness Δ: How much a feature") {
			return
		}
	}
	t.Errorf("no column was explained:\n%s", m.View())
}

// On the headings of the table, arrows show the explanation of each; the columns keep their
// order, and esc leaves the headings.
func TestHeadsAreExplainedInPlace(t *testing.T) {
	m := done(t, 80, 24)
	m.View()
	m.keys("right")
	seen := map[string]bool{}
	for range 20 {
		view := m.View()
		uitest.CheckScreen(t, view, 80, 24)
		if m.scene.Table.Head == "" {
			break
		}
		seen[m.scene.Table.Head] = true
		if text := sweepview.ExplainColumn(m.scene.Table.Head); text == "" || !strings.Contains(strings.Join(strings.Fields(view), " "), string(text[:12])) {
			t.Errorf("%s is not explained:\n%s", m.scene.Table.Head, view)
		}
		m.keys("right")
	}
	if len(seen) < 4 || !seen["sigma"] || m.scene.Table.Sort != "" {
		t.Errorf("heads %v, sorted by %q", seen, m.scene.Table.Sort)
	}
	m.keys("left", "esc")
	if m.scene.Table.Head != "" || m.scene.Shown != page.Overview {
		t.Errorf("esc left head %q on %s", m.scene.Table.Head, m.scene.Shown)
	}
}

// A click on a heading sorts by its column, and another reverses the order; a click on the row
// under the cursor opens it.
func TestClicksInTheTable(t *testing.T) {
	m := done(t, 80, 24)
	m.keys("z")
	view := strings.Split(m.View(), "\n")
	click := func(x, y int) {
		m.Update(tea.MouseMsg{X: x, Y: y, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	}
	x := strings.IndexRune(view[3], 'm') // all characters before it take about one cell each
	x = len([]rune(view[3][:x]))
	click(x, 3)
	if up := m.scene.Table.SortCaption(&m.scene.Sweep); up != "by m ▲" {
		t.Errorf("sorted %s:\n%s", up, m.View())
	}
	click(x, 3)
	if down := m.scene.Table.SortCaption(&m.scene.Sweep); down != "by m ▼" {
		t.Errorf("sorted %s", down)
	}
	click(10, 6)
	if at := m.scene.Table.At; at != 2 || m.scene.Shown != page.Overview {
		t.Errorf("the cursor is on row %d, on %s", at, m.scene.Shown)
	}
	if click(10, 6); m.scene.Shown != page.Point {
		t.Errorf("a second click shows %s", m.scene.Shown)
	}
}

// Data that needs more memory than it may take without being asked is opened once that is
// granted by its word.
func TestMemoryIsGranted(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	c := tinyConfig(t)
	c.FromData = true
	c.OpenData = func(ctx context.Context, o datasets.Options, progress func(done, total int)) (*data.Set, error) {
		if !o.Granted || o.Memory != 6<<30 {
			return nil, errors.New("grant it memory with --memory")
		}
		return datasets.Open(ctx, o, progress)
	}
	uitest.Bubble(t, func(t *testing.T) {
		term := newTerminal(t, 100, 30)
		ended := term.start(c, func(c Config) (string, error) { return Workbench(t.Context(), c) })
		term.until("grant it memory")
		term.typeKeys(":")
		term.until("settings")
		term.typeKeys("memory 6 apples\r")
		term.until(`"6 apples" is not a size such as 8GiB`)
		term.typeKeys("\x156GiB\r")
		term.until("memory limit: 6 GiB", "samples of 2 inputs")
		term.typeKeys("q")
		waitForResult(term, ended)
	})
}

package ui

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/replay"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
	"github.com/charmbracelet/x/ansi"
)

// principles lists the principles of the workbench with the tests that check them.
var principles = []struct {
	says  string
	tests []string
}{
	{"one cursor through table, charts, map and details: it starts on ★, follows it until a key moves it, and survives filters, sorting, edits and new points",
		[]string{"TestOneCursor", "TestChartsAreTheSliceThroughTheCursor", "TestMapHoldsThePoints", "TestLens"}},
	{"nothing changes its face: a value keeps marker and colour whatever is added", []string{"TestMarkersNeverChange", "TestFacesBelongToSeries"}},
	{"a number says which way is good, how sure it is, and from what", []string{"TestChartsShowTheBetterDirection", "TestBarsStepAside", "TestWhyIsThisTheBest"}},
	{"no chart loses ★ or the cursor", []string{"TestStarAndCursorAreNeverHidden"}},
	{"another slice rescales no chart", []string{"TestRangeStays"}},
	{"ties and near ties are drawn", []string{"TestTableShowsTheChoice", "TestSameLinesAreNamedTogether"}},
	{"what failed or waits says so in place of a chart", []string{"TestEmptyChartsShowTheReason", "TestFailuresComeFirst"}},
	{"going is free: each place is one key away, in replays too", []string{"TestEveryViewIsOneKeyAway", "TestReplayKeysBelongToTheFocus"}},
	{"a larger screen adds panes, never keys", []string{"TestArrangement", "TestEverySize"}},
	{"every act says why it cannot be done now", []string{"TestDisabledKeysShowTheReason"}},
}

// Every principle is checked by existing tests.
func TestPrinciplesAreHeld(t *testing.T) {
	there := map[string]bool{}
	for _, pattern := range []string{"*_test.go", "*/*_test.go", "*/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
				there[m[1]] = true
			}
		}
	}
	for _, p := range principles {
		for _, name := range p.tests {
			if !there[name] {
				t.Errorf("%q is to be held by %s, which does not exist", p.says, name)
			}
		}
	}
}

// screenAfter presses keys on a screen of 80×24 and returns the screen.
func screenAfter(m *model, most int, t *testing.T, keys ...string) string {
	t.Helper()
	if len(keys) > most {
		t.Fatalf("%d keys, %d are granted", len(keys), most)
	}
	m.keys(keys...)
	return ansi.Strip(m.View())
}

// w shows why a point is the best.
func TestWhyIsThisTheBest(t *testing.T) {
	m := done(t, 80, 24)
	text := screenAfter(m, 1, t, "w")
	for _, want := range []string{"why ★", "what next"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q:\n%s", want, text)
		}
	}
}

// After m = 50 is added, ★ and ◉ are still drawn and every old series is unchanged.
func TestAddedValuesKeepOldSeries(t *testing.T) {
	m := done(t, 80, 24)
	m.keys("down")
	at, before := m.scene.Table.Chosen, m.paneView(0)
	more := uitest.Points()[:3]
	for i := range more {
		subset.M.Set(&more[i], 20)
	}
	m.scene.Sweep.SetPlan(m.scene.Sweep.Outline.With(sweepview.OutlineOf(more)), m.scene.Sweep.Criterion)
	m.scene.Arrange()
	text := screenAfter(m, 0, t)
	if m.scene.Table.Chosen != at || !strings.Contains(text, "★") || !strings.Contains(text, "◉") {
		t.Errorf("★ or ◉ is gone:\n%s", text)
	}
	after := m.paneView(0)
	for i, label := range before.Lines.Labels {
		if after.Lines.Labels[i] != label || after.Lines.Named[i] != before.Lines.Named[i] {
			t.Errorf("the line of %s changes its face", label)
		}
	}
}

// 6 shows which axes matter most.
func TestWhatMattersMost(t *testing.T) {
	text := screenAfter(done(t, 80, 24), 1, t, "6")
	if !strings.Contains(text, "what matters") || !strings.Contains(text, "σ") || !strings.Contains(text, "%") {
		t.Errorf("6 shows\n%s", text)
	}
}

// end and then [ move a replay to the last change of ★. (The first of the three keys opens the
// replay at home.)
func TestReplayToTheLastChange(t *testing.T) {
	m := newFake(t, page.Replaying, 80, 24).withSession(nil)
	m.ctl.Player = replay.New(uitest.Records(180, nil), 4, m.scene.Sweep.By)
	text := screenAfter(m, 2, t, "end", "[")
	marks := m.ctl.Player.Marker.Marks
	if last := marks[len(marks)-1].Record; m.ctl.Player.Next-1 > last || !strings.Contains(text, "★") {
		t.Errorf("at record %d, the last mark is at %d:\n%s", m.ctl.Player.Next-1, last, text)
	}
}

// In a replay, brackets and arrows control the scrub bar until a digit or tab focuses a pane.
func TestReplayKeysBelongToTheFocus(t *testing.T) {
	m := looks["replay"](t, 80, 24)
	at := m.ctl.Player.At
	m.keys("left")
	if m.ctl.Player.At >= at {
		t.Error("the arrow does not seek")
	}
	at = m.ctl.Player.At
	before := m.scene.Table.Chosen
	m.keys("1", "left")
	if m.ctl.Player.At != at || m.scene.Table.Chosen == before {
		t.Error("the arrow does not belong to the chart after its digit")
	}
	for range 4 {
		if m.keys("tab"); !m.scene.InPanes {
			return
		}
	}
	t.Error("tab never comes to the scrub bar")
}

// The title of each chart shows the better direction.
func TestChartsShowTheBetterDirection(t *testing.T) {
	text := ansi.Strip(done(t, 80, 24).View())
	for _, want := range []string{"test slowness ↓", "samples right ↑"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q:\n%s", want, text)
		}
	}
	if text = ansi.Strip(done(t, 200, 50).View()); !strings.Contains(text, "↓ lower is better") || !strings.Contains(text, "±SE of") {
		t.Errorf("a wide screen shows neither direction nor error:\n%s", text)
	}
}

// A chart without points shows its axes and why.
func TestEmptyChartsShowTheReason(t *testing.T) {
	for want, records := range map[string][]record.Record{
		"waiting for the first point": uitest.Records(0, nil),
		"failed: l":                   uitest.Records(30, func(part.Point) bool { return true }),
	} {
		text := ansi.Strip(newFake(t, page.Live, 80, 24).withSession(records).View())
		if !strings.Contains(text, want) || !strings.Contains(text, "└─") {
			t.Errorf("no %q:\n%s", want, text)
		}
	}
}

// The details begin with the most frequent error if points failed.
func TestFailuresComeFirst(t *testing.T) {
	m := newFake(t, page.Live, 80, 24).withSession(uitest.Records(180, uitest.Failing))
	text := screenAfter(m, 1, t, "i")
	if !strings.Contains(text, "fits failed") || !strings.Contains(text, "take a larger σ") {
		t.Errorf("i shows\n%s", text)
	}
}

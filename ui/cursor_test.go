package ui

import (
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// Principle 1: the cursor follows ★ until a key moves it; then it stays on its point through
// filters, sorting, new points and an edit, on every page.
func TestOneCursor(t *testing.T) {
	records := uitest.Records(180, nil)
	m := newFake(t, page.Live, 80, 24).withSession(records[:40])
	for n := 40; n <= len(records); n += 20 {
		m.withSession(records[:n])
		if r := m.scene.Table.Row(&m.scene.Sweep); m.scene.Sweep.Best >= 0 && !m.scene.Sweep.IsBest(r) {
			t.Fatalf("after %d records the cursor is at %v", n, r.Config)
		}
	}
	m.withSession(records[:100])
	m.keys("down", "down")
	at := m.scene.Table.Chosen
	held := func(what string) {
		t.Helper()
		if r := m.scene.Table.Row(&m.scene.Sweep); r == nil || r.Config != at || m.scene.Base() != at {
			t.Fatalf("after %s the cursor is at %v, want %v", what, r, at)
		}
	}
	held("two keys")
	m.keys("/")
	m.typeText("sigma<0")
	held("a filter that shows nothing")
	m.keys("enter")
	if !strings.Contains(m.View(), "◉ is hidden") {
		t.Errorf("the table does not say that the cursor is hidden:\n%s", m.View())
	}
	m.keys("esc")
	held("the end of the filter")
	m.keys("o", "o", "O")
	held("sorting")
	m.withSession(records)
	held("new points")
	more := uitest.Points()[:1]
	subset.M.Set(&more[0], 7)
	m.scene.Sweep.SetPlan(m.scene.Sweep.Outline.With(sweepview.OutlineOf(more)), m.scene.Sweep.Criterion)
	m.scene.Arrange()
	held("an edit")
	m.keys("5")
	held("the map")
	m.keys("left")
	if s := kernel.Sigma.X(m.scene.Table.Chosen); s >= kernel.Sigma.X(at) {
		t.Errorf("the map moved the cursor from σ %g to %g", kernel.Sigma.X(at), s)
	}
	m.keys("esc", "b")
	if !m.scene.Sweep.IsBest(m.scene.Table.Row(&m.scene.Sweep)) {
		t.Error("b does not go to ★")
	}
}

// A key on a chart moves the cursor along its axis; every chart shows the slice through the
// cursor.
func TestChartsAreTheSliceThroughTheCursor(t *testing.T) {
	m := done(t, 80, 24)
	m.keys("1", "left")
	if s := kernel.Sigma.X(m.scene.Table.Chosen); s != 2 {
		t.Fatalf("the cursor is at σ %g", s)
	}
	m.keys("]")
	for pane := range 3 {
		m.overview().Focus = pane
		if v := m.paneView(pane); !v.Shows(m.scene.Table.Chosen) {
			t.Errorf("chart %d holds %q, the cursor is at %v", pane+1, v.Title(""), m.scene.Table.Chosen)
		}
	}
	if text := m.View(); strings.Count(text, "◉") < 3 || !strings.Contains(text, "☆") || !strings.Contains(text, "›2") || !strings.Contains(text, "[5]") {
		t.Errorf("the cursor is not on every chart, or ★ is on none:\n%s", text)
	}
}

// Principle 2: a value keeps its marker when other values are added below and above it.
func TestMarkersNeverChange(t *testing.T) {
	points := uitest.Points()
	faces := func(points []part.Point) map[string]int {
		out := map[string]int{}
		for _, a := range uitest.Sweep(points).Drawn {
			for i, label := range a.Labels {
				out[a.Name+"="+string(label)] = a.Named[i]
			}
		}
		return out
	}
	before := faces(points)
	for _, sigma := range []float64{0.5, 7, 100} {
		p := points[0]
		kernel.Sigma.Set(&p, part.Num(sigma))
		points = append(points, p)
	}
	after := faces(points)
	for value, face := range before {
		if after[value] != face {
			t.Errorf("%s had face %d and has %d", value, face, after[value])
		}
	}
	if after["sigma=0.5"] != 5 || after["sigma=7"] != 6 || after["sigma=100"] != 7 {
		t.Errorf("new values have the faces %v", after)
	}
}

package overlay

import (
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/uitest"
)

// item returns a session on its own data that varies one axis with two values.
func item(data, axis string, values ...string) *list.Item {
	it := &list.Item{Created: time.Unix(0, 0)}
	it.Header.Data.Name, it.Header.Data.Hash = data, data
	it.Objective, it.Points, it.Best = measure.ByAccuracy, 2, &list.Best{Mean: 0.75}
	if axis != "" {
		it.Varied = []list.Varied{{Axis: axis, Values: values, Best: []part.Float{0.5, 0.75}}}
	}
	return it
}

// Sessions of other data are drawn over the first axis that they vary if they do not vary the one
// shown, and a session without one says so.
func TestKindsAreDrawnOverTheirOwnAxes(t *testing.T) {
	sc := uitest.Done(200, 50)
	all := []*list.Item{item("words", "sigma", "1", "3"), item("sensors", "m", "20", "40"), item("retina", "")}
	p := New(func() []*list.Item { return all }, func() time.Time { return time.Unix(0, 0) })
	text := string(clean.Join(p.View(sc, layout.Size{W: 200, H: 50}), "\n"))
	for _, want := range []string{"σ", "40", "vary in no numeric axis"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "no points to show yet") {
		t.Errorf("a chart is empty:\n%s", text)
	}
}

// Sessions whose scores have other terms, such as another graph, are kinds of their own, however
// alike their data and objective. A session without a score has no terms yet.
func TestTermsMakeKinds(t *testing.T) {
	all := []*list.Item{item("words", "sigma", "1", "3"), item("words", "sigma", "1", "3"), item("words", "sigma", "1", "3"), item("words", "sigma", "1", "3")}
	all[1].Terms, all[2].Terms, all[3].Terms = "graph time", "graph clustered", "graph time"
	var sizes []int
	for _, g := range groupSessions(all) {
		sizes = append(sizes, len(g.items))
	}
	if len(sizes) != 2 || sizes[0] != 3 || sizes[1] != 1 {
		t.Errorf("groups of %v, want 3 and 1", sizes)
	}
}

// At 80 cells two of five kinds are drawn, each at least 36 cells wide; keys show the others. The
// table scrolls over sessions that have no room.
func TestKindsWithoutRoom(t *testing.T) {
	sc := uitest.Done(80, 24)
	var all []*list.Item
	for _, name := range []string{"apples", "birds", "cats", "doves", "eels"} {
		all = append(all, item(name, "sigma", "1", "3"))
	}
	p := New(func() []*list.Item { return all }, func() time.Time { return time.Unix(0, 0) })
	view := func() string {
		return string(clean.Join(p.View(sc, layout.Size{W: 80, H: 14}), "\n"))
	}
	press := func(id, key string) {
		for _, a := range p.Actions() {
			if a.ID == id {
				a.Do(sc, key)
			}
		}
	}
	if text := view(); !strings.Contains(text, "kinds 1–2 of 5") || strings.Contains(text, "eels") {
		t.Errorf("at first:\n%s", text)
	}
	for range 9 {
		press("overlay groups", "right")
		press("overlay move", "down")
		view()
	}
	if text := view(); !strings.Contains(text, "kinds 4–5 of 5") || !strings.Contains(text, "eels") || strings.Contains(text, "apples") {
		t.Errorf("at the end:\n%s", text)
	}
	press("overlay groups", "left")
	if text := view(); !strings.Contains(text, "kinds 3–4 of 5") {
		t.Errorf("one back:\n%s", text)
	}
}

// A session with one value of the axis is a point there: the second session has its score at σ = 2.
func TestConstantAxisIsAPoint(t *testing.T) {
	sc := uitest.Done(80, 24)
	one := item("words", "m", "20", "40")
	one.Best.Config = part.Point{}.With(kernel.Sigma.Is(2))
	p := Curves(sc, "", []*list.Item{item("words", "sigma", "1", "4"), one}, "sigma", time.Unix(0, 0), 80, 12)
	if text := string(clean.Join(p, "\n")); !strings.Contains(text[:strings.LastIndex(text, "σ")], string(marker(1))) {
		t.Errorf("the second session is not drawn:\n%s", text)
	}
}

// The values of a setting are in the order of the table, which gathers sessions by kind.
func TestSettingsAreInTheOrderOfTheTable(t *testing.T) {
	all := []*list.Item{item("words", "sigma", "1", "3"), item("birds", "sigma", "1", "3"), item("words", "sigma", "1", "3")}
	for i, folds := range []string{"2", "3", "4"} {
		all[i].Settings = []sessions.SettingValues{{Name: "folds", Values: []string{folds}}}
	}
	p := New(func() []*list.Item { return all }, time.Now)
	if got := p.differences(all)[1]; got != "≠ folds: 2 │ 4 │ 3" {
		t.Errorf("%q: the table lists words, words, birds", got)
	}
}

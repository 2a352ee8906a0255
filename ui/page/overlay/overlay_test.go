package overlay

import (
	"strconv"
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

var made int

// item returns a session on its own data that varies one axis with two values.
func item(data, axis string, values ...string) *list.Item {
	made++
	it := &list.Item{Dir: strconv.Itoa(made), Created: time.Unix(0, 0)}
	it.Header.Data.Name, it.Header.Data.Hash = data, data
	it.Objective, it.Points, it.Stars = measure.ByAccuracy, 2, []list.Star{{Mean: 0.75}}
	if axis != "" {
		it.Varied, it.Stars[0].Along = []list.Varied{{Axis: axis, Values: values}}, [][]part.Float{{0.5, 0.75}}
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
	all[1].Stars[0].Terms, all[2].Stars, all[3].Stars[0].Terms = "graph time", nil, "graph time"
	all[2].Stars = []list.Star{{Terms: "graph clustered"}}
	var sizes []int
	for _, g := range groupSessions(all) {
		sizes = append(sizes, len(g.items))
	}
	if len(sizes) != 2 || sizes[0] != 3 || sizes[1] != 1 {
		t.Errorf("groups of %v, want 3 and 1", sizes)
	}
}

// Of a session whose scores under two graphs cannot be compared each graph's are drawn with those
// of other sessions under that graph. Its settings are listed once.
func TestGraphsAreDrawnApart(t *testing.T) {
	two, one := item("words", "sigma", "1", "3"), item("words", "sigma", "1", "3")
	two.Stars = []list.Star{
		{Mean: 1.5, Terms: "graph clustered", Along: [][]part.Float{{1.5, 1.75}}},
		{Mean: 0.25, Terms: "graph time", Along: [][]part.Float{{0.5, 0.25}}},
	}
	one.Stars[0].Terms = "graph time"
	two.Settings = []sessions.SettingValues{{Name: "folds", Values: []string{"2"}}}
	one.Settings = []sessions.SettingValues{{Name: "folds", Values: []string{"5"}}}
	all := []*list.Item{two, one}
	groups := groupSessions(all)
	if len(groups) != 2 || len(groups[0].items) != 1 || len(groups[1].items) != 2 || groups[0].items[0].Stars[0].Mean != 1.5 || groups[1].items[0].Stars[0].Mean != 0.25 {
		t.Fatalf("groups %+v", groups)
	}
	p := New(func() []*list.Item { return all }, func() time.Time { return time.Unix(0, 0) })
	text := string(clean.Join(p.View(uitest.Done(200, 50), layout.Size{W: 200, H: 50}), "\n"))
	for _, want := range []string{"graph clustered", "graph time", "≠ 2 kinds", "folds: 2 │ 5"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "2 │ 5 │ 2") || strings.Contains(text, "2 │ 2") {
		t.Errorf("a session is listed twice:\n%s", text)
	}
}

// A sign joins each row of the table with its chart, sessions that began in one minute differ by
// their seconds, and a score of four of eight validation parts is called unfinished.
func TestRowsNameTheirCharts(t *testing.T) {
	all := []*list.Item{item("words", "sigma", "1", "3"), item("birds", "sigma", "1", "3"), item("words", "sigma", "1", "3")}
	all[2].Created = all[2].Created.Add(7 * time.Second)
	all[2].Stars[0].Got, all[2].Stars[0].Want = 4, 8
	p := New(func() []*list.Item { return all }, func() time.Time { return time.Unix(0, 0) })
	text := string(clean.Join(p.View(uitest.Done(80, 24), layout.Size{W: 80, H: 24}), "\n"))
	for _, want := range []string{"kind A", "words", "kind B", "birds", ":00", ":07", "A ●", "A ▲", "B ●", "▲ 1 unfinished session"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
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
	one.Stars[0].Config = part.Point{}.With(kernel.Sigma.Is(2))
	p := curves(sc, "", []*list.Item{item("words", "sigma", "1", "4"), one}, []clean.Text{"one", "two"}, "sigma", 80, 12)
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

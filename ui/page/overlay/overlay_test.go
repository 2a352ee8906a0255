package overlay

import (
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/sessions/list"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/uitest"
)

// item returns a session on its own data that varies one axis with two values.
func item(data, axis string, values ...string) *list.Item {
	it := &list.Item{Created: time.Unix(0, 0)}
	it.Header.Data.Name, it.Header.Data.Hash = data, data
	it.Objective, it.Points = measure.ByAccuracy, 2
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

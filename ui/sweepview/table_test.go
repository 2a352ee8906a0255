package sweepview_test

import (
	"strings"
	"testing"

	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/uitest"
)

// A wide table has columns beyond its own, as far as they fit beside the main ones. The run
// time is a column where it was chosen: a fake point has three fits of 0.25 s each.
func TestWideTableAddsColumns(t *testing.T) {
	sc := uitest.Done(80, 24)
	table := &sc.Table
	var heads []string
	for w := 30; w <= 220; w++ {
		lines := table.View(&sc.Sweep, sc.Style, w, 20, false)
		for _, line := range lines {
			if layout.Width(line) > w {
				t.Errorf("%d cells in %d: %s", layout.Width(line), w, line)
			}
		}
		heads = strings.Fields(string(lines[0]))
		if head := string(lines[0]); strings.Contains(head, "training slowness") && !strings.Contains(head, "test samples") {
			t.Errorf("in %d cells a further column takes the place of a main one: %s", w, head)
		}
		if w == 80 && strings.Contains(string(lines[0]), "training") {
			t.Errorf("in 80 cells: %s", lines[0])
		}
	}
	if n := len(heads); heads[n-2] != "κ" || heads[n-1] != "n" {
		t.Errorf("the last columns are %q", heads[n-2:])
	}
	if word := table.ChooseColumns(&sc.Sweep, []string{"seconds", "train"}); word != "" {
		t.Errorf("%s is no column", word)
	}
	row := strings.Fields(string(table.View(&sc.Sweep, sc.Style, 60, 20, false)[1]))
	if row[len(row)-1] != "0.750" {
		t.Errorf("the run time is %q", row)
	}
	if head := string(table.View(&sc.Sweep, sc.Style, 60, 20, false)[0]); strings.Join(strings.Fields(head), " ") != "validation▼ training slowness seconds" {
		t.Errorf("the chosen columns are %q", head)
	}
}

package overview

import (
	"fmt"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/uitest"
)

// The list of the check has violations first, and each feature's sign.
func TestVarianceListsViolationsFirst(t *testing.T) {
	sc := uitest.Done(120, 40)
	p := New(control.New(sc, control.Options{}), nil)
	for i := range sc.Sweep.Rows {
		for _, r := range sc.Sweep.Rows[i].Results {
			if r.Variance.Each = []part.Float{1, 1}; !r.Variance.OK {
				r.Variance.Each = []part.Float{1, 1.3}
			}
		}
	}
	p.Focus, p.Zoomed = PaneVariance, true
	order := p.byDeviation(sc)
	for k, i := range order {
		if bad := snapshot.Violated(p.rowAt(sc, i)); bad != (k < 4) {
			t.Errorf("place %d is violated: %v", k, bad)
		}
	}
	lines := p.varianceList(sc, 100, 60)
	if !strings.Contains(string(lines[0]), "·▲") || !strings.Contains(string(lines[4]), "··") || len(lines) != len(order) {
		t.Errorf("list %q", lines[:5])
	}
	p.Move(sc, -1<<20)
	if sc.Table.At != order[0] {
		t.Error("the first does not select the worst")
	}
	p.Move(sc, 1)
	if sc.Table.At != order[1] {
		t.Error("the next does not select the second worst")
	}
}

// The confusions of the folds add up.
func TestConfusionsAddUp(t *testing.T) {
	row := &choose.Row{Results: []*result.Result{
		{Confusion: &result.Confusion{Sample: [][]int{{9, 9}, {9, 9}}, Segment: [][]int{{3, 1}, {0, 2}}}},
		{Error: "failed"},
		{Confusion: &result.Confusion{Segment: [][]int{{1, 0}, {2, 2}}}},
	}}
	mistakes, counts, of := Confusions(&snapshot.Sweep{}, row)
	if mistakes != 3 || of != "segments" || fmt.Sprint(counts) != "[[4 1] [2 4]]" {
		t.Errorf("%d mistakes, %v %s", mistakes, counts, of)
	}
}

package overview

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// The list of the check shows violations first, with a sign for each feature.
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
	order := varianceAlone{p}.byDeviation(sc)
	for k, i := range order {
		if bad := sweepview.Violated(varianceAlone{p}.rowAt(sc, i)); bad != (k < 4) {
			t.Errorf("place %d is violated: %v", k, bad)
		}
	}
	lines := varianceAlone{p}.list(sc, 100, 60)
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

// Variances of exactly 1 are drawn as a curve at the floor of the axis, labelled 0, below the
// least positive deviation, with a legend.
func TestVarianceOfExactlyOneIsDrawn(t *testing.T) {
	for name, c := range map[string]struct {
		exact  func(part.Point) bool
		want   []string
		absent *regexp.Regexp
	}{
		"all":  {func(part.Point) bool { return true }, []string{"0╱", "● λ=0", "= ▲ 1e-7", "tolerance 0.05"}, regexp.MustCompile("1e-[0-9]+┤")},
		"some": {func(p part.Point) bool { return kernel.Sigma.X(p) < 2 }, []string{"0╱", "1e-8┤", "● λ=0", "▲ 1e-7 = ■ 0.001", "tolerance 0.05"}, regexp.MustCompile("▾")},
	} {
		records := uitest.Then(uitest.Records(180, nil), sweep.Ended, uitest.Object{"reason": "done"})
		for _, r := range records {
			if r.Result != nil && c.exact(r.Result.Point) {
				r.Result.Variance = result.Variance{Mean: 1, Min: 1, Max: 1, OK: true, Each: make([]part.Float, 8)}
				for i := range r.Result.Variance.Each {
					r.Result.Variance.Each[i] = 1
				}
			} else if r.Result != nil && kernel.Sigma.X(r.Result.Point) == 2 {
				r.Result.Variance.Min = 1 - 0x1p-50
			}
		}
		sc := uitest.Scene(uitest.Points(), records, 60, 15)
		sc.Session = &sessions.Session{}
		p := New(control.New(sc, control.Options{}), nil)
		p.Focus = PaneVariance
		text := string(clean.Join(p.View(sc, layout.Size{W: 60, H: 14}), "\n"))
		for _, want := range c.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q:\n%s", name, want, text)
			}
		}
		if c.absent.MatchString(text) {
			t.Errorf("%s: %s matches:\n%s", name, c.absent, text)
		}
	}
}

// The confusion matrices of the folds are summed.
func TestConfusionsAddUp(t *testing.T) {
	row := &choose.Row{Results: []*result.Result{
		{Confusion: &result.Confusion{Sample: [][]int{{9, 9}, {9, 9}}, Segment: [][]int{{3, 1}, {0, 2}}}},
		{Error: "failed"},
		{Confusion: &result.Confusion{Segment: [][]int{{1, 0}, {2, 2}}}},
	}}
	mistakes, counts, of := Confusions(&sweepview.Sweep{}, row)
	if mistakes != 3 || of != "segments" || fmt.Sprint(counts) != "[[4 1] [2 4]]" {
		t.Errorf("%d mistakes, %v %s", mistakes, counts, of)
	}
}

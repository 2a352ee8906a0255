package importance

import (
	"strings"
	"testing"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

func screen(p *Page, sc *page.Scene) string {
	return string(clean.Join(layout.Fit(p.View(sc, layout.Size{W: sc.W, H: sc.H}), sc.W, sc.H), "\n"))
}

// The page shows the axes of the sweep with bars, at any screen size, and a message if there
// are too few points.
func TestPageListsTheAxes(t *testing.T) {
	for _, size := range []layout.Size{{W: 80, H: 24}, {W: 200, H: 50}, {W: 30, H: 12}} {
		sc := uitest.Done(size.W, size.H)
		text := screen(new(Page), sc)
		for _, want := range []string{"what matters", "σ", "%", "of 60 points"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q on %v:\n%s", want, size, text)
			}
		}
	}
	for _, n := range []int{3, 40, 100} { // unfinished folds are reported, and cause no panic
		sc := uitest.Scene(uitest.Points(), uitest.Records(n, nil), 80, 24)
		if text := screen(new(Page), sc); !strings.Contains(text, "not finished") {
			t.Errorf("of %d fits:\n%s", n, text)
		}
	}
	sc := uitest.Scene(uitest.Points(), uitest.Records(3, nil), 80, 24)
	if text := screen(new(Page), sc); !strings.Contains(text, "no shares yet: 177 of 180 fits are not finished, and the full grid is too") {
		t.Errorf("of three fits:\n%s", text)
	}
	sc = uitest.Done(80, 24)
	sc.Session, sc.Sweep.Outline = nil, sweepview.Outline{}
	sc.Sweep.Rows, sc.Sweep.State.Results = sc.Sweep.Rows[:3], sc.Sweep.State.Results[:3]
	if text := screen(new(Page), sc); !strings.Contains(strings.Join(strings.Fields(text), " "), "the full grid is too small: it has") {
		t.Errorf("of three points:\n%s", text)
	}
}

// On a small screen every line is reached by screens, and the last screen is full.
func TestSharesScroll(t *testing.T) {
	sc := uitest.Done(60, 14)
	p := new(Page)
	whole := string(clean.Join(p.View(sc, layout.Size{W: 60, H: 200}), "\n"))
	seen := screen(p, sc)
	if !strings.Contains(seen, "more line") {
		t.Fatalf("everything fits, so that there is nothing to scroll:\n%s", seen)
	}
	for range 20 {
		p.Move(sc, 10)
		text := screen(p, sc)
		seen += "\n" + text
		if !strings.Contains(text, "more line") {
			break
		}
	}
	for line := range strings.Lines(whole) {
		if line = strings.TrimSpace(line); line != "" && !strings.Contains(seen, line) && !strings.Contains(line, "parallel") && strings.Contains(line, "%") {
			t.Errorf("never shown: %q", line)
		}
	}
	last := screen(p, sc)
	p.Move(sc, 10)
	if screen(p, sc) != last {
		t.Error("it scrolls beyond the end")
	}
	p.Move(sc, -1000)
	p.Move(sc, -10)
	p.Move(sc, -10)
	p.Move(sc, -10)
	if !strings.Contains(screen(p, sc), "more line") {
		t.Error("it does not scroll back")
	}
}

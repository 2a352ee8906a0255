package advise

import (
	"context"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
)

// driven lets a driver go on over a landscape, and returns the score of the best point and the
// number of points. It fails where a round proposes a point that was computed, or goes back in
// the direction that the last one gained in.
func driven(t *testing.T, l landscape, budget int) (best float64, points int, kinds map[Kind]int) {
	t.Helper()
	results := l.grid([]float64{2, 4}, []float64{0, 1e-5}, []int{100})
	by := choose.By{Objective: "slowness"}
	d := &Driver{Budget: Budget{Points: budget}}
	kinds = map[Kind]int{}
	var last direction
	var over *choose.Row
	for {
		rows := choose.Summarize(results)
		u := by.Score(&rows[by.Choose(rows).Best]).U
		a, more, _ := d.Next(t.Context(), Sweep{Rows: rows, By: by}, 0)
		if !more {
			return u, len(rows), kinds
		}
		kinds[a.Kind]++
		f := newFindings(Sweep{Rows: rows, By: by})
		if a.way.side != 0 && a.way == last.opposite() && f.better(f.best, over) {
			t.Errorf("%s goes back at once from %v", a.Sentence(), last)
		}
		last, over = a.way, f.best
		known := map[part.Point]bool{}
		for i := range rows {
			known[rows[i].Config] = true
		}
		for _, p := range a.Points {
			if known[p.Config()] {
				t.Errorf("computed again: %s", a.Sentence())
			}
			results = append(results, l.result(p))
		}
	}
}

// With a budget of points the driver goes on by expected improvement where no direction is left,
// within the budget, to better points in the mean; without one it stops.
func TestBudgetIsSpentByExpectedImprovement(t *testing.T) {
	without, with, spent := 0.0, 0.0, 0
	for seed := range uint64(4) {
		l := newLandscape(seed, 8, 0.15)
		u, points, kinds := driven(t, l, 0)
		if kinds[Expected] > 0 {
			t.Errorf("%d: it goes on without a budget: %v", seed, kinds)
		}
		without += u / 4
		budget := points + 6
		u, points, kinds = driven(t, l, budget)
		if points > 4+budget {
			t.Errorf("%d: %d points of a budget of %d", seed, points, budget)
		}
		spent += kinds[Expected]
		with += u / 4
	}
	t.Logf("ln s %.4f without, %.4f with %d points by expected improvement", without, with, spent)
	if spent == 0 || !(with < without) {
		t.Errorf("ln s %.4f without, %.4f with %d points by expected improvement", without, with, spent)
	}
}

// A driver that takes up the rounds of an earlier one goes on as that one would have.
func TestRecallTakesUpExpectedImprovement(t *testing.T) {
	l := newLandscape(3, 8, 0.15)
	by := choose.By{Objective: "slowness"}
	budget := Budget{Points: 14}
	results := l.grid([]float64{2, 4}, []float64{0, 1e-5}, []int{100})
	d, again := &Driver{Budget: budget}, &Driver{Budget: budget}
	rounds := 0
	for {
		s := Sweep{Rows: choose.Summarize(results), By: by}
		a, more, why := d.Next(t.Context(), s, 0)
		fresh := *again
		b, moreToo, whyToo := fresh.Next(t.Context(), s, 0)
		if more != moreToo || a.Sentence() != b.Sentence() || why != whyToo {
			t.Fatalf("round %d: %s %s, taken up: %s %s", rounds, a.Sentence(), why, b.Sentence(), whyToo)
		}
		if !more {
			break
		}
		again.Recall(t.Context(), s, 0, a.Sentence(), len(a.Points))
		if a.Kind == Expected {
			rounds++
			if !strings.HasPrefix(a.Do, "add the point σ=") || len(a.Points) != 1 {
				t.Errorf("%s", a.Sentence())
			}
		}
		for _, p := range a.Points {
			results = append(results, l.result(p))
		}
	}
	if rounds == 0 {
		t.Error("nothing was added by expected improvement")
	}
}

// A search for the largest expected improvement ends with its context, without a proposal.
func TestExpectedEndsWithItsContext(t *testing.T) {
	l := newLandscape(0, 8, 0.15)
	rows := choose.Summarize(l.grid([]float64{2, 4, 8}, []float64{0, 1e-5}, []int{100}))
	f := newFindings(Sweep{Rows: rows, By: choose.By{Objective: "slowness"}})
	if _, ok := f.expected(t.Context()); !ok {
		t.Fatal("no improvement is expected, so that nothing can be cut short")
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if a, ok := f.expected(ended); ok {
		t.Errorf("proposed after the end: %s", a.Sentence())
	}
}

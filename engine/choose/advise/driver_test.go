package advise

import (
	"math"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/subset"
)

// drive lets a driver go on over a constructed landscape, from a small grid, until it ends.
func drive(t *testing.T, d *Driver, of func(float64, float64, int) outcome, pace time.Duration) (rows []choose.Row, why string) {
	t.Helper()
	results := grid([]float64{1, 2}, []float64{0, 1e-9}, []int{20, 40}, of)
	began := len(results)
	for range 200 {
		rows = choose.Summarize(results)
		a, more, why := d.Next(Sweep{Rows: rows, Objective: "accuracy"}, pace*time.Duration(len(results)))
		if !more {
			if d.Points() != len(results)-began {
				t.Errorf("%d points added, the driver says %d", len(results)-began, d.Points())
			}
			return rows, why
		}
		if len(a.Points) == 0 {
			t.Fatalf("a round without a point: %s", a.Sentence())
		}
		for _, p := range a.Points {
			if p.Fold == 0 {
				results = append(results, grid([]float64{kernel.Sigma.X(p)}, []float64{method.Lambda.X(p)}, []int{subset.M.Of(p)}, of)...)
			}
		}
	}
	t.Fatal("no end after 200 rounds")
	return nil, ""
}

// From a corner far away the driver comes to the top of a hill, and stops.
func TestDriverClimbs(t *testing.T) {
	d := &Driver{}
	rows, why := drive(t, d, hill, 0)
	best := rows[choose.Best(rows, "accuracy")]
	if top := best.Score("accuracy").Mean; top < 0.89 { // 0.91 at the very top
		t.Errorf("ended at %s with %v after %d rounds: %s", best.Config.Label(), top, d.Rounds(), why)
	}
	if len(rows) > 100 {
		t.Errorf("%d choices of parameters on the way", len(rows))
	}
	if gain := d.Gain("accuracy"); !strings.HasPrefix(gain, "validation accuracy from 0.") {
		t.Errorf("the gain is told as %q", gain)
	}
}

// It stops where rounds bring nothing, and keeps within its budget.
func TestDriverStops(t *testing.T) {
	// A best point that stays the best, with slopes all around it.
	d := &Driver{}
	_, why := drive(t, d, func(sigma, lambda float64, m int) outcome {
		o := outcome{score: 0.5, train: 0.1, held: 0.9}
		if sigma == 2 && lambda == 0 && m == 40 {
			o.score = 0.6
		}
		return o
	}, 0)
	if d.Rounds() > 30 || why == "" {
		t.Errorf("%d rounds without a gain: %s", d.Rounds(), why)
	}
	for _, points := range []int{1, 6, 20} {
		d = &Driver{Budget: Budget{Points: points}}
		if _, why = drive(t, d, hill, 0); d.Points() > points || !strings.Contains(why, "budget") {
			t.Errorf("a budget of %d points: %d added, %s", points, d.Points(), why)
		}
	}
	d = &Driver{Budget: Budget{Time: time.Minute}}
	rows, why := drive(t, d, hill, time.Second)
	if n := len(rows) * folds; n < 24+60 || n > 24+60+6 || !strings.Contains(why, "time") {
		t.Errorf("a minute for points of a second: %d points, %s", n-24, why)
	}
	d = &Driver{}
	if _, more, why := d.Next(Sweep{Missing: 3}, 0); more || !strings.Contains(why, "finish") {
		t.Errorf("with points missing the driver goes on: %s", why)
	}
	flat := func(float64, float64, int) outcome { return outcome{score: math.NaN()} }
	if _, why := drive(t, &Driver{}, flat, 0); why == "" {
		t.Error("without anything to choose by, no reason")
	}
}

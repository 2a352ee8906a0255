package advise

import (
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// drive lets a driver go on over a constructed landscape, from a small grid, until it ends.
func drive(t *testing.T, d *Driver, of func(float64, float64, int) outcome, pace time.Duration) (rows []choose.Row, why string) {
	t.Helper()
	results := grid([]float64{1, 2}, []float64{0, 1e-9}, []int{20, 40}, of)
	began := len(results)
	for range 200 {
		rows = choose.Summarize(results)
		a, more, why := d.Next(t.Context(), Sweep{Rows: rows, By: choose.By{Objective: "accuracy"}}, pace*time.Duration(len(results)))
		if !more {
			if d.Points() != len(results)-began {
				t.Errorf("%d points added, the driver reports %d", len(results)-began, d.Points())
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
	c := choose.By{Objective: "accuracy"}.Choose(rows)
	best := c.Row
	if top := c.Score.Shown(); top < 0.86 { // 0.91 at the very top
		t.Errorf("ended at %s with %v after %d rounds: %s", best.Config.Label(), top, d.Rounds(), why)
	}
	if len(rows) > 30 {
		t.Errorf("%d choices of parameters on the way", len(rows))
	}
	if gain := d.Gain("accuracy"); !strings.HasPrefix(gain, "validation accuracy from 0.") {
		t.Errorf("the gain is %q", gain)
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
	if d.Rounds() > 6 || !strings.HasPrefix(why, "no step improves the score by more than 1 % and one standard error (σ↑ σ↓ λ↑ m↑ m↓ tried)") {
		t.Errorf("%d rounds without a gain: %s", d.Rounds(), why)
	}
	_, why = drive(t, &Driver{}, func(sigma, _ float64, _ int) outcome {
		if sigma == 4 {
			return outcome{score: 1, even: true}
		}
		return outcome{score: 0.1 * sigma}
	}, 0)
	if !strings.Contains(why, "the best possible value") {
		t.Errorf("accuracy is 1 on every part: %s", why)
	}
	// No λ, however large, makes the variance hold.
	d = &Driver{}
	if _, why = drive(t, d, func(float64, float64, int) outcome { return outcome{score: 0.5, deviation: 0.5} }, 0); d.Rounds() > 20 || why == "" {
		t.Errorf("%d rounds in vain: %s", d.Rounds(), why)
	}
	for _, points := range []int{1, 6, 20} {
		d = &Driver{Budget: Budget{Points: points}}
		if _, why = drive(t, d, hill, 0); d.Points() > points || !strings.Contains(why, "budget") {
			t.Errorf("a budget of %d points: %d added, %s", points, d.Points(), why)
		}
	}
	d = &Driver{Budget: Budget{Time: 20 * time.Second}}
	rows, why := drive(t, d, hill, time.Second)
	if n := len(rows) * folds; n < 24+20 || n > 24+20+6 || !strings.Contains(why, "time") {
		t.Errorf("twenty seconds for points of a second: %d points, %s", n-24, why)
	}
	d = &Driver{}
	if _, more, why := d.Next(t.Context(), Sweep{Missing: 3}, 0); more || !strings.Contains(why, "finish") {
		t.Errorf("with points missing the driver goes on: %s", why)
	}
	flat := func(float64, float64, int) outcome { return outcome{score: math.NaN()} }
	if _, why := drive(t, &Driver{}, flat, 0); why == "" {
		t.Error("without anything to choose by, no reason")
	}
}

// asked returns the advice that a driver follows, as directions, over a line of σ that
// starts with two values.
func asked(t *testing.T, of func(sigma float64, fold int) float64) (ways []string, why string) {
	t.Helper()
	d := &Driver{}
	shape := func(sigma, _ float64, _ int) outcome { return outcome{score: sigma} }
	bent := func(results []*result.Result) []*result.Result {
		for _, r := range results {
			r.Validation.Parts[0].Accuracy.Sample = part.Float(of(kernel.Sigma.X(r.Point), r.Point.Fold))
		}
		return results
	}
	results := bent(grid([]float64{4, 8}, []float64{0}, []int{40}, shape))
	for range 50 {
		a, more, why := d.Next(t.Context(), Sweep{Rows: choose.Summarize(results), By: choose.By{Objective: "accuracy"}}, 0)
		if !more {
			return ways, why
		}
		ways = append(ways, a.way.String()+" "+formatList(a.Values))
		results = append(results, bent(grid(a.Values, []float64{0}, []int{40}, shape))...)
	}
	t.Fatal("no end")
	return nil, ""
}

// A gain goes on in its direction, and never back; one of no more than 1 %, or no more than an error of
// the difference, closes it, though ★ moves there. A line that does nothing is left.
func TestDirectionsClose(t *testing.T) {
	for _, c := range []struct {
		name string
		of   func(sigma float64, fold int) float64
		ways []string
	}{
		{"up and up", func(sigma float64, _ int) float64 { return min(0.1*math.Log2(sigma), 0.5) }, []string{"σ↑ 16", "σ↑ 32", "σ↑ 64"}},
		{"by less than 1 %", func(sigma float64, _ int) float64 { return 0.5 + 0.004*math.Log2(sigma) }, []string{"σ↑ 16"}},
		{"by less than an error", func(sigma float64, fold int) float64 {
			return 0.5 + (0.02+0.1*float64(fold-1))*math.Log2(sigma)
		}, []string{"σ↑ 16"}},
		{"down", func(sigma float64, _ int) float64 { return 0.5 - 0.2*math.Abs(math.Log2(sigma/2)) }, []string{"σ↓ 2", "σ↓ 1"}},
	} {
		ways, why := asked(t, c.of)
		if !slices.Equal(ways, c.ways) || !strings.HasPrefix(why, "no step improves the score") {
			t.Errorf("%s: %q, want %q; %s", c.name, ways, c.ways, why)
		}
	}
}

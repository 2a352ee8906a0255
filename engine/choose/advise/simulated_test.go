package advise

import (
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/subset"
)

// landscape is a simulated slowness over σ, λ and m: a valley in all three, with noise of
// each validation part.
type landscape struct {
	sigma, lambda, m float64 // logarithms of where it is least
	steep            [3]float64
	joint            float64
	parts            int
	noise            float64
	seed             uint64
}

func newLandscape(seed uint64, parts int, noise float64) landscape {
	r := rand.New(rand.NewPCG(48, seed))
	return landscape{
		sigma: math.Log(1 + 15*r.Float64()), lambda: math.Log(1e-7) + math.Log(1e5)*r.Float64(), m: math.Log(50 + 150*r.Float64()),
		steep: [3]float64{0.1 + 0.4*r.Float64(), 0.02 * r.Float64(), 0.3 * r.Float64()}, joint: 0.05 * (r.Float64() - 0.5),
		parts: parts, noise: noise, seed: seed,
	}
}

// truth returns ln s without noise.
func (l landscape) truth(sigma, lambda, m float64) float64 {
	a, b, c := math.Log(sigma)-l.sigma, math.Log(max(lambda, 1e-9))-l.lambda, math.Log(m)-l.m
	return -1.5 + l.steep[0]*a*a + l.steep[1]*b*b/4 + l.steep[2]*c*c + l.joint*a*b
}

// result returns the result of a point on all parts of one fold.
func (l landscape) result(p part.Point) *result.Result {
	sigma, lambda, m := kernel.Sigma.X(p), method.Lambda.X(p), float64(subset.M.Of(p))
	h := fnv.New64()
	h.Write([]byte(p.Label()))
	noise := rand.New(rand.NewPCG(l.seed, h.Sum64()))
	o := outcome{}.result(p)
	o.Validation.Parts = nil
	for k := range l.parts {
		delta := part.Float(min(1.9, math.Exp(l.truth(sigma, lambda, m)+0.3*math.Sin(float64(k))+l.noise*noise.NormFloat64())))
		o.Validation.Parts = append(o.Validation.Parts, result.ValidationPart{Inner: k, N: 200, Fit: 800, Delta: slices.Repeat([]part.Float{delta}, 8)})
	}
	return o
}

func (l landscape) grid(sigmas, lambdas []float64, ms []int) []*result.Result {
	var out []*result.Result
	for _, r := range grid(sigmas, lambdas, ms, func(float64, float64, int) outcome { return outcome{} }) {
		if r.Point.Fold == 0 {
			p := r.Point
			p.Folds = 1
			out = append(out, l.result(p))
		}
	}
	return out
}

// On landscapes whose grid has 48 points the driver comes from four of them to one that
// is nearly the best, with a quarter of the points, and it stops by its rule.
func TestDriverOnSimulatedGrids(t *testing.T) {
	for _, c := range []struct {
		name           string
		parts          int
		noise          float64
		points, regret float64 // at the most, in the mean
	}{
		{"groups", 15, 0.05, 16, 0.08},
		{"series", 8, 0.15, 16, 0.12},
	} {
		points, regret := 0.0, 0.0
		const tasks = 60
		for seed := range uint64(tasks) {
			l := newLandscape(seed, c.parts, c.noise)
			var all []float64
			for _, sigma := range []float64{1, 2, 4, 8, 16, 32} {
				for _, lambda := range []float64{0, 1e-7, 1e-5, 1e-3} {
					for _, m := range []float64{50, 200} {
						all = append(all, l.truth(sigma, lambda, m))
					}
				}
			}
			slices.Sort(all)
			results := l.grid([]float64{2, 4}, []float64{0, 1e-5}, []int{100})
			d := &Driver{}
			by := choose.By{Objective: "slowness"}
			for {
				a, more, why := d.Next(t.Context(), Sweep{Rows: choose.Summarize(results), By: by}, 0)
				if !more {
					if !strings.HasPrefix(why, "no step improves the score by more than 1 % and one standard error (σ") {
						t.Errorf("%s %d ended: %s", c.name, seed, why)
					}
					break
				}
				for _, p := range a.Points {
					if method.P.Of(p) < 8 {
						t.Fatalf("fewer features than asked for: %s", a.Sentence())
					}
					results = append(results, l.result(p))
				}
			}
			rows := choose.Summarize(results)
			best := rows[by.Choose(rows).Best].Config
			middling := (all[23] + all[24]) / 2
			points += float64(len(rows)) / tasks
			regret += (l.truth(kernel.Sigma.X(best), method.Lambda.X(best), float64(subset.M.Of(best))) - all[0]) / (middling - all[0]) / tasks
		}
		t.Logf("%s: %.1f points, regret %.3f", c.name, points, regret)
		if points > c.points || regret > c.regret {
			t.Errorf("%s: %.1f points, regret %.3f", c.name, points, regret)
		}
	}
}

// Where parts disagree the driver first has all points judged on twice as many, and then
// goes on among those alone; where they agree, or are eight already, it does not.
func TestMoreSplitsFirst(t *testing.T) {
	l := newLandscape(2, 3, 1)
	results := l.grid([]float64{2, 4, 8}, []float64{0, 1e-5}, []int{100})
	for i := range results {
		results[i].Point.Inner = 3
	}
	by := choose.By{Objective: "slowness"}
	list := Consider(Sweep{Rows: choose.Summarize(results), By: by})
	if list[0].Kind != Splits || len(list[0].Points) != len(results) || !strings.HasPrefix(list[0].Sentence(), "use 6 inner splits: the 3 validation parts disagree") {
		t.Fatalf("%s", sentences(list))
	}
	d := &Driver{}
	a, _, _ := d.Next(t.Context(), Sweep{Rows: choose.Summarize(results), By: by}, 0)
	l.parts, l.noise = 6, 0.01
	for _, p := range a.Points {
		if p.Inner != 6 {
			t.Fatalf("%d inner splits", p.Inner)
		}
		results = append(results, l.result(p))
	}
	rows := choose.Summarize(results)
	if best := rows[by.Choose(rows).Best].Config.Inner; best != 6 {
		t.Errorf("★ has %d inner splits", best)
	}
	a, more, why := d.Next(t.Context(), Sweep{Rows: rows, By: by}, 0)
	if !more || a.Kind == Splits || a.Points[0].Inner != 6 {
		t.Errorf("after that %s %s", a.Sentence(), why)
	}
	l.parts, l.noise = 8, 2
	enough := l.grid([]float64{2, 4, 8}, []float64{0, 1e-5}, []int{100})
	for i := range enough {
		enough[i].Point.Inner = 8
	}
	if list := Consider(Sweep{Rows: choose.Summarize(enough), By: by}); of(list, Splits) != nil {
		t.Errorf("with eight: %s", sentences(list))
	}
}

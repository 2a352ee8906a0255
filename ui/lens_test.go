package ui

import (
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/uitest"
)

// mixedPoints are of methods, spaces, kernels and layers that have different
// parameters.
func mixedPoints() []part.Point {
	var points []part.Point
	base := part.Point{Method: "sfa", Space: "kernel", Kernel: "gaussian", P: 8, Graph: "time", Select: "mp-mah", Basis: "stable", Readout: "lda", Validation: part.Num(0.25)}
	for fold := range 2 {
		for i := range 24 {
			p := base
			p.Fold, p.Seed = fold, 1
			switch i % 4 {
			case 0:
				p.Sigma, p.Lambda, p.M = part.Num(float64(1+i)), part.Num(1e-7), 50
			case 1:
				p.Method, p.Graph, p.Sigma, p.M = "pca", "", part.Num(float64(i)), 50
			case 2:
				p.Layers, p.Space, p.Kernel, p.Select, p.Basis, p.Degree = "8x8:4x4:sfa3", "poly", "", "", "", 2
				p.Lambda = part.Num(0)
			case 3:
				p.Kernel, p.Lambda, p.M, p.Degree = "poly", part.Num(1e-3), 50, 2+i/8
			}
			points = append(points, p)
		}
	}
	return points
}

// sceneOf is the scene of results that depend on their points.
func sceneOf(points []part.Point) *snapshot.Sweep {
	sc := &snapshot.Sweep{Best: -1}
	sc.SetPlan(snapshot.OutlineOf(points), snapshot.CriterionOf(sweep.Spec{}, points))
	for _, p := range points {
		sc.State.Results = append(sc.State.Results, uitest.Result(p))
	}
	sc.Rows = choose.Summarize(sc.State.Results)
	sc.Judge()
	return sc
}

// Whatever the charts hold and whatever they are drawn over, they show
// something as long as there are results.
func TestChartsAreNeverBlank(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	all := mixedPoints()
	for range 300 {
		some := all[:1+rng.IntN(len(all))]
		if rng.IntN(4) == 0 {
			at := rng.IntN(len(all))
			some = all[at : at+1]
		}
		sc := sceneOf(some)
		m := newFake(t, live, 80, 24)
		m.scene = *sc
		m.scene.SetPlan(snapshot.OutlineOf(all), sc.Criterion)
		m.arrange()
		m.lens.Held = map[string]clean.Text{}
		for _, a := range m.scene.Axes {
			if rng.IntN(2) == 0 {
				m.lens.Held[a.Name] = a.Labels[rng.IntN(len(a.Labels))]
			}
		}
		if rng.IntN(2) == 0 {
			newest := all[rng.IntN(len(all))].Config()
			m.lens.Newest = &newest
		}
		for pane := range paneTable {
			c := m.chart(pane)
			if rng.IntN(2) == 0 {
				c.Over, c.By = m.scene.Axes[rng.IntN(len(m.scene.Axes))].Name, m.scene.Axes[rng.IntN(len(m.scene.Axes))].Name
			}
			m.focus = pane
			if _, xs, v := m.focusedChart(); len(xs) == 0 {
				t.Fatalf("pane %d of %d rows is blank, holding %q over %s (held %v, over %q, by %q)", pane, len(sc.Rows), v.Title(""), v.X.Name, m.lens.Held, c.Over, c.By)
			}
		}
	}
}

// Where the best point has no λ, the others are shown at the best λ of theirs.
func TestOthersAreShownAtTheirBest(t *testing.T) {
	points := uitest.Points()
	for i := range points {
		points[i].Readout, points[i].Lambda = "lda", part.Num([]float64{1e-3, 1e-7}[i%2])
		if points[i].M == 100 {
			points[i].Method, points[i].Lambda, points[i].M = "pca", part.Value{}, 50
		}
	}
	sc := sceneOf(points)
	base := part.Point{}
	for i := range sc.Rows {
		if sc.Rows[i].Config.Method == "pca" {
			base = sc.Rows[i].Config
		}
	}
	p := slownessPane{}
	names, series := p.series(sc, p.aim(sc, projection.Slice{}, base))
	if len(names) != 2 || len(series[0]) != 5 || len(series[1]) != 5 {
		t.Fatalf("lines %q of %d points", names, len(series[0]))
	}
	for _, s := range series {
		for _, q := range s {
			if c := q.Row.Config; c.Method == "sfa" && c.Lambda != part.Num(1e-7) {
				t.Errorf("sfa is shown at λ = %v, which is not its best", c.Lambda)
			}
		}
	}
}

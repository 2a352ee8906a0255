package ui

import (
	"math/rand/v2"
	"testing"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/hierarchy"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/space"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// mixedPoints returns points of methods, spaces, kernels and layers with different parameters.
func mixedPoints() []part.Point {
	var points []part.Point
	base := part.Point{Frame: part.Frame{Validation: part.Num(0.25)}}.With(method.Name.Is("sfa"), space.Name.Is("kernel"), kernel.Name.Is("gaussian"), method.P.Is(8), graph.Name.Is("time"), subset.Name.Is("mp-mah"), space.Basis.Is("stable"), readout.Name.Is("lda"))
	for fold := range 2 {
		for i := range 24 {
			p := base
			p.Fold, p.Seed = fold, 1
			switch i % 4 {
			case 0:
				kernel.Sigma.Set(&p, part.Num(float64(1+i)))
				method.Lambda.Set(&p, part.Num(1e-7))
				subset.M.Set(&p, 50)
			case 1:
				method.Name.Set(&p, "pca")
				graph.Name.Set(&p, "")
				kernel.Sigma.Set(&p, part.Num(float64(i)))
				subset.M.Set(&p, 50)
			case 2:
				hierarchy.Layers.Set(&p, "8x8:4x4:sfa3")
				space.Name.Set(&p, "poly")
				kernel.Name.Set(&p, "")
				subset.Name.Set(&p, "")
				space.Basis.Set(&p, "")
				kernel.Degree.Set(&p, 2)
				method.Lambda.Set(&p, part.Num(0))
			case 3:
				kernel.Name.Set(&p, "poly")
				method.Lambda.Set(&p, part.Num(1e-3))
				subset.M.Set(&p, 50)
				kernel.Degree.Set(&p, 2+i/8)
			}
			points = append(points, p)
		}
	}
	return points
}

// With any held values and axes, the charts show something if there are results.
func TestChartsAreNeverBlank(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	all := mixedPoints()
	for range 300 {
		some := all[:1+rng.IntN(len(all))]
		if rng.IntN(4) == 0 {
			at := rng.IntN(len(all))
			some = all[at : at+1]
		}
		sc := uitest.Sweep(some)
		m := newFake(t, page.Live, 80, 24)
		m.scene.Sweep = *sc
		m.scene.Sweep.SetPlan(sweepview.OutlineOf(all), sc.Criterion)
		m.scene.Arrange()
		if rng.IntN(2) == 0 {
			m.scene.Table.Choose(&m.scene.Sweep, rng.IntN(len(m.scene.Sweep.Rows)+len(m.scene.Sweep.Waiting)))
		}
		for pane := range overview.PaneTable {
			o := m.overview()
			c := []*sweepview.Chart{&o.Slowness.Chart, &o.Variance.Chart, &o.Accuracy.Chart}[pane]
			if rng.IntN(2) == 0 {
				c.Over, c.By = m.scene.Sweep.Axes[rng.IntN(len(m.scene.Sweep.Axes))].Name, m.scene.Sweep.Axes[rng.IntN(len(m.scene.Sweep.Axes))].Name
			}
			m.overview().Focus = pane
			v := m.paneView(pane)
			var series [][]sweepview.Sample
			switch pane {
			case overview.PaneSlowness:
				_, series = o.Slowness.Series(sc, v)
			case overview.PaneVariance:
				_, series = o.Variance.Series(sc, v)
			default:
				_, series = o.Accuracy.Series(sc, v)
			}
			if len(sweepview.Places(series)) == 0 {
				t.Fatalf("pane %d of %d rows is blank, holding %q over %s (over %q, by %q)", pane, len(sc.Rows), v.Title(""), v.X.Name, c.Over, c.By)
			}
		}
	}
}

// If the best point has no λ, other points are shown at their best λ.
func TestOthersAreShownAtTheirBest(t *testing.T) {
	points := uitest.Points()
	for i := range points {
		readout.Name.Set(&points[i], "lda")
		method.Lambda.Set(&points[i], part.Num([]float64{1e-3, 1e-7}[i%2]))
		if subset.M.Of(points[i]) == 100 {
			method.Name.Set(&points[i], "pca")
			method.Lambda.Set(&points[i], part.Value{})
			subset.M.Set(&points[i], 50)
		}
	}
	sc := uitest.Sweep(points)
	base := part.Point{}
	for i := range sc.Rows {
		if method.Name.Of(sc.Rows[i].Config) == "pca" {
			base = sc.Rows[i].Config
		}
	}
	p := overview.Slowness{}
	names, series := p.Series(sc, p.Aim(sc, sweepview.Slice{}, base))
	if len(names) != 2 || len(series[0]) != 5 || len(series[1]) != 5 {
		t.Fatalf("lines %q of %d points", names, len(series[0]))
	}
	for _, s := range series {
		for _, q := range s {
			if c := q.Row.Config; method.Name.Of(c) == "sfa" && method.Lambda.Of(c) != part.Num(1e-3) { // of equals the most regularised
				t.Errorf("sfa is shown at λ = %v, which is not its best", method.Lambda.Of(c))
			}
		}
	}
}

package ui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// manyPoints returns n points, each of its own configuration: σ × λ × m × p × readout.
func manyPoints(n int) []part.Point {
	var points []part.Point
	first := uitest.Points()[0]
	for i := range n {
		p := first
		kernel.Sigma.Set(&p, part.Num(0.5*float64(1+i%25)))
		method.Lambda.Set(&p, part.Num([]float64{0, 1e-9, 1e-7, 1e-5, 1e-3}[i/25%5]))
		subset.M.Set(&p, 50*(1+i/125%5))
		method.P.Set(&p, 4*(1+i/625%8))
		readout.Name.Set(&p, []string{"lda", "perceptron"}[i/5000%2])
		p.Seed += uint64(i / 10000)
		points = append(points, p)
	}
	return points
}

// manyRecords returns the records of a sweep of these points.
func manyRecords(points []part.Point) []record.Record {
	rs := uitest.Records(0, nil)
	rs[0].Data = []byte(fmt.Sprintf(`{"plan":"0001","points":%d,"cost":1}`, len(points)))
	for i, p := range points {
		r := uitest.Result(p)
		rs = append(rs, uitest.Record(uint64(len(rs)), int64(20+i), string(sweep.PointDone), uitest.Object{"key": r.Key, "cost": 1 / float64(len(points))}, r))
	}
	return rs
}

// manyDone shows a finished sweep of n points.
func manyDone(t testing.TB, n, w, h int) (*model, []record.Record) {
	m := newFake(t, page.Live, w, h).withSession(nil)
	points := manyPoints(n)
	records := manyRecords(points)
	m.scene.Sweep.SetPlan(sweepview.OutlineOf(points), sweepview.CriterionOf(sweep.Spec{}, points))
	m.ctl.Reduce(records)
	return m, records
}

// BenchmarkTenThousand measures actions on a sweep of 10,000 points. Each should take less than
// 100 ms:
//
//	go test -run '^$' -bench TenThousand ./ui
func BenchmarkTenThousand(b *testing.B) {
	m, records := manyDone(b, 10_000, 120, 40)
	points := m.scene.Sweep.Outline.Points
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			n := newFake(b, page.Live, 120, 40).withSession(nil)
			n.scene.Sweep.SetPlan(sweepview.OutlineOf(points), sweepview.CriterionOf(sweep.Spec{}, points))
			n.ctl.Reduce(records)
			n.View()
		}
	})
	press := func(name string, keys ...string) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				m.keys(keys...)
				m.View()
			}
		})
	}
	press("sort", "o")
	press("reverse", "O")
	press("select", "down")
	press("last", "G")
	press("compare", "c", "esc")
	press("best of each", "B")
	b.Run("filter", func(b *testing.B) {
		for b.Loop() {
			m.keys("/", "ctrl+u")
			for _, r := range "acc>0.9 sigma<10" {
				m.press(input.Press{Name: string(r), Text: string(r)})
			}
			m.View()
			m.keys("enter")
		}
	})
	m.keys("esc", "esc", "esc")
	b.Run("draw", func(b *testing.B) {
		for b.Loop() {
			m.View()
		}
	})
	b.Run("a point arrives", func(b *testing.B) {
		n, _ := manyDone(b, 10_000, 120, 40)
		all := slices.Clone(n.scene.Sweep.Outline.Points)
		for _, p := range n.scene.Sweep.Outline.Points { // points of a second fold
			p.Fold = 1
			all = append(all, p)
		}
		more := all[len(n.scene.Sweep.Outline.Points):]
		n.scene.Sweep.SetPlan(sweepview.OutlineOf(all), n.scene.Sweep.Criterion)
		i := 0
		for b.Loop() {
			r := uitest.Result(more[i%len(more)])
			n.ctl.Reduce([]record.Record{uitest.Record(uint64(20_000+i), int64(20_000+i), string(sweep.PointDone), uitest.Object{"key": r.Key}, r)})
			n.View()
			i++
		}
	})
}

// The table draws only as many rows as there are lines, and the output is no longer than the
// screen.
func TestThousandsOfPointsAreNotDrawn(t *testing.T) {
	m, _ := manyDone(t, 2000, 120, 40)
	m.overview().Focus, m.overview().Zoomed = overview.PaneTable, true
	for _, keys := range [][]string{{"g"}, {"G"}, {"o"}, {"pgup"}} {
		m.keys(keys...)
		uitest.CheckScreen(t, m.View(), 120, 40)
		if drawn := strings.Count(m.View(), "/1\n"); m.scene.Table.Body > 40 || drawn < 30 || drawn > m.scene.Table.Body {
			t.Errorf("%d rows are drawn, there is room for %d", drawn, m.scene.Table.Body)
		}
		if m.scene.Table.At < m.scene.Table.Top || m.scene.Table.At >= m.scene.Table.Top+m.scene.Table.Body {
			t.Errorf("row %d is selected, %d to %d are shown", m.scene.Table.At, m.scene.Table.Top, m.scene.Table.Top+m.scene.Table.Body)
		}
	}
}

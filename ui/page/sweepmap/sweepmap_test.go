package sweepmap

import (
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/subset"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/uitest"
)

// screen returns the drawn page.
func screen(p *Page, sc *page.Scene) string {
	return string(clean.Join(layout.Fit(p.View(sc, layout.Size{W: sc.W, H: sc.H}), sc.W, sc.H), "\n"))
}

// details returns the action that opens the point under the cursor.
func details(p *Page) page.Action {
	all := p.Actions()
	return all[slices.IndexFunc(all, func(a page.Action) bool { return a.ID == page.Details.ID })]
}

// The map has a position for every visible point, and its cursor reaches it.
func TestMapHoldsThePoints(t *testing.T) {
	m, p := uitest.Done(80, 24), new(Page)
	v := p.Projection(m)
	c := cellsOf(&m.Sweep, v)
	if len(c.columns) != 5 || len(c.rows) != 3 {
		t.Fatalf("%v × %v", c.columns, c.rows)
	}
	for i, row := range c.at {
		for j, r := range row {
			if r == nil || kernel.Sigma.Of(r.Config).String() != string(c.columns[j]) || clean.Exponents(method.Lambda.Of(r.Config).String()) != c.rows[i] {
				t.Errorf("at σ=%s λ=%s there is %+v", c.columns[j], c.rows[i], r)
			}
		}
	}
	best := &m.Sweep.Rows[m.Sweep.Best]
	if m.Table.Row(&m.Sweep) != best {
		t.Error("the cursor does not begin at the best point")
	}
	p.moveBy(m, -1, 0)
	p.Move(m, -1)
	r := m.Table.Row(&m.Sweep)
	if at := cursorAt(m, v, c); c.at[at.Row][at.Column] != r {
		t.Error("the map's cursor is not the table's")
	}
	if r == nil || r == best || !strings.Contains(screen(p, m), "σ=2 λ=") {
		t.Errorf("the cursor moved to %+v:\n%s", r, screen(p, m))
	}
	if details(p).Do(m, "enter"); m.Shown != page.Point || m.Table.Row(&m.Sweep) != r {
		t.Error("enter does not select the point under the cursor")
	}
	seen := []string{}
	for range measures(&m.Sweep) {
		seen = append(seen, strings.Split(screen(p, m), "\n")[0])
		p.measure++
	}
	slices.Sort(seen)
	if n := len(slices.Compact(seen)); n != len(measures(&m.Sweep)) {
		t.Errorf("%d measures: %q", n, seen)
	}
}

// Maps over word axes, and over a single axis, contain their points too.
func TestMapOverWordsAndOneAxis(t *testing.T) {
	points := uitest.Points()
	for i := range points {
		kernel.Sigma.Set(&points[i], part.Num(5))
		method.Lambda.Set(&points[i], part.Num(0))
		subset.M.Set(&points[i], 50)
	}
	m, p := uitest.Scene(points, nil, 80, 24), new(Page)
	m.Sweep = *uitest.Sweep(points)
	m.Arrange()
	if c := cellsOf(&m.Sweep, p.Projection(m)); !slices.Equal(c.columns, []clean.Text{"lda", "perceptron"}) || len(c.rows) != 1 || c.at[0][1] == nil {
		t.Errorf("%+v", c)
	}
	m.Sweep = *uitest.Sweep(points[:1])
	m.Arrange()
	if c := cellsOf(&m.Sweep, p.Projection(m)); len(c.columns) != 1 || c.at[0][0] == nil {
		t.Errorf("one point: %+v", c)
	}
	uitest.CheckScreen(t, screen(p, m), 80, 24)
}

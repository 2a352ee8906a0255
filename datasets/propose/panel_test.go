package propose_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets"
)

// ofUnit is a number of a unit at a moment: a smooth series with a level of its own, which is in no
// order of the units.
func ofUnit(u, m, k int) float64 {
	return math.Sin(float64(m)/5+float64(u*u)*2.4+float64(k)) + float64(u*7%5)
}

// What the rows of a panel are is told by their numbers, where the names of the columns say nothing:
// units in turns, or one unit behind the other. Names come before numbers.
func TestPanels(t *testing.T) {
	const units, moments = 8, 40
	type key struct{ u, m int }
	var turns, mixed, series []key
	for m := range moments {
		for u := range units {
			turns, mixed = append(turns, key{u, m}), append(mixed, key{(3*u + m) % units, m})
		}
	}
	for u := range units {
		for m := range moments {
			series = append(series, key{u, m})
		}
	}
	file := func(head string, rows []key, line func(u, m int) string) []string {
		lines := []string{head}
		for _, k := range rows {
			if at := line(k.u, k.m); at != "" {
				lines = append(lines, fmt.Sprintf("%s,%.5f,%.5f", at, ofUnit(k.u, k.m, 0), 2*ofUnit(k.u, k.m, 1)))
			}
		}
		return lines
	}
	plain := func(u, m int) string { return fmt.Sprintf("%d,%d", m+1, u+1) }
	other := func(u, m int) string { return fmt.Sprintf("%d,%d", u+1, m+1) }
	inTurns, behind := []string{"! segment=q clock=p group=q"}, []string{"! clock=q", "! segment=p group=p"}
	for name, c := range map[string]struct{ lines, want []string }{
		"in turns":                         {file("p,q,v,w", turns, plain), inTurns},
		"behind each other":                {file("p,q,v,w", series, other), behind},
		"without a header":                 {file("1,1,0.25,0.75", turns, plain)[1:], []string{"! segment=x2 clock=x1 group=x2"}},
		"by numbers with leaps":            {file("p,q,v,w", turns, func(u, m int) string { return fmt.Sprintf("%d,%d", m*m, 100+u*u) }), inTurns},
		"by words":                         {file("p,q,v,w", turns, func(u, m int) string { return fmt.Sprintf("%d,u%d", 1980+m, u) }), inTurns},
		"by quarters":                      {file("p,q,v,w", turns, func(u, m int) string { return fmt.Sprintf("%d-Q%d,%d", 1980+m/4, 1+m%4, u) }), []string{"! segment=q group=q"}},
		"by words for the moments":         {file("p,q,v,w", turns, func(u, m int) string { return fmt.Sprintf("wave%d,%d", m, u+1) }), []string{"! drop=p"}},
		"some moments lack a unit":         {file("p,q,v,w", turns, func(u, m int) string { return lacking(u, m, plain) }), inTurns},
		"some units lack a moment":         {file("p,q,v,w", series, func(u, m int) string { return lacking(u, m, other) }), []string{"! segment=p group=p"}},
		"in another order at each moment":  {file("p,q,v,w", mixed, plain), inTurns},
		"a number that is no unit":         {file("p,q,v,w", turns, func(u, m int) string { return fmt.Sprintf("%d,%d", m+1, 1+(u*3+m)%units) }), nil},
		"named as units behind each other": {file("machine,q,v,w", turns, plain), []string{"! group=machine"}},
		"named as units in turns":          {file("p,machine,v,w", series, other), nil},
		"units of fleets": {file("p,q,r,v,w", series, func(u, m int) string { return fmt.Sprintf("%d,%d,%d", 1+u/4, 1+u%4, m+1) }),
			[]string{"! clock=r", "! cut-by=q group=p"}},
		"units of fleets in turns": {file("r,p,q,v,w", turns, func(u, m int) string { return fmt.Sprintf("%d,%d,%d", m+1, 1+u/4, 1+u%4) }),
			[]string{"! segment=q group=p clock=r"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := written(t, "panel.csv", c.lines...)
			got := proposed(t, datasets.Options{Paths: []string{path}})
			var roles []string
			for _, line := range got {
				if !strings.Contains(line, "standardize") {
					roles = append(roles, line)
				}
			}
			if strings.Join(roles, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("proposed\n%s\nwant\n%s", strings.Join(roles, "\n"), strings.Join(c.want, "\n"))
			}
			k := takeAll(t, datasets.Options{Paths: []string{path}})
			cut := c.want != nil && !strings.Contains(c.want[0], "drop")
			if k.set == nil || cut && (len(k.set.Inputs) < 2 || len(k.set.Segments) < units) {
				t.Errorf("with %v: %v", k.flags, k.set)
			}
		})
	}
}

// lacking writes a row, but "" for one of nine.
func lacking(u, m int, row func(u, m int) string) string {
	if (u*5+m*3)%9 == 4 {
		return ""
	}
	return row(u, m)
}

// Where each moment has all units, and neither names nor numbers decide what the rows are, nothing
// is proposed.
func TestFullPanels(t *testing.T) {
	const units, moments = 25, 40
	noise := func(i int) float64 { return math.Mod(math.Abs(math.Sin(float64(i))*1e4), 1) } // of 0 to 1, uncorrelated
	walk := make([]float64, units*moments)
	for i := range walk {
		if i%moments > 0 {
			walk[i] = walk[i-1] + noise(i) - 0.5
		}
	}
	trend := func(i int) float64 { return 3*math.Sin(2.5*float64(i/units)) + noise(i)/2 }
	for name, c := range map[string]struct {
		of, inner int
		head      string
		value     func(i int) float64
		want      []string
	}{
		"noise":                   {moments, units, "p,q,v,w", noise, nil},
		"a trend of all units":    {moments, units, "p,q,v,w", trend, nil},
		"walks behind each other": {units, moments, "p,q,v,w", func(i int) float64 { return walk[i] / 2 }, []string{"! clock=q", "! segment=p group=p"}},
		"noise of named units":    {units, moments, "subject,q,v,w", noise, []string{"! clock=q", "! segment=subject group=subject"}},
	} {
		lines := []string{c.head}
		for i := range units * moments {
			lines = append(lines, fmt.Sprintf("%d,%d,%.5f,%.5f", 1+i/c.inner, 1+i%c.inner, 20*c.value(i), 20*noise(7*i+3)))
		}
		t.Run(name, func(t *testing.T) {
			wantProposed(t, datasets.Options{Paths: []string{written(t, "t.csv", lines...)}}, c.want...)
		})
	}
}

// Of a panel whose units are stated the times are proposed, and of one that is settled nothing.
func TestStatedPanels(t *testing.T) {
	lines := []string{"p,q,v,w"}
	for m := range 30 {
		for u := range 6 {
			lines = append(lines, fmt.Sprintf("%d,u%d,%.5f,%.5f", m+1, u, ofUnit(u, m, 0), ofUnit(u, m, 1)))
		}
	}
	path := written(t, "panel.csv", lines...)
	for _, c := range []struct {
		o    datasets.Options
		want []string
	}{
		{datasets.Options{}, []string{"! segment=q clock=p group=q"}},
		{datasets.Options{Segment: "q"}, []string{"! clock=p group=q"}},
		{datasets.Options{Segment: "q", Group: "q"}, []string{"! clock=p"}},
		{datasets.Options{Segment: "q", Clock: "p"}, nil},
		{datasets.Options{Label: "q", Drop: []string{"p"}}, nil},
	} {
		c.o.Paths = []string{path}
		wantProposed(t, c.o, c.want...)
	}
}

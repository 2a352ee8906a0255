package view

import (
	"context"
	"fmt"
	"math"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep/resolve"
	"example.com/sfatui/sessions/export/svg"
)

// mostAtoms is the maximum number of atoms drawn.
const mostAtoms = 400

// atomsSheet draws the atoms of a point's front, the most used first, and the
// objective of their learning.
func atomsSheet(ctx context.Context, a *subject) (svg.Drawing, error) {
	x, err := solveAgain(ctx, a, "atoms", resolve.AtomsOf)
	if err != nil {
		return nil, err
	}
	k := len(x.Number)
	title := fmt.Sprintf("%d atoms, the most used first", k)
	if k > mostAtoms {
		title = fmt.Sprintf("the %d most used of %d atoms", mostAtoms, k)
	}
	m := svg.Mosaic{Title: title, Curves: x.Picture.Curve(), Text: "below each: its number, and of how many training samples it is part; each is drawn by its largest entry"}
	if x.Picture.Guessed {
		m.Text = fmt.Sprintf("%d×%d guessed from the number of inputs; %s", x.Picture.Rows, x.Picture.Columns, m.Text)
	}
	for j := range min(k, mostAtoms) {
		m.Tiles = append(m.Tiles, a.atom(x, j))
	}
	s := svg.Sheet{Title: a.titled("atoms of the front"), Parts: []svg.Drawing{m}}
	if c, ok := a.learning(); ok {
		s.Parts = append(s.Parts, c)
	}
	return s, nil
}

func (a *subject) atom(x *resolve.Atoms, j int) svg.Tile {
	t := svg.Tile{
		Values:  x.Scaled(j),
		Caption: fmt.Sprintf("%d: %.3g %%", x.Number[j], 100*x.Share[j]),
		Text:    fmt.Sprintf("atom %d: used by %.3g %% of %d training samples, with %.3g %% of the energy of all codes", x.Number[j], 100*x.Share[j], x.Of, 100*x.Energy[j]),
	}
	if x.ByClass != nil {
		most, at := 0.0, -1
		for c, v := range x.ByClass[j] {
			if v > most {
				most, at = v, c
			}
		}
		if at >= 0 {
			t.Text += "; most in class " + a.class(at)
		}
	}
	switch {
	case x.Share[j] == 0:
		t.Caption, t.Weak = fmt.Sprintf("%d: unused", x.Number[j]), true
	case x.Double[j] >= 0:
		t.Caption, t.Weak = fmt.Sprintf("%d: as %d", x.Number[j], x.Number[x.Double[j]]), true
	}
	t.Text = message.Clean(t.Text)
	return t
}

// learning draws the front's objective after each learning sweep; false if it
// did not learn in sweeps.
func (a *subject) learning() (svg.Chart, bool) {
	info := a.result.FrontInfo
	if info == nil || len(info.Objective) < 2 {
		return svg.Chart{}, false
	}
	title := "what learning minimises; it never rises"
	if n := info.Rises(); n > 0 {
		title = fmt.Sprintf("what learning minimises; it rises in %d of %d sweeps", n, len(info.Objective))
	}
	c := svg.Chart{Title: title, X: "sweep", Limit: math.NaN(), Curves: []svg.Curve{{Name: "objective"}}}
	for i, v := range info.Objective {
		c.Curves[0].Add(float64(i+1), float64(v), fmt.Sprintf("behind sweep %d: %s", i+1, svg.Number(float64(v))))
	}
	c.LogY = c.SpansDecades()
	return c, true
}

package choose

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/sfatui/engine/part"
)

// A cell is a row at its place in the grid.
type cell struct {
	config part.Point
	parts  []float64 // nil for a hole
	chance bool      // the score is no better than chance, and parts holds that of chance
}

// cells returns the cells of the rows that are scored on the largest number of inner
// splits.
func (b By) cells(rows []Row) []cell {
	most := 0
	for i := range rows {
		_, inner, _ := rows[i].Layout()
		most = max(most, inner)
	}
	var out []cell
	parts := 0
	for i := range rows {
		c := cell{config: rows[i].Config}
		if _, inner, _ := rows[i].Layout(); inner < most && rows[i].Measured() {
			continue
		}
		if s := b.Score(&rows[i]); s.Complete() && rows[i].Failed == 0 {
			c.parts, parts = s.Parts, max(parts, len(s.Parts))
			if chance := b.chance(&rows[i]); len(chance) == len(s.Parts) && meanOver(chance) <= s.U {
				c.parts, c.chance = chance, true
			}
		}
		out = append(out, c)
	}
	for i := range out { // scores on fewer parts are incomparable
		if len(out[i].parts) < parts {
			out[i].parts = nil
		}
	}
	return out
}

// plannedCells returns the cells of planned points; points without results are holes.
func plannedCells(cells []cell, planned []part.Point) []cell {
	at := map[part.Point]cell{}
	for _, c := range cells {
		at[axesOf(c.config)] = c
	}
	seen := map[part.Point]bool{}
	var out []cell
	for _, p := range planned {
		config := axesOf(p)
		if seen[config] {
			continue
		}
		seen[config] = true
		c, ok := at[config]
		if !ok {
			c = cell{config: p}
		}
		out = append(out, c)
	}
	return out
}

// A fullGrid is the largest full grid found in some cells.
type fullGrid struct {
	axes       []*part.Axis
	labels     [][]string // of the values of each axis
	numeric    []bool     // whether the values are numbers, in ascending order
	shape      []int
	scores     [][]float64 // of each part, the last axis running fastest
	points, of int
	chance     int // points that score no better than chance
}

func gridOf(cells []cell) fullGrid {
	g := fullGrid{of: len(cells)}
	axes, shape, places := placesOf(cells)
	labels := labelsOf(axes, shape, places, cells)
	at := map[string]*cell{}
	var there [][]int
	for i := range cells {
		if key := fmt.Sprint(places[i]); cells[i].parts != nil && at[key] == nil {
			at[key] = &cells[i]
			there = append(there, places[i])
		}
	}
	kept := FullGrid(shape, there)
	total := 1
	for axis, values := range kept {
		total *= len(values)
		if len(values) > 1 {
			g.axes, g.shape = append(g.axes, axes[axis]), append(g.shape, len(values))
			_, number := axes[axis].Number(&cells[0].config)
			of := make([]string, len(values))
			for i, v := range values {
				of[i] = labels[axis][v]
			}
			g.labels, g.numeric = append(g.labels, of), append(g.numeric, number)
		}
	}
	if len(there) == 0 {
		total = 0
	}
	for i := range total {
		place := make([]int, len(kept))
		for axis := len(kept) - 1; axis >= 0; axis-- {
			n := len(kept[axis])
			place[axis], i = kept[axis][i%n], i/n
		}
		c := at[fmt.Sprint(place)]
		if c.chance {
			g.chance++
		}
		if g.scores == nil {
			g.scores = make([][]float64, len(c.parts))
		}
		for k, u := range c.parts {
			g.scores[k] = append(g.scores[k], u)
		}
	}
	g.points = total
	return g
}

// labelsOf returns the names of the values of axes, numbers with four digits. A
// multiple whose value differs between points is named by its rank.
func labelsOf(axes []*part.Axis, shape []int, places [][]int, cells []cell) [][]string {
	labels := make([][]string, len(axes))
	for a, axis := range axes {
		labels[a] = make([]string, shape[a])
		for i := range cells {
			text := axis.Of(&cells[i].config)
			if x, ok := axis.Number(&cells[i].config); ok {
				text = fmt.Sprintf("%.4g", x)
			}
			switch label := &labels[a][places[i][a]]; {
			case *label == "":
				*label = text
			case *label != text:
				*label = fmt.Sprintf("multiple %d", places[i][a]+1)
			}
		}
	}
	return labels
}

func configsOf(cells []cell) []part.Point {
	configs := make([]part.Point, len(cells))
	for i, c := range cells {
		configs[i] = c.config
	}
	return configs
}

// placesOf returns the axes on which cells differ, the number of values of each, and
// the coordinates of each cell. Numbers are in ascending order, words in order of
// appearance, multiples by rank.
func placesOf(cells []cell) (axes []*part.Axis, shape []int, places [][]int) {
	places = make([][]int, len(cells))
	configs := configsOf(cells)
	for _, axis := range part.Axes() {
		if levels := levelsOf(axis, configs); levels != nil {
			axes, shape = append(axes, axis), append(shape, slices.Max(levels)+1)
			for i, level := range levels {
				places[i] = append(places[i], level)
			}
			continue
		}
		var values []string
		number := map[string]float64{}
		for i := range cells {
			text := axis.Of(&cells[i].config)
			if !slices.Contains(values, text) {
				values = append(values, text)
				number[text], _ = axis.Number(&cells[i].config)
			}
		}
		if len(values) < 2 {
			continue
		}
		slices.SortStableFunc(values, func(a, b string) int { return cmp.Compare(number[a], number[b]) })
		axes, shape = append(axes, axis), append(shape, len(values))
		for i := range cells {
			places[i] = append(places[i], slices.Index(values, axis.Of(&cells[i].config)))
		}
	}
	return axes, shape, places
}

// allEqual reports whether on every part the scores differ by no more than processors do.
// Their variance is then rounding, which no axis explains.
func (g fullGrid) allEqual() bool {
	return !slices.ContainsFunc(g.scores, func(scores []float64) bool { return slices.Max(scores)-slices.Min(scores) > pathsDiffer })
}

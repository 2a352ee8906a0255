package chart

import "example.com/sfatui/ui/clean"

// entry is one item of the legend.
type entry struct {
	marker, name clean.Text
	role         Role
	col          int
}

// legendRows lays the legend out in at most limit rows. There is none for a
// single series without anything marked.
func (p Plot) legendRows(c *canvas, d data, limit int) [][]entry {
	var series, marks []entry
	bad, good := false, false
	for i, s := range p.Series {
		series = append(series, entry{marker: c.marker(i), name: c.glyphsOf(s.Name), role: SeriesRole(i)})
		for _, pt := range d.curves[i].points {
			bad, good = bad || pt.bad && drawable(pt.y), good || pt.good && drawable(pt.y)
		}
	}
	if p.hasBest() {
		marks = append(marks, entry{marker: c.best, name: "best", role: Good})
	}
	if good {
		marks = append(marks, entry{marker: c.good, name: "as good", role: Good})
	}
	if bad {
		marks = append(marks, entry{marker: c.bad, name: "violated", role: Bad})
	}
	if len(series)+len(marks) < 2 {
		return nil
	}
	// The series must be told apart, the other marks are known: those that do
	// not fit are left out.
	for {
		rows, all := flow(c, append(series[:len(series):len(series)], marks...), limit)
		if all || len(marks) == 0 {
			return rows
		}
		marks = marks[:len(marks)-1]
	}
}

// flow breaks entries into rows, with two blanks between entries; the last
// that has room is cut. all says that nothing was lost.
func flow(c *canvas, entries []entry, limit int) (rows [][]entry, all bool) {
	col := c.w
	for i, e := range entries {
		need := 2 + width(e.name)
		if e.name == "" {
			need = 1
		}
		if col+need > c.w && len(rows) == limit {
			if col+4 <= c.w {
				e.name = c.fit(e.name, c.w-col-2)
				e.col = col
				rows[limit-1] = append(rows[limit-1], e)
			} else if i > 0 && col <= c.w {
				rows[limit-1] = append(rows[limit-1], entry{marker: c.ellipsis, col: col - 1, role: Faint})
			}
			return rows, false
		}
		if col+need > c.w {
			rows = append(rows, nil)
			col = 0
			e.name = c.fit(e.name, c.w-2)
		}
		e.col = col
		rows[len(rows)-1] = append(rows[len(rows)-1], e)
		col += 2 + need
	}
	return rows, true
}

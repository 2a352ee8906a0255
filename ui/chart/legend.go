package chart

import (
	"slices"

	"example.com/sfatui/ui/clean"
)

// entry is one item of the legend.
type entry struct {
	marker, name clean.Text
	role, text   Role
	col          int
}

// legendRows lays out the legend in at most limit rows. A single series without marks has no
// legend, unless other series coincide with it.
func (p Plot) legendRows(c *canvas, d data, limit int) [][]entry {
	series := p.seriesEntries(c, d)
	same := slices.ContainsFunc(d.curves, func(cv curve) bool { return cv.duplicate })
	marks := append(p.contextEntry(c, d), p.markEntries(c, d)...)
	if p.hasBest() && p.Best.Elsewhere != "" {
		marks = slices.Insert(marks, 0, entry{marker: c.elsewhere, name: c.glyphsOf(p.Best.Elsewhere), role: Good, text: Text})
	}
	if len(series)+len(marks) < 2 && !same {
		return nil
	}
	// Series must be identified, marks are familiar: marks that do not fit are left out.
	for {
		rows, all := flowEntries(c, append(series[:len(series):len(series)], marks...), limit)
		if all || len(marks) == 0 {
			return rows
		}
		marks = marks[:len(marks)-1]
	}
}

// seriesEntries returns the legend entries of the highlighted series that have points. Series that
// coincide share one entry.
func (p Plot) seriesEntries(c *canvas, d data) (entries []entry) {
	for i, s := range p.Series {
		name, cv := c.glyphsOf(s.Name), d.curves[i]
		if cv.context || cv.duplicate || len(cv.points) == 0 && d.points > 0 {
			continue
		}
		e := entry{marker: c.marker(cv.markerIndex), name: name, role: SeriesRole(cv.markerIndex), text: Text}
		for j := range d.curves {
			if o := d.curves[j]; o.duplicate && o.duplicateOf == i {
				e.name += " = " + c.marker(o.markerIndex) + " " + c.glyphsOf(p.Series[j].Name)
			}
		}
		entries = append(entries, e)
	}
	return entries
}

// contextEntry returns the legend entry of the context series: all names of up to three, else
// the first and the last.
func (p Plot) contextEntry(c *canvas, d data) []entry {
	var names []clean.Text
	for i, s := range p.Series {
		if d.curves[i].context && s.Name != "" {
			names = append(names, c.glyphsOf(s.Name))
		}
	}
	switch n := len(names); {
	case n == 0:
		return nil
	case n > 3:
		names = []clean.Text{names[0], c.ellipsis, names[n-1]}
	}
	return []entry{{marker: c.dot, name: clean.Join(names, " "), role: Faint, text: Faint}}
}

// markEntries returns the legend entries of the marks, most important first.
func (p Plot) markEntries(c *canvas, d data) (marks []entry) {
	bad, good, bars := false, false, false
	for _, cv := range d.curves {
		for _, pt := range cv.points {
			bad, good = bad || pt.bad && drawable(pt.y), good || pt.good && drawable(pt.y) && !cv.context
			bars = bars || pt.err > 0 && !cv.context
		}
	}
	add := func(is bool, marker, name clean.Text, role Role) {
		if is {
			marks = append(marks, entry{marker: marker, name: c.glyphsOf(name), role: role, text: Text})
		}
	}
	add(p.Note != "" && bars, "", p.Note, Faint)
	add(bad, c.bad, "violated", Bad)
	add(good, c.good, "as good", Good)
	best := clean.Text("best")
	if p.Star != "" && p.Star != unicodeGlyphs.best {
		best = "so far"
	}
	add(p.hasBest() && p.Best.Elsewhere == "", c.best, best, Good)
	return marks
}

// mergeDuplicates finds series that coincide with an earlier one in all cells, so that they are
// drawn once.
func (p Plot) mergeDuplicates(c *canvas, f *frame, d data) {
	for j := range d.curves {
		for i := range j {
			a, b := &d.curves[i], &d.curves[j]
			if a.duplicate || a.context || b.context || !a.sharesCells(b) {
				continue
			}
			b.duplicate, b.duplicateOf = true, i
			break
		}
	}
	if len(f.legend) > 0 {
		f.legend = p.legendRows(c, d, len(f.legend))
	}
}

// sharesCells reports whether two curves have points in the same cells, with the same ✗ marks.
func (cv *curve) sharesCells(o *curve) bool {
	return len(cv.points) > 1 && slices.EqualFunc(cv.points, o.points, func(a, b point) bool {
		return a.col == b.col && a.row == b.row && a.bad == b.bad && drawable(a.y) && drawable(b.y)
	})
}

// flowEntries breaks entries into at most limit rows, with two blanks between entries, and cuts
// the last that fits. all reports whether nothing was cut.
func flowEntries(c *canvas, entries []entry, limit int) (rows [][]entry, all bool) {
	col := c.w
	for i, e := range entries {
		need := 2 + width(e.name)
		if e.name == "" {
			need = 1
		} else if e.marker == "" {
			need = width(e.name)
		}
		if col+need > c.w && len(rows) == limit {
			if col+4 <= c.w {
				e.name = c.fit(e.name, c.w-col-2)
				e.col = col
				rows[limit-1] = append(rows[limit-1], e)
			} else if i > 0 && col <= c.w {
				rows[limit-1] = append(rows[limit-1], entry{marker: c.ellipsis, col: col - 1, role: Faint, text: Faint})
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

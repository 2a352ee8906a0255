package chart

import (
	"slices"

	"example.com/sfatui/ui/clean"
)

// drawAxes draws both axes with their ticks and labels.
func (f *frame) drawAxes(c *canvas, p Plot, d data) {
	if !f.axes {
		return
	}
	bottom := f.y0 + f.h
	for y := f.y0; y < bottom; y++ {
		c.set(f.x0-1, y, c.vertical, Faint)
	}
	for _, t := range f.yTicks {
		y := bottom - 1 - t.cell
		c.set(f.x0-1, y, c.yTick, Faint)
		c.text(f.x0-1-width(t.label), y, t.label, Text)
	}
	if f.y.skip > 0 {
		c.set(f.x0-1, bottom-f.y.skip, c.axisBreak, Faint)
	}
	c.set(f.x0-1, bottom, c.corner, Faint)
	for x := f.x0; x < f.x0+f.w; x++ {
		c.set(x, bottom, c.horizontal, Faint)
	}
	if f.x.skip > 1 {
		c.set(f.x0+f.pad+f.x.skip/2, bottom, c.axisBreak, Faint)
	}
	if f.labels {
		f.drawXLabels(c, p, d, bottom)
	}
}

// drawXLabels draws the name of the x axis and its ticks; the ticks of the cursor and of ★ take
// precedence.
func (f *frame) drawXLabels(c *canvas, p Plot, d data, bottom int) {
	name := c.glyphsOf(p.XLabel)
	left := 0
	switch {
	case f.inline && name != "":
		left = width(name) + 1
	case f.xLabelRow > 0:
		name = c.fit(name, f.w)
		c.text(f.x0+(f.w-width(name))/2, f.xLabelRow, name, Text)
	}
	placed := f.markedTicks(c, p, left)
	switch {
	case len(d.xs) > 0 && p.Names != nil:
		placed, _ = f.place(c, placed, f.nameTicks(c, p), left, Text)
	case len(d.xs) > 0:
		placed = f.placeXTicks(c, placed, d, left)
	}
	nameEnd := f.x0 - 1
	for _, l := range placed {
		c.set(l.col, bottom, c.xTick, l.role)
		c.text(l.start, bottom+1, l.text, l.role)
		nameEnd = min(nameEnd, l.start-1)
	}
	if f.inline {
		c.text(nameEnd-width(name), bottom+1, name, Text)
	}
}

// markedTicks draws and returns the tick labels of the cursor and of ★.
func (f *frame) markedTicks(c *canvas, p Plot, left int) (placed []label) {
	best := p.Best != nil && f.containsX(p.Best.X)
	if p.Here != nil && f.containsX(p.Here.X) && !(best && p.Here.X == p.Best.X) {
		placed, _ = f.place(c, nil, []tick{{f.x.cell(p.Here.X), c.selected + p.Place(p.Here.X)}}, left, Accent)
	}
	if best {
		role := Good
		if p.Here != nil && p.Here.X == p.Best.X {
			role = Accent
		}
		placed, _ = f.place(c, placed, []tick{{f.x.cell(p.Best.X), "[" + p.Place(p.Best.X) + "]"}}, left, role)
	}
	for i := range placed {
		placed[i].marked = true
	}
	return placed
}

// label is a tick label of the x axis with its position on the canvas.
type label struct {
	col, start int
	text       clean.Text
	role       Role
	marked     bool // label of the cursor or of ★
}

// place appends the labels of ticks to those placed before, leaving out labels that would
// overlap or touch another. all reports whether every tick got its label.
func (f *frame) place(c *canvas, before []label, ticks []tick, left int, role Role) (placed []label, all bool) {
	placed, all = slices.Clone(before), true
	for _, t := range ticks {
		text := c.glyphsOf(t.label)
		n := width(text)
		col := f.x0 + f.pad + t.cell
		start := max(min(col-n/2, c.w-n), left)
		clash := start > col || start+n > c.w
		for i, o := range placed {
			over := start <= o.start+width(o.text) && o.start <= start+n
			if o.marked { // its brackets or › separate it from a neighbour
				touchable := 0
				if o.text[len(o.text)-1] != ']' {
					touchable = 1
				}
				over = start < o.start+width(o.text)+touchable && o.start < start+n
			}
			clash = clash || over
			all = all && (!over || i < len(before))
		}
		if !clash {
			placed = append(placed, label{col, start, text, role, false})
		}
	}
	return placed, all
}

// placeXTicks labels the values of the data if all fit, otherwise decades or round numbers,
// otherwise every k-th value with the smallest k that fits, otherwise as many as fit.
func (f *frame) placeXTicks(c *canvas, before []label, d data, left int) []label {
	values := f.valueTicks(d)
	if len(values) > 0 {
		if placed, all := f.place(c, before, values, left, Text); all {
			return placed
		}
	}
	for apart := 6; apart < f.w; apart += 1 + apart/4 {
		ticks := f.x.ticksApart(apart)
		if placed, all := f.place(c, before, ticks, left, Text); all && len(placed) > 1 {
			return placed
		}
	}
	for k := 2; k < len(values); k++ {
		var some []tick
		for i := 0; i < len(values); i += k {
			some = append(some, values[i])
		}
		if placed, all := f.place(c, before, some, left, Text); all {
			return placed
		}
	}
	if len(values) == 0 {
		values = f.x.ticksApart(1)
	}
	placed, _ := f.place(c, before, values, left, Text)
	return placed
}

// nameTicks returns ticks at the named places, with names cut to equal widths.
func (f *frame) nameTicks(c *canvas, p Plot) []tick {
	room := max(3, f.w/len(p.Names)-1)
	var ticks []tick
	for i, name := range p.Names {
		if x := float64(i); f.containsX(x) {
			ticks = append(ticks, tick{f.x.cell(x), c.fit(name, room)})
		}
	}
	return ticks
}

// valueTicks returns ticks at the x values of the data; nil if there are too many to label, or
// if two labels would be equal.
func (f *frame) valueTicks(d data) []tick {
	xs := slices.Clone(d.xs)
	slices.Sort(xs)
	xs = slices.Compact(xs)
	var ticks []tick
	for _, x := range xs {
		t := tick{f.x.cell(x), formatNumber(x)}
		if f.x.AtZero(x) {
			t.label = clean.Of(f.x.ZeroLabel())
		}
		if n := len(ticks); n > 0 && ticks[n-1] == t {
			continue // values in the same cell with the same label
		} else if n > 0 && ticks[n-1].label == t.label || n > f.w/2 {
			return nil
		}
		ticks = append(ticks, t)
	}
	return ticks
}

package chart

import (
	"slices"

	"example.com/sfatui/ui/clean"
)

// frame says where on the canvas things go, and maps values to places there.
type frame struct {
	x0, y0, w, h int // plotting area; y0 is its topmost row
	pad          int // columns kept free at either side within it
	x, y         axis
	axes         bool // draw the axes
	labels       bool // and label them
	yTicks       []tick
	inline       bool // the x label stands in the row of the tick labels
	xLabelRow    int  // its own row, or 0
	xInHeader    bool
	legend       [][]entry
}

// column and line are the canvas coordinates of a value.
func (f *frame) column(x float64) int { return f.x0 + f.pad + f.x.cell(x) }
func (f *frame) line(y float64) int   { return f.y0 + f.h - 1 - f.y.cell(y) }

// arrange divides the canvas. Small ones lose, in this order, the legend, the
// header, the labels and the axes.
func (p Plot) arrange(c *canvas, d data) *frame {
	f := &frame{w: c.w, h: c.h}
	f.axes = c.w >= 10 && c.h >= 5
	f.labels = f.axes && c.w >= 16
	if f.axes {
		f.h--
	}
	if f.labels {
		f.h--
		f.inline = width(c.glyphsOf(p.XLabel)) <= 3
		if !f.inline && c.h >= 14 {
			f.h--
			f.xLabelRow = 1
		}
		f.xInHeader = !f.inline && f.xLabelRow == 0
	}
	if p.hasHeader(f) && c.h >= 6 {
		f.y0, f.h = 1, f.h-1
	}
	if c.h >= 8 && c.w >= 16 {
		f.legend = p.legendRows(c, d, 1+(c.h-8)/8)
		f.h -= len(f.legend)
	}
	if f.xLabelRow > 0 {
		f.xLabelRow = f.y0 + f.h + 2
	}
	f.y = newAxis(d.ys, p.LogY, f.h, 1+f.h/10)
	gutter := 0
	if f.axes {
		gutter = 1
	}
	if f.labels && d.points > 0 {
		gutter += f.fitYTicks(c, c.w/3)
	}
	if f.labels && f.inline && p.XLabel != "" {
		gutter = max(gutter, width(c.glyphsOf(p.XLabel))+2)
	}
	f.x0, f.w = gutter, c.w-gutter
	if f.w >= 20 {
		f.pad = 1
	}
	n := f.w - 2*f.pad
	f.x = newAxis(d.xs, p.LogX, n, min(max(n/6, 3), 6))
	for i := range d.curves {
		pts := d.curves[i].points
		for j := range pts {
			pts[j].col, pts[j].row = f.x.cell(pts[j].x), f.y.cell(pts[j].y)
		}
	}
	return f
}

// fitYTicks chooses the ticks of the y axis and returns the width of their
// labels; labels wider than limit are left out.
func (f *frame) fitYTicks(c *canvas, limit int) int {
	widest := 0
	f.yTicks = f.y.ticksApart(max(2, f.h/10))
	for i := range f.yTicks {
		f.yTicks[i].label = c.glyphsOf(f.yTicks[i].label)
		widest = max(widest, width(f.yTicks[i].label))
	}
	if widest <= limit {
		return widest
	}
	for i := range f.yTicks {
		f.yTicks[i].label = ""
	}
	return 0
}

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
		c.set(f.x0-1, bottom-f.y.skip, c.brk, Faint)
	}
	c.set(f.x0-1, bottom, c.corner, Faint)
	for x := f.x0; x < f.x0+f.w; x++ {
		c.set(x, bottom, c.horizontal, Faint)
	}
	if f.x.skip > 1 {
		c.set(f.x0+f.pad+f.x.skip/2, bottom, c.brk, Faint)
	}
	if f.labels {
		f.drawXLabels(c, p, d, bottom)
	}
}

// drawXLabels draws the ticks of the x axis, the label of the cursor's place,
// which comes before all others, and the name of the axis.
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
	var placed []label
	if d.points > 0 && p.Cursor != nil && f.shows(*p.Cursor) {
		t := tick{f.x.cell(*p.Cursor), p.place(*p.Cursor)}
		placed, _ = f.place(c, nil, []tick{t}, left, Accent)
	}
	switch {
	case d.points > 0 && p.Names != nil:
		placed, _ = f.place(c, placed, f.nameTicks(c, p), left, Text)
	case d.points > 0:
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

// shows says that x has a place on the axis.
func (f *frame) shows(x float64) bool { return drawable(x) && f.x.holds(x) }

// label is a tick label of the x axis with its place on the canvas.
type label struct {
	col, start int
	text       clean.Text
	role       Role
}

// place puts the labels of ticks beneath them, none over or next to another
// or one of before. all says that every tick got its label.
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
			clash = clash || over
			all = all && (!over || i < len(before))
		}
		if !clash {
			placed = append(placed, label{col, start, text, role})
		}
	}
	return placed, all
}

// placeXTicks labels the values of the data if there is room for all of them,
// otherwise decades or round numbers, otherwise every second value, every
// third, …, and if all that fails what there is room for.
func (f *frame) placeXTicks(c *canvas, before []label, d data, left int) []label {
	values := f.valueTicks(c, d)
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

// nameTicks are ticks at the places that have names, cut to share the width.
func (f *frame) nameTicks(c *canvas, p Plot) []tick {
	room := max(3, f.w/len(p.Names)-1)
	var ticks []tick
	for i, name := range p.Names {
		if x := float64(i); f.shows(x) {
			ticks = append(ticks, tick{f.x.cell(x), c.fit(name, room)})
		}
	}
	return ticks
}

// valueTicks are ticks at the x of the data; none if those are more than
// there can be labels, or if three digits do not tell them apart.
func (f *frame) valueTicks(c *canvas, d data) []tick {
	xs := slices.Clone(d.xs)
	slices.Sort(xs)
	xs = slices.Compact(xs)
	var ticks []tick
	for _, x := range xs {
		t := tick{f.x.cell(x), number(x)}
		if f.x.AtZero(x) {
			t.label = f.x.zeroLabel()
		}
		if n := len(ticks); n > 0 && ticks[n-1] == t {
			continue // several values before the break, or equal but for rounding
		} else if n > 0 && ticks[n-1].label == t.label || n > f.w/2 {
			return nil
		}
		ticks = append(ticks, t)
	}
	return ticks
}

package chart

// frame is the layout of a plot on the canvas; it maps values to cells.
type frame struct {
	x0, y0, w, h int // plotting area; y0 is its topmost row
	pad          int // columns kept free at either side within it
	x, y         axis
	axes         bool // draw the axes
	labels       bool // draw tick and axis labels
	yTicks       []tick
	inline       bool // the x label is in the row of the tick labels
	xLabelRow    int  // row of the x label, 0 without a row of its own
	xInHeader    bool
	legend       [][]entry
}

// column returns the canvas column of x.
func (f *frame) column(x float64) int { return f.x0 + f.pad + f.x.cell(x) }

// line returns the canvas row of y.
func (f *frame) line(y float64) int { return f.y0 + f.h - 1 - f.y.cell(y) }

// arrange divides the canvas. With decreasing size the legend, the header, the labels and the
// axes are dropped, in this order.
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

// fitYTicks chooses the ticks of the y axis and returns the width of their labels. If a label
// is wider than limit, all are left out.
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

// containsX reports whether x lies on the x axis.
func (f *frame) containsX(x float64) bool { return drawable(x) && f.x.contains(x) }

// hasHeader reports whether there is text for the line above the plot.
func (p Plot) hasHeader(f *frame) bool {
	return p.Title != "" || p.YLabel != "" || f.xInHeader && p.XLabel != ""
}

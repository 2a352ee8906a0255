package chart

// segmentLabel is the widest of the fixed labels below traces.
const segmentLabel = "segment"

// foot returns the functions that draw the lines below the traces of n samples, from column x0
// and line y on: the strip of classes, the names of the segments, and the time axis. With
// decreasing height the names are dropped, then the axis, then the strip.
func (t Traces) foot(h int) []func(c *canvas, x0, y, n int) {
	var out []func(c *canvas, x0, y, n int)
	if t.Class != nil && h >= 4 {
		out = append(out, t.drawClasses)
	}
	if t.Segments != nil && h >= 10 {
		out = append(out, t.drawSegments)
	}
	if t.Step > 0 && h >= 6 {
		out = append(out, t.drawTime)
	}
	return out
}

// drawClasses draws the marker of the most frequent class of each column, and the name of the
// class into each run of columns with room for it.
func (t Traces) drawClasses(c *canvas, x0, y, n int) {
	w, start := c.w-x0, 0
	of := t.classColumns(n, w)
	if x0 > 0 {
		c.text(0, y, c.fit("class", x0-1), Faint)
	}
	for x := range w {
		k := of[x]
		if k < 0 || k >= len(t.Names) {
			start = x + 1
			continue
		}
		c.set(x0+x, y, c.marker(k), SeriesRole(k))
		if x+1 < w && of[x+1] == k {
			continue
		}
		if name := c.glyphsOf(t.Names[k]); width(name)+2 < x+1-start {
			c.text(x0+start+1, y, " "+name+" ", SeriesRole(k))
		}
		start = x + 1
	}
}

// classColumns returns the most frequent class of each of w columns, −1 for none.
func (t Traces) classColumns(n, w int) []int {
	counts := make([][]int, w)
	for i, k := range t.Class {
		x := dotColumn(i, n, 2*w) / 2
		if counts[x] == nil {
			counts[x] = make([]int, len(t.Names)+1)
		}
		if k >= len(t.Names) {
			k = -1
		}
		counts[x][k+1]++
	}
	out := make([]int, w)
	for x := range out {
		if counts[x] == nil && x > 0 { // fewer samples than columns
			out[x] = out[x-1]
			continue
		}
		most := 0
		for k, m := range counts[x] {
			if m > counts[x][most] {
				most = k
			}
		}
		out[x] = most - 1
	}
	return out
}

// drawSegments writes the names of the segments where they begin, cut before the next one.
func (t Traces) drawSegments(c *canvas, x0, y, n int) {
	if x0 > 0 {
		c.text(0, y, c.fit(segmentLabel, x0-1), Faint)
	}
	w := c.w - x0
	starts := []int{0}
	for _, b := range t.Borders {
		starts = append(starts, min(max(b, 0)*w/n, w))
	}
	for i, name := range t.Segments[:min(len(t.Segments), len(starts))] {
		end := w
		if i+1 < len(starts) {
			end = starts[i+1] - 1
		}
		if room := end - starts[i]; room >= 2 {
			c.text(x0+starts[i], y, c.fit(name, room), Text)
		}
	}
}

// drawTime draws the time axis: its name and round times at their columns.
func (t Traces) drawTime(c *canvas, x0, y, n int) {
	w := c.w - x0
	if x0 > 0 {
		c.text(0, y, c.fit(t.Unit, x0-1), Faint)
	}
	a := newAxis([]float64{t.From, t.From + float64(n-1)*t.Step}, false, w, 1)
	end := 0
	for _, k := range a.ticksApart(max(w/6, 10)) {
		text := c.glyphsOf(k.label)
		if x0 == 0 {
			text += " " + c.glyphsOf(t.Unit)
		}
		x := min(max(k.cell-width(text)/2, 0), w-width(text))
		if x < end || x < 0 {
			continue
		}
		c.text(x0+x, y, text, Text)
		end = x + width(text) + 1
	}
}

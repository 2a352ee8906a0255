package chart

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"example.com/sfatui/ui/clean"
)

// cell is one cell of the screen: a grapheme of width 1, or "" for a blank. A wide grapheme
// takes two cells; the second is its tail.
type cell struct {
	s    clean.Text
	role Role
	tail bool
	rule bool // part of a threshold line, which a label may cover
	// image reports that the cell, if it is blank, shows a part of the layers.
	image bool
}

// blank reports whether the cell is empty.
func (c cell) blank() bool { return c.s == "" && !c.tail }

// canvas is a grid of cells; row 0 is the topmost.
type canvas struct {
	w, h int
	*glyphs
	cells []cell

	pixels *Pixels // nil to draw in characters alone
	layers []layer
	key    []float64 // determines the layers
}

// newCanvas returns a blank canvas of w×h cells; negative sizes count as 0.
func newCanvas(w, h int, ascii bool) *canvas {
	w, h = max(w, 0), max(h, 0)
	g := &unicodeGlyphs
	if ascii {
		g = &asciiGlyphs
	}
	return &canvas{w: w, h: h, glyphs: g, cells: make([]cell, w*h)}
}

// withStar replaces the sign of the best point unless star is "".
func (c *canvas) withStar(star clean.Text) *canvas {
	if star != "" {
		g := *c.glyphs
		g.best = c.glyphsOf(star)
		c.glyphs = &g
	}
	return c
}

// show calls draw if there is something to draw, else writes a note, and returns the lines.
func (c *canvas) show(something bool, note clean.Text, draw func(), paint Paint) []clean.Text {
	switch {
	case c.w == 0 || c.h == 0:
	case something:
		draw()
	default:
		note = c.fit(note, c.w)
		c.text((c.w-width(note))/2, c.h/2, note, Faint)
	}
	return c.lines(paint)
}

// set puts a grapheme of width 1 into a cell; positions outside the canvas are ignored.
func (c *canvas) set(x, y int, s clean.Text, role Role) {
	if x >= 0 && x < c.w && y >= 0 && y < c.h {
		c.cells[y*c.w+x] = cell{s: s, role: role}
	}
}

// setRule puts a piece of a threshold line into a cell of the canvas.
func (c *canvas) setRule(x, y int, role Role) {
	c.cells[y*c.w+x] = cell{s: c.dotted, role: role, rule: true}
}

// isFree reports whether n cells from x on lie on the canvas and are blank or part of a
// threshold.
func (c *canvas) isFree(x, y, n int) bool {
	if x < 0 || y < 0 || x+n > c.w || y >= c.h {
		return false
	}
	return !slices.ContainsFunc(c.cells[y*c.w+x:][:n], func(cl cell) bool { return !cl.blank() && !cl.rule })
}

// text writes a text that fit has cut; its blanks overwrite what is below.
func (c *canvas) text(x, y int, s clean.Text, role Role) {
	for len(s) > 0 {
		first, w := ansi.FirstGraphemeCluster(string(s), ansi.GraphemeWidth)
		g := s[:len(first)]
		s = s[len(g):]
		if w < 1 {
			continue
		}
		if g == " " {
			g = ""
		}
		if x+w <= c.w {
			c.set(x, y, g, role)
			for i := 1; i < w; i++ {
				c.cells[y*c.w+x+i] = cell{tail: true}
			}
		}
		x += w
	}
}

// fit replaces characters that the canvas cannot show and cuts the text to n cells.
func (c *canvas) fit(s clean.Text, n int) clean.Text {
	s = c.glyphsOf(s)
	if width(s) <= n {
		return s
	}
	return clean.Text(ansi.Truncate(string(s), max(n, 0), string(c.ellipsis)))
}

// asciiNames replaces Greek letters and signs by ASCII names.
var asciiNames = strings.NewReplacer("σ", "sigma", "λ", "lambda", "η", "eta", "ξ", "xi", "φ", "phi",
	"κ", "kappa", "Δ", "Delta", "₀", "0", "±", "+-", "≤", "<=", "≥", ">=", "×", "x", "★", "@", "☆", "?", "✧", "&", "◉", "0", "↑", "^", "↓", "v", "│", "|", "–", "-", "−", "-", "·", ".", "…", "~")

// glyphsOf returns a text that the canvas can show: one kind of blank, no invisible characters,
// and with ASCII alone, names for the usual Greek letters and ? for others.
func (c *canvas) glyphsOf(t clean.Text) clean.Text {
	if isPlainASCII(t) {
		return t
	}
	s := string(t)
	if c.ascii {
		s = asciiNames.Replace(s)
	}
	return clean.Text(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r):
			return -1
		case c.ascii && r > '~':
			return '?'
		}
		return r
	}, s))
}

// isPlainASCII reports whether s contains only printable ASCII characters.
func isPlainASCII(s clean.Text) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// width returns the width of s in cells.
func width(s clean.Text) int { return ansi.StringWidth(string(s)) }

// lines returns the rows as text, styled by runs of cells of one role. Blanks between two runs
// of a role join them, which sends fewer escape sequences.
func (c *canvas) lines(paint Paint) []clean.Text {
	if paint == nil {
		paint = func(_ Role, s clean.Text) clean.Text { return s }
	}
	c.showLayers()
	out := make([]clean.Text, c.h)
	var line, run clean.Builder
	for y := range out {
		line.Reset()
		blanks, role := 0, Faint
		flush := func() {
			if run.Len() > 0 {
				line.Add(paint(role, run.Text()))
				run.Reset()
			}
		}
		for _, cl := range c.cells[y*c.w:][:c.w] {
			if cl.tail {
				continue
			}
			if cl.blank() {
				blanks++
				continue
			}
			if cl.role != role || run.Len() == 0 {
				flush()
				line.Add(clean.Repeat(" ", blanks))
				role = cl.role
			} else {
				run.Add(clean.Repeat(" ", blanks))
			}
			blanks = 0
			run.Add(cl.s)
		}
		flush()
		out[y] = line.Text()
	}
	return out
}

// dots is a raster of 2×4 braille dots in each cell.
type dots struct {
	w, h int // in cells
	set  []uint8
}

// newDots returns an empty raster of w×h cells.
func newDots(w, h int) *dots { return &dots{w, h, make([]uint8, w*h)} }

// dotBits are the bits of the dots of a braille cell, by row and column.
var dotBits = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dot sets a dot; row 0 is the topmost. Dots outside the raster are ignored.
func (d *dots) dot(x, y int) {
	if x >= 0 && y >= 0 && x < 2*d.w && y < 4*d.h {
		d.set[y/4*d.w+x/2] |= dotBits[y%4][x%2]
	}
}

// line sets the dots of a line between two dots.
func (d *dots) line(x0, y0, x1, y1 int) {
	n := max(x1-x0, x0-x1, y1-y0, y0-y1)
	for i := 0; i <= n; i++ {
		t := 0.0
		if n > 0 {
			t = float64(i) / float64(n)
		}
		d.dot(x0+int(math.Round(t*float64(x1-x0))), y0+int(math.Round(t*float64(y1-y0))))
	}
}

// draw puts the cells with dots on the canvas, as . ' and : if it is ASCII.
func (d *dots) draw(c *canvas, x0, y0 int, role Role) {
	for y := range d.h {
		for x := range d.w {
			b := d.set[y*d.w+x]
			switch {
			case b == 0:
			case !c.ascii:
				c.set(x0+x, y0+y, glyph(string(rune(0x2800+int(b)))), role)
			case b&0x1b == 0:
				c.set(x0+x, y0+y, ".", role)
			case b&0xe4 == 0:
				c.set(x0+x, y0+y, "'", role)
			default:
				c.set(x0+x, y0+y, ":", role)
			}
		}
	}
}

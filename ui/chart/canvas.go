package chart

import (
	"strings"
	"unicode"

	"example.com/sfatui/ui/clean"
	"github.com/charmbracelet/x/ansi"
)

// cell is one cell of the screen: a grapheme of width 1, or "" for a blank.
// The first cell of a wide grapheme holds it, the second is its tail.
type cell struct {
	s    clean.Text
	role Role
	tail bool
	rule bool // a piece of a threshold, which a label may cover
}

func (c cell) blank() bool { return c.s == "" && !c.tail }

// canvas is a grid of cells; row 0 is the topmost.
type canvas struct {
	w, h int
	*glyphs
	cells []cell
}

func newCanvas(w, h int, ascii bool) *canvas {
	g := &unicodeGlyphs
	if ascii {
		g = &asciiGlyphs
	}
	return &canvas{w: w, h: h, glyphs: g, cells: make([]cell, w*h)}
}

// set puts a grapheme of width 1 into a cell; outside the canvas it is lost.
func (c *canvas) set(x, y int, s clean.Text, role Role) {
	if x >= 0 && x < c.w && y >= 0 && y < c.h {
		c.cells[y*c.w+x] = cell{s: s, role: role}
	}
}

// setRule puts a piece of a threshold into a cell of the canvas.
func (c *canvas) setRule(x, y int, role Role) {
	c.cells[y*c.w+x] = cell{s: c.dotted, role: role, rule: true}
}

// free says that n cells from x on lie on the canvas and are blank or hold a
// piece of a threshold.
func (c *canvas) free(x, y, n int) bool {
	if x < 0 || y < 0 || x+n > c.w || y >= c.h {
		return false
	}
	for _, cl := range c.cells[y*c.w+x:][:n] {
		if !cl.blank() && !cl.rule {
			return false
		}
	}
	return true
}

// text writes a text that fit has cut; blanks in it cover what is there.
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

// fit makes a text of what the canvas can hold and cuts it to n cells.
func (c *canvas) fit(s clean.Text, n int) clean.Text {
	s = c.glyphsOf(s)
	if width(s) <= n {
		return s
	}
	return clean.Text(ansi.Truncate(string(s), max(n, 0), string(c.ellipsis)))
}

var transliterate = strings.NewReplacer("σ", "sigma", "λ", "lambda", "η", "eta", "ξ", "xi", "φ", "phi",
	"κ", "kappa", "Δ", "Delta", "₀", "0", "±", "+-", "≤", "<=", "≥", ">=", "×", "x", "★", "@", "☆", "?", "◉", "0", "↑", "^", "↓", "v", "│", "|", "–", "-", "−", "-", "…", "~")

// glyphsOf is a text as the canvas can hold it: blanks of one kind, and no
// characters without a glyph; with ASCII alone, the usual letters by their names.
func (c *canvas) glyphsOf(t clean.Text) clean.Text {
	if plain(t) {
		return t
	}
	s := string(t)
	if c.ascii {
		s = transliterate.Replace(s)
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

func plain(s clean.Text) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

func width(s clean.Text) int { return ansi.StringWidth(string(s)) }

// lines gives the rows as text, styled by runs of cells of one role. Blanks
// between two such runs join them: fewer escape sequences cross the wire.
func (c *canvas) lines(paint Paint) []clean.Text {
	if paint == nil {
		paint = func(_ Role, s clean.Text) clean.Text { return s }
	}
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

func blank(n int) clean.Text { return clean.Repeat(" ", n) }

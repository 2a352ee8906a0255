package chart

import (
	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/clean"
	"github.com/guptarohit/asciigraph"
)

// glyphs are the characters of a chart, each one cell wide.
type glyphs struct {
	ascii             bool
	best, good, bad   clean.Text
	elsewhere, here   clean.Text // ★ that no series holds, and the cursor
	above, below      clean.Text // of what lies outside
	selected          clean.Text // before the tick of the cursor
	dot, band         clean.Text // of context
	bar, top, bottom  clean.Text // of an error bar
	dotted            clean.Text // threshold
	cursor            clean.Text
	vertical, yTick   clean.Text // y axis
	corner            clean.Text
	horizontal, xTick clean.Text // x axis
	axisBreak         clean.Text // in an axis, after the place of zero
	ellipsis          clean.Text
	shades            []clean.Text // dark to bright
	missing           clean.Text
	// curves have four strokes, so that series that meet can be told apart
	// without colour; series i and i+4 differ by their markers.
	curves [4]asciigraph.CharSet
}

var unicodeGlyphs = glyphs{
	best: "★", good: "≈", bad: "✗",
	elsewhere: "☆", here: "◉", above: "▴", below: "▾", selected: "›", dot: "·", band: "░",
	bar: "│", top: "┬", bottom: "┴",
	dotted:   "┈",
	cursor:   "┊",
	vertical: "│", yTick: "┤", corner: "└", horizontal: "─", xTick: "┬", axisBreak: "╱",
	ellipsis: "…",
	shades:   []clean.Text{"", "░", "▒", "▓", "█"}, missing: "·",
	curves: [4]asciigraph.CharSet{
		strokes("─", "│", "╭╮╰╯"),
		strokes("╌", "╎", "╭╮╰╯"),
		strokes("═", "║", "╔╗╚╝"),
		strokes("·", "·", "····"),
	},
}

var asciiGlyphs = glyphs{
	ascii: true,
	best:  "@", good: "=", bad: "!",
	elsewhere: "?", here: "0", above: "^", below: "v", selected: ">", dot: ".", band: ",",
	bar: "|", top: "T", bottom: "I",
	dotted:   ".",
	cursor:   ":",
	vertical: "|", yTick: "+", corner: "+", horizontal: "-", xTick: "+", axisBreak: "/",
	ellipsis: "~",
	shades:   []clean.Text{"", ".", ":", "+", "#"}, missing: "-",
	curves: [4]asciigraph.CharSet{
		strokes("-", "|", "..''"),
		strokes("~", "|", "..''"),
		strokes("=", "|", "..''"),
		strokes(".", ".", "...."),
	},
}

// marker is that of the i-th series or class: after the shapes that drawings share
// come letters.
func (g *glyphs) marker(i int) clean.Text {
	const letters clean.Text = "ijklmnpqrstuwyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i < len(drawing.Marks) {
		if g.ascii {
			return glyph(drawing.Marks[i].ASCII)
		}
		return glyph(drawing.Marks[i].Glyph)
	}
	i = (i - len(drawing.Marks)) % len(letters)
	return letters[i : i+1]
}

// strokes takes corners in the order ╭╮╰╯.
func strokes(horizontal, vertical, corners string) asciigraph.CharSet {
	c := []rune(corners)
	return asciigraph.CharSet{
		Horizontal: horizontal, VerticalLine: vertical,
		ArcDownRight: string(c[0]), ArcDownLeft: string(c[1]), ArcUpRight: string(c[2]), ArcUpLeft: string(c[3]),
	}
}

// glyph is a character that the chart draws with: none of a name or a label.
func glyph(char string) clean.Text { return clean.Text(char) }

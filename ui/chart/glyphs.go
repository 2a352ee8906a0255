package chart

import (
	"github.com/guptarohit/asciigraph"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/clean"
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
	solid             clean.Text // a bar that stands out
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
	bar: "│", top: "┬", bottom: "┴", solid: "█",
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
	best:  "@", good: "~", bad: "!",
	elsewhere: "?", here: "0", above: "^", below: "v", selected: ">", dot: ".", band: ",",
	bar: "|", top: "T", bottom: "I", solid: "#",
	dotted:   ".",
	cursor:   ":",
	vertical: "|", yTick: "+", corner: "+", horizontal: "-", xTick: "+", axisBreak: "/",
	ellipsis: "~",
	shades:   []clean.Text{"", ".", ":", "+", "#"}, missing: "-",
	curves: [4]asciigraph.CharSet{
		strokes("-", "|", "..''"),
		strokes("_", "|", "..''"),
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

// Role says what a piece of text means; a Paint gives it its look.
type Role int

// The roles. SeriesRole gives that of the i-th series.
const (
	Faint Role = iota // axes
	Text              // labels
	Good              // the best point
	Warn
	Bad
	Accent // the cursor
	Series1
	Series2
	Series3
	Series4
	Series5
	Series6
	Series7
	Series8
)

// SeriesRole is the role of the i-th series, i ≥ 0; they repeat after eight,
// the markers do not.
func SeriesRole(i int) Role { return Series1 + Role(i%8) }

// Paint styles text by its role. It must not change the width of the text.
type Paint func(role Role, text clean.Text) clean.Text

// contrast is the step that stands for a colour that is read on any other.
const contrast = drawing.RampSteps

// rampBase is above all other roles, those of callers too.
const rampBase Role = 1 << 10

// none is the step of no colour.
const none = -1

// rampRole is the role of a glyph of one step of the ramp on another.
func rampRole(glyph, ground int) Role {
	return rampBase + Role((glyph+1)*(drawing.RampSteps+1)+ground+1)
}

// Ramp says which steps of the ramp a role stands for, 0 … 11: that of the
// glyph and that of the ground behind it. A step of −1 is no colour, a glyph
// of drawing.RampSteps one that is read on the ground. Ok is false for other roles.
func (r Role) Ramp() (glyph, ground int, ok bool) {
	if r < rampBase {
		return none, none, false
	}
	k := int(r - rampBase)
	return k/(drawing.RampSteps+1) - 1, k%(drawing.RampSteps+1) - 1, true
}

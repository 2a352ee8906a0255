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
	elsewhere, here   clean.Text // a best point that no series contains, and the cursor
	above, below      clean.Text // values outside the axis
	selected          clean.Text // before the cursor's tick label
	dot, band         clean.Text // context series
	bar, top, bottom  clean.Text // parts of an error bar
	solid             clean.Text // highlighted bar
	dotted            clean.Text // threshold
	cursor            clean.Text
	vertical, yTick   clean.Text // y axis
	corner            clean.Text
	horizontal, xTick clean.Text // x axis
	axisBreak         clean.Text // break after the place of zero
	ellipsis          clean.Text
	shades            []clean.Text // dark to bright
	missing           clean.Text
	// curves holds four strokes, so that intersecting series can be distinguished without
	// colour; series i and i+4 differ in their markers.
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

// marker returns the marker of the i-th series or class: the shared shapes first, then letters.
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

// strokes returns the character set of a curve; corners are in the order ╭╮╰╯.
func strokes(horizontal, vertical, corners string) asciigraph.CharSet {
	c := []rune(corners)
	return asciigraph.CharSet{
		Horizontal: horizontal, VerticalLine: vertical,
		ArcDownRight: string(c[0]), ArcDownLeft: string(c[1]), ArcUpRight: string(c[2]), ArcUpLeft: string(c[3]),
	}
}

// glyph converts a drawing character to text. It must not be called with text from outside.
func glyph(char string) clean.Text { return clean.Text(char) }

// Role is the meaning of a piece of text; a Paint styles it.
type Role int

// The roles. SeriesRole returns the role of the i-th series.
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

// SeriesRole returns the role of the i-th series, i ≥ 0. Roles repeat after eight series,
// markers do not.
func SeriesRole(i int) Role { return Series1 + Role(i%8) }

// Paint styles text by its role. It must not change the width of the text.
type Paint func(role Role, text clean.Text) clean.Text

// contrastStep is the step of a colour that is readable on all steps.
const contrastStep = drawing.RampSteps

// rampBase is greater than all other roles, including those of callers.
const rampBase Role = 1 << 10

// noStep is the step of no colour.
const noStep = -1

// rampRole returns the role of a glyph in one step of the ramp on a ground in another.
func rampRole(glyph, ground int) Role {
	return rampBase + Role((glyph+1)*(drawing.RampSteps+1)+ground+1)
}

// Ramp returns the steps of the ramp, 0 … 11, of the glyph and of the ground behind it. Step −1
// is no colour; glyph step drawing.RampSteps is a colour readable on the ground. Ok is false
// for roles outside the ramp.
func (r Role) Ramp() (glyph, ground int, ok bool) {
	if r < rampBase {
		return noStep, noStep, false
	}
	k := int(r - rampBase)
	return k/(drawing.RampSteps+1) - 1, k%(drawing.RampSteps+1) - 1, true
}

package chart

import "github.com/guptarohit/asciigraph"

// glyphs are the characters of a chart, each one cell wide.
type glyphs struct {
	markers           [8]string
	best, bad         string
	bar, top, bottom  string // of an error bar
	dotted            string // threshold
	cursor            string
	vertical, yTick   string // y axis
	corner            string
	horizontal, xTick string // x axis
	brk               string // in an axis, after the place of zero
	ellipsis          string
	shades            []string // dark to bright
	missing           string
	// curves have four strokes, so that series that meet can be told apart
	// without colour; series i and i+4 differ by their markers.
	curves [4]asciigraph.CharSet
}

var unicodeGlyphs = glyphs{
	markers: [8]string{"●", "▲", "■", "◆", "○", "△", "□", "◇"},
	best:    "★", bad: "✗",
	bar: "│", top: "┬", bottom: "┴",
	dotted:   "┈",
	cursor:   "┊",
	vertical: "│", yTick: "┤", corner: "└", horizontal: "─", xTick: "┬", brk: "╱",
	ellipsis: "…",
	shades:   []string{"", "░", "▒", "▓", "█"}, missing: "·",
	curves: [4]asciigraph.CharSet{
		strokes("─", "│", "╭╮╰╯"),
		strokes("╌", "╎", "╭╮╰╯"),
		strokes("═", "║", "╔╗╚╝"),
		strokes("·", "·", "····"),
	},
}

var asciiGlyphs = glyphs{
	markers: [8]string{"o", "x", "+", "*", "#", "%", "&", "$"},
	best:    "@", bad: "!",
	bar: "|", top: "T", bottom: "I",
	dotted:   ".",
	cursor:   ":",
	vertical: "|", yTick: "+", corner: "+", horizontal: "-", xTick: "+", brk: "/",
	ellipsis: "~",
	shades:   []string{"", ".", ":", "+", "#"}, missing: "-",
	curves: [4]asciigraph.CharSet{
		strokes("-", "|", "..''"),
		strokes("~", "|", "..''"),
		strokes("=", "|", "..''"),
		strokes(".", ".", "...."),
	},
}

// marker is that of the i-th series or class: after the eight shapes come the
// letters.
func (g *glyphs) marker(i int) string {
	const letters = "abcdefghijklmnpqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i < len(g.markers) {
		return g.markers[i]
	}
	i = (i - len(g.markers)) % len(letters)
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

package chart

import "example.com/sfatui/ui/clean"

// Plot is a line chart. The zero Plot is valid and draws a note that it is empty.
type Plot struct {
	Title          clean.Text
	XLabel, YLabel clean.Text
	// LogX and LogY make an axis logarithmic. Values without a logarithm (λ = 0) get their own
	// place before a break in the axis.
	LogX, LogY bool
	// Names are the names of the places 0, 1, … on an x axis of words; nil for numbers.
	Names []clean.Text
	// ASCII restricts output to 7-bit characters, for terminals without UTF-8. The usual Greek
	// letters are transliterated.
	ASCII bool
	// Strokes are the characters that curves are drawn with.
	Strokes Strokes
	// Pixels draws the curves in pixels; nil for characters.
	Pixels *Pixels

	// Places are x values that the axis contains even without points.
	Places []float64

	Series []Series
	// Faces are the marker indices of the series, which also select colours; nil means their
	// positions.
	Faces []int
	Lines []Line
	// Range holds values that the y axis spans; nil means those of the points. Points outside
	// it are drawn at the border.
	Range []float64
	// Best is drawn as ★ in place of the point that it equals. Here, the cursor, is drawn as ◉,
	// or as a column if it has no height. The tick label of ★ is in brackets, that of ◉ follows
	// ›. No point covers them.
	Best, Here *Mark
	// Star is the sign of Best where that is not ★.
	Star clean.Text
	// Empty is the note if there are no points.
	Empty clean.Text
	// Note is the legend entry that explains the error bars; it is left out without them.
	Note clean.Text
}

// Strokes selects the characters that curves are drawn with.
type Strokes int

// The strokes. Lines pass through one height in each column of cells, the mean of its points.
// Braille has 2×4 dots in each cell and joins the points themselves, so that noise stays
// visible; in ASCII the dots are . ' and :. ByDensity, the default, is braille for plots in which
// a curve has more points than columns, and lines for others and in ASCII.
//
// Compare testdata/noise-lines-80x24.txt with noise-braille-80x24.txt, a sine of 400 points with
// 10 % noise: the line shows steps of whole cells and no spread, the dots show the sine and the
// width of the noise. With few points, as in a sweep over seven widths, both show the same
// course, but lines differ by their stroke where they cross (─ ╌ ═), and dots do not: see
// testdata/sweep-60x15.txt and sweep-braille-60x15.txt. Three dots by two in an ASCII cell are
// too coarse to gain anything: noise-ascii-80x24.txt.
const (
	ByDensity Strokes = iota
	Lines
	Braille
)

// Face returns the marker index of series i, which also selects its colour.
func (p Plot) Face(i int) int {
	if i < len(p.Faces) {
		return p.Faces[i]
	}
	return i
}

// Series is one curve. Points may be in any order. A point with a Y that is not finite breaks
// the curve; one with an X that is not finite is left out. The longer one of X and Y is cut.
// Markers that would share a cell are placed side by side, up to half the distance to the next
// column of points. A series denser than every second column gets a marker every six columns.
type Series struct {
	Name clean.Text
	X, Y []float64
	Err  []float64 // half the length of the error bars; nil for none
	Bad  []bool    // points drawn as ✗ in the colour of the series; nil for none
	// AsGood are points drawn as ≈ in the colour of the series; nil for none.
	AsGood []bool
	// Ticked are points whose markers are never covered or left out; nil for none.
	Ticked []bool
	// Context draws the series as dim dots without markers.
	Context bool
}

// Line is a horizontal threshold. The y axis includes it; at or below zero it is not drawn on a
// logarithmic axis.
type Line struct {
	Y     float64
	Label clean.Text
	Role  Role
}

// Mark is a highlighted point. One with Elsewhere lies in no series and is drawn as ☆;
// Elsewhere describes its position.
type Mark struct {
	X, Y      float64
	Elsewhere clean.Text
}

// Place returns the label of an x value: its name or the number.
func (p Plot) Place(x float64) clean.Text {
	if i := int(x); p.Names != nil && x == float64(i) && i >= 0 && i < len(p.Names) {
		return p.Names[i]
	}
	return formatNumber(x)
}

// hasBest reports whether the best point can be drawn.
func (p Plot) hasBest() bool {
	return p.Best != nil && drawable(p.Best.X) && drawable(p.Best.Y)
}

// hasHere reports whether the cursor has a point that can be drawn.
func (p Plot) hasHere() bool {
	return p.Here != nil && drawable(p.Here.X) && drawable(p.Here.Y)
}

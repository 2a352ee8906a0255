package chart

import "example.com/sfatui/ui/clean"

// Plot is a line chart. The zero Plot is valid and shows that there is
// nothing to show.
type Plot struct {
	Title          clean.Text
	XLabel, YLabel clean.Text
	// LogX and LogY make an axis logarithmic. Values that a logarithm cannot
	// take (λ = 0) get a place of their own before a break in the axis.
	LogX, LogY bool
	// Names are those of the places 0, 1, … on an x axis of words; nil for one
	// of numbers.
	Names []clean.Text
	// ASCII keeps to 7-bit characters, for terminals without UTF-8. Texts are
	// transliterated where they hold the usual Greek letters.
	ASCII bool

	// Places are on the x axis whether there are points or not.
	Places []float64

	Series []Series
	// Faces are the marker and colour of each series; nil gives them by their places.
	Faces []int
	Lines []Line
	// Range holds values that the y axis spans; nil spans the points. What lies outside is
	// drawn at the border.
	Range []float64
	// Best is shown as ★ instead of the point that it equals, and Here, the cursor, as ◉,
	// or as a column where it has no height. The tick of ★ stands in brackets, that of
	// ◉ has › before it. No point covers them.
	Best, Here *Mark
	// Star is the sign of Best where that is not ★.
	Star clean.Text
	// Empty says why there is no point to draw.
	Empty clean.Text
	// Note is what the legend ends with.
	Note clean.Text
}

// Face is the marker and colour of a series.
func (p Plot) Face(i int) int {
	if i < len(p.Faces) {
		return p.Faces[i]
	}
	return i
}

// Series is one curve. Points need no order. A point with a Y that is not
// finite breaks the curve; one with an X that is not finite is left out. Of
// X and Y the shorter one counts. Markers that would share a cell stand side by
// side within half the way to the next column of points; a series denser than
// every second column is thinned to a marker every six columns.
type Series struct {
	Name clean.Text
	X, Y []float64
	Err  []float64 // half the length of the error bars; nil for none
	Bad  []bool    // points shown as ✗, in the colour of the series; nil for none
	// AsGood are points shown as ≈, in the colour of the series; nil for none.
	AsGood []bool
	// Ticked are points that keep their markers whatever covers them; nil for none.
	Ticked []bool
	// Context says that the series is drawn as dim dots without markers.
	Context bool
}

// Line is a horizontal threshold. The range of the y axis includes it; one at
// or below zero has no place on a logarithmic axis and is not drawn.
type Line struct {
	Y     float64
	Label clean.Text
	Role  Role
}

// Mark is a point to point out. One that no series holds is ☆, and Elsewhere says
// where it is.
type Mark struct {
	X, Y      float64
	Elsewhere clean.Text
}

// Place is what an x is called.
func (p Plot) Place(x float64) clean.Text {
	if i := int(x); p.Names != nil && x == float64(i) && i >= 0 && i < len(p.Names) {
		return p.Names[i]
	}
	return number(x)
}

func (p Plot) hasBest() bool {
	return p.Best != nil && drawable(p.Best.X) && drawable(p.Best.Y)
}

func (p Plot) hasHere() bool {
	return p.Here != nil && drawable(p.Here.X) && drawable(p.Here.Y)
}

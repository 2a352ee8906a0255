package chart

import (
	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/clean"
)

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

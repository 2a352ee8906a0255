package view

import (
	"fmt"
)

// Error says what cannot be drawn, and what can.
type Error struct{ msg string }

func (e *Error) Error() string { return e.msg }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Plot says which plot of a session's configurations to draw.
type Plot struct {
	// View is one of [SweepViews] and [MapViews].
	View string
	// Axis is the parameter to plot over, by the name of its flag: a number that
	// varies, or of a map anything that does; "" for the first.
	Axis string
	// Series is the one whose values have a line each, of a map a row; "" for the
	// second that varies, "none" for a single one.
	Series string
}

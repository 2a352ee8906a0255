package view

import (
	"fmt"
	"slices"
)

// Error says what cannot be drawn, and what can.
type Error struct{ msg string }

func (e *Error) Error() string { return e.msg }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Views are all views that there are, in the order they are listed.
func Views() []string {
	return slices.Concat(SweepViews(), MapViews(), PointViews(), []string{DataView})
}

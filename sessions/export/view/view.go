package view

import (
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
)

// subject is a point under a view.
type subject struct {
	name   string // of the point, in words
	data   *sessions.Data
	set    *data.Set
	result *result.Result
}

// titled is a title that names the point, too.
func (s *subject) titled(text string) string { return message.Clean(text + " · " + s.name) }

// missing says that the point has nothing to draw, and why.
func (s *subject) missing(format string, args ...any) error {
	return errorf("point %s %s", s.result.Key[:12], fmt.Sprintf(format, args...))
}

// class is the name of a class, or without the data its number.
func (s *subject) class(i int) string {
	if s.set != nil && i < len(s.set.Classes) {
		return message.Clean(s.set.Classes[i])
	}
	return fmt.Sprint(i + 1)
}

// Views are all views that there are, in the order they are listed.
func Views() []string {
	return slices.Concat(SweepViews(), MapViews(), PointViews(), []string{DataView})
}

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

package view

import (
	"context"
	"fmt"
	"slices"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions"
)

// subject is the point that a view draws.
type subject struct {
	name   string // of the point, in words
	data   *sessions.Data
	set    *data.Set
	result *result.Result
}

// titled returns a title with the point's name.
func (s *subject) titled(text string) string { return message.Clean(text + " · " + s.name) }

// missingError returns the error that the point has nothing to draw, with the
// reason.
func (s *subject) missingError(format string, args ...any) error {
	return errorf("point %s %s", s.result.Key[:12], fmt.Sprintf(format, args...))
}

// solveAgain solves the point of a subject again with solve, whose results the error calls what.
func solveAgain[T any](ctx context.Context, s *subject, what string, solve func(context.Context, *data.Set, string, part.Point) (T, error)) (T, error) {
	x, err := solve(ctx, s.set, s.data.Hash, s.result.Point)
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err != nil:
		err = s.missingError("has no %s: %v", what, err)
	}
	return x, err
}

// class returns the name of a class or, without the data, its number.
func (s *subject) class(i int) string {
	if s.set != nil && i < len(s.set.Classes) {
		return message.Clean(s.set.Classes[i])
	}
	return fmt.Sprint(i + 1)
}

// Views returns the names of all views, in the order of lists.
func Views() []string {
	return slices.Concat(SweepViews(), MapViews(), PointViews(), []string{DataView})
}

// Error reports what cannot be drawn, and the alternatives.
type Error struct{ msg string }

func (e *Error) Error() string { return e.msg }

func errorf(format string, args ...any) error { return &Error{fmt.Sprintf(format, args...)} }

// Plot selects a plot of a session's configurations.
type Plot struct {
	// View is one of [SweepViews] and [MapViews].
	View string
	// Axis is the name of the parameter to plot over: a number that varies, or
	// in a map any parameter that varies; "" for the first.
	Axis string
	// Series is the parameter with a line, or a row of a map, for each value;
	// "" for the second that varies, "none" for a single line.
	Series string
}

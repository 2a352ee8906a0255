package view

import (
	"fmt"

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

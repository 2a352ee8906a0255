package view

import (
	"fmt"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/result"
)

// aspect is a point under a view.
type aspect struct {
	name   string // of the point, in words
	hash   string // of the data
	set    *data.Set
	result *result.Result
}

// titled is a title that names the point, too.
func (a *aspect) titled(text string) string { return message.Clean(text + " · " + a.name) }

// missing says that the point has nothing to draw, and why.
func (a *aspect) missing(format string, args ...any) error {
	return errorf("point %s %s", a.result.Key[:12], fmt.Sprintf(format, args...))
}

// class is the name of a class, or without the data its number.
func (a *aspect) class(i int) string {
	if a.set != nil && i < len(a.set.Classes) {
		return message.Clean(a.set.Classes[i])
	}
	return fmt.Sprint(i + 1)
}

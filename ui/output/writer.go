package output

import (
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/terminal"
)

// Output is what writes for a workbench.
type Output struct {
	ctl   *control.Control
	wire  *terminal.Output
	files bool // the files of this machine are the user's
}

// New writes to a terminal's clipboard and, where they are the user's, to files.
func New(ctl *control.Control, wire *terminal.Output, files bool) *Output {
	return &Output{ctl: ctl, wire: wire, files: files}
}

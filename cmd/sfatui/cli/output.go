package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/ui/layout"
	"github.com/charmbracelet/x/term"
	"github.com/mattn/go-isatty"
)

// Writer records the first error of writing results: a table that is lost on a
// full disk must not count as printed.
type Writer struct {
	to  io.Writer
	Err error
}

// NewWriter returns a Writer of results to w.
func NewWriter(w io.Writer) *Writer { return &Writer{to: w} }

func (o *Writer) Write(b []byte) (int, error) {
	n, err := o.to.Write(b)
	if err != nil && o.Err == nil {
		o.Err = err
	}
	return n, err
}

// A Terminal is a terminal that is not the process's own.
type Terminal interface {
	io.ReadWriter
	Sizes() <-chan layout.Size // its size, first and at each change
}

// terminal reports whether the output is a terminal.
func (o *Writer) terminal() bool {
	if o.Terminal() != nil {
		return true
	}
	f, ok := o.to.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// Terminal returns the output if it is a terminal other than the process's own, else nil.
func (o *Writer) Terminal() Terminal {
	t, _ := o.to.(Terminal)
	return t
}

// IsTerminal reports whether a command's output is a terminal.
func IsTerminal(w io.Writer) bool {
	o, ok := w.(*Writer)
	return ok && o.terminal()
}

const (
	leastColumns = 80
	mostColumns  = 120
)

// Width returns the width of tables on w: COLUMNS or the width of the terminal, at least 80
// columns. Output into a file or a pipe has no width, so that nothing is cut.
func Width(w io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil {
		return max(n, leastColumns)
	}
	if o, ok := w.(*Writer); ok && o.terminal() {
		if f, ok := o.to.(*os.File); ok {
			if n, _, err := term.GetSize(f.Fd()); err == nil {
				return max(n, leastColumns)
			}
		}
	}
	return unlimited
}

// unlimited is the width of output into a file or a pipe.
const unlimited = 1 << 30

// Columns returns the width of text: 80 columns, or up to 120 if COLUMNS
// allows it.
func Columns() int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		return leastColumns
	}
	return min(max(n, leastColumns), mostColumns)
}

// JSON prints a value as JSON on a line.
func JSON(w io.Writer, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic("sfatui: JSON: " + err.Error())
	}
	fmt.Fprintln(w, message.Clean(string(b)))
}

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"

	"example.com/sfatui/datasets/message"
	"github.com/mattn/go-isatty"
)

// output remembers what kept results from being written: a table that is lost
// on a full disk must not pass for one that was printed.
type output struct {
	to  io.Writer
	err error
}

// newOutput writes results to w.
func newOutput(w io.Writer) *output { return &output{to: w} }

func (o *output) Write(b []byte) (int, error) {
	n, err := o.to.Write(b)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}

// terminal reports whether the output is one.
func (o *output) terminal() bool {
	f, ok := o.to.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// isTerminal reports whether a command's output is a terminal.
func isTerminal(w io.Writer) bool {
	o, ok := w.(*output)
	return ok && o.terminal()
}

// screenColumns is how wide tables are: 80 columns, or up to 120 where the terminal
// says that it has them.
func screenColumns() int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil {
		return leastColumns
	}
	return min(max(n, leastColumns), mostColumns)
}

// printLine prints what encodes as JSON on a line.
func printLine(w io.Writer, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		panic("sfatui: JSON: " + err.Error())
	}
	fmt.Fprintln(w, message.Clean(string(b)))
}

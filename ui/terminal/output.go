package terminal

import (
	"io"
	"os"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// Output is the way to the terminal. What is written at once arrives at once:
// frames, and what the terminal itself is asked to do between them.
type Output struct {
	mu  sync.Mutex
	Out io.Writer
	env Environment
}

func NewOutput(out io.Writer, env Environment) *Output {
	if out == nil {
		out = os.Stdout
	}
	return &Output{Out: out, env: env}
}

func (w *Output) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.Out.Write(b)
}

// file is an output to a file, which Bubble Tea asks for the size of its
// terminal.
type file struct {
	*os.File
	output *Output
}

func (f file) Write(b []byte) (int, error) { return f.output.Write(b) }

// Writer is the output as Bubble Tea takes it.
func (w *Output) Writer() io.Writer {
	if f, ok := w.Out.(*os.File); ok {
		return file{f, w}
	}
	return w
}

// screenLimit is how long a sequence GNU screen passes through.
const screenLimit = 768

// Copy asks the terminal to put a text on the clipboard of the machine that the
// user sits at (OSC 52). tmux and screen keep such a sequence to themselves
// unless it is wrapped.
func (w *Output) Copy(text string) error {
	seq := ansi.SetSystemClipboard(text)
	switch term := w.env.Getenv("TERM"); {
	case w.env.Getenv("TMUX") != "":
		seq += ansi.TmuxPassthrough(seq)
	case strings.HasPrefix(term, "screen"):
		seq = ansi.ScreenPassthrough(seq, screenLimit)
	}
	_, err := io.WriteString(w, seq)
	return err
}

// Ring rings the terminal's bell.
func (w *Output) Ring() error {
	_, err := io.WriteString(w, "\a")
	return err
}

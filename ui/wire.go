package ui

import (
	"io"
	"os"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
)

// wire is the way to the terminal. What is written at once arrives at once:
// frames, and what the terminal itself is asked to do between them.
type wire struct {
	mu  sync.Mutex
	out io.Writer
	env environment
}

func newWire(out io.Writer, env environment) *wire {
	if out == nil {
		out = os.Stdout
	}
	return &wire{out: out, env: env}
}

func (w *wire) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(b)
}

// wiredFile is a wire to a file, which Bubble Tea asks for the size of its
// terminal.
type wiredFile struct {
	*os.File
	wire *wire
}

func (f wiredFile) Write(b []byte) (int, error) { return f.wire.Write(b) }

// writer is the wire as Bubble Tea takes it.
func (w *wire) writer() io.Writer {
	if f, ok := w.out.(*os.File); ok {
		return wiredFile{f, w}
	}
	return w
}

// screenLimit is how long a sequence GNU screen passes through.
const screenLimit = 768

// copy asks the terminal to put a text on the clipboard of the machine that the
// user sits at (OSC 52). tmux and screen keep such a sequence to themselves
// unless it is wrapped.
func (w *wire) copy(text string) error {
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

// ring rings the terminal's bell.
func (w *wire) ring() error {
	_, err := io.WriteString(w, "\a")
	return err
}

package terminal

import (
	"cmp"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"
)

// ASCII says that the terminal shows nothing but ASCII: on demand, where
// the locale says so (POSIX, Locale: LC_ALL before LC_CTYPE before LANG), and
// where TERM is dumb. A locale that is not set says nothing.
func ASCII(env Environment, choice string) bool {
	switch choice {
	case "ascii":
		return true
	case "unicode":
		return false
	}
	locale := strings.ToLower(cmp.Or(env.Getenv("LC_ALL"), env.Getenv("LC_CTYPE"), env.Getenv("LANG")))
	utf8 := locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
	return !utf8 || env.Getenv("TERM") == "dumb"
}

// Environment is what a terminal's environment variables say.
type Environment []string

func (e Environment) Environ() []string { return e }

// Getenv is the variable's value; the last of equal names counts.
func (e Environment) Getenv(name string) string {
	for i := len(e) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(e[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// Profile reads off the environment what the terminal can show, unless the
// user chose: color is false where none is wanted, and then bold and reverse
// still carry meaning. The terminal itself is never asked.
func Profile(env Environment, choice string) (profile termenv.Profile, color bool) {
	switch choice {
	case "16":
		return termenv.ANSI, true
	case "256":
		return termenv.ANSI256, true
	case "true":
		return termenv.TrueColor, true
	}
	term := env.Getenv("TERM")
	if term == "dumb" || term == "" {
		return termenv.Ascii, false
	}
	o := termenv.NewOutput(io.Discard, termenv.WithEnvironment(env), termenv.WithTTY(true))
	profile = o.ColorProfile()
	if profile == termenv.Ascii {
		profile = termenv.ANSI // every other terminal of today has the eight colours
	}
	return profile, choice != "never" && !o.EnvNoColor()
}

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

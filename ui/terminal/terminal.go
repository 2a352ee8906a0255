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

// ASCII reports whether the terminal shows only ASCII: by the user's choice, by the locale
// (POSIX, Locale: LC_ALL before LC_CTYPE before LANG), or because TERM is dumb. Without a
// locale, Unicode is assumed.
func ASCII(env Environment, choice string) bool {
	switch choice {
	case "ascii":
		return true
	case "unicode":
		return false
	}
	return !UTF8(env)
}

// UTF8 reports whether the terminal shows the letters of other scripts: by the locale, and
// unless TERM is dumb.
func UTF8(env Environment) bool {
	locale := strings.ToLower(cmp.Or(env.Getenv("LC_ALL"), env.Getenv("LC_CTYPE"), env.Getenv("LANG")))
	utf8 := locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
	return utf8 && env.Getenv("TERM") != "dumb"
}

// Environment holds the terminal's environment variables.
type Environment []string

// Environ returns all variables.
func (e Environment) Environ() []string { return e }

// Getenv returns a variable's value; the last of equal names counts.
func (e Environment) Getenv(name string) string {
	for i := len(e) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(e[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// Profile returns the colour profile from the environment, or by the user's choice. color is
// false if the user wants no colours; bold and reverse are used even then. The terminal itself
// is not queried.
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
		profile = termenv.ANSI // every other current terminal has the eight colours
	}
	return profile, choice != "never" && !o.EnvNoColor()
}

// Output writes to the terminal. Each write is atomic: frames, and sequences for the terminal
// between them.
type Output struct {
	mu  sync.Mutex
	Out io.Writer
	env Environment
	// Images are transmitted before the text that shows them; nil for none.
	Images *Images
}

// NewOutput returns an output; nil means the standard output.
func NewOutput(out io.Writer, env Environment) *Output {
	if out == nil {
		out = os.Stdout
	}
	return &Output{Out: out, env: env}
}

// Write writes atomically.
func (w *Output) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.Images != nil {
		if images := w.Images.take(); len(images) > 0 {
			if _, err := w.Out.Write(images); err != nil {
				return 0, err
			}
		}
	}
	return w.Out.Write(b)
}

// file is an output to a file, from which Bubble Tea reads the size of its terminal.
type file struct {
	*os.File
	output *Output
}

// Write writes atomically.
func (f file) Write(b []byte) (int, error) { return f.output.Write(b) }

// Writer returns the output in the form that Bubble Tea needs.
func (w *Output) Writer() io.Writer {
	if f, ok := w.Out.(*os.File); ok {
		return file{f, w}
	}
	return w
}

// screenLimit is the longest sequence that GNU screen passes through, in bytes.
const screenLimit = 768

// Copy puts a text on the clipboard of the machine that the user sits at (OSC 52). tmux and
// screen do not pass on such a sequence unless it is wrapped.
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

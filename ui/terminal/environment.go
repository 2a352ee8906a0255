package terminal

import (
	"cmp"
	"io"
	"strings"

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

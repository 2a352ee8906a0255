package ui

import (
	"io"
	"strings"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/settings"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// The roles beside those of [chart.Role].
const (
	strong   = chart.Series8 + 1 + iota // headings, the focused pane
	selected                            // the row under the cursor
	keycap                              // a key to press
)

// style gives text its look by its role, for one terminal.
type style struct {
	looks map[chart.Role]lipgloss.Style
	ramp  *lipgloss.Renderer // nil where there are no colours for one
	ascii bool               // the terminal shows nothing but ASCII
}

// paint styles text. It has the shape of a [chart.Paint].
func (s *style) paint(role chart.Role, text clean.Text) clean.Text {
	if look, ok := s.looks[role]; ok && text != "" {
		return clean.Text(look.Render(string(text)))
	}
	if glyph, ground, ok := role.Ramp(); ok && text != "" && s.ramp != nil {
		return clean.Text(s.rampLook(glyph, ground).Render(string(text)))
	}
	return text
}

// hue is a colour for terminals of every depth.
func hue(full, of256, of16 string) lipgloss.CompleteColor {
	return lipgloss.CompleteColor{TrueColor: full, ANSI256: of256, ANSI: of16}
}

// newStyle makes the looks of the default theme for a terminal that can do what
// the environment says, or the choice of colours.
func newStyle(out io.Writer, env environment, choice string) *style {
	return newThemedStyle(out, env, settings.Settings{Color: choice, Glyphs: "unicode"})
}

// environment is what a terminal's environment variables say.
type environment []string

func (e environment) Environ() []string { return e }

// Getenv is the variable's value; the last of equal names counts.
func (e environment) Getenv(name string) string {
	for i := len(e) - 1; i >= 0; i-- {
		if value, ok := strings.CutPrefix(e[i], name+"="); ok {
			return value
		}
	}
	return ""
}

// profileOf reads off the environment what the terminal can show, unless the
// user chose: color is false where none is wanted, and then bold and reverse
// still carry meaning. The terminal itself is never asked.
func profileOf(env environment, choice string) (profile termenv.Profile, color bool) {
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

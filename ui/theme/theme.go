package theme

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
)

// theme is a palette for one kind of background. Every theme is readable for colour-blind
// people, and no meaning depends on hue alone: good, bad and selected text have signs or
// attributes, and series have markers.
type theme struct {
	good, warn, bad, accent, faint lipgloss.CompleteColor
	series                         [8]lipgloss.CompleteColor
}

// Themes are the palettes by name. Mono has none.
//
// dark: M. Okabe and K. Ito, Color Universal Design, 2002 and 2008, with two
// blues made lighter and grey for black. light: the scheme "muted", contrast: the
// scheme "light" of P. Tol, Colour Schemes, SRON/EPS/TN/09-002, issue 3.2, 2021,
// the former with its pale colours (cyan, teal, olive, sand) made darker until
// they can be read on white.
var Themes = map[string]theme{
	"dark": {
		good: newColor("#009E73", "36", "2"), warn: newColor("#E69F00", "214", "3"), bad: newColor("#D55E00", "166", "1"), accent: newColor("#56B4E9", "74", "6"),
		faint: newColor("#808080", "244", ""),
		series: [8]lipgloss.CompleteColor{
			newColor("#E69F00", "214", "3"), newColor("#56B4E9", "74", "6"), newColor("#009E73", "36", "2"), newColor("#CC79A7", "175", "5"),
			newColor("#D55E00", "166", "1"), newColor("#4A90D9", "68", "4"), newColor("#C8B900", "178", "11"), newColor("#999999", "246", "12"),
		},
	},
	"light": {
		good: newColor("#117733", "28", "2"), warn: newColor("#7A5C00", "94", "5"), bad: newColor("#882255", "89", "1"), accent: newColor("#332288", "18", "4"),
		faint: newColor("#6E6E6E", "242", ""),
		series: [8]lipgloss.CompleteColor{
			newColor("#332288", "18", "4"), newColor("#B8505F", "131", "1"), newColor("#117733", "28", "2"), newColor("#AA4499", "133", "5"),
			newColor("#22798A", "30", "6"), newColor("#882255", "89", "13"), newColor("#6B6B1F", "58", "3"), newColor("#6E6E6E", "242", "0"),
		},
	},
	"contrast": {
		good: newColor("#BBCC33", "191", "10"), warn: newColor("#EEDD88", "229", "11"), bad: newColor("#EE8866", "216", "9"), accent: newColor("#99DDFF", "159", "14"),
		faint: newColor("#DDDDDD", "253", ""),
		series: [8]lipgloss.CompleteColor{
			newColor("#99DDFF", "159", "14"), newColor("#EE8866", "216", "9"), newColor("#BBCC33", "191", "10"), newColor("#FFAABB", "217", "13"),
			newColor("#EEDD88", "229", "11"), newColor("#77AADD", "110", "12"), newColor("#44BB99", "79", "2"), newColor("#DDDDDD", "253", "15"),
		},
	},
}

// New returns the style for a terminal with the given environment and settings.
func New(out io.Writer, env terminal.Environment, set settings.Settings) *Style {
	color, name := set.Color, set.Theme
	if name == "mono" {
		color = "never"
	}
	if name == "" || name == "mono" {
		name = "dark"
	}
	profile, coloured := terminal.Profile(env, color)
	r := lipgloss.NewRenderer(out, termenv.WithProfile(profile))
	r.SetColorProfile(profile)
	r.SetHasDarkBackground(true)
	plain := func() lipgloss.Style { return r.NewStyle().Inline(true) }
	s := &Style{ASCII: terminal.ASCII(env, set.Glyphs), Scripts: terminal.UTF8(env), Strokes: strokes[set.Curves], looks: map[chart.Role]lipgloss.Style{
		chart.Faint:  plain().Faint(true),
		chart.Good:   plain().Bold(true),
		chart.Warn:   plain().Bold(true),
		chart.Bad:    plain().Bold(true),
		chart.Accent: plain().Bold(true),
		Strong:       plain().Bold(true),
		Selected:     plain().Reverse(true),
		Keycap:       plain().Bold(true),
	}}
	if hasRamp(profile, coloured) {
		s.ramp = r
	}
	if !coloured {
		return s
	}
	t := Themes[name]
	s.hues = map[chart.Role]string{chart.Faint: t.faint.TrueColor, chart.Good: t.good.TrueColor, chart.Warn: t.warn.TrueColor, chart.Bad: t.bad.TrueColor, chart.Accent: t.accent.TrueColor}
	switch {
	case profile != termenv.ANSI: // the bright black of 16 colours often equals the background
		s.looks[chart.Faint] = plain().Foreground(t.faint)
	case set.Theme == "contrast":
		s.looks[chart.Faint] = plain()
	}
	for role, c := range map[chart.Role]lipgloss.CompleteColor{
		chart.Good: t.good, chart.Warn: t.warn, chart.Bad: t.bad, chart.Accent: t.accent, Keycap: t.accent,
	} {
		s.looks[role] = s.looks[role].Foreground(c)
	}
	for i, c := range t.series {
		s.looks[chart.SeriesRole(i)] = plain().Foreground(c)
		s.hues[chart.SeriesRole(i)] = c.TrueColor
	}
	return s
}

// strokes holds the strokes of each word of the setting curves.
var strokes = map[string]chart.Strokes{"lines": chart.Lines, "braille": chart.Braille}

// The roles in addition to those of [chart.Role].
const (
	Strong   = chart.Series8 + 1 + iota // headings, the focused pane
	Selected                            // row under the cursor
	Keycap                              // key to press
)

// Style styles text by its role, for one terminal.
type Style struct {
	looks map[chart.Role]lipgloss.Style
	hues  map[chart.Role]string // of pixels, such as #009E73; nil without colours
	ramp  *lipgloss.Renderer    // nil without colours for a ramp
	ASCII bool                  // signs and lines are drawn in ASCII
	// Scripts reports that the locale is UTF-8, so that names keep their letters in ASCII, too.
	Scripts bool
	// Strokes are the characters that curves are drawn with.
	Strokes chart.Strokes
}

// Paint styles text. It is a [chart.Paint].
func (s *Style) Paint(role chart.Role, text clean.Text) clean.Text {
	if number, ok := role.Image(); ok && text != "" {
		return clean.Text(imageLook(number, string(text)))
	}
	if look, ok := s.looks[role]; ok && text != "" {
		return clean.Text(look.Render(string(text)))
	}
	if glyph, ground, ok := role.Ramp(); ok && text != "" && s.ramp != nil {
		return clean.Text(s.rampLook(glyph, ground).Render(string(text)))
	}
	return text
}

// newColor returns a colour for terminals of every depth.
func newColor(full, of256, of16 string) lipgloss.CompleteColor {
	return lipgloss.CompleteColor{TrueColor: full, ANSI256: of256, ANSI: of16}
}

// ramp256 are the steps of [drawing.Ramp] on a terminal with 256 colours. The nearest colours
// would not increase in brightness throughout; these do.
var ramp256 = [drawing.RampSteps]string{"53", "54", "55", "24", "60", "30", "66", "36", "71", "113", "184", "220"}

// rampHues are the steps of the ramp on any terminal that shows it.
var rampHues = func() (hues [drawing.RampSteps]lipgloss.CompleteColor) {
	for i, c := range drawing.Ramp {
		hues[i] = newColor(c.Hex(), ramp256[i], "")
	}
	return hues
}()

// Shaded reports whether maps are drawn in shades of one glyph, because the terminal has no
// colours for a ramp.
func (s *Style) Shaded() bool { return s.ramp == nil }

// Letters reports whether shades are letters, because other shades could not be distinguished.
func (s *Style) Letters() bool { return s.ASCII && s.Shaded() }

// rampLook returns the style of a role of the ramp.
func (s *Style) rampLook(glyph, ground int) lipgloss.Style {
	look := s.ramp.NewStyle().Inline(true)
	switch {
	case glyph >= drawing.RampSteps && !drawing.DarkStep(ground):
		look = look.Foreground(newColor("#000000", "16", "0"))
	case glyph >= drawing.RampSteps:
		look = look.Foreground(newColor("#FFFFFF", "231", "15"))
	case glyph >= 0:
		look = look.Foreground(rampHues[glyph])
	}
	if ground >= 0 {
		look = look.Background(rampHues[ground])
	}
	return look
}

// hasRamp reports whether a terminal can show the steps of the ramp.
func hasRamp(profile termenv.Profile, color bool) bool {
	return color && (profile == termenv.ANSI256 || profile == termenv.TrueColor)
}

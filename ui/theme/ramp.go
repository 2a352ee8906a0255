package theme

import (
	"example.com/sfatui/ui/chart"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// rampHues are the steps of a ramp that is even to the eye and to colour-blind
// eyes (viridis), dark to bright. The 256 colours nearest to it would not all rise
// in brightness: these do.
var rampHues = [chart.RampSteps]lipgloss.CompleteColor{
	hue("#440154", "53", ""), hue("#482072", "54", ""), hue("#453882", "55", ""), hue("#3E4F8A", "24", ""),
	hue("#34648C", "60", ""), hue("#2B788E", "30", ""), hue("#228C8D", "66", ""), hue("#28A782", "36", ""),
	hue("#4FC069", "71", ""), hue("#86D449", "113", ""), hue("#C2DF23", "184", ""), hue("#FDE725", "220", ""),
}

// darkSteps are the steps that are read on in white.
const darkSteps = 6

// Shaded says that maps are drawn in shades of one glyph, as the terminal has no
// colours for a ramp.
func (s *Style) Shaded() bool { return s.ramp == nil }

// Letters says that these shades are letters: what is drawn in others would not
// be told apart.
func (s *Style) Letters() bool { return s.ASCII && s.Shaded() }

// rampLook is the look of a role of the ramp.
func (s *Style) rampLook(glyph, ground int) lipgloss.Style {
	look := s.ramp.NewStyle().Inline(true)
	switch {
	case glyph >= chart.RampSteps && ground >= darkSteps:
		look = look.Foreground(hue("#000000", "16", "0"))
	case glyph >= chart.RampSteps:
		look = look.Foreground(hue("#FFFFFF", "231", "15"))
	case glyph >= 0:
		look = look.Foreground(rampHues[glyph])
	}
	if ground >= 0 {
		look = look.Background(rampHues[ground])
	}
	return look
}

// hasRamp says that a terminal can show the steps of the ramp.
func hasRamp(profile termenv.Profile, color bool) bool {
	return color && (profile == termenv.ANSI256 || profile == termenv.TrueColor)
}

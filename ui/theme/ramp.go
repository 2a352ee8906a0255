package theme

import (
	"example.com/sfatui/sessions/drawing"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// ramp256 are the steps of [drawing.Ramp] where a terminal has 256 colours. The
// nearest ones would not all rise in brightness: these do.
var ramp256 = [drawing.RampSteps]string{"53", "54", "55", "24", "60", "30", "66", "36", "71", "113", "184", "220"}

// rampHues are the steps of the ramp on any terminal that shows it.
var rampHues = func() (hues [drawing.RampSteps]lipgloss.CompleteColor) {
	for i, c := range drawing.Ramp {
		hues[i] = hue(c.Hex(), ramp256[i], "")
	}
	return hues
}()

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
	case glyph >= drawing.RampSteps && !drawing.DarkStep(ground):
		look = look.Foreground(hue("#000000", "16", "0"))
	case glyph >= drawing.RampSteps:
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

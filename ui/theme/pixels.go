package theme

import (
	"fmt"
	"image/color"

	"example.com/sfatui/ui/chart"
)

// Coloured reports whether the style has colours.
func (s *Style) Coloured() bool { return s.hues != nil }

// Colour returns the colour of a role in pixels, grey for one without a colour.
func (s *Style) Colour(role chart.Role) color.NRGBA {
	c := color.NRGBA{R: 128, G: 128, B: 128, A: 255}
	if hue := s.hues[role]; hue != "" {
		fmt.Sscanf(hue, "#%02x%02x%02x", &c.R, &c.G, &c.B) // the tests read all
	}
	return c
}

// imageLook returns placeholders in the colour that is the number of their image.
func imageLook(number int, text string) string {
	return fmt.Sprintf("\x1b[38;2;%d;%d;%dm%s\x1b[39m", number>>16&255, number>>8&255, number&255, text)
}

package theme

import (
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"github.com/charmbracelet/lipgloss"
)

// The roles beside those of [chart.Role].
const (
	Strong   = chart.Series8 + 1 + iota // headings, the focused pane
	Selected                            // the row under the cursor
	Keycap                              // a key to press
)

// Style gives text its look by its role, for one terminal.
type Style struct {
	looks map[chart.Role]lipgloss.Style
	ramp  *lipgloss.Renderer // nil where there are no colours for one
	ASCII bool               // the terminal shows nothing but ASCII
}

// Paint styles text. It has the shape of a [chart.Paint].
func (s *Style) Paint(role chart.Role, text clean.Text) clean.Text {
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

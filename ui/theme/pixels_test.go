package theme

import (
	"image/color"
	"io"
	"testing"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/settings"
)

// Pixels have the colours of the characters: #E69F00 is 230, 159, 0.
func TestColoursOfPixels(t *testing.T) {
	env := []string{"TERM=xterm-kitty", "COLORTERM=truecolor"}
	s := New(io.Discard, env, settings.Settings{Theme: "dark"})
	if got, want := s.Colour(chart.SeriesRole(0)), (color.NRGBA{230, 159, 0, 255}); got != want || !s.Coloured() {
		t.Errorf("the first series is %v, want %v", got, want)
	}
	grey := color.NRGBA{128, 128, 128, 255}
	for name := range Themes {
		s := New(io.Discard, env, settings.Settings{Theme: name})
		for role := chart.Faint; role <= chart.Series8; role++ {
			if got := s.Colour(role); role != chart.Text && name != "dark" && got == grey || got.A != 255 {
				t.Errorf("%s: role %d is %v", name, role, got)
			}
		}
	}
	if s := New(io.Discard, env, settings.Settings{Theme: "mono"}); s.Coloured() || s.Colour(chart.SeriesRole(3)) != grey {
		t.Error("mono has colours")
	}
}

// The colour of placeholders is the number of their image: 0x010203 is 1, 2, 3.
func TestPlaceholdersHaveTheirNumber(t *testing.T) {
	if got, want := imageLook(0x010203, "x"), "\x1b[38;2;1;2;3mx\x1b[39m"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

package theme_test

import (
	"strings"
	"testing"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/ui/theme"
)

// In ASCII, characters without an equivalent are spelled out if there are blanks for it;
// nothing after a gap between columns, or in a drawing, moves.
func TestASCIISpellsWhatBlanksAreThereFor(t *testing.T) {
	for _, c := range []struct {
		text string
		w    int
		want string
	}{
		{"σ 3.46  next", 12, "s 3.46  next"},
		{"σ       3.46  next", 18, "sigma   3.46  next"},
		{"loses 0.1±12, then", 24, "loses 0.1+-12, then"},
		{"0.963±0.019  0.761±0.012 3/3", 28, "0.963+-0.019 0.761+-.012 3/3"},
		{"   0.963±0.019 3/3", 18, "  0.963+-0.019 3/3"},
		{"1±2 │ 3  4", 10, "1+2 | 3  4"},
		{"σ×λ          ██", 15, "sigma*lambda ##"},
		{"8×8 images", 10, "8x8 images"},
		{"samples   η ξ n", 15, "samples eta x n"},
		{"p η ξ n", 7, "p n x n"},
		{"←→ the second", 30, "left right the second"},
		{"\x1b[1mλ\x1b[0m=0       x", 12, "\x1b[1mlambda\x1b[0m=0  x"},
	} {
		if got := theme.ToASCII(c.text, c.w, false); got != c.want {
			t.Errorf("%q is %q, not %q", c.text, got, c.want)
		}
	}
	for text, want := range map[string][2]string{
		"Größe σ":    {"Gr??e sigma", "Größe sigma"},
		"速度 ✓ ▼ ↓ ✗": {"???? + V v !", "速度 + V v !"},
	} {
		if got := [2]string{theme.ToASCII(text, 12, false), theme.ToASCII(text, 12, true)}; got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
	for _, m := range measure.All() {
		for _, name := range []string{m.Label, m.Show.Column, m.Show.Heading, m.Show.Map, m.Show.Contrast, m.Show.Chosen} {
			if got := theme.ToASCII(name, 0, false); strings.ContainsAny(got, "?~") {
				t.Errorf("the measure %q is %q", name, got)
			}
		}
	}
	st := theme.Style{ASCII: true}
	if got := st.Spell("σ×λ: 0.1±0.2"); got != "sigma*lambda: 0.1+-0.2" {
		t.Errorf("%q", got)
	}
}

package chart

import (
	"strings"
	"testing"

	"example.com/sfatui/ui/clean"
)

func TestHostileTexts(t *testing.T) {
	c, a := newCanvas(10, 1, false), newCanvas(10, 1, true)
	for _, tc := range []struct {
		in          string
		want, ascii clean.Text
	}{
		{"plain", "plain", "plain"},
		{"\x1b[31mred\x1b[0m", "red", "red"},
		{"\x1b]0;title\a!", "!", "!"},
		{"a\tb\nc", "abc", "abc"},
		{"a\u00a0b\u3000c\ue000", "a b c", "a b c"},
		{"\u202eabc\u2066", "abc", "abc"},
		{"a\xffb", "ab", "ab"},
		{"σ=5 ± 1", "σ=5 ± 1", "sigma=5 +~"},
		{"x\u0304", "x\u0304", "x?"},
		{"漢字カナ漢字", "漢字カナ…", "??????"},
		{"0123456789x", "012345678…", "012345678~"},
	} {
		if got := c.fit(clean.Of(tc.in), 10); got != tc.want {
			t.Errorf("fit(%q) = %q, want %q", tc.in, got, tc.want)
		}
		if got := a.fit(clean.Of(tc.in), 10); got != tc.ascii {
			t.Errorf("ASCII: fit(%q) = %q, want %q", tc.in, got, tc.ascii)
		}
	}
}

// Styled runs are as long as possible, and wide characters take two cells.
func TestCanvasLines(t *testing.T) {
	c := newCanvas(12, 2, false)
	c.text(1, 0, "漢 b", Text)
	c.set(7, 0, "●", Series1)
	c.set(9, 0, "▲", Series1)
	c.set(99, 0, "x", Bad)
	c.text(11, 1, "漢", Bad) // half of it would be outside
	if got, want := clean.Join(c.lines(tagRoles), "|"), clean.Text(" <text>漢 b</>  <1>● ▲</>|"); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLegend(t *testing.T) {
	bottom := func(p Plot, w, h, rows int) clean.Text {
		lines := p.Render(w, h, nil)
		return clean.Join(lines[len(lines)-rows:], "|")
	}
	p := sweepPlot()
	if got, want := bottom(p, 30, 12, 1), clean.Text("● λ=0  ▲ λ=1e-7  ■ λ=1e-5 …"); got != want {
		t.Errorf("cut legend %q, want %q", got, want)
	}
	if got, want := bottom(p, 50, 12, 1), clean.Text("● λ=0  ▲ λ=1e-7  ■ λ=1e-5  ◆ λ=1e-3  ✗ violated"); got != want {
		t.Errorf("legend %q, want %q", got, want)
	}
	if got, want := bottom(p, 30, 20, 2), clean.Text("● λ=0  ▲ λ=1e-7  ■ λ=1e-5|◆ λ=1e-3  ✗ violated  ★ best"); got != want {
		t.Errorf("legend of two rows %q, want %q", got, want)
	}
	p = partialPlot()
	if got := bottom(p, 38, 12, 1); !strings.HasSuffix(string(got), "400") {
		t.Errorf("one series needs no legend, but got %q", got)
	}
}

package uitest

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// CheckScreen checks the size of a screen; an empty text counts as one line.
func CheckScreen(t testing.TB, text string, w, h int) {
	t.Helper()
	h = max(h, 1)
	lines := strings.Split(text, "\n")
	if len(lines) != h {
		t.Errorf("%d lines on a screen of %d", len(lines), h)
	}
	for i, line := range lines {
		if n := ansi.StringWidth(line); n > w {
			t.Errorf("line %d is %d wide on a screen of %d: %q", i+1, n, w, line)
		}
	}
}

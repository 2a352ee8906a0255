package output

import (
	"strings"
	"testing"
)

// Prose is wrapped behind its indent on a terminal, and one line for a pipe.
func TestSentence(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	line := "  what matters: " + strings.Repeat("λ 76 %, ", 20) + "the rest"
	var piped, wrapped strings.Builder
	Sentence(&piped, line)
	sentence(&wrapped, line, true)
	if piped.String() != line+"\n" {
		t.Errorf("a pipe gets %q", piped.String())
	}
	lines := strings.Split(strings.TrimSuffix(wrapped.String(), "\n"), "\n")
	if len(lines) != 3 {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
	for _, l := range lines {
		if len([]rune(l)) > 80 || !strings.HasPrefix(l, "  ") {
			t.Errorf("%q", l)
		}
	}
}

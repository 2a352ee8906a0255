package cli

import (
	"strings"
	"testing"
)

// Prose is wrapped after its indent on a terminal, and is one line for a pipe.
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

// A text wrapped for wider lines is wrapped again, without a single word on a
// line; program text is unchanged.
func TestParagraphs(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	var b strings.Builder
	Paragraphs(&b, `Apply a model that sfatui export --format npz --model saved to new data, and write
the features.

  csv   a table: a row a finished point, a column for every parameter that applies and
        every measure
  json  lines

    for x in X:
    print(x)`)
	const want = `Apply a model that sfatui export --format npz --model saved to new data, and
write the features.

  csv   a table: a row a finished point, a column for every parameter that
        applies and every measure
  json  lines

    for x in X:
    print(x)
`
	if b.String() != want {
		t.Errorf("got\n%s", b.String())
	}
}

package layout

import (
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"

	"example.com/sfatui/ui/clean"
)

// The fast count of cells equals that of graphemes, for each character, between others and
// combined with characters that change its width.
func TestWidthIsThatOfGraphemes(t *testing.T) {
	counted := 0
	for r := rune(0); r <= 0x2fff; r++ {
		if oneCell(r) {
			counted++
		}
		for _, text := range []string{string(r), "a" + string(r) + "b", string(r) + string(r), "\x1b[1;32m" + string(r) + "\x1b[0m", string(r) + "\u0301", string(r) + "\ufe0f", string(r) + "\u200d" + string(r)} {
			if got, want := Width(clean.Text(text)), ansi.StringWidth(text); got != want {
				t.Fatalf("%q (%U) takes %d cells, want %d", text, r, got, want)
			}
		}
	}
	if counted < 1000 {
		t.Errorf("only %d characters are counted quickly", counted)
	}
	placeholders := ""
	for i := range 297 {
		placeholders += string([]rune{kitty.Placeholder, kitty.Diacritic(i), kitty.Diacritic(296 - i)})
	}
	for _, text := range []string{"", "\x1b", "\x1b[", "\x1b[31", "\x1b[2J", "\x1b[?25h", "a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\", "漢字", "🇩🇪", "\xff\xfe", "tab\tnew\nline", placeholders, placeholders + "σ" + placeholders + "漢", "σ=5 λ=1e-7 ★ ✓ ⠤ ░█ ‖ … –"} {
		if got, want := Width(clean.Text(text)), ansi.StringWidth(text); got != want {
			t.Errorf("%q takes %d cells, want %d", text, got, want)
		}
	}
}

func BenchmarkWidth(b *testing.B) {
	for b.Loop() {
		Width("\x1b[38;5;36m★\x1b[0m chosen on validation; ≈ 6 as good ─── σ 0.5 1 2 ╭──╮ ░▒▓█")
	}
}

func TestIndentKeepsItsArgument(t *testing.T) {
	lines := []clean.Text{"a", ""}
	if got := Indent(lines); len(got) != 2 || got[0] != " a" || got[1] != " " || lines[0] != "a" {
		t.Errorf("%q of %q", got, lines)
	}
}

// Text is cut after a word, without the sign behind it; a single long word is cut within.
func TestCutWords(t *testing.T) {
	for _, c := range []struct {
		text clean.Text
		w    int
		want clean.Text
	}{
		{"two words", 9, "two words"}, {"two words", 8, "two wor…"}, {"two words", 7, "two…"}, {"two words", 4, "two…"}, {"two words", 3, "tw…"}, {"two words", 1, "…"}, {"two words", 0, ""},
		{"9 tied · 49 as good", 16, "9 tied · 49 as…"}, {"9 tied · 49 as good", 10, "9 tied…"}, {"wrote it: fold 1", 12, "wrote it…"},
		{"in /a/very/long/path", 12, "in /a/very/…"}, {"λ=日本 σ", 7, "λ=日本…"},
		{"\x1b[1mtwo\x1b[0m words", 7, "\x1b[1mtwo\x1b[0m…"},
	} {
		if got := CutWords(c.text, c.w); got != c.want {
			t.Errorf("%q in %d cells: %q, want %q", c.text, c.w, got, c.want)
		}
	}
}

// The start and the end of a text stay, and wide characters are not split.
func TestCutMiddle(t *testing.T) {
	for _, c := range []struct {
		text clean.Text
		w    int
		want clean.Text
	}{
		{"a/long/path.svg", 15, "a/long/path.svg"}, {"a/long/path.svg", 14, "a/long/…th.svg"}, {"a/long/path.svg", 4, "a/…g"}, {"a/long/path.svg", 2, "a…"},
		{"日本日本", 7, "日…日本"}, {"日本日本", 6, "日…本"}, {"", 3, ""},
	} {
		if got := CutMiddle(c.text, c.w); got != c.want {
			t.Errorf("%q in %d cells: %q, want %q", c.text, c.w, got, c.want)
		}
	}
}

// Lines of wrapped text stay readable on the widest screen.
func TestWrapKeepsLinesReadable(t *testing.T) {
	text := clean.Repeat("word ", 100)
	for _, w := range []int{40, 400} {
		lines := Wrap(text, w)
		if got := Width(lines[0]); got > min(w, 100) || got < min(w, 100)-6 {
			t.Errorf("in %d cells the first line has %d", w, got)
		}
	}
}

// An item of a list stays on one line, with the sign after it, where it fits there: lines have 12
// cells, "p=4 · a b=3 ·" takes 13, "mp-mah x=1 ·" 12, and "inner splits=3" 14.
func TestWrapListKeepsItems(t *testing.T) {
	items := []clean.Text{"p=4", "a b=3", "mp-mah x=1", "inner splits=3"}
	want := []clean.Text{"p=4 ·", "a b=3 ·", "mp-mah x=1 ·", "inner", "splits=3"}
	if got := WrapList(items, " · ", 12); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

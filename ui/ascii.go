package ui

import (
	"cmp"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// asciiOnly says that the terminal shows nothing but ASCII: on demand, where
// the locale says so (POSIX, Locale: LC_ALL before LC_CTYPE before LANG), and
// where TERM is dumb. A locale that is not set says nothing.
func asciiOnly(env environment, choice string) bool {
	switch choice {
	case "ascii":
		return true
	case "unicode":
		return false
	}
	locale := strings.ToLower(cmp.Or(env.Getenv("LC_ALL"), env.Getenv("LC_CTYPE"), env.Getenv("LANG")))
	utf8 := locale == "" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
	return !utf8 || env.Getenv("TERM") == "dumb"
}

// asciiGlyph is what stands for a character of the screens, as wide.
var asciiGlyph = func() map[rune]string {
	out := map[rune]string{}
	for _, pair := range []string{
		"─-", "━=", "│|", "┃|", "┊:", "┈.", "╌~", "╎|", "═=", "║|",
		"┌+", "┐+", "└+", "┘+", "├+", "┤+", "┬+", "┴+", "┼+", "╭.", "╮.", "╰'", "╯'", "╔.", "╗.", "╚'", "╝'", "╱/",
		"▕[", "▏]", "▎#", "▍#", "▌#", "▋#", "▊#", "▉#", "█#", "▓#", "▒+", "░.", "▀\"", "▄_", "▐#",
		"▁_", "▂.", "▃-", "▅=", "▆*", "▇#",
		"★@", "✗!", "✓v", "●o", "▲^", "■#", "◆*", "○o", "△^", "□#", "◇*", "◂<", "▸>", "▶>", "‖\"", "▼v", "¶n", "›>", "‹<",
		"…~", "·.", "–-", "−-", "×x", "±+", "°d", "“\"", "”\"", "’'", "‑-",
		"←<", "→>", "↑^", "↓v", "⇧S", "≠#", "≤<", "≥>", "≈~", "∞i", "₀0", "₁1", "₂2", "²2", "³3", "½h",
		"σs", "λl", "η~", "ξx", "φf", "κk", "Δd", "γg", "αa", "μu", "τt", "εe", "ρr", "θt", "ωw", "Σs", "√v",
	} {
		r := []rune(pair)
		out[r[0]] = string(r[1])
	}
	return out
}()

// toASCII writes a screen with ASCII alone. Every character stays as wide as it
// was, so that nothing moves; escape sequences stay as they are.
func toASCII(text string) string {
	if isASCII(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case r < 0x80:
			b.WriteByte(byte(r))
		case asciiGlyph[r] != "":
			b.WriteString(asciiGlyph[r])
		case r >= 0x2800 && r <= 0x28ff:
			b.WriteByte(brailleASCII(r))
		default:
			b.WriteString(strings.Repeat("?", ansi.StringWidth(string(r))))
		}
	}
	return b.String()
}

// brailleASCII is a character as dark as a braille pattern.
func brailleASCII(r rune) byte {
	dots := 0
	for bits := r - 0x2800; bits > 0; bits >>= 1 {
		dots += int(bits & 1)
	}
	return " ...::|##"[dots]
}

package theme

import (
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// asciiGlyph maps a character of the screens to an ASCII character of equal width.
var asciiGlyph = func() map[rune]string {
	out := map[rune]string{}
	for _, pair := range []string{
		"─-", "━=", "│|", "┃|", "┊:", "┈.", "╌_", "╎|", "═=", "║|",
		"┌+", "┐+", "└+", "┘+", "├+", "┤+", "┬+", "┴+", "┼+", "╭.", "╮.", "╰'", "╯'", "╔.", "╗.", "╚'", "╝'", "╱/",
		"▕[", "▏]", "▎#", "▍#", "▌#", "▋#", "▊#", "▉#", "█#", "▓#", "▒+", "░,", "▀\"", "▄_", "▐#",
		"▁_", "▂.", "▃-", "▅=", "▆*", "▇#",
		"★@", "✗!", "✓+", "●o", "▲^", "■#", "◆*", "○o", "△^", "□#", "◇*", "▽V", "✚+", "◥7", "▬=", "✛+", "◹7", "▭=", "◉0", "☆?", "✧&", "▴^", "▾V", "◷@", "⏵>", "◦o", "◂<", "▸>", "▶>", "‖\"", "▼V", "¶n", "›>", "‹<",
		"…~", "·.", "–-", "−-", "×x", "±+", "°d", "“\"", "”\"", "’'", "‑-",
		"←<", "→>", "↑^", "↓v", "⇧S", "≠#", "≤<", "≥>", "≈~", "∞i", "₀0", "₁1", "₂2", "²2", "³3", "½h",
		"σs", "λl", "ηn", "ξx", "φf", "κk", "Δd", "γg", "αa", "μu", "τt", "εe", "ρr", "θt", "ωw", "Σs", "√r",
		"ΩO", "πp", "δd", "µu", "νv", "ℓl", "¹1", "⁰0", "⁴4", "⁵5", "⁶6", "⁷7", "⁸8", "⁹9", "⁻-", "ᵀT", "⌈[", "⌉]", "—-", "◌o", "✎/",
	} {
		r := []rune(pair)
		out[r[0]] = string(r[1])
	}
	return out
}()

// ToASCII converts a screen of w cells per line to ASCII; with scripts, letters without an
// equivalent stay, as in names on a terminal whose locale is UTF-8. Longer spellings, such as sigma, use
// the blanks after them, so that other text keeps its position; without blanks every character
// keeps its width. Escape sequences are left unchanged.
func ToASCII(text string, w int, scripts bool) string {
	if IsASCII(text) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if !IsASCII(line) {
			line = spellLine(line, w)
		}
		for _, r := range line {
			switch {
			case r < 0x80:
				b.WriteByte(byte(r))
			case asciiGlyph[r] != "":
				b.WriteString(asciiGlyph[r])
			case isBraille(r):
				b.WriteByte(brailleASCII(r))
			case scripts && (unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)):
				b.WriteRune(r)
			default:
				b.WriteString(strings.Repeat("?", ansi.StringWidth(string(r))))
			}
		}
	}
	return b.String()
}

// brailleASCII returns a character about as dark as a braille pattern.
func brailleASCII(r rune) byte {
	dots := 0
	for bits := r - 0x2800; bits > 0; bits >>= 1 {
		dots += int(bits & 1)
	}
	return " ...::|##"[dots]
}

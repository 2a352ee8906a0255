package theme

import (
	"strings"
	"unicode"

	"example.com/sfatui/ui/clean"
	"github.com/charmbracelet/x/ansi"
)

// spelling lists characters with ASCII spellings of several letters.
var spelling = [][2]string{
	{"← →", "left right"}, {"←→", "left right"}, {"↑↓", "up down"}, {"±", "+-"},
	{"σ", "sigma"}, {"λ", "lambda"}, {"η", "eta"}, {"ξ", "xi"}, {"φ", "phi"}, {"κ", "kappa"}, {"Δ", "Delta"},
	{"γ", "gamma"}, {"α", "alpha"}, {"τ", "tau"}, {"ε", "epsilon"}, {"δ", "delta"}, {"ρ", "rho"}, {"Σ", "sum"}, {"Ω", "Omega"}, {"μ", "mu"},
}

var speller = strings.NewReplacer(func() (out []string) {
	for _, of := range spelling {
		out = append(out, of[:]...)
	}
	return out
}()...)

// Spell returns a text for wrapping and layout. On an ASCII terminal, Greek letters are spelled
// out.
func (s *Style) Spell(text clean.Text) clean.Text {
	if !s.ASCII || IsASCII(string(text)) {
		return text
	}
	return clean.Of(speller.Replace(joinCrosses(string(text))))
}

// joinCrosses replaces × between letters by *: σ×λ, but not 8×8.
func joinCrosses(text string) string {
	runes := []rune(text)
	for i := 1; i+1 < len(runes); i++ {
		if runes[i] == '×' && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1]) {
			runes[i] = '*'
		}
	}
	return string(runes)
}

// spellLine spells out as many characters of a line of w cells as there are blanks for.
func spellLine(line string, w int) string {
	parts := splitSequences(joinCrosses(line))
	used := 0
	for _, c := range parts {
		used += ansi.StringWidth(c)
	}
	for i := range parts {
		for _, of := range spelling {
			n := len([]rune(of[0]))
			if parts[i] == "" || !strings.HasPrefix(of[0], parts[i]) || i+n > len(parts) || strings.Join(parts[i:i+n], "") != of[0] {
				continue
			}
			cost := len(of[1]) - n
			switch from, end := findBlanks(parts, i+n, cost); {
			case end && w-used >= cost:
				used += cost
			case from >= 0:
				clear(parts[from : from+cost])
			case of[0] == "±" && takeBlankBefore(parts, i):
			case takeBlanksAtHead(parts, i, cost):
			case of[0] == "±" && i+2 < len(parts) && parts[i+1] == "0" && parts[i+2] == ".":
				parts[i+1] = "" // +-.019 has the width of ±0.019
			default:
				n = 0
			}
			if n > 0 {
				clear(parts[i : i+n])
				parts[i] = of[1]
			}
			break
		}
	}
	return strings.Join(parts, "")
}

// splitSequences splits a line into its characters and escape sequences.
func splitSequences(line string) (out []string) {
	for line != "" {
		seq, _, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
		out, line = append(out, seq), line[n:]
	}
	return out
}

// findBlanks returns the position of n blanks after at that can be removed without moving text
// after them, or end if only text follows to the end of the line. It stops at a gap between
// columns and at drawings.
func findBlanks(parts []string, at, n int) (from int, end bool) {
	run := []int(nil)
	for i := at; i <= len(parts); i++ {
		c := ""
		if i < len(parts) {
			c = parts[i]
		}
		switch {
		case c == " ":
			run = append(run, i)
			continue
		case i < len(parts) && (c == "" || ansi.StringWidth(c) == 0):
			continue
		case len(run) > 1:
			if len(run) > n && run[n-1]-run[0] == n-1 {
				return run[0], false
			}
			return -1, false
		case i < len(parts) && isDrawing([]rune(c)[0]):
			return -1, false
		}
		run = run[:0]
	}
	return -1, true
}

// isDrawing reports whether a character is part of a line, a bar or a braille pattern.
func isDrawing(r rune) bool { return r >= 0x2500 && r < 0x25a0 || isBraille(r) }

// takeBlankBefore removes a blank from the gap before the word at a position, and reports
// whether there was one.
func takeBlankBefore(parts []string, at int) bool {
	for i := at - 1; i > 0; i-- {
		if parts[i] == " " {
			if parts[i-1] != " " {
				return false
			}
			parts[i] = ""
			return true
		}
	}
	return false
}

// takeBlanksAtHead removes n blanks before a character that stands alone, as the heading of a
// column whose cells end with it, and reports whether there was one more.
func takeBlanksAtHead(parts []string, at, n int) bool {
	from := at - n
	if n < 1 || from < 1 || at+1 < len(parts) && parts[at+1] != " " {
		return false
	}
	for i := from - 1; i < at; i++ {
		if parts[i] != " " {
			return false
		}
	}
	clear(parts[from:at])
	return true
}

// isBraille reports whether a character is a braille pattern.
func isBraille(r rune) bool { return r >= 0x2800 && r <= 0x28ff }

// IsASCII reports whether a text consists of ASCII characters only.
func IsASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

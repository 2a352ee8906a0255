package theme

import (
	"strings"
	"unicode"

	"example.com/sfatui/ui/clean"
	"github.com/charmbracelet/x/ansi"
)

// spelling is what stands in ASCII for what one character cannot say.
var spelling = [][2]string{
	{"← →", "left right"}, {"←→", "left right"}, {"↑↓", "up down"}, {"±", "+-"},
	{"σ", "sigma"}, {"λ", "lambda"}, {"η", "eta"}, {"ξ", "xi"}, {"φ", "phi"}, {"κ", "kappa"}, {"Δ", "Delta"},
	{"γ", "gamma"}, {"α", "alpha"}, {"τ", "tau"}, {"ε", "epsilon"}, {"δ", "delta"}, {"ρ", "rho"}, {"Σ", "sum"},
}

var speller = strings.NewReplacer(func() (out []string) {
	for _, of := range spelling {
		out = append(out, of[:]...)
	}
	return out
}()...)

// Spell is a text as it is wrapped and laid out: on a terminal that has ASCII alone with
// Greek letters by their names.
func (s *Style) Spell(text clean.Text) clean.Text {
	if !s.ASCII || IsASCII(string(text)) {
		return text
	}
	return clean.Of(speller.Replace(crossed(string(text))))
}

// crossed joins names by * that × joins: σ×λ, unlike 8×8.
func crossed(text string) string {
	runes := []rune(text)
	for i := 1; i+1 < len(runes); i++ {
		if runes[i] == '×' && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(runes[i+1]) {
			runes[i] = '*'
		}
	}
	return string(runes)
}

// spelled is a line of w cells with as much of it spelled out as there are blanks for.
func spelled(line string, w int) string {
	parts := cells(crossed(line))
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
			switch from, end := blanksBehind(parts, i+n, cost); {
			case end && w-used >= cost:
				used += cost
			case from >= 0:
				clear(parts[from : from+cost])
			case of[0] == "±" && blanksBefore(parts, i):
			case of[0] == "±" && i+2 < len(parts) && parts[i+1] == "0" && parts[i+2] == ".":
				parts[i+1] = "" // ±0.019 is as wide as +-.019
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

// cells cuts a line into its characters and its escape sequences.
func cells(line string) (out []string) {
	for line != "" {
		seq, _, n, _ := ansi.DecodeSequence(line, ansi.NormalState, nil)
		out, line = append(out, seq), line[n:]
	}
	return out
}

// blanksBehind finds where so many blanks can go without anything behind them moving, or
// says that nothing but text comes up to the end of the line. It does not look beyond a
// gap between columns, or into a drawing.
func blanksBehind(parts []string, at, n int) (from int, end bool) {
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
		case i < len(parts) && drawn([]rune(c)[0]):
			return -1, false
		}
		run = run[:0]
	}
	return -1, true
}

// drawn says that a character is of lines, bars or dots.
func drawn(r rune) bool { return r >= 0x2500 && r < 0x25a0 || braille(r) }

// blanksBefore takes a blank from the gap before the word that at is in.
func blanksBefore(parts []string, at int) bool {
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

func braille(r rune) bool { return r >= 0x2800 && r <= 0x28ff }

// IsASCII says that a text has no other character.
func IsASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

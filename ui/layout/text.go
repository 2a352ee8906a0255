package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"example.com/sfatui/ui/clean"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/ansi/kitty"
)

// Width returns the width of text in cells.
func Width(text clean.Text) int {
	if n, ok := simpleWidth(string(text)); ok {
		return n
	}
	return ansi.StringWidth(string(text))
}

// simpleWidth counts the cells of text that consists of styles and of single-cell characters
// that do not combine; ok is false for other text. Most text is of this kind, and dividing it
// into graphemes takes ten times as long.
func simpleWidth(text string) (n int, ok bool) {
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b >= ' ' && b <= '~':
			n, i = n+1, i+1
		case b == '\x1b':
			end := styleEnd(text, i)
			if end < 0 {
				return 0, false
			}
			i = end
		default:
			r, size := utf8.DecodeRuneInString(text[i:])
			if r == kitty.Placeholder { // with a diacritic for each coordinate of its cell
				size = placeholderEnd(text[i:])
			} else if !oneCell(r) {
				return 0, false
			}
			n, i = n+1, i+size
		}
	}
	return n, true
}

// placeholderEnd returns the end of the placeholder of an image at the start of text.
func placeholderEnd(text string) int {
	end := utf8.RuneLen(kitty.Placeholder)
	for end < len(text) {
		r, size := utf8.DecodeRuneInString(text[end:])
		if !unicode.Is(unicode.Mn, r) {
			break
		}
		end += size
	}
	return end
}

// styleEnd returns the end of the style sequence at i, such as ESC[1;32m; -1 for other
// sequences.
func styleEnd(text string, i int) int {
	if i++; i == len(text) || text[i] != '[' {
		return -1
	}
	for i++; i < len(text); i++ {
		switch b := text[i]; {
		case b == 'm':
			return i + 1
		case b != ';' && (b < '0' || b > '9'):
			return -1
		}
	}
	return -1
}

// oneCell reports whether a character is one of the single-cell characters that the screens use
// beyond ASCII: Latin, Greek, punctuation, arrows, operators, boxes, shapes and Braille.
func oneCell(r rune) bool {
	switch {
	case r >= '¡' && r <= '˿':
		return r != '\u00ad'
	case r >= 'Α' && r <= 'ω', r >= '–' && r <= '…', r == '‹', r == '›', r >= '←' && r <= '↓':
		return true
	case r >= '∀' && r <= '⋿', r >= '─' && r <= '◯' && r != '◌', r >= '⠀' && r <= '⣿':
		return true
	}
	return r == '★' || r == '☆' || r == '✧' || r == '✓' || r == '✗'
}

// Cut shortens text to w cells, ending in … if anything is cut.
func Cut(text clean.Text, w int) clean.Text {
	if w <= 0 {
		return ""
	}
	if Width(text) <= w {
		return text
	}
	return clean.Text(ansi.Truncate(string(text), w, "…"))
}

// CutWords returns text cut to w cells after a word, without the punctuation behind it. If no
// word ends in the second half of these cells, it is cut within one.
func CutWords(text clean.Text, w int) clean.Text {
	if w <= 0 || Width(text) <= w {
		return Cut(text, w)
	}
	plain := ansi.Strip(string(text))
	head := ansi.Truncate(plain, w-1, "")
	if !strings.HasPrefix(plain[len(head):], " ") {
		head = head[:max(strings.LastIndexByte(head, ' '), 0)]
	}
	if n := Width(clean.Text(strings.TrimRight(head, " ·,;:–›"))); n >= w/2 {
		w = n + 1
	}
	return Cut(text, w)
}

// Tail returns the last w cells of text without styles.
func Tail(text clean.Text, w int) clean.Text {
	for over := Width(text) - max(w, 0); over > 0 && text != ""; {
		first, cells := ansi.FirstGraphemeCluster(string(text), ansi.GraphemeWidth)
		text, over = text[len(first):], over-cells
	}
	return text
}

// CutMiddle shortens text without styles to w cells, with … in place of its middle.
func CutMiddle(text clean.Text, w int) clean.Text {
	if w < 3 || Width(text) <= w {
		return Cut(text, w)
	}
	head := clean.Text(ansi.Truncate(string(text), w/2, ""))
	return head + "…" + Tail(text, w-1-Width(head))
}

// Pad fills text up to w cells, or cuts it.
func Pad(text clean.Text, w int) clean.Text {
	text = Cut(text, w)
	return text + Blanks(w-Width(text))
}

// Shorten fills a word up to w cells, or cuts it without …, which would take a cell of a short
// word.
func Shorten(word clean.Text, w int) clean.Text {
	return Pad(clean.Text(ansi.Truncate(string(word), w, "")), w)
}

// PadLeft fills text up to w cells from the left, or cuts it.
func PadLeft(text clean.Text, w int) clean.Text {
	text = Cut(text, w)
	return Blanks(w-Width(text)) + text
}

// Blanks returns n blanks.
func Blanks(n int) clean.Text { return clean.Repeat(" ", n) }

// Fit returns exactly h lines of at most w cells.
func Fit(lines []clean.Text, w, h int) []clean.Text {
	out := make([]clean.Text, max(h, 0))
	for i := range min(len(lines), len(out)) {
		out[i] = Cut(lines[i], w)
	}
	return out
}

// longestLine is the largest number of cells in a line of wrapped text: longer lines are hard to
// read.
const longestLine = 100

// Wrap breaks plain text into lines of at most w cells and of a readable length, at blanks if
// possible and never after a hyphen, since mp-mah and --flags are words.
func Wrap(text clean.Text, w int) []clean.Text {
	if w < 1 {
		return nil
	}
	w = min(w, longestLine)
	const nonBreaking = "\u2011"
	broken := ansi.Wrap(strings.ReplaceAll(string(text), "-", nonBreaking), w, " ")
	var lines []clean.Text
	for line := range strings.SplitSeq(strings.ReplaceAll(broken, nonBreaking, "-"), "\n") {
		lines = append(lines, clean.Text(line))
	}
	return lines
}

// WrapList joins items by a separator and breaks them into lines of at most w cells and of a
// readable length. Each item stays on one line if it fits there: a name is never apart from its
// value.
func WrapList(items []clean.Text, separator clean.Text, w int) []clean.Text {
	const nonBreaking = "\u00a0"
	sign := strings.TrimRight(string(separator), " ") // stays with the item before it
	whole := make([]string, len(items))
	for i, item := range items {
		if whole[i] = string(item); i < len(items)-1 {
			whole[i] += sign
		}
		if Width(clean.Text(whole[i])) <= min(w, longestLine) {
			whole[i] = strings.ReplaceAll(whole[i], " ", nonBreaking)
		}
	}
	lines := Wrap(clean.Text(strings.Join(whole, string(separator)[len(sign):])), w)
	for i, line := range lines {
		lines[i] = clean.Text(strings.ReplaceAll(string(line), nonBreaking, " "))
	}
	return lines
}

// Indent returns the lines, each indented by a cell.
func Indent(lines []clean.Text) []clean.Text {
	out := make([]clean.Text, len(lines))
	for i, line := range lines {
		out[i] = " " + line
	}
	return out
}

// AlignEnds puts right at the end of a line of w cells; left is cut after a word to make room.
func AlignEnds(left, right clean.Text, w int) clean.Text {
	r := Width(right)
	if r == 0 {
		return CutWords(left, w)
	}
	if r >= w {
		return Cut(right, w)
	}
	return Pad(CutWords(left, w-r-1), w-r-1) + " " + right
}

// Package input converts messages to key presses, names keys for display, and edits a line of
// text.
package input

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/theme"
)

// Line is one line of text being edited.
type Line struct {
	text   []rune
	cursor int
}

// New returns a line with the cursor at the end of the text.
func New(text string) Line {
	r := []rune(text)
	return Line{r, len(r)}
}

// Replace replaces the text.
func (f *Line) Replace(text string) { *f = New(text) }

// String returns the text.
func (f *Line) String() string { return string(f.text) }

// longestText is the largest length of a text in characters: whole files are pasted by mistake.
const longestText = 4000

// Press edits the text, and reports whether it used the key.
func (f *Line) Press(k Press) bool {
	switch k.Name {
	case "left", "ctrl+b":
		f.cursor = max(f.cursor-1, 0)
	case "right", "ctrl+f":
		f.cursor = min(f.cursor+1, len(f.text))
	case "home", "ctrl+a":
		f.cursor = 0
	case "end", "ctrl+e":
		f.cursor = len(f.text)
	case "backspace", "ctrl+h":
		if f.cursor > 0 {
			f.text = append(f.text[:f.cursor-1:f.cursor-1], f.text[f.cursor:]...)
			f.cursor--
		}
	case "delete", "ctrl+d":
		if f.cursor < len(f.text) {
			f.text = append(f.text[:f.cursor:f.cursor], f.text[f.cursor+1:]...)
		}
	case "ctrl+u":
		f.text, f.cursor = f.text[f.cursor:], 0
	case "ctrl+k":
		f.text = f.text[:f.cursor]
	default:
		in := []rune(k.Text)
		in = in[:max(min(len(in), longestText-len(f.text)), 0)]
		if len(in) == 0 {
			return false
		}
		f.text = append(f.text[:f.cursor:f.cursor], append(in, f.text[f.cursor:]...)...)
		f.cursor += len(in)
	}
	return true
}

// leastBothEnds is the least width at which a long text shows its start and its end.
const leastBothEnds = 24

// View draws the text in w cells, so that the cursor is visible. If the text before the cursor is
// too long, its middle is left out, or its start if w is small.
func (f *Line) View(st *theme.Style, w int) clean.Text {
	if w < 2 {
		return ""
	}
	before := clean.Of(string(f.text[:f.cursor]))
	if w < leastBothEnds {
		before = layout.Tail(before, w-1)
	} else {
		before = layout.CutMiddle(before, w-1)
	}
	at, after := clean.Text(" "), clean.Text("")
	if f.cursor < len(f.text) {
		at, after = cmp.Or(clean.Of(string(f.text[f.cursor])), at), clean.Of(string(f.text[f.cursor+1:]))
	}
	return layout.Cut(st.Paint(theme.Strong, before)+st.Paint(theme.Selected, at)+st.Paint(theme.Strong, after), w)
}

// Path returns the path that a user typed, with a leading ~ replaced by the home directory.
func Path(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		if dir, err := os.UserHomeDir(); err == nil {
			return filepath.Join(dir, rest)
		}
	}
	return path
}

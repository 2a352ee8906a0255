package input

import (
	"strings"
	"testing"

	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
)

// The text field edits in the middle, scrolls, and stays within its width.
func TestTextField(t *testing.T) {
	f := New("1,2")
	for _, k := range []Press{{Name: "home", Text: ""}, {Name: "0", Text: "0"}, {Name: ",", Text: ","}, {Name: "right", Text: ""}, {Name: "delete", Text: ""}, {Name: ";", Text: ";"}, {Name: "end", Text: ""}, {Name: "backspace", Text: ""}, {Name: "5", Text: "5"}, {Name: "paste", Text: ",6"}} {
		f.Press(k)
	}
	if got := f.String(); got != "0,1;5,6" {
		t.Errorf("%q", got)
	}
	if f.Press(Press{Name: "f5"}) {
		t.Error("f5 has a use")
	}
	f.Press(Press{Name: "ctrl+u"})
	if f.String() != "" {
		t.Errorf("ctrl+u leaves %q", f.String())
	}
	f = New(strings.Repeat("σ0", 50))
	if f.Press(Press{Name: "paste", Text: strings.Repeat("x", 1<<20)}); len(f.text) != longestText || f.Press(Press{Name: "y", Text: "y"}) {
		t.Errorf("%d runes after a file was pasted", len(f.text))
	}
	f = New(strings.Repeat("σ0", 50))
	st := theme.New(nil, terminal.Environment{"TERM=dumb"}, settings.Settings{Glyphs: "unicode"})
	for range 101 {
		if got := f.View(st, 10); len([]rune(got)) > 10 {
			t.Fatalf("%q is wider than 10", got)
		}
		f.Press(Press{Name: "left"})
	}
}

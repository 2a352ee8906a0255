package page_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
)

// A prompt applies a completion unless the text has changed, and clears an error with the next
// letter.
func TestPromptCompletes(t *testing.T) {
	var asked string
	p := &page.Prompt{Label: "open", Input: input.New("da"), Err: errors.New("da: there is none"), Complete: func(text string) tea.Cmd { asked = text; return nil }}
	view := func() string {
		return string(p.View(theme.New(io.Discard, terminal.Environment{}, settings.Settings{}), 80))
	}
	if p.Press(input.Press{Name: "tab"}); asked != "da" {
		t.Errorf("tab asks for %q", asked)
	}
	p.Completed(input.Completion{Typed: "d", Text: "dust"})
	if got := p.Input.String(); got != "da" {
		t.Errorf("what was typed on became %q", got)
	}
	p.Completed(input.Completion{Typed: "da", Text: "data/", Names: []clean.Text{"data/"}})
	if got := p.Input.String(); got != "data/" || p.Err != nil {
		t.Errorf("the text is %q, its error %v", got, p.Err)
	}
	p.Completed(input.Completion{Typed: "data/", Text: "data/", Names: []clean.Text{"a.csv", "b.csv"}})
	if got := view(); !strings.Contains(got, "a.csv  b.csv") {
		t.Errorf("%q does not show what is there", got)
	}
	p.Press(input.Press{Name: "x", Text: "x"})
	p.Completed(input.Completion{Typed: "data/x", Text: "data/x"})
	if got := view(); !strings.Contains(got, "no name there starts with this") || strings.Contains(got, "a.csv") {
		t.Errorf("%q does not say that nothing is there", got)
	}
}

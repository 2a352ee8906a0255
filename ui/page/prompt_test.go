package page_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

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

// A prompt shows the whole text in place of keys that enter does not need, and the start and the end
// of one that does not fit.
func TestPromptShowsBothEnds(t *testing.T) {
	st := theme.New(io.Discard, terminal.Environment{}, settings.Settings{})
	name := "japanesevowels-train-ts-validation-samples-right.svg" // 52 cells
	p := &page.Prompt{Label: "write to", Input: input.New(name), Complete: page.CompletePath}
	for _, c := range []struct {
		w          int
		text, keys string
	}{
		{120, name, "enter keep  tab complete  esc back"},
		{84, name, "enter keep  esc back"}, // 9 + 53 + 2 + 20 cells
		{83, name, "enter keep"},
		{80, name, "enter keep"},
		{60, "japanesevowels-trai…-samples-right.svg", "enter keep"}, // 60 − 9 − 2 − 10 − 1 = 38 cells: 19, …, 18
	} {
		got := ansi.Strip(string(p.View(st, c.w)))
		if text, keys, _ := strings.Cut(strings.TrimPrefix(got, "write to "), "   "); ansi.StringWidth(got) > c.w || text != c.text || strings.TrimSpace(keys) != c.keys {
			t.Errorf("in %d cells: %q", c.w, got)
		}
	}
}

// A question about a name that is too long shows its start, its end and the keys.
func TestQuestionShowsBothEnds(t *testing.T) {
	st := theme.New(io.Discard, terminal.Environment{}, settings.Settings{})
	sc := &page.Scene{}
	sc.AskOver("/home/somebody/figures/of/the/second/experiment/chart.svg", func() tea.Cmd { return nil })
	want := "/home/somebody/figures…d/experiment/chart.svg exists.  y overwrite it  n keep it"
	if got := ansi.Strip(string(sc.Ask.View(st, 80))); got != want || ansi.StringWidth(got) > 80 {
		t.Errorf("%q, %d cells, want %q", got, ansi.StringWidth(got), want)
	}
}

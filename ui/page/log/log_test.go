package log_test

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/log"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
)

// Of many stages and five problems, the last three problems are on top at any scroll position;
// the level removes less important lines, and the search those without its words.
func TestProblemsStandOnTop(t *testing.T) {
	sc := &page.Scene{Style: theme.New(io.Discard, terminal.Environment{}, settings.Settings{})}
	add := func(level record.Level, format string, args ...any) {
		sc.Sweep.State.Log = append(sc.Sweep.State.Log, record.LogLine{T: int64(1000 * len(sc.Sweep.State.Log)), Level: level, Text: fmt.Sprintf(format, args...)})
	}
	add(record.Happening, "command: start")
	for i := range 5 {
		add(record.Problem, "trouble %d", i)
	}
	for i := range 60 {
		add(record.Stage, "stage %d", i)
	}
	p := &log.Page{}
	p.Enter(sc)
	view := func() string {
		lines := p.View(sc, layout.Size{W: 80, H: 20})
		if len(lines) > 20 {
			t.Errorf("%d lines on 20", len(lines))
		}
		var text []string
		for _, line := range lines {
			text = append(text, string(line))
		}
		return strings.Join(text, "\n")
	}
	demand := func(what, text string, has, lacks []string) {
		t.Helper()
		for _, part := range has {
			if !strings.Contains(text, part) {
				t.Errorf("%s lacks %q:\n%s", what, part, text)
			}
		}
		for _, part := range lacks {
			if strings.Contains(text, part) {
				t.Errorf("%s has %q:\n%s", what, part, text)
			}
		}
	}
	demand("all", view(), []string{"5 problems", "last 3 of 5", "trouble 2", "trouble 4", "stage 59"}, []string{"trouble 1", "stage 0"})
	level := p.Actions()[0]
	level.Do(sc, "v")
	demand("without stages", view(), []string{"command: start", "trouble 0"}, []string{"stage 59"})
	level.Do(sc, "v")
	demand("problems", view(), []string{"trouble 0", "trouble 4"}, []string{"command: start", "the last 3"})
	level.Do(sc, "v")
	p.Actions()[1].Do(sc, "/")
	if err := sc.Prompt.Typed("STAGE 41"); err != nil {
		t.Fatal(err)
	}
	demand("found", view(), []string{"stage 41", "5 problems"}, []string{"stage 42"})
	sc.Prompt.Back()
	demand("after esc", view(), []string{"stage 59"}, nil)
}

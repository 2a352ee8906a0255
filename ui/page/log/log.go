// Package log is the page of the log: commands, stages and failures, the latest last, with the
// latest problems on top.
package log

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Page shows the log.
type Page struct {
	leastLevel record.Level // lines of a lower level are left out
	find       string       // lines that do not contain it are left out; case is ignored
}

// Name returns the page's name.
func (p *Page) Name() page.Name { return page.Log }

// Actions returns the actions of the page.
func (p *Page) Actions() []page.Action {
	const group = "Look"
	return []page.Action{
		{ID: "log level", Group: group, Who: page.Anyone, Keys: []string{"v"}, Short: "level", Long: "hide stages, then show only problems, then show everything",
			Modes: page.AnyMode, Footer: 12, Do: func(sc *page.Scene, _ string) tea.Cmd {
				p.leastLevel = (p.leastLevel + 1) % (record.Problem + 1)
				sc.Scroll = 1 << 20
				return nil
			}},
		{ID: "find in log", Group: group, Who: page.Anyone, Keys: []string{"/"}, Short: "find", Long: "show only lines with certain words",
			Modes: page.AnyMode, Footer: 12, Do: func(sc *page.Scene, _ string) tea.Cmd {
				p.askWords(sc)
				return nil
			}},
	}
}

// askWords prompts for words that lines must contain.
func (p *Page) askWords(sc *page.Scene) {
	was := p.find
	take := func(text string) { p.find, sc.Scroll = strings.TrimSpace(text), 1<<20 }
	sc.Prompt = &page.Prompt{Label: "find", Input: input.New(was), Hint: "words of a line; empty shows all",
		Typed: func(text string) error { take(text); return nil },
		Done:  func(text string) tea.Cmd { take(text); return nil },
		Back:  func() { take(was) }}
}

// Enter scrolls to the end.
func (p *Page) Enter(sc *page.Scene) { sc.Scroll = 1 << 20 }

// mostProblems is the number of latest problems shown on top.
const mostProblems = 3

// View draws the problems and the log.
func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	text, problems := p.text(sc, size.W-2)
	lines := p.problems(sc, problems, size)
	title := clean.Text("log")
	switch p.leastLevel {
	case record.Happening:
		title = "log without stages"
	case record.Problem:
		title = "problems only"
	}
	if p.find != "" {
		title += " · with " + clean.Of(p.find)
	}
	return append(lines, sc.TextPage("9", title, text, size.W, size.H-len(lines))...)
}

// problems draws the latest problems, a line each, if the page is large enough and does not
// show problems only.
func (p *Page) problems(sc *page.Scene, all []clean.Text, size layout.Size) []clean.Text {
	if len(all) == 0 || p.leastLevel == record.Problem || size.H < 4*mostProblems {
		return nil
	}
	shown := all[max(0, len(all)-mostProblems):]
	detail := clean.Text("")
	if len(all) > len(shown) {
		detail = clean.Sprintf("last %d of %d", len(shown), len(all))
	}
	lines := []clean.Text{layout.Header(sc.Style, "", "✗ "+clean.Counted(len(all), "problem"), detail, size.W, false)}
	for _, line := range shown {
		lines = append(lines, layout.Cut(" "+line, size.W))
	}
	return lines
}

// text returns the lines of the log, the latest last, and the problems, a line each.
func (p *Page) text(sc *page.Scene, w int) (lines, problems []clean.Text) {
	failed := failedByLine(sc.Sweep.State)
	for k, l := range sc.Sweep.State.Log {
		at, text := sc.Style.Paint(chart.Faint, layout.PadLeft(clean.Clock(time.Duration(l.T)*time.Millisecond), 8)), l.Text
		if r := failed[k]; r != nil {
			text = fmt.Sprintf("failed: fold %d of %s: %s", r.Point.Fold+1, message.Exponents(r.Point.Label()), r.Error)
		}
		role := chart.Text
		if l.Level == record.Problem {
			role = chart.Bad
			problems = append(problems, at+"  "+sc.Style.Paint(role, clean.Of(text)))
		}
		if l.Level < p.leastLevel || !strings.Contains(strings.ToLower(text), strings.ToLower(p.find)) {
			continue
		}
		for i, part := range layout.Wrap(clean.Of(text), max(w-10, 10)) {
			if i > 0 {
				at = layout.Blanks(8)
			}
			lines = append(lines, at+"  "+sc.Style.Paint(role, part))
		}
	}
	if len(lines) == 0 {
		lines = []clean.Text{sc.Style.Paint(chart.Faint, p.emptyReason(sc))}
	}
	return lines, problems
}

// emptyReason returns why there is nothing to show.
func (p *Page) emptyReason(sc *page.Scene) clean.Text {
	switch {
	case len(sc.Sweep.State.Log) == 0:
		return "nothing has happened yet"
	case p.find != "":
		return "no line matches these words: / changes them"
	}
	return "no problems: v shows the whole log"
}

// failedByLine returns the failed results by the index of their line in the log. The log has
// one line for each failed point, without its name, and only the last lines are kept, so
// results and lines are matched from the end.
func failedByLine(st record.State) map[int]*result.Result {
	out := map[int]*result.Result{}
	k := len(st.Log) - 1
	for _, r := range slices.Backward(st.Results) {
		if r.Error == "" {
			continue
		}
		text := message.Clean("a point failed: " + r.Error)
		for k >= 0 && st.Log[k].Text != text {
			k--
		}
		if k < 0 {
			break
		}
		out[k] = r
		k--
	}
	return out
}

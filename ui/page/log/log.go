// Package log is the page of what happened: commands, stages and failures, the latest last,
// with what went wrong on top.
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
	least record.Level // lines below it are left out
	find  string       // lines without it, letter case ignored, are left out
}

func (p *Page) Name() page.Name { return page.Log }

func (p *Page) Actions() []page.Action {
	const group = "Look"
	return []page.Action{
		{ID: "log level", Group: group, Who: page.Anyone, Keys: []string{"v"}, Short: "level", Long: "leave out stages, then all but problems, then nothing",
			Modes: page.AnyMode, Footer: 12, Do: func(sc *page.Scene, _ string) tea.Cmd {
				p.least = (p.least + 1) % (record.Problem + 1)
				sc.Scroll = 1 << 20
				return nil
			}},
		{ID: "find in log", Group: group, Who: page.Anyone, Keys: []string{"/"}, Short: "find", Long: "show only lines with some words",
			Modes: page.AnyMode, Footer: 12, Do: func(sc *page.Scene, _ string) tea.Cmd {
				p.ask(sc)
				return nil
			}},
	}
}

// ask asks for the words that lines must have.
func (p *Page) ask(sc *page.Scene) {
	was := p.find
	take := func(text string) { p.find, sc.Scroll = strings.TrimSpace(text), 1<<20 }
	sc.Prompt = &page.Prompt{Label: "find", Input: input.New(was), Hint: "words of a line; empty shows all",
		Typed: func(text string) error { take(text); return nil },
		Done:  func(text string) tea.Cmd { take(text); return nil },
		Back:  func() { take(was) }}
}

// Enter goes to the end, where the latest is.
func (p *Page) Enter(sc *page.Scene) { sc.Scroll = 1 << 20 }

// mostProblems is how many of the latest problems stand on top.
const mostProblems = 3

func (p *Page) View(sc *page.Scene, size layout.Size) []clean.Text {
	text, problems := p.text(sc, size.W-2)
	lines := p.problems(sc, problems, size)
	title := clean.Text("log")
	switch p.least {
	case record.Happening:
		title = "log without stages"
	case record.Problem:
		title = "problems alone"
	}
	if p.find != "" {
		title += " · with " + clean.Of(p.find)
	}
	return append(lines, sc.TextPage("9", title, text, size.W, size.H-len(lines))...)
}

// problems are the latest problems, a line each, where the page is large enough for them and
// they do not stand below anyway.
func (p *Page) problems(sc *page.Scene, all []clean.Text, size layout.Size) []clean.Text {
	if len(all) == 0 || p.least == record.Problem || size.H < 4*mostProblems {
		return nil
	}
	shown := all[max(0, len(all)-mostProblems):]
	detail := clean.Text("")
	if len(all) > len(shown) {
		detail = clean.Sprintf("the last %d of %d", len(shown), len(all))
	}
	lines := []clean.Text{layout.Header(sc.Style, "", "✗ "+clean.Counted(len(all), "problem"), detail, size.W, false)}
	for _, line := range shown {
		lines = append(lines, layout.Cut(" "+line, size.W))
	}
	return lines
}

// text is what happened, the latest last, and of that each problem in a line.
func (p *Page) text(sc *page.Scene, w int) (lines, problems []clean.Text) {
	failed := failures(sc.Sweep.State)
	for k, l := range sc.Sweep.State.Log {
		at, text := sc.Style.Paint(chart.Faint, layout.PadLeft(clean.Clock(time.Duration(l.T)*time.Millisecond), 8)), l.Text
		if r := failed[k]; r != nil {
			text = fmt.Sprintf("failed: fold %d of %s: %s", r.Point.Fold+1, r.Point.Label(), r.Error)
		}
		role := chart.Text
		if l.Level == record.Problem {
			role = chart.Bad
			problems = append(problems, at+"  "+sc.Style.Paint(role, clean.Of(text)))
		}
		if l.Level < p.least || !strings.Contains(strings.ToLower(text), strings.ToLower(p.find)) {
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
		lines = []clean.Text{sc.Style.Paint(chart.Faint, p.empty(sc))}
	}
	return lines, problems
}

// empty says why there is nothing to show.
func (p *Page) empty(sc *page.Scene) clean.Text {
	switch {
	case len(sc.Sweep.State.Log) == 0:
		return "nothing has happened yet"
	case p.find != "":
		return "no line has these words: / changes them"
	}
	return "no problem: v shows all that happened"
}

// failures are the results that lines of the log speak of, by line. The log
// has one line for each point that failed, without its name, and only its last
// lines are kept: so the pairs are made from the end.
func failures(st record.State) map[int]*result.Result {
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

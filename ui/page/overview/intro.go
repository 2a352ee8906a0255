package overview

import (
	"slices"
	"strings"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
)

// leastWithIntro is the least height of a page on which the introduction leaves room for a
// chart.
const leastWithIntro = 14

// introduction returns three lines that explain the first screen: what runs, what to look at,
// and what to do next. It returns nil for data that is not built in, and on a low screen.
func (cd cards) introduction(sc *page.Scene, w, h int) []clean.Text {
	if !cd.page.Intro || sc.Session == nil || h < leastWithIntro {
		return nil
	}
	name, facts := sc.DataFacts()
	i := slices.IndexFunc(builtin.Sets(), func(s builtin.Set) bool { return s.Name == string(name) })
	if paths := cd.page.ctl.Data.Options().Paths; i < 0 || len(paths) > 1 || len(paths) == 1 && paths[0] != string(name) {
		return nil
	}
	about, _, _ := strings.Cut(builtin.Sets()[i].Doc, ":")
	running := clean.Of(about)
	if _, groups, ok := strings.Cut(string(facts), " segments · "); ok {
		groups, _, _ = strings.Cut(groups, " · ")
		running += " (" + clean.Of(groups) + ")"
	}
	what, _ := sweepview.ChosenBy(sc.Sweep.By.Objective)
	long, _ := cd.page.Accuracy.Good(&sc.Sweep)
	_, better, _ := strings.Cut(string(long), " ")
	look := "chart 3, " + what + ": " + clean.Of(better)
	if cd.page.ctl.Status() == record.Running && sc.Expected > 0 && len(sc.Sweep.State.Results) == 0 { // later the line above measures it
		look += "; about " + clean.Span(sc.Expected)
	}
	next := clean.Text("your own data: :open, then a path")
	if sc.Up != nil {
		next = "your own data: esc, then :open and a path"
	}
	line := func(head, text clean.Text) clean.Text {
		return layout.Cut(" "+sc.Style.Paint(theme.Strong, layout.Pad(head, 9))+text, w)
	}
	return []clean.Text{line("running", running), line("look at", look), line("next", next+sc.Style.Paint(chart.Faint, " (any key hides this)"))}
}

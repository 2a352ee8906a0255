package home

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// proposal is a proposed next action.
type proposal struct {
	text clean.Text
	why  clean.Text
	do   func() tea.Cmd
}

// proposer proposes the next step.
type proposer struct{ page *Page }

// next returns the most urgent proposal, empty if there is none.
func (pp proposer) next() proposal {
	if pp.page.listed && pp.page.err == nil && len(pp.page.all) == 0 && len(pp.page.data) > 0 {
		return pp.quickStart()
	}
	for _, e := range pp.page.all {
		if e.stamp == "" || e.Err != nil {
			continue
		}
		if next, ok := pp.of(e); ok {
			return next
		}
	}
	return proposal{}
}

// of returns the proposal about a session; false for none.
func (pp proposer) of(e *entry) (proposal, bool) {
	name, do := e.row.Data, func() tea.Cmd { return pp.page.openSession(e.Dir, false) }
	tied := 0
	for _, star := range e.Stars {
		tied = max(tied, star.Tied)
	}
	switch {
	case e.Status == record.Running, e.Submitted != nil:
		return proposal{}, false
	case e.Points > 0 && e.Failed == e.Points:
		return proposal{name + ": all " + clean.Counted(e.Failed, "fit") + " failed, see why",
			"The most frequent error is: " + clean.Of(e.Why) + ". In the session, i shows the error of each point, and e changes the sweep.", do}, true
	case e.Points < e.Planned && e.Points > 0:
		return proposal{clean.Sprintf("%s stopped at %s of %s: open it and finish with s", name, clean.Count(e.Configs), clean.Counted(e.ConfigsPlanned, "point")),
			"Finished fits are kept and not computed again.", do}, true
	case tied > 1:
		return proposal{clean.Sprintf("%s is done: %s points are tied, see the tie-break", name, clean.Count(tied)),
			"They have exactly the same score on the validation parts. In the session, w shows the rule that broke the tie.", do}, true
	case e.Failed > 0:
		return proposal{clean.Sprintf("%s is done, but %s failed: see which", name, clean.Counted(e.Failed, "fit")),
			"The most frequent error is: " + clean.Of(e.Why) + ".", do}, true
	}
	return proposal{}, false
}

// quickStart returns the proposal to start a sweep on the first built-in set.
func (pp proposer) quickStart() proposal {
	for _, d := range pp.page.data {
		if d.Note != "" {
			return proposal{"no session yet: start the quick start on " + d.Name, "It takes a few seconds and shows the whole workbench.",
				func() tea.Cmd {
					pp.page.opening = true
					return func() tea.Msg { return Chosen{Datum: d, Start: true} }
				}}
		}
	}
	return proposal{}
}

// Second draws the second line of the screen with the proposal.
func (p *Page) Second(sc *page.Scene, w int) clean.Text {
	next := proposer{p}.next()
	if next.text == "" {
		return ""
	}
	keys := sc.Style.Paint(theme.Keycap, "w") + " why  " + sc.Style.Paint(theme.Keycap, "W") + " take"
	return layout.AlignEnds(" "+sc.Style.Paint(chart.Accent, "next")+"  "+next.text, keys, w)
}

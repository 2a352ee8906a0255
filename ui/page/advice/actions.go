package advice

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// Actions returns the actions that show and take advice.
func (p *Page) Actions() []page.Action {
	const group = "Advisor"
	return []page.Action{
		{ID: "advice", Group: group, Who: page.Anyone, Keys: []string{"w"}, Short: "why ★", Long: "show why the best point is the best and what to do next, with evidence and alternatives",
			Modes: page.AnyMode, Pages: page.SweepPages, Footer: 9, Off: page.NoSession, Do: page.Doing(func(sc *page.Scene) {
				if sc.Shown == page.Advice {
					sc.Shown = page.Overview
					return
				}
				sc.Shown, sc.Scroll = page.Advice, 0
			})},
		{ID: "take chosen advice", Group: group, Who: page.Owner, Keys: []string{"enter"}, Short: "take it", Long: "take the chosen advice: compute the points that it adds",
			Modes: page.Live | page.Opened, Footer: 2, Off: func(sc *page.Scene) clean.Text { return p.offTake(sc, p.cursor) },
			Do: func(sc *page.Scene, _ string) tea.Cmd { return p.takeAdvice(sc, p.cursor) }},
		{ID: "take advice", Group: group, Who: page.Owner, Keys: []string{"W"}, Short: "take it", Long: "take the first advice: compute the points that it adds",
			Modes: page.Live | page.Opened, Pages: page.But(page.Advice, page.Editor, page.Palette, page.Settings), Footer: 8, Off: func(sc *page.Scene) clean.Text { return p.offTake(sc, 0) },
			Do: func(sc *page.Scene, _ string) tea.Cmd { return p.takeAdvice(sc, 0) }},
	}
}

// offAdvice returns the reason why there is no advice now; "" if there is.
func (p *Page) offAdvice(sc *page.Scene) clean.Text {
	switch {
	case sc.Session == nil:
		return "the sweep is not started yet"
	case p.ctl.Computing():
		return "the sweep is still running; advice appears when it finishes"
	case p.ctl.Elsewhere():
		return p.ctl.AnotherComputes()
	case sc.Mode&(page.Live|page.Opened) == 0:
		return "advice needs an open session (sfatui open); following and replays are read-only"
	case len(p.List) == 0:
		return "there are no results yet"
	}
	return ""
}

// offTake returns the reason why a piece of advice cannot be taken; "" if it can.
func (p *Page) offTake(sc *page.Scene, i int) clean.Text {
	if why := p.offAdvice(sc); why != "" {
		return why
	}
	switch a := p.List[min(i, len(p.List)-1)]; {
	case a.Kind == advise.Finish:
		return p.ctl.OffStart()
	case a.Points == nil:
		return "this advice adds no points: w shows details"
	case p.ctl.Standing.Busy != "":
		return p.ctl.Standing.Busy
	}
	return p.ctl.OffEdit()
}

// takeAdvice computes the points that a piece of advice adds.
func (p *Page) takeAdvice(sc *page.Scene, i int) tea.Cmd {
	a := p.List[min(i, len(p.List)-1)]
	if a.Kind == advise.Finish {
		return p.ctl.Start()
	}
	return p.ctl.Data.With(func() tea.Cmd {
		if p.ctl.Computing() { // another computation started while the data was read
			return nil
		}
		sc.Shown, sc.Message = page.Overview, clean.Of(a.Do)
		sc.Sweep.SetPlan(sc.Sweep.Outline.With(sweepview.OutlineOf(a.Points)), sc.Sweep.Criterion)
		sc.Arrange()
		return p.ctl.Auto.Take(a)
	})
}

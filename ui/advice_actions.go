package ui

import (
	"context"

	"example.com/sfatui/engine/choose/advise"
	"example.com/sfatui/sessions/compute"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/snapshot"
	tea "github.com/charmbracelet/bubbletea"
)

// adviceActions read and take what the advisor says.
func adviceActions() []action {
	const group = "Advisor"
	return []action{
		{id: "advice", group: group, keys: []string{"w"}, short: "what next", long: "what to do next and why, with its evidence, and what else could be done",
			modes: page.Live | page.Opened, pages: page.SweepPages, footer: 9, off: (*model).offAdvice, do: doing(func(m *model) {
				if m.Shown == page.Advice {
					m.Shown = page.Overview
					return
				}
				m.Shown, m.Scroll = page.Advice, 0
			})},
		{id: "take chosen advice", group: group, keys: []string{"enter"}, short: "take it", long: "take the chosen advice: compute the points that it adds",
			modes: page.Live | page.Opened, pages: page.Only(page.Advice), footer: 2, off: func(m *model) clean.Text { return m.offTake(m.advisor.at) },
			do: func(m *model, _ string) tea.Cmd { return m.takeAdvice(m.advisor.at) }},
		{id: "take advice", group: group, keys: []string{"W"}, short: "take it", long: "take the first advice: compute the points that it adds",
			modes: page.Live | page.Opened, pages: page.But(page.Advice, page.Editor, page.Help, page.Settings), footer: 8, off: func(m *model) clean.Text { return m.offTake(0) },
			do: func(m *model, _ string) tea.Cmd { return m.takeAdvice(0) }},
		{id: "auto", group: group, keys: []string{"D"}, short: "auto", long: "let the advisor go on by itself, round by round, until nothing within reach is better; again to stop it",
			modes: page.Live | page.Opened, pages: page.SweepPages, off: offAuto, do: doAuto},
	}
}

// offAdvice says why there is no advice now.
func (m *model) offAdvice() clean.Text {
	switch {
	case m.Session == nil:
		return "the sweep is not started yet"
	case m.computing():
		return "the sweep is running: advice comes when it is done"
	case m.elsewhere():
		return anotherComputes
	case len(m.advisor.list) == 0:
		return "there are no results to judge"
	}
	return ""
}

// offTake says why an advice cannot be taken.
func (m *model) offTake(i int) clean.Text {
	if why := m.offAdvice(); why != "" {
		return why
	}
	switch a := m.advisor.list[min(i, len(m.advisor.list)-1)]; {
	case a.Kind == advise.Finish:
		return offStart(m)
	case a.Points == nil:
		return "nothing to compute in that: w says more"
	case m.standing.Busy != "":
		return m.standing.Busy
	}
	return offEdit(m)
}

// takeAdvice computes the points that an advice adds.
func (m *model) takeAdvice(i int) tea.Cmd {
	a := m.advisor.list[min(i, len(m.advisor.list)-1)]
	if a.Kind == advise.Finish {
		return doStart(m, "")
	}
	return m.withData(func() tea.Cmd {
		if m.computing() { // something else was started while the data was read
			return nil
		}
		m.Shown, m.Message = page.Overview, clean.Of(a.Do)
		m.Sweep.SetPlan(m.Sweep.Outline.With(snapshot.OutlineOf(a.Points)), m.Sweep.Criterion)
		m.Arrange()
		s, set, run := m.Session, m.Set, m.cfg.Run
		return m.begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
			return compute.TakeAdvice(ctx, s, set, a, run, onRecord)
		})
	})
}

func offAuto(m *model) clean.Text {
	switch {
	case m.advisor.driver != nil:
		return ""
	case m.starting:
		return "the sweep is starting"
	case m.elsewhere():
		return anotherComputes
	case m.exec != nil:
		return ""
	case m.standing.Busy != "":
		return m.standing.Busy
	case m.Session == nil:
		return offStart(m)
	}
	return offEdit(m)
}

// doAuto lets the advisor go on by itself, or ends that.
func doAuto(m *model, _ string) tea.Cmd {
	a := &m.advisor
	e := m.exec
	if a.driver != nil {
		a.driver = nil
		m.Message = "auto is off: what is running is finished, and no more"
		if e != nil {
			e.SetDriver(nil)
		}
		return nil
	}
	d := &advise.Driver{Budget: m.cfg.Auto}
	switch {
	case e != nil:
		if !e.SetDriver(d) {
			m.Message = "the sweep has just ended: D once more"
			return nil
		}
		m.Message = "auto: the advisor takes over when the sweep is done; D stops it"
	case m.Session == nil:
		a.driver = d
		return m.startNew(m.Plan)
	case m.Sweep.Missing() > 0:
		a.driver = d
		return m.startAgain()
	default:
		return m.withData(func() tea.Cmd { return m.startDriven(d) })
	}
	a.driver = d
	return nil
}

// startDriven lets a driver add to the session in hand, which is done.
func (m *model) startDriven(d *advise.Driver) tea.Cmd {
	if m.computing() { // something else was started while the data was read
		return nil
	}
	m.advisor.driver = d
	s, set, run := m.Session, m.Set, m.cfg.Run
	return m.begin(func(ctx context.Context, onRecord func(record.Record)) (*compute.Execution, error) {
		return compute.Auto(ctx, s, set, d, run, onRecord)
	})
}

// driven tells a sweep that has begun whether the advisor is to go on: the user
// may have changed his mind meanwhile.
func (m *model) driven(e *compute.Execution) { e.SetDriver(m.advisor.driver) }

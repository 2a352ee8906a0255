package ui

import (
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/projection"
	tea "github.com/charmbracelet/bubbletea"
)

// doing makes an action of what needs no command.
func doing(f func(m *model)) func(*model, string) tea.Cmd {
	return func(m *model, _ string) tea.Cmd {
		f(m)
		return nil
	}
}

// lookActions move among panes and rows.
func lookActions() []action {
	const group = "Look"
	return []action{
		{id: "next pane", group: group, keys: []string{"tab", "shift+tab"}, short: "pane", long: "next and previous pane",
			modes: page.AnyMode, pages: page.Only(page.Overview), footer: 8, off: on(page.NoSession), do: func(m *model, key string) tea.Cmd {
				step := 1
				if key == "shift+tab" {
					step = overview.Panes - 1
				}
				m.focus = (m.focus + step) % overview.Panes
				return nil
			}},
		{id: "zoom", group: group, keys: []string{"z"}, short: "zoom", long: "show the pane alone, and back",
			modes: page.AnyMode, pages: page.Only(page.Overview), footer: 9, off: on(page.NoSession), do: doing(func(m *model) { m.zoomed = !m.zoomed })},
		{id: "enter", group: group, keys: []string{"enter"}, short: "details", long: "all about the selected point; on a chart, zoom",
			modes: page.AnyMode, pages: page.Only(page.Overview), footer: 10, off: on(page.NoRows), do: doing(func(m *model) {
				if m.focus != overview.PaneTable {
					m.zoomed = !m.zoomed
					return
				}
				m.Shown, m.Scroll = page.Point, 0
			})},
		{id: "move", group: group, keys: []string{"up", "down", "k", "j", "pgup", "pgdown"}, short: "select", long: "select another point; move up and down on a page",
			modes: page.AnyMode, pages: page.SweepPages, off: offNothingToMove, do: doMove},
		{id: "ends of list", group: group, keys: []string{"g", "G"}, short: "ends", long: "first and last point or line",
			modes: page.AnyMode, pages: page.SweepPages, off: offNothingToMove, do: doMove},
		{id: "sort", group: group, keys: []string{"o", "O"}, short: "sort", long: "sort the points by the next column; O turns the order round",
			modes: page.AnyMode, pages: page.Only(page.Overview), footer: 7, off: on(page.NoRows), do: func(m *model, key string) tea.Cmd {
				if key == "o" {
					m.Table.SortNext(&m.Sweep)
				} else {
					m.Table.Reverse(&m.Sweep)
				}
				m.Message = "sorted " + m.Table.SortCaption(&m.Sweep)
				return nil
			}},
		{id: "best", group: group, keys: []string{"b"}, short: "best", long: "select the best point, and stay with it as better ones come",
			modes: page.AnyMode, pages: page.Only(page.Overview), off: func(m *model) clean.Text {
				if m.Sweep.Best < 0 {
					return "no point is chosen as the best"
				}
				return ""
			}, do: doing(func(m *model) {
				m.Table.Picked = false
				m.Lens.Release()
				m.Arrange()
			})},
	}
}

func offNothingToMove(m *model) clean.Text {
	if m.Shown == page.Overview {
		return page.NoRows(m.Scene)
	}
	return ""
}

// doMove selects a row, or scrolls text.
func doMove(m *model, key string) tea.Cmd {
	by := map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -10, "pgdown": 10, "g": -1 << 20, "G": 1 << 20}[key]
	mover, _ := m.pages[m.Shown].(page.Mover)
	switch {
	case mover != nil:
		mover.Move(m.Scene, by)
	case m.Shown == page.Advice && (by == 1 || by == -1):
		m.advisor.at = max(0, min(m.advisor.at+by, len(m.advisor.list)-1))
	case m.Shown != page.Overview:
		m.Scroll = max(m.Scroll+by, 0)
	default:
		m.Lens.Release() // the charts go with the selection
		if m.focus == overview.PaneVariance && m.zoomed {
			m.moveByDeviation(by)
		} else {
			m.Table.Move(&m.Sweep, by)
		}
	}
	return nil
}

// chartActions change what the charts show.
func chartActions() []action {
	const group = "Charts"
	return []action{
		{id: "cursor", group: group, keys: []string{"left", "right"}, short: "cursor", long: "move the cursor of the chart, and read the values there",
			modes: page.Live | page.Following | page.Opened, pages: page.Only(page.Overview), off: offNoChart, do: doCursor},
		{id: "cursor in replay", group: group, keys: []string{"shift+left", "shift+right"}, short: "cursor", long: "the same, where ← and → seek in a replay",
			modes: page.AnyMode, pages: page.Only(page.Overview), off: offNoChart, do: doCursor},
		{id: "axis", group: group, keys: []string{"a"}, short: "axis", long: "draw the chart over the next axis that varies",
			modes: page.AnyMode, pages: page.Only(page.Overview), off: offOneAxis, do: doing(func(m *model) {
				c, v := m.drawnChart()
				c.TurnAxis(&m.Sweep, v)
			})},
		{id: "lines", group: group, keys: []string{"L"}, short: "lines", long: "one line for each value of the next axis, and of none",
			modes: page.AnyMode, pages: page.Only(page.Overview), off: offOneAxis, do: doing(func(m *model) {
				c, v := m.drawnChart()
				c.TurnLines(&m.Sweep, v)
			})},
		{id: "part", group: group, keys: []string{"v"}, short: "part", long: "training beside test in the slowness chart; validation or test in that of accuracy",
			modes: page.AnyMode, pages: page.Only(page.Overview), off: offOnePart, do: doing(func(m *model) {
				if m.focus == overview.PaneSlowness {
					m.slowness.Train = !m.slowness.Train
					return
				}
				m.accuracy.Test = !m.accuracy.Test
			})},
		{id: "closer", group: group, keys: []string{"=", "-"}, short: "closer", long: "look closer at the cursor of the chart, and from further away",
			modes: page.AnyMode, pages: page.Only(page.Overview), off: offNoChart, do: func(m *model, key string) tea.Cmd {
				c, xs, v := m.focusedChart()
				if key == "-" {
					c.Zoom = max(c.Zoom-1, 0)
					return nil
				}
				if !c.On {
					c.Move(xs, m.StartPlace(v), 0)
				}
				if len(xs)>>c.Zoom > projection.LeastPlaces {
					c.Zoom++
				}
				return nil
			}},
		{id: "pick axis", group: group, keys: []string{"f"}, short: "pick", long: "pick which of the axes that a chart holds [ and ] change",
			modes: page.AnyMode, pages: page.Only(page.Overview, page.Map), off: offNothingHeld, do: doing(func(m *model) {
				m.Lens.Pick(m.heldAxes())
			})},
		{id: "hold", group: group, keys: []string{"[", "]"}, short: "hold", long: "hold the picked axis at its previous or next value",
			modes: page.Live | page.Following | page.Opened, pages: page.Only(page.Overview, page.Map), off: offNothingHeld, do: doHold},
		{id: "hold in replay", group: group, keys: []string{"{", "}"}, short: "hold", long: "the same, where [ and ] go to marks in a replay",
			modes: page.AnyMode, pages: page.Only(page.Overview, page.Map), off: offNothingHeld, do: doHold},
	}
}

// heldAxes are the axes that the focused chart holds; for the table those of
// the accuracy chart, which holds the most.
func (m *model) heldAxes() []projection.HeldAxis {
	if p, ok := m.pages[m.Shown].(page.Holder); ok {
		return p.Held(m.Scene)
	}
	if m.focus == overview.PaneTable {
		return m.paneView(overview.PaneAccuracy).Held
	}
	return m.paneView(m.focus).Held
}

// drawnChart is the chart that has the focus, for the table that of accuracy.
func (m *model) drawnChart() (*projection.Chart, projection.View) {
	pane := m.focus
	if pane == overview.PaneTable {
		pane = overview.PaneAccuracy
	}
	return m.chart(pane), m.paneView(pane)
}

func offOneAxis(m *model) clean.Text {
	if why := page.NoSession(m.Scene); why != "" {
		return why
	}
	if _, v := m.drawnChart(); len(projection.Choices(&m.Sweep, v)) < 2 {
		return "the sweep varies in no other axis"
	}
	return ""
}

func offOnePart(m *model) clean.Text {
	switch {
	case m.focus == overview.PaneVariance:
		return "the check is one of training outputs only"
	case m.focus != overview.PaneSlowness && !m.Sweep.Validated():
		return "there is no validation part: e sets one aside"
	}
	return page.NoSession(m.Scene)
}

func offNothingHeld(m *model) clean.Text {
	if why := page.NoSession(m.Scene); why != "" {
		return why
	}
	if len(m.heldAxes()) == 0 {
		return "the charts show every axis of the sweep"
	}
	return ""
}

func offNoChart(m *model) clean.Text {
	switch {
	case m.focus == overview.PaneTable || m.Session == nil:
		return "choose a chart first, with tab"
	case len(m.Sweep.Rows) == 0:
		return "no point is finished yet"
	}
	return ""
}

func doHold(m *model, key string) tea.Cmd {
	by := 1
	if key == "[" || key == "{" {
		by = -1
	}
	held := m.heldAxes()
	m.Lens.Turn(held, by)
	for _, h := range held {
		if h.Name == m.Lens.Picked {
			m.Message = clean.Sprintf("charts hold %s", h.Text(m.Lens.Held[h.Name]))
		}
	}
	return nil
}

func doCursor(m *model, key string) tea.Cmd {
	c, xs, v := m.focusedChart()
	by := 1
	if key == "left" || key == "shift+left" {
		by = -1
	}
	c.Move(xs, m.StartPlace(v), by)
	return nil
}

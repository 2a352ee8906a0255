package ui

import (
	"os"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// programActions returns the actions of the program itself: those that change pages or leave,
// and keys that mean the same on several pages.
func (m *model) programActions() []page.Action {
	const pages, charts, look = "Pages", "Charts", "Look"
	held, picks := page.Only(page.Overview, page.Map), page.Only(page.Overview, page.Map, page.Point)
	return []page.Action{
		{ID: "move", Group: look, Place: 6, Who: page.Anyone, Keys: []string{"up", "down", "k", "j", "pgup", "pgdown"}, Short: "select", Long: "select another point; move up and down on a page",
			Modes: page.AnyMode, Pages: page.SweepPages, Off: offNothingToMove, Do: page.Keyed(m.move)},
		{ID: "ends of list", Group: look, Place: 7, Who: page.Anyone, Keys: []string{"g", "G"}, Short: "ends", Long: "first and last point or line",
			Modes: page.AnyMode, Pages: page.SweepPages, Off: offNothingToMove, Do: page.Keyed(m.move)},
		{ID: "focus", Group: look, Place: 2, Who: page.Anyone, Keys: []string{"tab", "shift+tab"}, Short: "scrub", Long: "in a replay, switch the arrow and bracket keys between the scrub bar and the page",
			Modes: page.Replaying, Pages: page.But(page.Overview, page.Editor, page.Settings, page.Palette), Footer: 8, Do: page.Doing(func(sc *page.Scene) { sc.InPanes = !sc.InPanes })},
		{ID: "pick axis", Group: charts, Who: page.Anyone, Keys: []string{"f"}, Short: "pick", Long: "pick the axis along which [ and ] move a chart's cursor, and ← → move at a point",
			Modes: page.AnyMode, Pages: picks, Off: holding{m}.off, Do: page.Doing(func(sc *page.Scene) { sc.Lens.Pick(holding{m}.axes()) })},
		{ID: "hold", Group: charts, Who: page.Anyone, Keys: []string{"[", "]"}, Short: "hold", Long: "move the cursor, and the charts, to the previous or next value of the picked axis",
			Modes: page.Paned, Pages: held, Off: holding{m}.off, Do: page.Keyed(holding{m}.step)},
		{ID: "data", Group: pages, Place: 1, Who: page.Anyone, Keys: []string{"d"}, Short: "data", Long: "show what was read and how the sweep is planned",
			Modes: page.AnyMode, Pages: page.SweepPages, Footer: 11, Do: m.toggle(page.Data)},
		{ID: "log", Group: pages, Place: 2, Who: page.Anyone, Keys: []string{"l"}, Short: "log", Long: "show the log, with errors in full",
			Modes: page.AnyMode, Pages: page.SweepPages, Footer: 12, Off: page.NoSession, Do: m.toggle(page.Log)},
		{ID: "leave page", Group: pages, Who: page.Anyone, Keys: []string{"esc"}, Short: "back", Long: "back to the main page",
			Modes: page.AnyMode, Pages: page.But(page.Palette, page.Overview, page.Home), Footer: 1, Do: page.Command(m.leave)},
		opener{m}.action(),
		{ID: "quit", Group: pages, Who: page.Anyone, Keys: []string{"q"}, Short: "quit", Long: "quit; a running sweep requires confirmation",
			Modes: page.AnyMode, Pages: page.But(page.Palette), Footer: 5, Do: page.Command(m.departure.ask)},
		{ID: "quit at once", Group: pages, Who: page.Anyone, Keys: []string{"ctrl+c"}, Short: "quit", Long: "quit without confirmation; the sweep is cancelled and can be resumed",
			Modes: page.AnyMode, Pages: page.But(), Do: page.Command(m.departure.now)},
		{ID: "suspend", Group: pages, Who: page.Anyone, Keys: []string{"ctrl+z"}, Short: "suspend", Long: "suspend to the shell, together with a running sweep; fg continues",
			Modes: page.AnyMode, Pages: page.But(), Off: page.Unless(m.departure.offSuspend), Do: page.Command(m.departure.suspend)},
	}
}

// offNothingToMove returns the reason why nothing can be moved; "" if something can.
func offNothingToMove(sc *page.Scene) clean.Text {
	if sc.Shown == page.Overview {
		return page.NoRows(sc)
	}
	return ""
}

// move moves the cursor of a page, or scrolls its text.
func (m *model) move(sc *page.Scene, key string) {
	by := map[string]int{"up": -1, "k": -1, "down": 1, "j": 1, "pgup": -10, "pgdown": 10, "g": -1 << 20, "G": 1 << 20}[key]
	if p, ok := m.page(sc.Shown).(page.Mover); ok {
		p.Move(sc, by)
		return
	}
	sc.Scroll = max(sc.Scroll+by, 0)
}

// holding moves the values that the charts hold.
type holding struct{ m *model }

// axes returns the axes that the charts of the current page hold; on a page without charts
// those of the overview.
func (hd holding) axes() []sweepview.HeldAxis {
	p, ok := hd.m.page(hd.m.scene.Shown).(page.Holder)
	if !ok {
		p = hd.m.page(page.Overview).(page.Holder)
	}
	return p.Held(hd.m.scene)
}

// off returns why no held value can be changed, or "" if one can.
func (hd holding) off(sc *page.Scene) clean.Text {
	if why := page.NoSession(sc); why != "" {
		return why
	}
	if len(hd.axes()) == 0 {
		return "the charts show every axis of the sweep already"
	}
	return ""
}

// step moves the cursor, and with it the held values, along the picked axis.
func (hd holding) step(sc *page.Scene, key string) {
	by := 1
	if key == "[" {
		by = -1
	}
	h := sc.Lens.PickedOf(hd.axes())
	if sc.Table.Step(&sc.Sweep, h.Axis, by, true) {
		sc.Message = "◉ " + h.Text(h.Axis.Label(sc.Table.Chosen))
	}
}

// toggle returns an action that shows a page, or if it is shown, the first page.
func (m *model) toggle(name page.Name) func(*page.Scene, string) tea.Cmd {
	return page.Doing(func(sc *page.Scene) {
		if sc.Shown == name {
			sc.Shown = m.base()
			return
		}
		m.show(name)
	})
}

// leave goes one level up: from a page to the first page, from there to the place above.
func (m *model) leave() tea.Cmd {
	if p, ok := m.page(m.scene.Shown).(page.Backer); ok && p.Back(m.scene) {
		return nil
	}
	was, base := m.page(m.scene.Shown), m.base()
	if m.scene.Shown == base && m.scene.Up != nil {
		return m.scene.Up()
	}
	m.scene.Shown = base
	if p, ok := was.(page.Leaver); ok {
		return p.Leave(m.scene)
	}
	return nil
}

// base returns the first page of the place: home, the data before a sweep has started, or the
// overview.
func (m *model) base() page.Name {
	switch {
	case m.scene.Mode == page.AtHome:
		return page.Home
	case m.cfg.FromData && m.scene.Session == nil && !m.ctl.Starting:
		return page.Data
	}
	return page.Overview
}

// departure leaves the program, or suspends it.
type departure struct {
	m           *model
	interrupted bool          // Ctrl+C was pressed while a sweep was running
	resumed     chan struct{} // closed when the process continues after Ctrl+Z
}

// ask quits, after a confirmation if this program computes a sweep.
func (dp *departure) ask() tea.Cmd {
	computing := dp.m.ctl.Computing() && dp.m.ctl.Status() != record.Done
	if dp.m.links.computing != nil {
		computing = dp.m.links.computing()
	}
	if !computing || dp.m.cfg.Host != nil {
		return tea.Quit
	}
	dp.m.scene.Ask = page.Confirm("Quit? The sweep can be resumed.", "quit", "stay", "q", func() tea.Cmd { return tea.Quit })
	return nil
}

// now quits without a question and records whether that interrupts a sweep.
func (dp *departure) now() tea.Cmd {
	computing := dp.m.ctl.Computing()
	if dp.m.links.computing != nil {
		computing = dp.m.links.computing()
	}
	dp.interrupted = computing && dp.m.cfg.Host == nil
	return tea.Quit
}

// offSuspend returns the reason why the program cannot be suspended; "" if it can.
func (dp *departure) offSuspend() clean.Text {
	switch out := dp.m.cfg.Out; {
	case !control.OnUnix, out != nil && out != os.Stdout:
		return "this screen has no shell to return to"
	case dp.resumed != nil:
		return "suspending to the shell"
	}
	return ""
}

// suspend suspends the program and its computations until the process continues.
func (dp *departure) suspend() tea.Cmd {
	dp.resumed = make(chan struct{})
	dp.m.ctl.Work.Rouse(dp.resumed)
	return tea.Suspend
}

// resume continues the computations after a suspension.
func (dp *departure) resume() {
	if dp.resumed != nil {
		close(dp.resumed)
		dp.resumed = nil
	}
}

package ui

import (
	"context"
	"errors"
	"slices"

	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/settings"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/work"
	tea "github.com/charmbracelet/bubbletea"
)

// Update takes up a message. It reads no files and waits for nothing.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmds []tea.Cmd
	add := func(cmd tea.Cmd) { cmds = append(cmds, cmd) }
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.W, m.H = msg.Width, msg.Height
	case tea.KeyMsg:
		for _, k := range keys.Of(msg) {
			add(m.press(k))
		}
	case tea.MouseMsg:
		add(m.mouse(msg))
	case ticked:
		m.ticked(msg)
	case dataOpened:
		add(m.dataOpened(msg))
	case begun:
		add(m.begun(msg))
	case forked:
		add(m.forked(msg))
	case arrived:
		add(m.arrived(msg))
	case checkDue:
		if msg.id == m.editor.Check.ID {
			add(m.checkNow(msg.id, m.editor.Draft))
		}
	case checked:
		add(m.checked(msg.Check))
	case copied:
		m.copied(msg)
	case noted:
		m.noted(msg)
	case added:
		add(m.added(msg))
	case refined:
		m.refined(msg)
	case skipped:
		m.skipped(msg)
	case widthMeasured:
		m.widthMeasured(msg)
	case exported:
		m.exported(msg)
	case settingKept:
		add(m.settingKept(msg))
	case sweepSaved:
		m.sweepSaved(msg)
	case sweepLoaded:
		add(m.sweepLoaded(msg))
	case probed:
		m.probed(msg)
	case tea.ResumeMsg:
		m.resume()
		m.Now = m.cfg.Now()
	}
	for _, p := range m.pages {
		if p, ok := p.(page.Updater); ok {
			add(p.Update(m.Scene, msg))
		}
	}
	add(m.attend())
	add(m.consult())
	add(m.tick())
	return m, tea.Batch(cmds...)
}

// press takes up a key: an answer, text being typed, or an action.
func (m *model) press(k keys.Press) tea.Cmd {
	m.stand() // others may have come, begun or ended since
	m.Message = ""
	switch k.Name { // whatever else keys mean
	case "ctrl+c":
		return quitAtOnce(m, "")
	case "ctrl+z":
		if m.Message = offSuspend(m); m.Message != "" {
			return nil
		}
		return doSuspend(m, "")
	}
	if q := m.Ask; q != nil {
		m.Ask = nil
		if !slices.Contains(q.Keys, k.Name) {
			return nil
		}
		if q.Pick != nil {
			return q.Pick(k.Name)
		}
		return q.Do
	}
	switch {
	case m.Prompt != nil:
		return m.promptKey(k)
	case m.Shown == page.Help:
		return m.helpKey(k)
	case m.Shown == page.Editor && m.editor.Typing:
		return m.typeKey(k)
	}
	a := m.actionFor(k.Name)
	if a == nil {
		m.Message = m.useless(k.Name)
		return nil
	}
	return m.perform(a, k.Name)
}

// perform does an action, or says why it cannot be done now.
func (m *model) perform(a *action, name string) tea.Cmd {
	if why := a.reason(m); why != "" {
		m.Message = why
		return nil
	}
	return a.do(m, name)
}

// typeKey edits the text of a field.
func (m *model) typeKey(k keys.Press) tea.Cmd {
	e := &m.editor
	switch k.Name {
	case "enter", "down", "up", "tab":
		e.Finish(true)
		if !e.Typing && k.Name == "up" {
			e.Move(-1)
		} else if !e.Typing {
			e.Move(1)
		}
		return nil
	case "esc":
		e.Finish(false)
		return m.checkLater()
	}
	if e.Input.Press(k) && e.Typed() {
		return m.checkLater()
	}
	return nil
}

func (m *model) ticked(msg ticked) {
	m.ticks = false
	m.stand()
	elapsed := msg.now.Sub(m.Now)
	m.Now = msg.now
	if m.player != nil && m.player.Playing {
		// After a pause the clock is old: no step is longer than a few ticks.
		m.player.Advance(min(elapsed, 3*work.UpdateEvery))
		m.look(m.player.State)
	}
}

// dataOpened takes up the data, and plans the sweep.
func (m *model) dataOpened(msg dataOpened) tea.Cmd {
	if msg.id != m.loadID {
		return nil
	}
	then := m.then
	m.loading, m.then = nil, nil
	if msg.err == nil && m.Mode != page.Live && msg.hash != m.Session.Header.Data.Hash {
		msg.err = errors.New("the data is not what it was when the session was made: bring back the files, or open the data itself to begin a new session")
	}
	if then != nil { // which waited for it
		m.Message = ""
	}
	if msg.err != nil {
		m.Problem = msg.err
		if then != nil {
			m.Message = "this needs the data. " + clean.Of(msg.err.Error())
		}
		return nil
	}
	m.Set, m.Hash = msg.set, msg.hash
	if m.Mode&(page.Live|page.Opened) == 0 {
		return nil // what only watches plans nothing
	}
	m.editor.Open(m.Spec, nil)
	if then != nil {
		return tea.Batch(m.checkAtOnce(), then())
	}
	return m.checkAtOnce()
}

// checkAtOnce plans the draft of the editor without waiting.
func (m *model) checkAtOnce() tea.Cmd {
	id := m.id()
	m.editor.Check.ID, m.editor.Check.Pending = id, true
	return m.checkNow(id, m.editor.Draft)
}

// checked takes up what a draft comes to. Before there is a session, a sweep
// that is sound is the plan, unless the user is at it.
func (m *model) checked(c editor.Check) tea.Cmd {
	e := &m.editor
	if c.ID != e.Check.ID {
		return nil
	}
	e.Check = c
	if c.Err != nil {
		if m.Plan == nil && m.Session == nil {
			m.Problem = c.Err
		}
		return nil
	}
	if m.Session != nil || m.Shown == page.Editor {
		return nil
	}
	m.adopt()
	if m.cfg.AutoStart {
		m.cfg.AutoStart = false
		return m.startNew(m.Plan)
	}
	return nil
}

// adopt makes the checked draft the sweep.
func (m *model) adopt() {
	c := m.editor.Check
	m.Spec, m.Plan, m.Memory, m.Problem = m.editor.Draft, c.Plan, c.Memory, nil
	o := c.Outline
	if m.Session != nil {
		o = m.Sweep.Outline.With(o)
	}
	criterion := snapshot.CriterionOf(c.Plan.Spec, o.Points)
	if m.Session != nil {
		criterion.Features = m.Session.By().Features
	}
	m.Sweep.SetPlan(o, criterion)
	m.Arrange()
}

// begun takes up a sweep that has been started, or why it could not be.
func (m *model) begun(msg begun) tea.Cmd {
	if msg.id != m.runID {
		return nil
	}
	m.starting = false
	if msg.err != nil {
		if !m.nothingLeft(msg.err) && !errors.Is(msg.err, context.Canceled) {
			m.stopped = msg.err
		}
		m.Lens.Newest = nil
		if m.cfg.Host != nil && m.Session != nil {
			return m.watch()
		}
		return nil
	}
	m.exec, m.Session = msg.exec, msg.exec.Session()
	m.driven(msg.exec)
	m.Now = m.cfg.Now()
	m.look(msg.state)
	if m.cfg.Host != nil {
		return m.watch()
	}
	return m.await(msg.id, msg.feed)
}

// arrived takes up records.
func (m *model) arrived(msg arrived) tea.Cmd {
	if msg.id != m.runID {
		return nil
	}
	was := m.Sweep.State.Status
	if m.player != nil {
		m.player.Grow(msg.Records)
		m.look(m.player.State)
	} else {
		m.reduce(msg.Records)
	}
	m.stand()
	var bell tea.Cmd
	if m.player == nil && was != m.Sweep.State.Status && m.Sweep.State.Ended() {
		bell = m.bell()
	}
	if !msg.Closed {
		return tea.Batch(bell, m.await(msg.id, msg.feed))
	}
	m.exec, m.leave = nil, nil
	if m.player != nil {
		m.player.Grows = false
	}
	if msg.Err != nil && !errors.Is(msg.Err, context.Canceled) {
		m.stopped = msg.Err
	}
	return bell
}

// bell rings when a sweep has ended, if the user asked for that.
func (m *model) bell() tea.Cmd {
	if f, _ := settings.Named("bell"); f.Get(&m.cfg.Settings) != "on" {
		return nil
	}
	w := m.wire
	return func() tea.Msg {
		_ = w.Ring() // a terminal that is gone has no bell
		return nil
	}
}

// promptKey edits the text. Text that cannot be keeps the prompt open.
func (m *model) promptKey(k keys.Press) tea.Cmd {
	p := m.Prompt
	switch k.Name {
	case "esc":
		m.Prompt = nil
		if p.Back != nil {
			p.Back()
		}
	case "enter":
		if p.Err != nil {
			return nil
		}
		m.Prompt = nil
		return p.Done(p.Input.String())
	default:
		if p.Input.Press(k) && p.Typed != nil {
			p.Err = p.Typed(p.Input.String())
		}
	}
	return nil
}

package ui

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/page/palette"
	"example.com/sfatui/ui/page/tasks"
	"example.com/sfatui/ui/settings"
)

// Init starts the work of the mode: reading data, following, or listing sessions.
func (m *model) Init() tea.Cmd {
	switch m.scene.Mode {
	case page.AtHome:
		m.ctl.UpdateStanding()
		return tea.Batch(m.page(page.Home).(*home.Page).Refresh(m.scene), m.ctl.Tick())
	case page.Live:
		m.ctl.UpdateStanding()
		return tea.Batch(m.ctl.Data.Open(), m.ctl.Tick())
	case page.Following:
		return tea.Batch(m.ctl.Watch(), m.ctl.Tick())
	case page.Replaying:
		if m.ctl.Player.Grows {
			return tea.Batch(m.ctl.Watch(), m.ctl.Tick())
		}
	case page.Opened:
		m.ctl.UpdateStanding()
		if st := m.scene.Sweep.State.Status; st == record.Running || st == record.Paused || m.cfg.Host != nil {
			cmd := m.ctl.Watch()
			if m.ctl.Elsewhere() {
				m.scene.Message = m.ctl.AnotherComputes() + ": shown live, and read-only until it ends"
			}
			return tea.Batch(cmd, m.ctl.Tick())
		}
	}
	return m.ctl.Tick()
}

// Update handles a message. It reads no files and does not block.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmds []tea.Cmd
	add := func(cmd tea.Cmd) { cmds = append(cmds, cmd) }
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.scene.W, m.scene.H = msg.Width, msg.Height
		m.loadPixels()
	case input.Press:
		add(m.press(msg))
	case tea.KeyMsg:
		for _, k := range input.Of(msg) {
			add(m.press(k))
		}
	case editor.EarlyKeys:
		for _, k := range msg {
			add(m.press(k))
		}
	case tea.MouseMsg:
		add(m.pointer.handle(msg))
	case tea.ResumeMsg:
		m.departure.resume()
		m.cfg.images.Clear()
		m.scene.Now = m.cfg.Now()
	case viewsRead:
		m.views.apply(msg)
	case viewsWritten:
		if m.scene.Message = cmp.Or(msg.did, m.scene.Message); msg.err != nil {
			m.scene.Message = clean.Sprintf("the view was not stored: %v", msg.err)
		}
	case control.Forked:
		add(m.openFork(msg))
	case control.Probed:
		m.prober.Probed(msg)
	case input.Completion:
		if m.scene.Prompt != nil {
			m.scene.Prompt.Completed(msg)
		}
	}
	add(m.ctl.Update(msg))
	add(m.output.Update(m.scene, msg))
	for _, p := range m.pages {
		if p, ok := p.(page.Updater); ok {
			add(p.Update(m.scene, msg))
		}
	}
	if _, ok := m.page(m.scene.Shown).(page.DataPage); ok {
		add(m.ctl.Data.Need())
	}
	if _, ok := msg.(tasks.Asked); ok && m.page(page.Tasks).(*tasks.Page).Submitted() != nil {
		add(m.ctl.WatchOnce())
	}
	add(m.prober.Attend())
	add(m.views.read())
	if _, ok := msg.(input.Press); ok {
		add(m.views.keep())
	}
	add(m.ctl.Tick())
	return m, tea.Batch(cmds...)
}

// openFork replaces the session by the user's fork of it.
func (m *model) openFork(msg control.Forked) tea.Cmd {
	s, cmd := m.ctl.Forked(msg)
	if s == nil {
		return cmd
	}
	for _, p := range m.scene.Probes {
		if p != nil && p.Pending {
			p.Cancel()
		}
	}
	before, w, h := m.ctl, m.scene.W, m.scene.H
	m.open(page.Opened)
	m.ctl.Succeed(before)
	m.scene.W, m.scene.H = w, h
	m.showSession(s)
	m.scene.Message = "this session is yours: s finishes it, e changes it"
	return m.ctl.Watch()
}

// showSession shows a session up to its last record.
func (m *model) showSession(s *sessions.Session) {
	m.ctl.SetSession(s)
	m.ctl.Reduce(s.Records())
}

// press handles a key: an answer, typed text, or an action.
func (m *model) press(k input.Press) tea.Cmd {
	m.ctl.UpdateStanding() // other users may have joined, started or stopped since
	m.scene.Message = ""
	m.overviewPage().Intro = false
	switch k.Name { // in every state of the screen
	case "ctrl+c":
		return m.departure.now()
	case "ctrl+z":
		if m.scene.Message = m.departure.offSuspend(); m.scene.Message != "" {
			return nil
		}
		return m.departure.suspend()
	}
	if q := m.scene.Ask; q != nil {
		m.scene.Ask = nil
		return q.Answer(k.Name)
	}
	if m.scene.Prompt != nil {
		return m.promptKey(k)
	}
	if p, ok := m.page(page.Palette).(*palette.Page); ok && k.Name == "ctrl+p" && m.scene.Shown != page.Palette {
		return p.Open(m.scene) // also while text is typed; the text is kept
	}
	if p := m.typingPage(); p != nil {
		return p.Type(m.scene, k)
	}
	a := m.actionFor(k.Name)
	if a == nil {
		m.scene.Message = m.keyHint(k.Name)
		return nil
	}
	return m.Perform(a, k.Name)
}

// typingPage returns the current page if text is being typed on it, else nil.
func (m *model) typingPage() page.Typist {
	if p, ok := m.page(m.scene.Shown).(page.Typist); ok && p.Typing() {
		return p
	}
	return nil
}

// promptKey handles a key of the prompt. Invalid text keeps the prompt open.
func (m *model) promptKey(k input.Press) tea.Cmd {
	p := m.scene.Prompt
	switch k.Name {
	case "esc":
		m.scene.Prompt = nil
		if p.Back != nil {
			p.Back()
		}
	case "enter":
		if p.Err != nil {
			return nil
		}
		m.scene.Prompt = nil
		return p.Done(p.Input.String())
	default:
		return p.Press(k)
	}
	return nil
}

// bell returns a command that rings the bell at the end of a sweep if the user enabled that.
func (m *model) bell() tea.Cmd {
	if f, _ := settings.Named("bell"); f.Get(&m.cfg.Settings) != "on" {
		return nil
	}
	w := m.wire
	return func() tea.Msg {
		_ = w.Ring() // fails if the terminal is gone
		return nil
	}
}

package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/sessions/store"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/input"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/home"
	"example.com/sfatui/ui/replay"
)

// places is the whole program: home and the places opened from it, each a model with its own
// pages. One of them is on the screen. The others continue to compute and follow; the messages
// of their commands are delivered to them.
type places struct {
	cfg  Config
	work *control.Group

	first   *model   // the model that the program was started for
	home    *model   // nil if there is none
	open    []*model // latest last; includes first, but not home
	current *model   // the model on the screen

	typed []input.Press // keys typed while a session is being opened
}

// mostIdle is the largest number of open places that neither compute nor follow anything.
const mostIdle = 4

// addressed is a message of a model's command, for that model only.
type addressed struct {
	to  *model
	msg tea.Msg
}

// newPlaces returns the program with one place, which is on the screen.
func newPlaces(m *model) *places {
	p := &places{cfg: m.cfg, first: m, current: m}
	if m.scene.Mode == page.AtHome {
		p.home = m
	} else {
		p.open = []*model{m}
	}
	p.connect(m)
	return p
}

// setWork sets the group of background goroutines.
func (p *places) setWork(w *control.Group) {
	p.work = w
	p.current.ctl.Work = w
}

// connect connects a model to the program.
func (p *places) connect(m *model) {
	m.links = programLinks{computing: p.computing, elsewhere: func() clean.Text { return p.otherComputations(m) }}
	if m.scene.Mode != page.AtHome && p.cfg.Home != nil {
		m.links.up = p.goHome
	}
	m.scene.Up, m.header.Elsewhere = m.links.up, m.links.elsewhere
	m.page(page.Home).(*home.Page).Computes = p.computes
	if m.ctl.Work == nil {
		m.ctl.Work = p.work
	}
}

// Init returns the first command.
func (p *places) Init() tea.Cmd { return p.addressTo(p.current, p.current.Init()) }

// View draws the current place.
func (p *places) View() string { return p.current.View() }

// Update passes a message to the model that it is for: results of commands to the model of the
// command, the size to all, keys to the model on the screen.
func (p *places) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case addressed:
		return p, p.deliver(msg)
	case tea.WindowSizeMsg:
		var cmds []tea.Cmd
		for _, m := range p.models() {
			cmds = append(cmds, p.update(m, msg))
		}
		return p, tea.Batch(cmds...)
	case tea.KeyMsg:
		var cmds []tea.Cmd
		for _, k := range input.Of(msg) { // the first key may change the current place
			cmds = append(cmds, p.press(k))
		}
		return p, tea.Batch(cmds...)
	}
	return p, p.update(p.current, msg)
}

// press passes a key to the model on the screen. Keys typed while a session is being opened are
// kept for that session.
func (p *places) press(k input.Press) tea.Cmd {
	if p.current == p.home && p.homePage().Opening() && k.Name != "ctrl+c" {
		p.typed = append(p.typed, k)
		return nil
	}
	return p.update(p.current, k)
}

// update passes a message to a model.
func (p *places) update(m *model, msg tea.Msg) tea.Cmd {
	_, cmd := m.Update(msg)
	return p.addressTo(m, cmd)
}

// deliver handles the message of a model's command. Messages for closed models are dropped.
func (p *places) deliver(s addressed) tea.Cmd {
	switch msg := s.msg.(type) {
	case addressed:
		return p.deliver(msg)
	case home.Chosen:
		cmds := []tea.Cmd{p.showChosen(msg)}
		typed := p.typed
		p.typed = nil
		for _, k := range typed {
			cmds = append(cmds, p.press(k))
		}
		return tea.Batch(cmds...)
	case renewRequest:
		return p.openRenewed(msg)
	case home.Changed:
		p.closeMoved(msg.Gone)
	}
	if !slices.Contains(p.models(), s.to) {
		return nil
	}
	return p.update(s.to, s.msg)
}

// addressTo returns a command whose message is addressed to a model. Messages for the Bubble
// Tea program are left unchanged.
func (p *places) addressTo(m *model, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			for i, part := range msg {
				msg[i] = p.addressTo(m, part)
			}
			return msg
		case tea.QuitMsg, tea.SuspendMsg, tea.ResumeMsg:
			return msg
		default:
			return addressed{m, msg}
		}
	}
}

// models returns all models, home first.
func (p *places) models() []*model {
	if p.home == nil {
		return p.open
	}
	return append([]*model{p.home}, p.open...)
}

// computing reports whether any place computes.
func (p *places) computing() bool {
	return slices.ContainsFunc(p.open, computes)
}

// computes reports whether a place computes a sweep.
func computes(m *model) bool { return m.ctl.Computing() && !m.scene.Sweep.State.Ended() }

// otherComputations returns the progress of computations in places other than here.
func (p *places) otherComputations(here *model) clean.Text {
	text := clean.Text("")
	for _, m := range p.open {
		if m != here && computes(m) {
			name, _ := m.scene.DataFacts()
			text += clean.Sprintf("● %s %d %%  ", name, int(100*m.scene.Sweep.State.Progress()))
		}
	}
	return text
}

// goHome shows home, with the cursor on the session that was left.
func (p *places) goHome() tea.Cmd {
	left := p.current
	if p.cfg.Host != nil { // a host computes the sweep, and counts its followers
		left.close()
		p.open = slices.DeleteFunc(p.open, func(m *model) bool { return m == left })
	}
	if p.home == nil {
		p.home = p.newPlace(p.cfg, page.AtHome)
		p.current = p.home
		p.homePage().ReturnFrom(dirOf(left))
		return p.addressTo(p.home, p.home.Init())
	}
	p.current = p.home
	p.home.scene.W, p.home.scene.H, p.home.scene.Message = left.scene.W, left.scene.H, ""
	p.homePage().ReturnFrom(dirOf(left))
	return p.addressTo(p.home, p.homePage().Refresh(p.home.scene))
}

// homePage returns the home page.
func (p *places) homePage() *home.Page { return p.home.page(page.Home).(*home.Page) }

// closeMoved closes the places of a session that has left its path.
func (p *places) closeMoved(dir string) {
	p.open = slices.DeleteFunc(p.open, func(m *model) bool {
		gone := dir != "" && m != p.current && !m.ctl.Computing() && samePath(dirOf(m), dir)
		if gone {
			m.close()
		}
		return gone
	})
}

// computes reports whether any place computes the session in dir.
func (p *places) computes(dir string) bool {
	return slices.ContainsFunc(p.open, func(m *model) bool { return m.ctl.Computing() && samePath(dirOf(m), dir) })
}

// samePath reports whether two paths are the same, relative to the working directory.
func samePath(a, b string) bool { return a != "" && b != "" && store.Absolute(a) == store.Absolute(b) }

// dirOf returns the directory of a model's session, "" for none.
func dirOf(m *model) string {
	if m.scene.Session == nil {
		return ""
	}
	return m.scene.Session.Dir
}

// newPlace returns a connected model of the screen's size.
func (p *places) newPlace(c Config, mode page.Mode) *model {
	m := newModel(c, mode)
	m.scene.W, m.scene.H = p.current.scene.W, p.current.scene.H
	p.connect(m)
	return m
}

// showChosen shows the session or data chosen at home. If it is open already, its place is
// shown unchanged.
func (p *places) showChosen(msg home.Chosen) tea.Cmd {
	if p.home == nil { // chosen by name from another page
		p.home = p.newPlace(p.cfg, page.AtHome)
	}
	p.homePage().Opened()
	if msg.Err != nil && msg.Typed != "" {
		opener{p.current}.ask(msg.Typed, msg.Err)
		return nil
	}
	if msg.Err != nil {
		p.current.scene.Message = clean.Of(msg.Err.Error())
		return nil
	}
	if i := slices.IndexFunc(p.open, func(m *model) bool { return p.isChosen(m, msg) }); i >= 0 {
		m := p.open[i]
		p.homePage().Away()
		p.open = append(slices.Delete(p.open, i, i+1), m)
		p.current = m
		return p.addressTo(m, m.ctl.Tick())
	}
	p.homePage().Away()
	m := p.newChosenPlace(msg)
	p.open = append(p.open, m)
	p.current = m
	p.dropIdle()
	return p.addressTo(m, m.Init())
}

// isChosen reports whether a model shows the chosen session or data.
func (p *places) isChosen(m *model, msg home.Chosen) bool {
	if msg.Session == nil {
		return m.scene.Mode == page.Live && m.scene.Session == nil && slices.Equal(m.cfg.Data.Paths, msg.Datum.Options.Paths) && m.cfg.Experiment == msg.Datum.Experiment
	}
	return dirOf(m) == msg.Session.Dir && (m.scene.Mode == page.Replaying) == msg.Replay
}

// newChosenPlace returns a new place of the chosen session or data.
func (p *places) newChosenPlace(msg home.Chosen) *model {
	c := p.cfg
	c.AutoStart, c.FromData = msg.Start, !msg.Start
	if msg.Session == nil {
		c.Data, c.Spec, c.Experiment = msg.Datum.Options, msg.Datum.Spec, msg.Datum.Experiment
		m := p.newPlace(c, page.Live)
		m.scene.Shown = m.base()
		return m
	}
	c.every = store.Interval(msg.Session.Dir)
	if msg.Replay {
		return p.newReplay(c, msg.Session)
	}
	m := p.newPlace(c, page.Opened)
	m.showSession(msg.Session)
	return m
}

// newReplay returns a place that replays a session.
func (p *places) newReplay(c Config, s *sessions.Session) *model {
	m := p.newPlace(c, page.Replaying)
	m.play(s, 1)
	return m
}

// play starts the replay of a session at its first record.
func (m *model) play(s *sessions.Session, speed float64) {
	m.ctl.SetSession(s)
	player := replay.New(s.Records(), speed, m.scene.Sweep.By)
	player.Grows = !player.Last.Ended()
	m.ctl.Player = player
}

// dropIdle closes the places beyond mostIdle that were left longest ago and do not compute.
func (p *places) dropIdle() {
	idle := 0
	for i := len(p.open) - 1; i >= 0; i-- {
		m := p.open[i]
		if m == p.current || m.ctl.Computing() {
			continue
		}
		if idle++; idle <= mostIdle {
			continue
		}
		m.close()
		p.open = slices.Delete(p.open, i, i+1)
	}
}

// close stops the background work of a place.
func (m *model) close() {
	if m.ctl.Leave != nil {
		m.ctl.Leave()
	}
	for _, probe := range m.scene.Probes {
		if probe != nil && probe.Pending {
			probe.Cancel()
		}
	}
}

// renewRequest is the message that requests a place with data that is read or prepared
// differently.
type renewRequest struct {
	options datasets.Options
	spec    sweep.Spec
}

// renew returns a command that opens a new place with other options. The existing place and its
// computation continue.
func (m *model) renew(options datasets.Options, spec sweep.Spec) tea.Cmd {
	return func() tea.Msg { return renewRequest{options, spec} }
}

// openRenewed opens a place with other options.
func (p *places) openRenewed(msg renewRequest) tea.Cmd {
	c := p.cfg
	c.Data, c.Spec, c.Experiment, c.AutoStart, c.FromData = msg.options, msg.spec, "", false, true
	m := p.newPlace(c, page.Live)
	m.scene.Shown = m.base()
	m.scene.Message = "a new session, in which nothing is computed yet"
	p.open = append(p.open, m)
	p.current = m
	p.dropIdle()
	return p.addressTo(m, m.Init())
}

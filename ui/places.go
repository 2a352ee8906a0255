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
	"example.com/sfatui/ui/terminal"
)

// places is the whole program: home, and what was opened from it, each a model with
// pages of its own. One has the screen and the keys. The others go on with what they
// compute and follow: whatever a command of theirs brings comes back to them.
type places struct {
	cfg  Config
	wire *terminal.Output
	work *control.Group

	first *model   // that the program was started for
	home  *model   // nil where there is none
	open  []*model // the latest last; first is among them, home is not
	at    *model   // on the screen

	typed []input.Press // while a session is being opened, which they are for
}

// mostIdle is how many places are kept that neither compute nor follow anything.
const mostIdle = 4

// sent is what a command of a model brought, for that model alone.
type sent struct {
	to  *model
	msg tea.Msg
}

// newPlaces is the program with one place, which has the screen.
func newPlaces(m *model) *places {
	p := &places{cfg: m.cfg, wire: m.wire, first: m, at: m}
	if m.Mode == page.AtHome {
		p.home = m
	} else {
		p.open = []*model{m}
	}
	p.settle(m)
	return p
}

// begin gives all that runs beside the screen to a group.
func (p *places) begin(w *control.Group) {
	p.work = w
	p.at.ctl.Work = w
}

func (p *places) settle(m *model) {
	m.above = above{computing: p.computing, elsewhere: func() clean.Text { return p.elsewhere(m) }}
	if m.Mode != page.AtHome && p.cfg.Home != nil {
		m.above.up = p.goHome
	}
	m.Up, m.header.Elsewhere = m.above.up, m.above.elsewhere
	if m.ctl.Work == nil {
		m.ctl.Work = p.work
	}
}

func (p *places) Init() tea.Cmd { return p.of(p.at, p.at.Init()) }

func (p *places) View() string { return p.at.View() }

// Update gives a message to the model that it is for: what commands brought to those
// whose commands they were, the size to all, keys to the one on the screen.
func (p *places) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case sent:
		return p, p.received(msg)
	case tea.WindowSizeMsg:
		var cmds []tea.Cmd
		for _, m := range p.all() {
			cmds = append(cmds, p.update(m, msg))
		}
		return p, tea.Batch(cmds...)
	case tea.KeyMsg:
		var cmds []tea.Cmd
		for _, k := range input.Of(msg) { // the first may lead elsewhere
			cmds = append(cmds, p.press(k))
		}
		return p, tea.Batch(cmds...)
	}
	return p, p.update(p.at, msg)
}

// press gives a key to the model on the screen. Those that come while a session is
// being opened are for that one.
func (p *places) press(k input.Press) tea.Cmd {
	if p.at == p.home && p.homePage().Opening() && k.Name != "ctrl+c" {
		p.typed = append(p.typed, k)
		return nil
	}
	return p.update(p.at, k)
}

func (p *places) update(m *model, msg tea.Msg) tea.Cmd {
	_, cmd := m.Update(msg)
	return p.of(m, cmd)
}

// received takes up what a command of a model brought. What comes for one that is gone
// is dropped.
func (p *places) received(s sent) tea.Cmd {
	switch msg := s.msg.(type) {
	case sent:
		return p.received(msg)
	case home.Chosen:
		cmds := []tea.Cmd{p.opened(msg)}
		typed := p.typed
		p.typed = nil
		for _, k := range typed {
			cmds = append(cmds, p.press(k))
		}
		return tea.Batch(cmds...)
	case renewing:
		return p.renewed(msg)
	}
	if !slices.Contains(p.all(), s.to) {
		return nil
	}
	return p.update(s.to, s.msg)
}

// of is a command of a model, whose message comes back to it. What is for the program
// that runs the models stays as it is.
func (p *places) of(m *model, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		switch msg := cmd().(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			for i, part := range msg {
				msg[i] = p.of(m, part)
			}
			return msg
		case tea.QuitMsg, tea.SuspendMsg, tea.ResumeMsg:
			return msg
		default:
			return sent{m, msg}
		}
	}
}

// all are the models that there are.
func (p *places) all() []*model {
	if p.home == nil {
		return p.open
	}
	return append([]*model{p.home}, p.open...)
}

func (p *places) computing() bool {
	return slices.ContainsFunc(p.open, (*model).computing)
}

func (m *model) computing() bool { return m.ctl.Computing() && !m.Sweep.State.Ended() }

// elsewhere says what the places compute that are not on the screen.
func (p *places) elsewhere(here *model) clean.Text {
	text := clean.Text("")
	for _, m := range p.open {
		if m != here && m.computing() {
			name, _ := m.DataFacts()
			text += clean.Sprintf("● %s %d %%  ", name, int(100*m.Sweep.State.Progress()))
		}
	}
	return text
}

// goHome shows home, with the session that was left under the cursor.
func (p *places) goHome() tea.Cmd {
	left := p.at
	if p.cfg.Host != nil { // a host computes, and counts who looks on
		left.close()
		p.open = slices.DeleteFunc(p.open, func(m *model) bool { return m == left })
	}
	if p.home == nil {
		p.home = p.newPlace(p.cfg, page.AtHome)
		p.at = p.home
		p.homePage().Left(dirOf(left))
		return p.of(p.home, p.home.Init())
	}
	p.at = p.home
	p.home.W, p.home.H, p.home.Message = left.W, left.H, ""
	p.homePage().Left(dirOf(left))
	return p.of(p.home, p.homePage().Look(p.home.Scene))
}

func (p *places) homePage() *home.Page { return p.home.page(page.Home).(*home.Page) }

// dirOf is the directory of a model's session, "" for none.
func dirOf(m *model) string {
	if m.Session == nil {
		return ""
	}
	return m.Session.Dir
}

// newPlace makes a place of the screen's size.
func (p *places) newPlace(c Config, mode page.Mode) *model {
	m := newModel(c, mode)
	m.W, m.H = p.at.W, p.at.H
	p.settle(m)
	return m
}

// opened shows what was chosen at home: a session, live or played back, or data. What is
// open already is shown as it was left.
func (p *places) opened(msg home.Chosen) tea.Cmd {
	if p.home == nil { // chosen by its name elsewhere
		p.home = p.newPlace(p.cfg, page.AtHome)
	}
	p.homePage().Opened()
	if msg.Err != nil && msg.Typed != "" {
		p.at.askOpen(msg.Typed, msg.Err)
		return nil
	}
	if msg.Err != nil {
		p.at.Message = clean.Of(msg.Err.Error())
		return nil
	}
	if i := slices.IndexFunc(p.open, func(m *model) bool { return p.shows(m, msg) }); i >= 0 {
		m := p.open[i]
		p.homePage().Away()
		p.open = append(slices.Delete(p.open, i, i+1), m)
		p.at = m
		return p.of(m, m.ctl.Tick())
	}
	p.homePage().Away()
	m := p.place(msg)
	p.open = append(p.open, m)
	p.at = m
	p.forget()
	return p.of(m, m.Init())
}

func (p *places) shows(m *model, msg home.Chosen) bool {
	if msg.Session == nil {
		return m.Mode == page.Live && m.Session == nil && slices.Equal(m.cfg.Data.Paths, msg.Datum.Options.Paths) && m.cfg.Experiment == msg.Datum.Experiment
	}
	return dirOf(m) == msg.Session.Dir && (m.Mode == page.Replaying) == msg.Replay
}

// place makes the place of what was chosen.
func (p *places) place(msg home.Chosen) *model {
	c := p.cfg
	c.AutoStart, c.FromData = msg.Start, !msg.Start
	if msg.Session == nil {
		c.Data, c.Spec, c.Experiment = msg.Datum.Options, msg.Datum.Spec, msg.Datum.Experiment
		m := p.newPlace(c, page.Live)
		m.Shown = m.base()
		return m
	}
	c.every = store.Interval(msg.Session.Dir)
	if msg.Replay {
		return p.replaying(c, msg.Session)
	}
	m := p.newPlace(c, page.Opened)
	m.take(msg.Session)
	return m
}

// replaying makes a place that plays a session back.
func (p *places) replaying(c Config, s *sessions.Session) *model {
	m := p.newPlace(c, page.Replaying)
	m.play(s, 1)
	return m
}

// play shows a session from its first record on.
func (m *model) play(s *sessions.Session, speed float64) {
	m.ctl.Take(s)
	player := replay.New(s.Records(), speed, m.Sweep.By)
	player.Grows = !player.Last.Ended()
	m.ctl.Player = player
}

// forget lets go of the places that were left longest ago, beyond some, but for those
// that compute.
func (p *places) forget() {
	idle := 0
	for i := len(p.open) - 1; i >= 0; i-- {
		m := p.open[i]
		if m == p.at || m.ctl.Computing() {
			continue
		}
		if idle++; idle <= mostIdle {
			continue
		}
		m.close()
		p.open = slices.Delete(p.open, i, i+1)
	}
}

// close ends what a place does beside the screen.
func (m *model) close() {
	if m.ctl.Leave != nil {
		m.ctl.Leave()
	}
	for _, probe := range m.Probes {
		if probe != nil && probe.Pending {
			probe.Cancel()
		}
	}
}

// renewing asks for a place for data that is read or prepared in another way.
type renewing struct {
	options datasets.Options
	spec    sweep.Spec
}

// renew begins anew in a place of its own. The one that there is stays as it is, and
// what it computes goes on.
func (m *model) renew(options datasets.Options, spec sweep.Spec) tea.Cmd {
	return func() tea.Msg { return renewing{options, spec} }
}

func (p *places) renewed(msg renewing) tea.Cmd {
	c := p.cfg
	c.Data, c.Spec, c.Experiment, c.AutoStart, c.FromData = msg.options, msg.spec, "", false, true
	m := p.newPlace(c, page.Live)
	m.Shown = m.base()
	m.Message = "a session of its own, in which nothing is computed yet"
	p.open = append(p.open, m)
	p.at = m
	p.forget()
	return p.of(m, m.Init())
}

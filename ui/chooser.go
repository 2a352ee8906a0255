package ui

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/header"
	"example.com/sfatui/ui/keys"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/terminal"
	"example.com/sfatui/ui/theme"
	"example.com/sfatui/ui/work"
)

// Choice is a line of a list to choose from.
type Choice struct {
	// ID is what [Choose] returns.
	ID string
	// Group is the heading that the line is under.
	Group clean.Text
	// Status is what a session is doing; of what is no session it is Ready.
	Status record.Status
	// Name and Detail are what the line says.
	Name, Detail clean.Text
}

// List is what [Choose] shows.
type List struct {
	// Title is what the list is of.
	Title clean.Text
	// Message is shown first, until a key is pressed.
	Message clean.Text
	// Note says who the user is; it is asked with every look.
	Note func() clean.Text
	// Look gives what there is; it is asked again now and then.
	Look func(context.Context) ([]Choice, error)
}

// Choose lets the user choose a line of a list and returns its ID, "" where the
// user leaves. When ctx ends it returns.
func Choose(ctx context.Context, c Config, l List) (string, error) {
	w := work.NewGroup(ctx)
	m := &chooser{style: theme.New(c.Out, c.Environ, c.Settings), ctx: w.Context, list: l, w: 80, h: 24}
	err := c.run(m, w, terminal.NewOutput(c.Out, c.Environ))
	w.Stop()
	if fault := w.Failure.Load(); fault != nil {
		return "", fault
	}
	return m.chosen, err
}

// listEvery is the time between two looks at what there is to choose.
const listEvery = 2 * time.Second

type (
	listed struct {
		note  clean.Text
		items []Choice
		err   error
	}
	listDue struct{}
)

// chooser is a list that one line is chosen of.
type chooser struct {
	style *theme.Style
	ctx   context.Context
	list  List

	w, h   int
	note   clean.Text
	known  bool // the list came
	items  []Choice
	err    error
	at     int
	chosen string
}

func (m *chooser) Init() tea.Cmd { return m.look() }

// look asks for the list.
func (m *chooser) look() tea.Cmd {
	list, ctx := m.list, m.ctx
	return func() tea.Msg {
		items, err := list.Look(ctx)
		return listed{list.Note(), items, err}
	}
}

func (m *chooser) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case listDue:
		return m, m.look()
	case listed:
		m.take(msg)
		return m, tea.Tick(listEvery, func(time.Time) tea.Msg { return listDue{} })
	case tea.KeyMsg:
		for _, k := range keys.Of(msg) {
			if m.press(k.Name) {
				return m, tea.Quit
			}
		}
	}
	return m, nil
}

// take shows another list, and stays with the line that was under the cursor.
func (m *chooser) take(msg listed) {
	m.note, m.err = msg.note, msg.err
	if msg.err != nil {
		return
	}
	if m.known && m.at < len(m.items) {
		id := m.items[m.at].ID
		if i := slices.IndexFunc(msg.items, func(c Choice) bool { return c.ID == id }); i >= 0 {
			m.at = i
		}
	}
	m.known, m.items = true, msg.items
	m.at = max(min(m.at, len(m.items)-1), 0)
}

// press takes up a key; it reports whether the list is done with.
func (m *chooser) press(name string) bool {
	m.list.Message = ""
	last := max(len(m.items)-1, 0)
	switch name {
	case "up", "k":
		m.at--
	case "down", "j":
		m.at++
	case "pgup":
		m.at -= 10
	case "pgdown":
		m.at += 10
	case "home", "g":
		m.at = 0
	case "end", "G":
		m.at = last
	case "enter":
		if m.at < len(m.items) {
			m.chosen = m.items[m.at].ID
			return true
		}
	case "q", "esc", "ctrl+c", "ctrl+d":
		return true
	}
	m.at = max(min(m.at, last), 0)
	return false
}

// View draws the list: exactly as many lines as the screen has, none wider.
func (m *chooser) View() string {
	note := m.style.Paint(chart.Faint, m.note)
	lines := []clean.Text{layout.Beside(m.style.Paint(theme.Strong, "sfatui")+" · "+m.style.Paint(theme.Strong, m.list.Title), note, m.w)}
	rows := max(m.h-2, 0)
	lines = append(lines, layout.Fit(m.body(rows), m.w, rows)...)
	lines = append(lines, m.hints())
	text := string(clean.Join(layout.Fit(lines, m.w, m.h), "\n"))
	if m.style.ASCII {
		return theme.ToASCII(text)
	}
	return text
}

func (m *chooser) hints() clean.Text {
	if m.list.Message != "" {
		return m.style.Paint(chart.Warn, layout.Cut(m.list.Message, m.w))
	}
	line := clean.Text("")
	for _, h := range [][2]clean.Text{{"↑↓", "choose"}, {"enter", "open"}, {"q", "leave"}} {
		line += m.style.Paint(theme.Keycap, h[0]) + " " + h[1] + "  "
	}
	return layout.Cut(line, m.w)
}

// body draws the lines around the one under the cursor.
func (m *chooser) body(h int) []clean.Text {
	switch {
	case m.err != nil:
		return layout.Card(m.style, chart.Bad, "the folder cannot be read", layout.Wrap(clean.Of(m.err.Error()), min(m.w-8, 70)), m.w, h)
	case !m.known:
		return []clean.Text{"", m.style.Paint(chart.Faint, " looking through the folder…")}
	case len(m.items) == 0:
		return []clean.Text{"", m.style.Paint(chart.Faint, " there is nothing in the folder yet")}
	}
	var lines []clean.Text
	place, group := 0, clean.Text("")
	nameW := 0
	for _, c := range m.items {
		nameW = max(nameW, layout.Width(c.Name))
	}
	nameW = min(nameW, max(m.w/2, 12))
	for i, c := range m.items {
		if c.Group != group {
			group = c.Group
			lines = append(lines, layout.Header(m.style, "·", group, "", m.w, false))
		}
		if i == m.at {
			place = len(lines)
		}
		lines = append(lines, m.line(c, nameW, i == m.at))
	}
	top := max(min(place-h/2, len(lines)-h), 0)
	return lines[top:min(top+h, len(lines))]
}

func (m *chooser) line(c Choice, nameW int, here bool) clean.Text {
	role, sign := header.Sign(c.Status)
	name := layout.Pad(c.Name, nameW)
	if here {
		return m.style.Paint(theme.Selected, layout.Cut(clean.Sprintf("›%s %s  %s", sign, name, c.Detail), m.w))
	}
	return layout.Cut(" "+m.style.Paint(role, sign)+" "+name+"  "+m.style.Paint(chart.Faint, c.Detail), m.w)
}

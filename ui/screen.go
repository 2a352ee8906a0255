package ui

import (
	"errors"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/page/editor"
	"example.com/sfatui/ui/page/overview"
	"example.com/sfatui/ui/projection"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/theme"
)

// View draws the screen: exactly as many lines as it has, none wider.
func (m *model) View() string {
	if m.Style.ASCII {
		return theme.ToASCII(string(m.screen()))
	}
	return string(m.screen())
}

func (m *model) screen() clean.Text {
	if m.W < overview.LeastWidth || m.H < overview.LeastHeight {
		text := []clean.Text{"terminal too small:", clean.Sprintf("%dx%d, needs %dx%d", m.W, m.H, overview.LeastWidth, overview.LeastHeight)}
		if m.H < 2 || m.W < 20 {
			text = layout.Wrap(clean.Join(text, " "), m.W)
		}
		return clean.Join(layout.Fit(text, m.W, m.H), "\n")
	}
	body := m.body(m.W, m.H-3)
	lines := append([]clean.Text{m.titleLine(m.W), m.progressLine(m.W)}, layout.Fit(body, m.W, m.H-3)...)
	lines = append(lines, m.footer(m.W))
	return clean.Join(layout.Fit(lines, m.W, m.H), "\n")
}

// body draws what is between the two lines at the top and the footer.
func (m *model) body(w, h int) []clean.Text {
	if p := m.pages[m.Shown]; p != nil {
		return p.View(m.Scene, layout.Size{W: w, H: h})
	}
	switch m.Shown {
	case page.Help:
		return m.helpView(w, h)
	case page.Editor:
		return m.editorView(w, h)
	case page.Settings:
		return m.settingsView(w, h)
	case page.Advice:
		return m.adviceView(w, h)
	}
	switch {
	case m.stopped != nil && !m.stoppedSeen:
		return m.stoppedView(w, h)
	case m.Session != nil:
		return m.panesView(w, h)
	case m.Problem != nil:
		return m.problemView(w, h)
	case m.Plan != nil:
		return m.readyView(w, h)
	}
	return m.openingView(w, h)
}

// panesView draws the panes of the main page.
func (m *model) panesView(w, h int) []clean.Text {
	switch {
	case m.zoomed && m.focus == overview.PaneVariance:
		return m.varianceView(w, h)
	case m.zoomed && m.focus == overview.PaneAccuracy:
		return m.accuracyView(w, h)
	}
	areas := overview.Arrangement(w, h, m.focus, m.zoomed)
	lines := make([][]clean.Text, len(areas))
	for i, a := range areas {
		v := projection.View{}
		if a.Pane != overview.PaneTable {
			v = m.paneView(a.Pane)
		}
		name, detail := m.paneTitle(a.Pane, v)
		focused := a.Pane == m.focus
		head := layout.Header(m.Style, clean.Sprintf("%d", a.Pane+1), name, detail, a.W, focused)
		lines[i] = append([]clean.Text{head}, m.paneBody(a.Pane, v, a.W, a.H-1, focused)...)
	}
	return layout.Compose(areas, lines, w, h)
}

// paneView is what a chart of the main page shows of the sweep.
func (m *model) paneView(pane int) projection.View {
	switch pane {
	case overview.PaneVariance:
		return m.variance.Aim(&m.Sweep, m.Lens, m.Base())
	case overview.PaneAccuracy:
		return m.accuracy.Aim(&m.Sweep, m.Lens, m.Base())
	}
	return m.slowness.Aim(&m.Sweep, m.Lens, m.Base())
}

// paneTitle says what a pane shows, and of which part of the sweep.
func (m *model) paneTitle(pane int, v projection.View) (name, detail clean.Text) {
	switch pane {
	case overview.PaneTable:
		return "points", m.Table.Caption(&m.Sweep)
	case overview.PaneSlowness:
		name = "test slowness"
		if m.slowness.Both(v) {
			name = "slowness, test and training"
		}
	case overview.PaneVariance:
		name = "max |var−1|"
		if n := snapshot.Violations(&m.Sweep); n > 0 {
			name += clean.Sprintf(" ✗ %d violated", n)
		}
	case overview.PaneAccuracy:
		name = m.accuracy.Name(&m.Sweep)
	}
	return name, v.Title(m.Lens.Picked)
}

func (m *model) paneBody(pane int, v projection.View, w, h int, focused bool) []clean.Text {
	if h < 1 {
		return nil
	}
	switch pane {
	case overview.PaneSlowness:
		return m.slowness.View(&m.Sweep, v, m.Style, w, h)
	case overview.PaneVariance:
		return m.variance.View(&m.Sweep, v, m.Style, w, h)
	case overview.PaneAccuracy:
		return m.accuracy.View(&m.Sweep, v, m.Style, w, h)
	}
	return m.Table.View(&m.Sweep, m.Style, w, h, focused)
}

// focusedChart is the chart that has the focus, nil for the table, with the
// places its cursor can be at.
func (m *model) focusedChart() (c *projection.Chart, xs []float64, v projection.View) {
	v = m.paneView(m.focus)
	var series [][]projection.Sample
	switch m.focus {
	case overview.PaneSlowness:
		_, series = m.slowness.Series(&m.Sweep, v)
	case overview.PaneVariance:
		_, series = m.variance.Series(&m.Sweep, v)
	case overview.PaneAccuracy:
		_, series = m.accuracy.Series(&m.Sweep, v)
	}
	return m.chart(m.focus), projection.Places(series), v
}

// chart is the chart of a pane of the main page, nil for the table.
func (m *model) chart(pane int) *projection.Chart {
	switch pane {
	case overview.PaneSlowness:
		return &m.slowness.Chart
	case overview.PaneVariance:
		return &m.variance.Chart
	case overview.PaneAccuracy:
		return &m.accuracy.Chart
	}
	return nil
}

// openingView is shown until data and plan are there.
func (m *model) openingView(w, h int) []clean.Text {
	name, _ := m.DataFacts()
	if name == "" {
		name = clean.Of(builtin.Sets()[0].Name)
	}
	text := []clean.Text{"reading the data"}
	if m.loading == nil {
		text = []clean.Text{"laying out the sweep"}
	}
	return layout.Card(m.Style, theme.Strong, name, text, w, h)
}

// problemView says why there is nothing to compute, where, and what to do.
func (m *model) problemView(w, h int) []clean.Text {
	text := layout.Wrap(editor.SpecMessage(m.Problem), min(w-8, 70))
	title := clean.Text("the data cannot be used")
	var usage *message.UsageError
	switch {
	case m.Set != nil:
		title = "the sweep cannot be"
		text = append(text, "", m.Style.Paint(theme.Keycap, "e")+" change the sweep   "+m.Style.Paint(theme.Keycap, "q")+" quit")
	case errors.As(m.Problem, &usage):
		title = "the data cannot be opened"
		text = append(text, "", m.Style.Paint(theme.Keycap, "q")+" quit, and start again with other flags")
	default:
		text = append(text, "", m.Style.Paint(theme.Keycap, "q")+" quit")
	}
	return layout.Card(m.Style, chart.Bad, title, text, w, h)
}

// stoppedView says why a run or a reader broke off.
func (m *model) stoppedView(w, h int) []clean.Text {
	text := layout.Wrap(clean.Of(m.stopped.Error()), min(w-8, 70))
	text = append(text, "", "what is finished is kept", "", m.Style.Paint(theme.Keycap, "esc")+" look at it   "+m.Style.Paint(theme.Keycap, "q")+" quit")
	return layout.Card(m.Style, chart.Bad, "the sweep stopped", text, w, h)
}

// readyView shows what is going to be computed.
func (m *model) readyView(w, h int) []clean.Text {
	head := layout.Header(m.Style, "·", "ready", "", w, true)
	lines := []clean.Text{head, ""}
	total := clean.Sprintf("  %s: %s × %s", humanize.Counted(len(m.Plan.Entries), "point"),
		humanize.Counted(len(m.Sweep.Outline.Configs), "configuration"), humanize.Counted(m.FoldCount(), "fold"))
	lines = append(lines, m.Style.Paint(theme.Strong, total),
		"  about "+clean.Of(sweep.FormatBytes(m.Memory.Total()))+" of memory with "+humanize.Counted(m.Memory.Workers, "worker"), "")
	lines = append(lines, m.SweepText(w)...)
	lines = append(lines, "", "  "+m.Style.Paint(theme.Keycap, "s")+" start   "+m.Style.Paint(theme.Keycap, "e")+" change the sweep   "+
		m.Style.Paint(theme.Keycap, "d")+" about the data   "+m.Style.Paint(theme.Keycap, "?")+" all keys")
	if len(lines) > h { // the blank lines are the first to go
		var tight []clean.Text
		for _, line := range lines {
			if line != "" {
				tight = append(tight, line)
			}
		}
		lines = tight
	}
	return lines
}

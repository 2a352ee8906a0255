package ui

import (
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// titleLine names the data and says what the sweep is doing.
func (m *model) titleLine(w int) clean.Text {
	name, facts := m.DataFacts()
	left := m.Style.Paint(theme.Strong, "sfatui")
	if name != "" {
		left += " · " + m.Style.Paint(theme.Strong, name)
	}
	if facts != "" {
		left += "  " + m.Style.Paint(chart.Faint, facts)
	}
	return layout.Beside(left, m.badge(), w)
}

// badge is the state of the sweep in a sign and a word, and what failed.
func (m *model) badge() clean.Text {
	role, text := m.state()
	text = m.Style.Paint(role, text)
	switch m.Mode {
	case page.Replaying:
		text = m.Style.Paint(chart.Faint, "replay ") + text
	case page.Following:
		text = m.Style.Paint(chart.Faint, "following ") + text
	}
	if m.standing.Role != "" {
		text = m.Style.Paint(chart.Faint, m.company()) + " " + text
	}
	if n := m.Sweep.State.Failed; n > 0 {
		text = m.Style.Paint(chart.Bad, clean.Sprintf("▲ %d failed", n)) + " " + text
	}
	if n := len(m.Sweep.State.Conflicts); n > 0 {
		text = m.Style.Paint(chart.Warn, clean.Sprintf("▲ %s", humanize.Counted(n, "conflict"))) + " " + text
	}
	return text
}

func (m *model) state() (chart.Role, clean.Text) {
	switch {
	case m.stopped != nil:
		return chart.Bad, "✗ stopped"
	case m.starting:
		return chart.Accent, "● starting"
	case m.Problem != nil && m.Session == nil:
		return chart.Bad, "✗ not ready"
	case m.loading != nil && m.Session == nil:
		return chart.Accent, "○ opening"
	case m.Session == nil && m.Plan == nil:
		return chart.Accent, "○ planning"
	}
	status := m.status()
	role, sign := signOf(status)
	switch {
	case status == record.Ready:
		return chart.Good, "○ ready"
	case status != record.Running:
		return role, sign + " " + clean.Of(status.String())
	case m.silent():
		return chart.Warn, "? silent " + humanize.Span(m.sinceLast())
	case m.elsewhere():
		return role, sign + " running elsewhere"
	}
	return role, sign + " running" + m.driving()
}

// enoughToEstimate is the share of the work from which on the time left is
// estimated: before that, what is in hand and not counted yet outweighs it.
const enoughToEstimate = 0.1

// progressLine is the one line in which something changes fast.
func (m *model) progressLine(w int) clean.Text {
	switch {
	case m.player != nil:
		return m.player.Line(m.Style, m.Sweep.State, w)
	case m.loading != nil && m.Session == nil:
		done, total := float64(m.loading.done.Load()), float64(m.loading.total.Load())
		if total <= 0 || done >= total {
			return m.Style.Paint(chart.Faint, " reading the data…")
		}
		return m.bar(done/total, clean.Sprintf("reading the data, %d %%", int(100*done/total)), w)
	case m.Session == nil && m.Plan == nil:
		if m.Problem != nil {
			return ""
		}
		return m.Style.Paint(chart.Faint, " laying out the sweep…")
	case m.Session == nil:
		return m.Style.Paint(chart.Faint, " nothing is computed yet")
	case m.silent():
		return m.silentLine(w)
	}
	st := m.Sweep.State
	text := clean.Sprintf("%s/%s points · %s", humanize.Count(len(st.Results)), humanize.Count(st.Total), humanize.Clock(m.elapsed()))
	done := st.Progress()
	if left, ok := m.remaining(); m.status() == record.Running && done < enoughToEstimate {
		text += " · estimating"
	} else if ok {
		text += " · " + humanize.About(left)
	}
	if m.status() == record.Running && st.Stage != "" {
		text += " · " + clean.Of(st.Stage)
	}
	if line := m.adviceLine(text, w); line != "" {
		return line
	}
	if st.Total > 0 && m.Sweep.Missing() == 0 {
		done = 1 // the costs sum to one but for rounding
	}
	return m.bar(done, text, w)
}

// silentLine says that the writer of the session was not heard for long, and
// what to do about it, in as many words as there is room for.
func (m *model) silentLine(w int) clean.Text {
	st, since := m.Sweep.State, humanize.Span(m.sinceLast())
	remedy := "sfatui resume " + clean.Of(m.Session.Dir)
	if m.Mode == page.Opened {
		remedy = "s finishes it"
	}
	counts := clean.Sprintf("%s/%s points · %s · ", humanize.Count(len(st.Results)), humanize.Count(st.Total), humanize.Clock(m.elapsed()))
	said := "nothing written for " + since + "; if its process is gone: " + remedy
	bar := m.bar(st.Progress(), counts+said, w)
	if layout.Width(m.bar(st.Progress(), "", w)+counts+said) <= w {
		return bar
	}
	for _, text := range []clean.Text{counts + said, said, "silent " + since + ", process gone? " + remedy} {
		if layout.Width(text) < w {
			return m.Style.Paint(chart.Warn, " "+text)
		}
	}
	return m.Style.Paint(chart.Warn, layout.Cut(" "+remedy, w))
}

// bar is a progress bar with a text to its right. Its width does not depend on
// the text, which changes.
func (m *model) bar(share float64, text clean.Text, w int) clean.Text {
	n := max(w/6, 8)
	if w < 24 {
		return layout.Cut(text, w)
	}
	return m.Style.Paint(chart.Faint, "▕") + m.Style.Paint(chart.Accent, chart.Progress(share, n)) +
		m.Style.Paint(chart.Faint, "▏") + " " + layout.Cut(text, w-n-3)
}

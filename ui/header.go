package ui

import (
	"math"
	"strings"
	"time"

	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
)

// titleLine names the data and says what the sweep is doing.
func (m *model) titleLine(w int) clean.Text {
	name, facts := m.dataFacts()
	left := m.style.paint(strong, "sfatui")
	if name != "" {
		left += " · " + m.style.paint(strong, name)
	}
	if facts != "" {
		left += "  " + m.style.paint(chart.Faint, facts)
	}
	return beside(left, m.badge(), w)
}

// dataFacts describes the data in a line, from the set or the session's header.
func (m *model) dataFacts() (name, facts clean.Text) {
	if s := m.set; s != nil {
		n, d := s.X.Dims()
		facts = clean.Sprintf("%s × %s · %s", counted(n, "sample"), counted(d, "input"), counted(len(s.Segments), "segment"))
		if g := len(s.Groups()); g > 0 {
			facts += " · " + counted(g, "group")
		}
		if len(s.Classes) > 0 {
			facts += " · " + counted(len(s.Classes), "class")
		}
		return clean.Of(s.Name), facts
	}
	if m.session != nil {
		d := m.session.Header.Data
		facts = clean.Sprintf("%s × %s · %s", counted(d.N, "sample"), counted(d.D, "input"), counted(d.Segments, "segment"))
		if d.Classes > 0 {
			facts += " · " + counted(d.Classes, "class")
		}
		return clean.Of(d.Name), facts
	}
	return clean.Of(strings.Join(m.cfg.Data.Paths, " ")), ""
}

// badge is the state of the sweep in a sign and a word, and what failed.
func (m *model) badge() clean.Text {
	role, text := m.state()
	text = m.style.paint(role, text)
	switch m.mode {
	case replaying:
		text = m.style.paint(chart.Faint, "replay ") + text
	case following:
		text = m.style.paint(chart.Faint, "following ") + text
	}
	if m.standing.Role != "" {
		text = m.style.paint(chart.Faint, m.company()) + " " + text
	}
	if n := m.scene.state.Failed; n > 0 {
		text = m.style.paint(chart.Bad, clean.Sprintf("▲ %d failed", n)) + " " + text
	}
	if n := len(m.scene.state.Conflicts); n > 0 {
		text = m.style.paint(chart.Warn, clean.Sprintf("▲ %s", counted(n, "conflict"))) + " " + text
	}
	return text
}

func (m *model) state() (chart.Role, clean.Text) {
	switch {
	case m.stopped != nil:
		return chart.Bad, "✗ stopped"
	case m.starting:
		return chart.Accent, "● starting"
	case m.problem != nil && m.session == nil:
		return chart.Bad, "✗ not ready"
	case m.loading != nil && m.session == nil:
		return chart.Accent, "○ opening"
	case m.session == nil && m.plan == nil:
		return chart.Accent, "○ planning"
	}
	status := m.status()
	role, sign := signOf(status)
	switch {
	case status == sessions.Ready:
		return chart.Good, "○ ready"
	case status != sessions.Running:
		return role, sign + " " + clean.Of(status.String())
	case m.silent():
		return chart.Warn, "? silent " + span(m.sinceLast())
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
		return m.replayLine(w)
	case m.loading != nil && m.session == nil:
		done, total := float64(m.loading.done.Load()), float64(m.loading.total.Load())
		if total <= 0 || done >= total {
			return m.style.paint(chart.Faint, " reading the data…")
		}
		return m.bar(done/total, clean.Sprintf("reading the data, %d %%", int(100*done/total)), w)
	case m.session == nil && m.plan == nil:
		if m.problem != nil {
			return ""
		}
		return m.style.paint(chart.Faint, " laying out the sweep…")
	case m.session == nil:
		return m.style.paint(chart.Faint, " nothing is computed yet")
	case m.silent():
		return m.silentLine(w)
	}
	st := m.scene.state
	text := clean.Sprintf("%s/%s points · %s", count(len(st.Results)), count(st.Total), clock(m.elapsed()))
	done := st.Progress()
	if left, ok := m.remaining(); m.status() == sessions.Running && done < enoughToEstimate {
		text += " · estimating"
	} else if ok {
		text += " · " + about(left)
	}
	if m.status() == sessions.Running && st.Stage != "" {
		text += " · " + clean.Of(st.Stage)
	}
	if line := m.adviceLine(text, w); line != "" {
		return line
	}
	if st.Total > 0 && m.scene.missing() == 0 {
		done = 1 // the costs sum to one but for rounding
	}
	return m.bar(done, text, w)
}

// silentLine says that the writer of the session was not heard for long, and
// what to do about it, in as many words as there is room for.
func (m *model) silentLine(w int) clean.Text {
	st, since := m.scene.state, span(m.sinceLast())
	remedy := "sfatui resume " + clean.Of(m.session.Dir)
	if m.mode == opened {
		remedy = "s finishes it"
	}
	counts := clean.Sprintf("%s/%s points · %s · ", count(len(st.Results)), count(st.Total), clock(m.elapsed()))
	said := "nothing written for " + since + "; if its process is gone: " + remedy
	bar := m.bar(st.Progress(), counts+said, w)
	if width(m.bar(st.Progress(), "", w)+counts+said) <= w {
		return bar
	}
	for _, text := range []clean.Text{counts + said, said, "silent " + since + ", process gone? " + remedy} {
		if width(text) < w {
			return m.style.paint(chart.Warn, " "+text)
		}
	}
	return m.style.paint(chart.Warn, cut(" "+remedy, w))
}

// about says how long something will take.
func about(d time.Duration) clean.Text {
	if d < time.Second {
		return "done in a moment"
	}
	return span(d) + " left"
}

// span is a length of time in one unit.
func span(d time.Duration) clean.Text {
	switch {
	case d < 90*time.Second:
		return clean.Sprintf("%d s", int(math.Ceil(d.Seconds())))
	case d < 90*time.Minute:
		return clean.Sprintf("%d min", int(math.Round(d.Minutes())))
	case d < 48*time.Hour:
		return clean.Sprintf("%.1f h", d.Hours())
	}
	return clean.Sprintf("%.1f days", d.Hours()/24)
}

// bar is a progress bar with a text to its right. Its width does not depend on
// the text, which changes.
func (m *model) bar(share float64, text clean.Text, w int) clean.Text {
	n := max(w/6, 8)
	if w < 24 {
		return cut(text, w)
	}
	return m.style.paint(chart.Faint, "▕") + m.style.paint(chart.Accent, chart.Progress(share, n)) +
		m.style.paint(chart.Faint, "▏") + " " + cut(text, w-n-3)
}

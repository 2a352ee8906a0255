// Package header is the two lines at the top of the screen: which data it is, what
// the sweep is doing, how far it is, and what to do next.
package header

import (
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// Header draws the lines of a scene.
type Header struct {
	sc       *page.Scene
	ctl      *control.Control
	announce func(counts clean.Text, w int) clean.Text
}

// New is the header. announce is what a page has to say once a sweep is done,
// after the counts, "" where none has.
func New(sc *page.Scene, ctl *control.Control, announce func(counts clean.Text, w int) clean.Text) *Header {
	return &Header{sc, ctl, announce}
}

// Title names the data and says what the sweep is doing.
func (h *Header) Title(w int) clean.Text {
	name, facts := h.sc.DataFacts()
	left := h.sc.Style.Paint(theme.Strong, "sfatui")
	if name != "" {
		left += " · " + h.sc.Style.Paint(theme.Strong, name)
	}
	if facts != "" {
		left += "  " + h.sc.Style.Paint(chart.Faint, facts)
	}
	return layout.Beside(left, h.badge(), w)
}

// badge is the state of the sweep in a sign and a word, and what failed.
func (h *Header) badge() clean.Text {
	role, text := h.state()
	text = h.sc.Style.Paint(role, text)
	switch h.sc.Mode {
	case page.Replaying:
		text = h.sc.Style.Paint(chart.Faint, "replay ") + text
	case page.Following:
		text = h.sc.Style.Paint(chart.Faint, "following ") + text
	}
	if h.ctl.Standing.Role != "" {
		text = h.sc.Style.Paint(chart.Faint, h.ctl.Company()) + " " + text
	}
	if n := h.sc.Sweep.State.Failed; n > 0 {
		text = h.sc.Style.Paint(chart.Bad, clean.Sprintf("▲ %d failed", n)) + " " + text
	}
	if n := len(h.sc.Sweep.State.Conflicts); n > 0 {
		text = h.sc.Style.Paint(chart.Warn, clean.Sprintf("▲ %s", humanize.Counted(n, "conflict"))) + " " + text
	}
	return text
}

func (h *Header) state() (chart.Role, clean.Text) {
	switch {
	case h.ctl.Stopped != nil:
		return chart.Bad, "✗ stopped"
	case h.ctl.Starting:
		return chart.Accent, "● starting"
	case h.sc.Problem != nil && h.sc.Session == nil:
		return chart.Bad, "✗ not ready"
	case h.ctl.Loading != nil && h.sc.Session == nil:
		return chart.Accent, "○ opening"
	case h.sc.Session == nil && h.sc.Plan == nil:
		return chart.Accent, "○ planning"
	}
	status := h.ctl.Status()
	role, sign := Sign(status)
	switch {
	case status == record.Ready:
		return chart.Good, "○ ready"
	case status != record.Running:
		return role, sign + " " + clean.Of(status.String())
	case h.ctl.Silent():
		return chart.Warn, "? silent " + humanize.Span(h.ctl.SinceLast())
	case h.ctl.Elsewhere():
		return role, sign + " running elsewhere"
	}
	return role, sign + " running" + h.ctl.Driving()
}

// enoughToEstimate is the share of the work from which on the time left is
// estimated: before that, what is in hand and not counted yet outweighs it.
const enoughToEstimate = 0.1

// Progress is the one line in which something changes fast.
func (h *Header) Progress(w int) clean.Text {
	switch {
	case h.ctl.Player != nil:
		return h.ctl.Player.Line(h.sc.Style, h.sc.Sweep.State, w)
	case h.ctl.Loading != nil && h.sc.Session == nil:
		share, known := h.ctl.Loading.Share()
		if !known {
			return h.sc.Style.Paint(chart.Faint, " reading the data…")
		}
		return h.bar(share, clean.Sprintf("reading the data, %d %%", int(100*share)), w)
	case h.sc.Session == nil && h.sc.Plan == nil:
		if h.sc.Problem != nil {
			return ""
		}
		return h.sc.Style.Paint(chart.Faint, " laying out the sweep…")
	case h.sc.Session == nil:
		return h.sc.Style.Paint(chart.Faint, " nothing is computed yet")
	case h.ctl.Silent():
		return h.silentLine(w)
	}
	st := h.sc.Sweep.State
	text := clean.Sprintf("%s/%s points · %s", humanize.Count(len(st.Results)), humanize.Count(st.Total), humanize.Clock(h.ctl.Elapsed()))
	done := st.Progress()
	if left, ok := h.ctl.Remaining(); h.ctl.Status() == record.Running && done < enoughToEstimate {
		text += " · estimating"
	} else if ok {
		text += " · " + humanize.About(left)
	}
	if h.ctl.Status() == record.Running && st.Stage != "" {
		text += " · " + clean.Of(st.Stage)
	}
	if line := h.announce(text, w); line != "" {
		return line
	}
	if st.Total > 0 && h.sc.Sweep.Missing() == 0 {
		done = 1 // the costs sum to one but for rounding
	}
	return h.bar(done, text, w)
}

// silentLine says that the writer of the session was not heard for long, and
// what to do about it, in as many words as there is room for.
func (h *Header) silentLine(w int) clean.Text {
	st, since := h.sc.Sweep.State, humanize.Span(h.ctl.SinceLast())
	remedy := "sfatui resume " + clean.Of(h.sc.Session.Dir)
	if h.sc.Mode == page.Opened {
		remedy = "s finishes it"
	}
	counts := clean.Sprintf("%s/%s points · %s · ", humanize.Count(len(st.Results)), humanize.Count(st.Total), humanize.Clock(h.ctl.Elapsed()))
	said := "nothing written for " + since + "; if its process is gone: " + remedy
	bar := h.bar(st.Progress(), counts+said, w)
	if layout.Width(h.bar(st.Progress(), "", w)+counts+said) <= w {
		return bar
	}
	for _, text := range []clean.Text{counts + said, said, "silent " + since + ", process gone? " + remedy} {
		if layout.Width(text) < w {
			return h.sc.Style.Paint(chart.Warn, " "+text)
		}
	}
	return h.sc.Style.Paint(chart.Warn, layout.Cut(" "+remedy, w))
}

// bar is a progress bar with a text to its right. Its width does not depend on
// the text, which changes.
func (h *Header) bar(share float64, text clean.Text, w int) clean.Text {
	n := max(w/6, 8)
	if w < 24 {
		return layout.Cut(text, w)
	}
	return h.sc.Style.Paint(chart.Faint, "▕") + h.sc.Style.Paint(chart.Accent, chart.Progress(share, n)) +
		h.sc.Style.Paint(chart.Faint, "▏") + " " + layout.Cut(text, w-n-3)
}

// Sign is the sign of what a sweep is doing.
func Sign(s record.Status) (chart.Role, clean.Text) {
	switch s {
	case record.Running:
		return chart.Accent, "●"
	case record.Paused:
		return chart.Warn, "‖"
	case record.Done:
		return chart.Good, "✓"
	case record.Cancelled, record.Interrupted:
		return chart.Warn, "■"
	case record.Failed:
		return chart.Bad, "✗"
	}
	return chart.Faint, " "
}

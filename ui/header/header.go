// Package header draws the two lines at the top of the screen: the path from home, the state of
// the sweep, its progress, and what to do next.
package header

import (
	"path/filepath"
	"strings"
	"time"

	"example.com/sfatui/sessions/list"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/control"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/roster"
	"example.com/sfatui/ui/theme"
)

// Header draws the lines of a scene.
type Header struct {
	sc       *page.Scene
	ctl      *control.Control
	announce func(counts clean.Text, w int) clean.Text

	// Elsewhere returns what other places of the program compute, nil without other places.
	// Running returns the number of sessions that are computed, and of those computed by Slurm.
	Elsewhere func() clean.Text
	Running   func() (n, slurm int)
	// Submitted returns the session's tasks in Slurm, nil for none.
	Submitted func() *list.Submitted
}

// New returns the header. announce returns a page's text for the progress line of a finished
// sweep, "" for none.
func New(sc *page.Scene, ctl *control.Control, announce func(counts clean.Text, w int) clean.Text) *Header {
	return &Header{sc: sc, ctl: ctl, announce: announce}
}

// Title draws the path of the screen, the size of the sweep, and its state.
func (h *Header) Title(w int) clean.Text {
	if h.sc.Mode == page.AtHome {
		return h.home(w)
	}
	badge := h.badge()
	if h.Elsewhere != nil {
		badge = h.sc.Style.Paint(chart.Accent, h.Elsewhere()) + badge
	}
	path, facts := h.path(), h.facts()
	if layout.Width(path)+layout.Width(facts)+layout.Width(badge)+4 > w {
		facts = ""
	}
	if facts != "" {
		badge = h.sc.Style.Paint(chart.Faint, facts) + "  " + badge
	}
	return layout.AlignEnds(path, badge, w)
}

// home draws the title of the home page: the number of computed sessions, and the time.
func (h *Header) home(w int) clean.Text {
	right := clean.Of(h.sc.Now.Local().Format("15:04"))
	if h.Running != nil {
		n, slurm := h.Running()
		if slurm > 0 {
			right = h.sc.Style.Paint(chart.Accent, clean.Sprintf("◷ %d in Slurm", slurm)) + "  " + right
		}
		if n > 0 {
			right = h.sc.Style.Paint(chart.Accent, clean.Sprintf("● %d computing", n)) + "  " + right
		}
	}
	if h.ctl.Standing.Role != "" {
		right = h.sc.Style.Paint(chart.Faint, h.ctl.Standing.Role) + "  " + right
	}
	left := h.sc.Style.Paint(theme.Strong, "sfatui") + " · " + h.sc.Style.Paint(theme.Strong, "home")
	if h.sc.Shown != page.Home {
		left += " › " + h.sc.Style.Paint(theme.Strong, clean.Of(string(h.sc.Shown)))
	}
	return layout.AlignEnds(left, right, w)
}

// path returns the path from home: the data, the start of its sweep, and the page.
func (h *Header) path() clean.Text {
	parts := []clean.Text{"sfatui"}
	if h.sc.Up != nil {
		parts[0] = "home"
	}
	name, _ := h.sc.DataFacts()
	if h.sc.Set == nil && h.sc.Session == nil { // only the path is known
		name = clean.Of(filepath.Base(string(name)))
	}
	if of := h.ctl.Experiment(); of != "" {
		name += " · " + clean.Of(of)
	}
	if name != "" {
		parts = append(parts, name)
	}
	switch {
	case h.sc.Session != nil:
		parts = append(parts, roster.FormatStartTime(h.sc.Session.Header.Created, h.sc.Now))
	case h.sc.Shown != page.Data:
		parts = append(parts, "new sweep")
	}
	switch h.sc.Shown {
	case page.Overview:
	case page.Data:
		if h.sc.Session != nil {
			parts = append(parts, "data")
		}
	case page.Editor:
		parts = append(parts, "settings")
	case "":
	default:
		row := h.sc.Table.Row(&h.sc.Sweep)
		switch {
		case !h.sc.IsTab(h.sc.Shown):
			parts = append(parts, clean.Of(string(h.sc.Shown)))
		case row != nil: // the line of the tabs shows which tab
			parts = append(parts, h.sc.Starred(row))
		}
	}
	last := len(parts) - 1
	parts[last] = h.sc.Style.Paint(theme.Strong, parts[last])
	return clean.Join(parts, " › ")
}

// facts returns the number of points of the sweep, or the size of the data.
func (h *Header) facts() clean.Text {
	if n := len(h.sc.Sweep.Outline.Configs); n > 0 && h.sc.Shown != page.Data {
		text := clean.Counted(n, "point")
		if folds := h.sc.FoldCount(); folds > 1 {
			text += " × " + clean.Counted(folds, "fold")
		}
		return text
	}
	_, facts := h.sc.DataFacts()
	samples, _, _ := strings.Cut(string(facts), " · ")
	return clean.Of(samples)
}

// badge returns the state of the sweep as a sign and a word, with the number of failures and
// conflicts.
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
		text = h.sc.Style.Paint(chart.Faint, h.ctl.Standing.Company()) + " " + text
	}
	if n := h.sc.Sweep.State.Failed; n > 0 && !h.allFailed() && h.ctl.Status() != record.Done {
		text = h.sc.Style.Paint(chart.Bad, clean.Sprintf("▲ %d failed", n)) + " " + text
	}
	if n := len(h.sc.Sweep.State.Conflicts); n > 0 {
		text = h.sc.Style.Paint(chart.Warn, clean.Sprintf("▲ %s", clean.Counted(n, "conflict"))) + " " + text
	}
	return text
}

// state returns the state of the sweep and its role.
func (h *Header) state() (chart.Role, clean.Text) {
	switch {
	case h.ctl.Stopped != nil:
		return chart.Bad, "✗ stopped"
	case h.ctl.Queued:
		return chart.Warn, "◌ queued"
	case h.ctl.Starting:
		return chart.Accent, "● starting"
	case h.sc.Problem != nil && h.sc.Session == nil:
		return chart.Bad, "✗ not ready"
	case h.ctl.Data.Loading != nil && h.sc.Session == nil:
		return chart.Accent, "… reading"
	case h.sc.Session == nil && h.sc.Plan == nil:
		return chart.Accent, "○ planning"
	}
	status := h.ctl.Status()
	role, sign := Sign(status)
	switch {
	case h.submitted() != nil:
		return chart.Accent, InQueue(h.submitted(), h.sc.Now)
	case status == record.Ready:
		return chart.Good, "○ not started"
	case h.allFailed():
		return chart.Bad, "✗ all failed"
	case status == record.Done && h.sc.Sweep.State.Failed > 0:
		return chart.Bad, clean.Sprintf("▲ %s of %s failed", clean.Count(h.sc.Sweep.State.Failed), clean.Counted(len(h.sc.Sweep.State.Results), "fit"))
	case status == record.Cancelled || status == record.Interrupted:
		return role, sign + " stopped at " + clean.Count(len(h.sc.Sweep.State.Results))
	case status == record.Done:
		return role, sign + " done " + clean.Clock(h.ctl.Elapsed())
	case status != record.Running:
		return role, sign + " " + clean.Of(status.String())
	case h.ctl.Silent():
		return chart.Warn, "? silent " + clean.Span(h.ctl.SinceLast())
	case h.ctl.Elsewhere():
		return role, sign + " running elsewhere"
	}
	return role, sign + " running" + h.ctl.Auto.State()
}

// submitted returns the session's tasks in Slurm, nil if there are none or this program
// computes.
func (h *Header) submitted() *list.Submitted {
	if h.Submitted == nil || h.ctl.Computing() || h.ctl.Player != nil {
		return nil
	}
	return h.Submitted()
}

// InQueue returns the state of a session in Slurm as a sign and words.
func InQueue(s *list.Submitted, now time.Time) clean.Text {
	if s.Running > 0 {
		text := clean.Sprintf("◷ %d run %d queued", s.Running, s.Waiting)
		if s.Broken > 0 {
			text += clean.Sprintf(" ✗%d", s.Broken)
		}
		return text
	}
	text := clean.Text("◷ queued")
	if !s.Queried {
		text = "◷ submitted"
	}
	if s.Job != "" {
		text += ", Slurm job " + clean.Of(s.Job)
	}
	return text + ", since " + roster.Since(s.Since, now)
}

// allFailed reports whether the sweep has ended and all its fits failed.
func (h *Header) allFailed() bool {
	st := h.sc.Sweep.State
	return st.Ended() && st.Failed > 0 && st.Failed == len(st.Results)
}

// enoughToEstimate is the share of the work from which the remaining time is estimated. Before
// that, unfinished fits outweigh the finished ones.
const enoughToEstimate = 0.1

// usageWidth is the least width of a line that contains the processors and the memory.
const usageWidth = 100

// Progress draws the progress line. No other line changes as fast.
func (h *Header) Progress(w int) clean.Text {
	switch {
	case h.sc.Mode == page.AtHome:
		return ""
	case h.ctl.Player != nil:
		return h.ctl.Player.Line(h.sc.Style, h.sc.Sweep.State, w)
	case h.ctl.Data.Loading != nil && h.sc.Session == nil:
		share, known := h.ctl.Data.Loading.Share()
		if !known {
			return h.sc.Style.Paint(chart.Faint, " reading the data…"+h.stopHint())
		}
		return h.bar(share, clean.Sprintf("reading the data, %d %%", int(100*share))+h.stopHint(), w)
	case h.sc.Session == nil && h.sc.Plan == nil:
		if h.sc.Problem != nil {
			return ""
		}
		return h.sc.Style.Paint(chart.Faint, " planning the sweep…")
	case h.sc.Session == nil:
		return h.sc.Style.Paint(chart.Faint, " nothing is computed yet")
	case h.ctl.Silent() && h.submitted() == nil:
		return h.silentLine(w)
	case h.allFailed():
		return h.failedLine(w)
	}
	st := h.sc.Sweep.State
	counts := clean.Sprintf("%s/%s fits", clean.Count(len(st.Results)), clean.Count(st.Total))
	text := counts + " · " + clean.Clock(h.ctl.Elapsed())
	done := st.Progress()
	if h.ctl.Status() == record.Running {
		text += " · " + h.remainingText(done)
		if use := h.ctl.Meter.Text(); use != "" && w >= usageWidth {
			text += " · " + use
		}
	}
	switch on := h.resumeHint(); {
	case h.submitted() != nil:
		text += " · 8 tasks"
	case on != "":
		text += " · " + on
	case h.ctl.Status() == record.Running && st.Stage != "":
		text += " · " + clean.Of(st.Stage)
	}
	said := text
	if h.ctl.Status() == record.Done {
		said = counts // the title contains the time
	}
	if h.submitted() == nil { // otherwise the advice is being carried out already
		if line := h.announce(said, w); line != "" {
			return line
		}
	}
	if st.Total > 0 && h.sc.Sweep.Missing() == 0 {
		done = 1 // the costs sum to one up to rounding
	}
	return h.bar(done, text, w)
}

// stopHint returns the hint that esc stops the reading, on the page where it does.
func (h *Header) stopHint() clean.Text {
	if h.sc.Shown == page.Data {
		return " · esc stops it"
	}
	return ""
}

// failedLine draws the most frequent error of a sweep whose fits all failed.
func (h *Header) failedLine(w int) clean.Text {
	times, why := map[string]int{}, ""
	for _, r := range h.sc.Sweep.State.Results {
		if times[r.Error]++; times[r.Error] > times[why] {
			why = r.Error
		}
	}
	n := len(h.sc.Sweep.State.Results)
	return h.sc.Style.Paint(chart.Bad, layout.CutWords(clean.Sprintf(" %s failed: ", clean.Counted(n, "fit"))+clean.Of(why), w))
}

// resumeHint returns the key that continues a paused or stopped sweep, "" if there is none.
func (h *Header) resumeHint() clean.Text {
	own := h.sc.Mode&(page.Live|page.Opened) != 0 && h.ctl.Standing.Off == ""
	switch status := h.ctl.Status(); {
	case status == record.Paused && h.ctl.Exec != nil:
		return "space continues"
	case (status == record.Cancelled || status == record.Interrupted) && own && h.sc.Sweep.Missing() > 0:
		return "s continues with the " + clean.Counted(h.sc.Sweep.Missing(), "fit") + " left"
	}
	return ""
}

// remainingText returns the remaining time with its standard error. Until there is a pace, it
// is estimated from the size of the work.
func (h *Header) remainingText(done float64) clean.Text {
	left, paced := h.ctl.Remaining()
	bySize := h.sc.Expected - h.ctl.Elapsed()
	switch off, known := h.ctl.Pace.StandardError(); {
	case done < enoughToEstimate && bySize > 0:
		return "about " + clean.Span(bySize) + ", by size to ×2"
	case !paced:
		return "estimating"
	case done < enoughToEstimate:
		return "about " + clean.Span(left) + ", by few fits"
	case !known || off < time.Second || left < time.Second:
		return clean.About(left)
	default:
		return clean.Span(left) + " ±" + clean.Span(off) + " left"
	}
}

// silentLine draws how long no record was written, and what to do about it, in as many words as
// fit.
func (h *Header) silentLine(w int) clean.Text {
	st, since := h.sc.Sweep.State, clean.Span(h.ctl.SinceLast())
	remedy := "sfatui resume " + clean.Of(h.sc.Session.Dir)
	if h.sc.Mode == page.Opened {
		remedy = "s finishes it"
	}
	counts := clean.Sprintf("%s/%s fits · %s · ", clean.Count(len(st.Results)), clean.Count(st.Total), clean.Clock(h.ctl.Elapsed()))
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

// bar draws a progress bar with a text to its right. Its width does not depend on the text.
func (h *Header) bar(share float64, text clean.Text, w int) clean.Text {
	n := max(w/6, 8)
	if w < 24 {
		return layout.Cut(text, w)
	}
	return h.sc.Style.Paint(chart.Faint, "▕") + h.sc.Style.Paint(chart.Accent, chart.Progress(share, n)) +
		h.sc.Style.Paint(chart.Faint, "▏") + " " + layout.CutWords(text, w-n-3)
}

// Sign returns the sign of a sweep's status and its role.
func Sign(s record.Status) (chart.Role, clean.Text) {
	switch s {
	case record.Running:
		return chart.Accent, "●"
	case record.Paused, record.Cancelled, record.Interrupted:
		return chart.Warn, "‖"
	case record.Done:
		return chart.Good, "✓"
	case record.Failed:
		return chart.Bad, "✗"
	}
	return chart.Faint, " "
}

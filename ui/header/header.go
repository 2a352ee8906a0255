// Package header is the two lines at the top of the screen: the way there from home, what
// the sweep is doing, how far it is, and what to do next.
package header

import (
	"path/filepath"
	"strings"
	"time"

	"example.com/sfatui/sessions"
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

	// Elsewhere says what other places of the program compute, nil where there are
	// none; Running how many sessions are computed, and how many by Slurm, as home knows.
	Elsewhere func() clean.Text
	Running   func() (n, slurm int)
	// Submitted is what Slurm has of the session, nil for nothing.
	Submitted func() *sessions.Submitted
}

// New is the header. announce is what a page has to say once a sweep is done,
// after the counts, "" where none has.
func New(sc *page.Scene, ctl *control.Control, announce func(counts clean.Text, w int) clean.Text) *Header {
	return &Header{sc: sc, ctl: ctl, announce: announce}
}

// Title is the way to what is on the screen, how much it is, and what the sweep is doing.
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
	return layout.Beside(path, badge, w)
}

// home is the title of home: how many sessions are computed, and the time.
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
	return layout.Beside(left, right, w)
}

// path is the way from home: the data, when its sweep was begun, and the page.
func (h *Header) path() clean.Text {
	parts := []clean.Text{"sfatui"}
	if h.sc.Up != nil {
		parts[0] = "home"
	}
	name, _ := h.sc.DataFacts()
	if h.sc.Set == nil && h.sc.Session == nil { // all that is known is the path
		name = clean.Of(filepath.Base(string(name)))
	}
	if name != "" {
		parts = append(parts, name)
	}
	switch {
	case h.sc.Session != nil:
		parts = append(parts, roster.Clocked(h.sc.Session.Header.Created, h.sc.Now))
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
		case row != nil: // which tab of it, the line of the tabs says
			parts = append(parts, h.sc.Starred(row))
		}
	}
	last := len(parts) - 1
	parts[last] = h.sc.Style.Paint(theme.Strong, parts[last])
	return clean.Join(parts, " › ")
}

// facts are how large the data is, or how many points the sweep has.
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
	if n := h.sc.Sweep.State.Failed; n > 0 && !h.allFailed() && h.ctl.Status() != record.Done {
		text = h.sc.Style.Paint(chart.Bad, clean.Sprintf("▲ %d failed", n)) + " " + text
	}
	if n := len(h.sc.Sweep.State.Conflicts); n > 0 {
		text = h.sc.Style.Paint(chart.Warn, clean.Sprintf("▲ %s", clean.Counted(n, "conflict"))) + " " + text
	}
	return text
}

func (h *Header) state() (chart.Role, clean.Text) {
	switch {
	case h.ctl.Stopped != nil:
		return chart.Bad, "✗ stopped"
	case h.ctl.Queued:
		return chart.Warn, "◌ waits its turn"
	case h.ctl.Starting:
		return chart.Accent, "● starting"
	case h.sc.Problem != nil && h.sc.Session == nil:
		return chart.Bad, "✗ not ready"
	case h.ctl.Loading != nil && h.sc.Session == nil:
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
	return role, sign + " running" + h.ctl.Driving()
}

// submitted is what Slurm has of the session, nil where nothing is or this program computes.
func (h *Header) submitted() *sessions.Submitted {
	if h.Submitted == nil || h.ctl.Computing() || h.ctl.Player != nil {
		return nil
	}
	return h.Submitted()
}

// InQueue is what Slurm has of a session, in a sign and words.
func InQueue(s *sessions.Submitted, now time.Time) clean.Text {
	if s.Running > 0 {
		text := clean.Sprintf("◷ %d run %d queued", s.Running, s.Waiting)
		if s.Broken > 0 {
			text += clean.Sprintf(" ✗%d", s.Broken)
		}
		return text
	}
	text := clean.Text("◷ queued")
	if !s.Known {
		text = "◷ submitted"
	}
	if s.Job != "" {
		text += ", Slurm job " + clean.Of(s.Job)
	}
	return text + ", since " + roster.Since(s.Since, now)
}

// allFailed says that the sweep has ended and nothing of it is any good.
func (h *Header) allFailed() bool {
	st := h.sc.Sweep.State
	return st.Ended() && st.Failed > 0 && st.Failed == len(st.Results)
}

// enoughToEstimate is the share of the work from which on the time left is
// estimated: before that, what is in hand and not counted yet outweighs it.
const enoughToEstimate = 0.1

// Progress is the one line in which something changes fast.
func (h *Header) Progress(w int) clean.Text {
	switch {
	case h.sc.Mode == page.AtHome:
		return ""
	case h.ctl.Player != nil:
		return h.ctl.Player.Line(h.sc.Style, h.sc.Sweep.State, w)
	case h.ctl.Loading != nil && h.sc.Session == nil:
		share, known := h.ctl.Loading.Share()
		if !known {
			return h.sc.Style.Paint(chart.Faint, " reading the data…"+h.stops())
		}
		return h.bar(share, clean.Sprintf("reading the data, %d %%", int(100*share))+h.stops(), w)
	case h.sc.Session == nil && h.sc.Plan == nil:
		if h.sc.Problem != nil {
			return ""
		}
		return h.sc.Style.Paint(chart.Faint, " laying out the sweep…")
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
		text += " · " + h.left(done)
	}
	switch on := h.goesOn(); {
	case h.submitted() != nil:
		text += " · 8 its tasks"
	case on != "":
		text += " · " + on
	case h.ctl.Status() == record.Running && st.Stage != "":
		text += " · " + clean.Of(st.Stage)
	}
	said := text
	if h.ctl.Status() == record.Done {
		said = counts // the title has the time
	}
	if h.submitted() == nil { // else what is next is done already
		if line := h.announce(said, w); line != "" {
			return line
		}
	}
	if st.Total > 0 && h.sc.Sweep.Missing() == 0 {
		done = 1 // the costs sum to one but for rounding
	}
	return h.bar(done, text, w)
}

// stops says where esc stops the reading.
func (h *Header) stops() clean.Text {
	if h.sc.Shown == page.Data {
		return " · esc stops it"
	}
	return ""
}

// failedLine is the commonest error of a sweep of which nothing is any good.
func (h *Header) failedLine(w int) clean.Text {
	times, why := map[string]int{}, ""
	for _, r := range h.sc.Sweep.State.Results {
		if times[r.Error]++; times[r.Error] > times[why] {
			why = r.Error
		}
	}
	n := len(h.sc.Sweep.State.Results)
	return h.sc.Style.Paint(chart.Bad, layout.Cut(clean.Sprintf(" %s failed: ", clean.Counted(n, "fit"))+clean.Of(why), w))
}

// goesOn is the key that goes on with a sweep that is held or was stopped.
func (h *Header) goesOn() clean.Text {
	own := h.sc.Mode&(page.Live|page.Opened) != 0 && h.ctl.Standing.Off == ""
	switch status := h.ctl.Status(); {
	case status == record.Paused && h.ctl.Exec != nil:
		return "space goes on"
	case (status == record.Cancelled || status == record.Interrupted) && own && h.sc.Sweep.Missing() > 0:
		return "s goes on with the " + clean.Counted(h.sc.Sweep.Missing(), "fit") + " left"
	}
	return ""
}

// left is how long the rest of the sweep takes, and by how much that may be off: by the
// size of the work until there is a pace to go by.
func (h *Header) left(done float64) clean.Text {
	left, paced := h.ctl.Remaining()
	bySize := h.sc.Expected - h.ctl.Elapsed()
	switch off, known := h.ctl.Off(); {
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

// silentLine says that the writer of the session was not heard for long, and
// what to do about it, in as many words as there is room for.
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
	case record.Paused, record.Cancelled, record.Interrupted:
		return chart.Warn, "‖"
	case record.Done:
		return chart.Good, "✓"
	case record.Failed:
		return chart.Bad, "✗"
	}
	return chart.Faint, " "
}

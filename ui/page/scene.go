package page

import (
	"cmp"
	"time"

	"example.com/sfatui/datasets"
	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
	tea "github.com/charmbracelet/bubbletea"
)

// Name identifies a page. Names used by other pages are constants.
type Name string

const (
	Home     Name = "home"
	Overlay  Name = "overlay"
	Overview Name = "overview"
	Point    Name = "point"
	Model    Name = "model"
	Data     Name = "data"
	Log      Name = "log"
	Editor   Name = "editor"
	Palette  Name = "palette"
	Compare  Name = "compare"
	Advice   Name = "advice"
	Settings Name = "settings"
	Map      Name = "map"
	Matters  Name = "what matters"
	Choosing Name = "choosing"
	Tasks    Name = "tasks"
)

// Mode is the purpose that the program was started for.
type Mode uint8

const (
	Live Mode = 1 << iota
	Following
	Replaying
	Opened
	AtHome // lists sessions and data, with none open
	// In a replay the keys control the scrub bar or a pane.
	Scrubbing
	Browsing
)

// Stretch is a range of consecutive samples of the data; To is exclusive.
type Stretch struct{ From, To int }

// AnyMode is the set of all modes.
const AnyMode = Live | Following | Replaying | Opened | AtHome

// Scene is the state that the pages read, and the requests that they leave to the program. A
// page does not change the results; the selection is shared by all pages.
type Scene struct {
	// State of the program.
	Mode  Mode
	Style *theme.Style
	// Pixels draws charts in pixels; nil for a terminal that shows characters only.
	Pixels *chart.Pixels
	W, H   int // size of the screen, in cells
	Now    time.Time

	// State of the data and the sweep.
	Paths  clean.Text // data as the user specified it
	Set    *data.Set
	Hash   string
	Spec   sweep.Spec // as specified
	Plan   *sweep.Plan
	Memory sweep.Memory
	// Expected is the plan's estimated duration, within a factor of two; 0 while unknown.
	Expected time.Duration
	Problem  error // why there is no data or no plan
	Session  *sessions.Session
	Sweep    sweepview.Sweep

	timed timed // time axis of Set, computed when it is first drawn

	// Details computed for the current page, and its inquiry.
	Probes  [Kinds]*Probe
	Answers [Kinds]*Probe // latest probe with an answer, by kind
	Asks    func() (Inquiry, bool)

	// Open shows a page from its beginning and notifies it.
	Open func(Name)
	// Up goes one place up; nil if there is none above.
	Up func() tea.Cmd

	// Tabs are the tabs of a point, in their order.
	Tabs []Tab
	// Stretch is the range of samples that the data page should show; nil for all.
	Stretch *Stretch
	// InPanes gives arrows and brackets to the panes in a replay.
	InPanes bool
	// Renew starts a new session on data that is read or prepared differently; nil if that is
	// not possible.
	Renew func(datasets.Options, sweep.Spec) tea.Cmd

	// The selection.
	Table sweepview.Table
	Lens  sweepview.Slice
	Fold  int // index of the selected point's fold to show

	// Requests to the program.
	Shown   Name
	Scroll  int // first visible line of a page of text
	Message clean.Text
	Ask     *Question
	Prompt  *Prompt // nil if no text is requested

	capture *Capture // what is drawn is added to it; nil for nothing
}

// Keys returns the modes that determine the meaning of a key.
func (sc *Scene) Keys() Mode {
	switch {
	case sc.Mode != Replaying:
		return sc.Mode
	case sc.InPanes:
		return Replaying | Browsing
	}
	return Replaying | Scrubbing
}

// NoRows returns the reason why there are no results; "" if there are.
func NoRows(sc *Scene) clean.Text {
	if len(sc.Sweep.Rows) == 0 {
		return "no point is finished yet"
	}
	return ""
}

// NoSession returns the reason why there is no session; "" if there is.
func NoSession(sc *Scene) clean.Text {
	if sc.Session == nil {
		return "the sweep is not started yet"
	}
	return ""
}

// NoPoints returns the reason why there are no points; "" if there are.
func NoPoints(sc *Scene) clean.Text {
	if len(sc.Sweep.Rows)+len(sc.Sweep.Waiting) == 0 {
		return "there are no points yet"
	}
	return ""
}

// ChoiceOf returns a configuration's values on the axes of the sweep.
func (sc *Scene) ChoiceOf(p part.Point) clean.Text {
	return cmp.Or(sc.Words(p), "the only choice")
}

// NoPoint returns the reason why no point is selected; "" if one is.
func NoPoint(sc *Scene) clean.Text {
	if sc.Table.Row(&sc.Sweep) == nil {
		return "no point is selected"
	}
	return ""
}

// DataFacts returns the name and the size of the data, from the set or the session's header.
func (sc *Scene) DataFacts() (name, facts clean.Text) {
	if s := sc.Set; s != nil {
		n, _ := s.X.Dims()
		d := s.Channels()
		facts = clean.Sprintf("%s × %s · %s", clean.Counted(n, "sample"), clean.Counted(d, "input"), clean.Counted(len(s.Segments), "segment"))
		if g := len(s.Groups()); g > 0 {
			facts += " · " + clean.Counted(g, "group")
		}
		if len(s.Classes) > 0 {
			facts += " · " + clean.Counted(len(s.Classes), "class")
		}
		return clean.Of(s.Name), facts
	}
	if sc.Session != nil {
		d := sc.Session.Header.Data
		facts = clean.Sprintf("%s × %s · %s", clean.Counted(d.N, "sample"), clean.Counted(d.D, "input"), clean.Counted(d.Segments, "segment"))
		if d.Classes > 0 {
			facts += " · " + clean.Counted(d.Classes, "class")
		}
		return clean.Of(d.Name), facts
	}
	return sc.Paths, ""
}

// Arrange filters and sorts the table of points.
func (sc *Scene) Arrange() {
	if sc.Session != nil && sc.Sweep.Segments == "" {
		sc.Sweep.Segments = clean.Of(sc.Session.Header.Data.SegmentNoun())
	}
	sc.Table.Arrange(&sc.Sweep)
}

// Base returns the configuration that all charts are a slice through: the one under the cursor,
// or before there are rows, the first planned one.
func (sc *Scene) Base() part.Point {
	if r := sc.Table.Row(&sc.Sweep); r != nil {
		return r.Config
	}
	if len(sc.Sweep.Outline.Configs) > 0 {
		return sc.Sweep.Outline.Configs[0]
	}
	return part.Point{}
}

// TextPage draws lines of text under a heading, scrolled by Scroll.
func (sc *Scene) TextPage(number, name clean.Text, text []clean.Text, w, h int) []clean.Text {
	shown, cut := sc.Scrolled(text, h-1)
	detail := clean.Text("")
	if cut {
		detail = clean.Sprintf("lines %d–%d of %d", sc.Scroll+1, sc.Scroll+len(shown), len(text))
	}
	return append([]clean.Text{layout.Header(sc.Style, number, name, detail, w, true)}, shown...)
}

// Scrolled returns at most rows of the lines, indented, from Scroll on, which it keeps within
// them, and whether some are not shown.
func (sc *Scene) Scrolled(lines []clean.Text, rows int) (shown []clean.Text, cut bool) {
	sc.Scroll = max(min(sc.Scroll, len(lines)-rows), 0)
	return layout.Indent(lines[sc.Scroll:min(sc.Scroll+rows, len(lines))]), len(lines) > rows
}

// Words returns a configuration's values on the axes of the sweep, "" if nothing varies.
func (sc *Scene) Words(p part.Point) clean.Text {
	var parts []clean.Text
	for _, a := range sc.Sweep.Axes {
		if label := a.Label(p); label != "" {
			parts = append(parts, a.Text(label))
		}
	}
	return clean.Join(parts, " ")
}

// FoldCount returns the number of folds of the plan.
func (sc *Scene) FoldCount() int {
	if len(sc.Sweep.Outline.Configs) == 0 {
		return 0
	}
	return sc.Sweep.Outline.Folds[0]
}

// SweepText lists the axes of the sweep, then the parameters that do not vary.
func (sc *Scene) SweepText(w int) []clean.Text {
	var lines []clean.Text
	symbol := sweepview.SymbolWidth(sc.Sweep.Axes) + 2
	for _, a := range sc.Sweep.Axes {
		lines = append(lines, layout.Cut("  "+layout.Pad(a.Symbol, symbol)+" "+sc.Style.Paint(chart.Accent, sweepview.EnumerateAxis(a)), w))
	}
	fixed := append(sc.Sweep.FixedWords(), "objective "+clean.Of(sc.Sweep.By.Objective))
	fixed[0] = "the same for all: " + fixed[0]
	for _, line := range layout.WrapList(fixed, " · ", w-2) {
		lines = append(lines, sc.Style.Paint(chart.Faint, "  "+line))
	}
	return lines
}

// Starred returns a row's values on the axes, after ★ or ✧ for the best row.
func (sc *Scene) Starred(row *choose.Row) clean.Text {
	if sc.Sweep.IsBest(row) {
		return sc.Sweep.Star() + " " + sc.Words(row.Config)
	}
	return sc.Words(row.Config)
}

// Choose selects a row.
func (sc *Scene) Choose(r *choose.Row) {
	sc.Table.Chosen, sc.Table.Picked = r.Config, true
	sc.Arrange()
}

// OneFold returns the reason why there is no other fold; "" if there is.
func OneFold(sc *Scene) clean.Text {
	if r := sc.Table.Row(&sc.Sweep); r == nil || len(r.Results) < 2 {
		return "no other fold is finished yet"
	}
	return ""
}

// NoSet returns the reason why there is no data; "" if there is.
func NoSet(sc *Scene) clean.Text {
	if sc.Set == nil {
		return "the data is not available"
	}
	return ""
}

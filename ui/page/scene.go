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

// Name tells pages apart: each says its own. Those that others speak of are constants.
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

// Mode is what the program was started for.
type Mode uint8

const (
	Live Mode = 1 << iota
	Following
	Replaying
	Opened
	AtHome // it shows which sessions and data there are, and none of them
	// In a replay the keys belong to the scrub bar or to a pane.
	Scrubbing
	Browsing
)

// Stretch is some samples of the data that follow each other, without the last.
type Stretch struct{ From, To int }

const AnyMode = Live | Following | Replaying | Opened | AtHome

// Scene is what a page sees, and what it leaves for the program to take up. A
// page changes nothing of what is known; the selection and what follows it are
// shared by all pages.
type Scene struct {
	// What is known of the program.
	Mode  Mode
	Style *theme.Style
	W, H  int // of the screen, in cells
	Now   time.Time

	// What is known of the data and the sweep.
	Paths  clean.Text // the data as the user named it
	Set    *data.Set
	Hash   string
	Spec   sweep.Spec // as written
	Plan   *sweep.Plan
	Memory sweep.Memory
	// Expected is how long the plan takes by its size, to a factor of two; 0 while that
	// is not known.
	Expected time.Duration
	Problem  error // why there is no data or no plan
	Session  *sessions.Session
	Sweep    sweepview.Sweep

	// What was computed again for the page shown, and what it asks for.
	Probes  [Kinds]*Probe
	Answers [Kinds]*Probe // the last of each that has an answer
	Asks    func() (Inquiry, bool)

	// Open shows a page from its beginning, and tells it so.
	Open func(Name)
	// Up goes one place up; nil where there is none above.
	Up func() tea.Cmd

	// Tabs are those of the point place, by their digits.
	Tabs []Tab
	// Stretch is what of the data the data place is to show; nil for all.
	Stretch *Stretch
	// InPanes says that in a replay arrows and brackets belong to the panes.
	InPanes bool
	// Renew begins a new session over data that is read or prepared in another way;
	// nil where there can be none.
	Renew func(datasets.Options, sweep.Spec) tea.Cmd

	// The selection.
	Table sweepview.Table
	Lens  sweepview.Slice
	Fold  int // which of the selected point's folds is looked into

	// What the program takes up.
	Shown   Name
	Scroll  int // first line of a page of text
	Message clean.Text
	Ask     *Question
	Prompt  *Prompt // nil when no text is asked for
}

// Keys are the modes that decide what a key is for.
func (sc *Scene) Keys() Mode {
	switch {
	case sc.Mode != Replaying:
		return sc.Mode
	case sc.InPanes:
		return Replaying | Browsing
	}
	return Replaying | Scrubbing
}

func NoRows(sc *Scene) clean.Text {
	if len(sc.Sweep.Rows) == 0 {
		return "no point is finished yet"
	}
	return ""
}

func NoSession(sc *Scene) clean.Text {
	if sc.Session == nil {
		return "the sweep is not started yet"
	}
	return ""
}

func NoPoints(sc *Scene) clean.Text {
	if len(sc.Sweep.Rows)+len(sc.Sweep.Waiting) == 0 {
		return "there are no points yet"
	}
	return ""
}

// ChoiceOf names a configuration by the axes of the sweep.
func (sc *Scene) ChoiceOf(p part.Point) clean.Text {
	return cmp.Or(sc.Words(p), "the one choice")
}

func NoPoint(sc *Scene) clean.Text {
	if sc.Table.Row(&sc.Sweep) == nil {
		return "no point is selected"
	}
	return ""
}

// DataFacts describes the data in a line, from the set or the session's header.
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

func (sc *Scene) Arrange() {
	if sc.Session != nil && sc.Sweep.Segments == "" {
		sc.Sweep.Segments = clean.Of(sc.Session.Header.Data.SegmentNoun())
	}
	sc.Table.Arrange(&sc.Sweep)
}

// Base is the configuration that all charts are a slice through: the one under the
// cursor, or before there are rows the first one planned.
func (sc *Scene) Base() part.Point {
	if r := sc.Table.Row(&sc.Sweep); r != nil {
		return r.Config
	}
	if len(sc.Sweep.Outline.Configs) > 0 {
		return sc.Sweep.Outline.Configs[0]
	}
	return part.Point{}
}

// TextPage shows lines of text under a heading, scrolled as far as the user
// scrolled.
func (sc *Scene) TextPage(number, name clean.Text, text []clean.Text, w, h int) []clean.Text {
	rows := h - 1
	sc.Scroll = max(min(sc.Scroll, len(text)-rows), 0)
	detail := clean.Text("")
	if len(text) > rows {
		detail = clean.Sprintf("lines %d–%d of %d", sc.Scroll+1, min(sc.Scroll+rows, len(text)), len(text))
	}
	lines := []clean.Text{layout.Header(sc.Style, number, name, detail, w, true)}
	for _, line := range text[sc.Scroll:min(sc.Scroll+rows, len(text))] {
		lines = append(lines, " "+line)
	}
	return lines
}

// Words names the parameters in which the sweep varies.
func (sc *Scene) Words(p part.Point) clean.Text {
	var parts []clean.Text
	for _, a := range sc.Sweep.Axes {
		if label := a.Label(p); label != "" {
			parts = append(parts, a.Text(label))
		}
	}
	return clean.Join(parts, " ")
}

// FoldCount is the number of folds of the plan.
func (sc *Scene) FoldCount() int {
	if len(sc.Sweep.Outline.Configs) == 0 {
		return 0
	}
	return sc.Sweep.Outline.Folds[0]
}

// SweepText lists the axes of the sweep: what varies first, then what does not.
func (sc *Scene) SweepText(w int) []clean.Text {
	var lines []clean.Text
	for _, a := range sc.Sweep.Axes {
		lines = append(lines, layout.Cut("  "+layout.Pad(a.Symbol, 10)+" "+sc.Style.Paint(chart.Accent, sweepview.EnumerateAxis(a)), w))
	}
	fixed := append(sc.Sweep.FixedWords(), "objective "+clean.Of(sc.Sweep.Objective))
	for _, line := range layout.Wrap("the same for all: "+clean.Join(fixed, " · "), w-2) {
		lines = append(lines, sc.Style.Paint(chart.Faint, "  "+line))
	}
	return lines
}

// Starred names a row's parameters, with its sign before those of the best.
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

func OneFold(sc *Scene) clean.Text {
	if r := sc.Table.Row(&sc.Sweep); r == nil || len(r.Results) < 2 {
		return "there is no other fold yet"
	}
	return ""
}

func NoSet(sc *Scene) clean.Text {
	if sc.Set == nil {
		return "the data is not there"
	}
	return ""
}

package overview

import (
	"errors"

	"example.com/sfatui/datasets/builtin"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/draft"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// cards draws the messages in place of the panes or above them.
type cards struct{ page *Page }

// view returns the message shown in place of the panes while there is no session, or after a
// sweep stopped with an error; nil if the panes are shown.
func (cd cards) view(sc *page.Scene, w, h int) []clean.Text {
	switch {
	case cd.page.ctl.Broken():
		return cd.stopped(sc, w, h)
	case sc.Session != nil:
		return nil
	case sc.Problem != nil:
		return cd.problem(sc, w, h)
	case sc.Plan != nil:
		return cd.ready(sc, w, h)
	}
	return cd.opening(sc, w, h)
}

// opening draws the progress message until data and plan are ready.
func (cd cards) opening(sc *page.Scene, w, h int) []clean.Text {
	name, _ := sc.DataFacts()
	if name == "" {
		name = clean.Of(builtin.Sets()[0].Name)
	}
	text := []clean.Text{"reading the data"}
	if cd.page.ctl.Data.Loading == nil {
		text = []clean.Text{"planning the sweep"}
	}
	return layout.Card(sc.Style, theme.Strong, name, text, w, h)
}

// problem draws the reason why nothing can be computed, its place, and the remedy.
func (cd cards) problem(sc *page.Scene, w, h int) []clean.Text {
	text := layout.Wrap(draft.SpecMessage(sc.Problem), min(w-8, 70))
	title := clean.Text("the data cannot be used")
	var usage *message.UsageError
	switch {
	case sc.Set != nil:
		title = "the sweep is not valid"
		text = append(text, "", sc.Style.Paint(theme.Keycap, "e")+" change the sweep   "+sc.Style.Paint(theme.Keycap, "q")+" quit")
	case errors.As(sc.Problem, &usage):
		title = "the data cannot be opened"
		text = append(text, "", sc.Style.Paint(theme.Keycap, "q")+" quit and restart with other flags")
	default:
		text = append(text, "", sc.Style.Paint(theme.Keycap, "q")+" quit")
	}
	return layout.Card(sc.Style, chart.Bad, title, text, w, h)
}

// stopped draws why a run or a reader stopped.
func (cd cards) stopped(sc *page.Scene, w, h int) []clean.Text {
	text := layout.Wrap(clean.Of(cd.page.ctl.Stopped.Error()), min(w-8, 70))
	text = append(text, "", "finished fits are kept", "", sc.Style.Paint(theme.Keycap, "esc")+" look at it   "+sc.Style.Paint(theme.Keycap, "q")+" quit")
	return layout.Card(sc.Style, chart.Bad, "the sweep stopped", text, w, h)
}

// ready draws the planned sweep before its start.
func (cd cards) ready(sc *page.Scene, w, h int) []clean.Text {
	head := layout.Header(sc.Style, "·", "ready", "", w, true)
	lines := []clean.Text{head, ""}
	total := clean.Sprintf("  %s: %s × %s", clean.Counted(len(sc.Plan.Entries), "fit"),
		clean.Counted(len(sc.Sweep.Outline.Configs), "point"), clean.Counted(sc.FoldCount(), "fold"))
	lines = append(lines, sc.Style.Paint(theme.Strong, total),
		"  about "+clean.Of(sweep.FormatBytes(sc.Memory.Total()))+" of memory with "+clean.Counted(sc.Memory.Workers, "worker"), "")
	lines = append(lines, sc.SweepText(w)...)
	lines = append(lines, "", "  "+sc.Style.Paint(theme.Keycap, "s")+" start   "+sc.Style.Paint(theme.Keycap, "e")+" change the sweep   "+
		sc.Style.Paint(theme.Keycap, "d")+" about the data   "+sc.Style.Paint(theme.Keycap, "?")+" all keys")
	if len(lines) > h { // remove blank lines first
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

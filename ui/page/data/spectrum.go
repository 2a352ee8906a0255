package data

import (
	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// spectrum is the pane that draws the power spectrum of an input.
type spectrum struct {
	found   *findings
	scatter *scatter
	focus   *focus
}

// Keys returns none: the scatter's keys choose the input.
func (sm *spectrum) Keys() []page.Action { return nil }

// Update moves the cursor of the columns.
func (sm *spectrum) Update(sc *page.Scene, msg tea.Msg) tea.Cmd { return sm.scatter.Update(sc, msg) }

// View draws the power spectrum of the input under the cursor.
func (sm *spectrum) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	lines := func(detail clean.Text, why clean.Text) []clean.Text {
		return append([]clean.Text{sm.focus.header(sc, spectrumPane, "spectrum", detail, w)}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	if sc.Set == nil {
		return lines("", "the spectrum appears when the data is read")
	}
	j := sm.scatter.inputAt(sc)
	name := clean.Of(sc.Set.Inputs[j])
	switch k := sm.found; {
	case k.inputNumber != j || k.spectrum == nil && k.spectrumErr == nil:
		return lines(name, "computing…")
	case k.spectrumErr != nil:
		return lines(name, "no spectrum: "+clean.Of(k.spectrumErr.Error()))
	}
	sp := sm.found.spectrum
	unit := clean.Text("periods a sample")
	if sc.Set.Rate >= 1 {
		unit = "Hz"
	}
	plot := chart.Plot{XLabel: unit, YLabel: "share of power", LogY: true, ASCII: sc.Style.ASCII,
		Series: []chart.Series{{Name: name, X: sp.Frequency, Y: sp.Power}}}
	detail := name + clean.Sprintf(" · mean of %s of %s · a another input", clean.Counted(sp.Windows, "window"), clean.Counted(sp.Length, "sample"))
	return append([]clean.Text{sm.focus.header(sc, spectrumPane, "spectrum", detail, w)}, sm.focus.draw(sc, spectrumPane, "spectrum of "+name, plot, w, h-1)...)
}

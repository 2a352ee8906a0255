package ui

import (
	"fmt"
	"slices"
	"time"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/humanize"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/parameter"
	"example.com/sfatui/ui/snapshot"
	"example.com/sfatui/ui/theme"
)

// dataText describes the data, the division into parts and the sweep.
func (m *model) dataText(w int) []clean.Text {
	var lines []clean.Text
	add := func(name, value clean.Text) { lines = append(lines, layout.Entry(m.Style, name, value, w)...) }
	switch {
	case m.Set != nil:
		for i, line := range inspect.Summary(m.Set) {
			name := clean.Text("")
			if i == 0 {
				name = "data"
			}
			add(name, clean.Of(line))
		}
		for i, note := range m.Set.Notes {
			name := clean.Text("")
			if i == 0 {
				name = "notes"
			}
			add(name, clean.Of(note))
		}
	case m.Session != nil:
		name, facts := m.DataFacts()
		add("data", name+": "+facts)
	default:
		add("data", "not read yet")
	}
	if m.Session != nil {
		h := m.Session.Header
		for _, s := range h.Data.Sources {
			add("file", clean.Of(s.Path))
		}
		lines = append(lines, "")
		add("session", clean.Of(m.Session.Dir))
		add("made", clean.Of(h.Created.Local().Format("2006-01-02 15:04:05"))+" on "+clean.Of(h.Host))
		add("arithmetic", clean.Of(h.KernelPath)+", engine "+clean.Of(h.Engine))
		for _, d := range m.Session.Damage() {
			add("damaged", clean.Of(d.String()))
		}
	}
	if m.Plan != nil {
		lines = append(lines, "")
		add("sweep", clean.Sprintf("%s, about %s of memory with %s", humanize.Counted(len(m.Plan.Entries), "point"),
			sweep.FormatBytes(m.Memory.Total()), humanize.Counted(m.Memory.Workers, "worker")))
	}
	if len(m.Sweep.Axes) > 0 || m.Plan != nil {
		lines = append(lines, "")
		lines = append(lines, m.SweepText(w)...)
	}
	return lines
}

// logText is what happened, the latest last.
func (m *model) logText(w int) []clean.Text {
	var lines []clean.Text
	failed := failures(m.Sweep.State)
	for k, l := range m.Sweep.State.Log {
		at, text := layout.PadLeft(humanize.Clock(time.Duration(l.T)*time.Millisecond), 8), l.Text
		if r := failed[k]; r != nil {
			text = fmt.Sprintf("failed: fold %d of %s: %s", r.Point.Fold+1, r.Point.Label(), r.Error)
		}
		for i, part := range layout.Wrap(clean.Of(text), max(w-10, 10)) {
			if i > 0 {
				at = layout.Blanks(8)
			}
			lines = append(lines, m.Style.Paint(chart.Faint, at)+"  "+part)
		}
	}
	if len(lines) == 0 {
		lines = []clean.Text{m.Style.Paint(chart.Faint, "nothing has happened yet")}
	}
	return lines
}

// failures are the results that lines of the log speak of, by line. The log
// has one line for each point that failed, without its name, and only its last
// lines are kept: so the pairs are made from the end.
func failures(st record.State) map[int]*result.Result {
	out := map[int]*result.Result{}
	k := len(st.Log) - 1
	for _, r := range slices.Backward(st.Results) {
		if r.Error == "" {
			continue
		}
		text := message.Clean("a point failed: " + r.Error)
		for k >= 0 && st.Log[k].Text != text {
			k--
		}
		if k < 0 {
			break
		}
		out[k] = r
		k--
	}
	return out
}

// detailText is all that is known of the selected row.
func (m *model) detailText(w int) []clean.Text {
	r := m.Table.Row(&m.Sweep)
	if r == nil {
		return []clean.Text{m.Style.Paint(chart.Faint, "no point is finished yet")}
	}
	var lines []clean.Text
	add := func(name, value clean.Text) { lines = append(lines, layout.Entry(m.Style, name, value, w)...) }
	add("parameters", parameters(r.Config))
	if m.Table.Order[m.Table.At] == m.Sweep.Best {
		add("", "★ the best "+clean.Of(m.Sweep.Objective)+" on validation")
	}
	add("folds", clean.Sprintf("%d of %d finished", len(r.Results), m.Sweep.FoldsOf(r)))
	if s := r.Score(m.Sweep.Objective); s.N > 0 {
		add("validation", clean.Of(m.Sweep.Objective)+" "+humanize.WithError(s.Mean, s.SE, m.Sweep.Writer()))
	}
	if r.Of(measure.SamplesRight).N > 0 {
		text := "sample " + humanize.WithError(r.Of(measure.SamplesRight).Mean, r.Of(measure.SamplesRight).SE, humanize.Share)
		if r.Of(measure.SegmentsRight).N > 0 {
			text = "segment " + humanize.WithError(r.Of(measure.SegmentsRight).Mean, r.Of(measure.SegmentsRight).SE, humanize.Share) + " · " + text
		}
		add("test accuracy", text)
	}
	if r.Of(measure.TestRMSE).N > 0 {
		add("test RMSE", humanize.WithError(r.Of(measure.TestRMSE).Mean, r.Of(measure.TestRMSE).SE, humanize.Number))
	}
	for _, other := range m.Sweep.Measures(measure.Filters) {
		if s := r.Of(other); !other.Recorded && s.N > 0 {
			add(clean.Of(other.Show.Heading), humanize.WithError(s.Mean, s.SE, snapshot.WriterOf(other)))
		}
	}
	if r.Measured() {
		add("slowness", clean.Sprintf("test %s · training %s", humanize.WithError(r.Of(measure.TestSlowness).Mean, r.Of(measure.TestSlowness).SE, humanize.Number),
			humanize.WithError(r.Of(measure.TrainingSlowness).Mean, r.Of(measure.TrainingSlowness).SE, humanize.Number)))
		lo, hi := snapshot.VarianceRange(r)
		verdict := "✓ unit variance holds"
		if snapshot.Violated(r) {
			verdict = "✗ unit variance is violated"
		}
		add("variance", clean.Sprintf("%s: %s to %s, tolerance %g", verdict, variance(lo), variance(hi), m.Sweep.Tolerance))
	}
	for _, res := range r.Results {
		lines = append(lines, "")
		lines = append(lines, m.foldText(res, w)...)
	}
	return lines
}

// parameters lists all that a configuration is made of.
func parameters(p part.Point) clean.Text {
	var parts []clean.Text
	for _, d := range parameter.All {
		if !d.Usual(p) {
			parts = append(parts, d.Text(d.Label(p)))
		}
	}
	return clean.Join(parts, "  ")
}

// editorView draws the editor, or why there is nothing to edit yet.
func (m *model) editorView(w, h int) []clean.Text {
	head := layout.Header(m.Style, "·", "sweep", "enter types, ←/→ choose, s starts the new points", w, true)
	if m.Set == nil {
		text := []clean.Text{"opening the data"}
		role := theme.Strong
		if m.Problem != nil {
			text, role = layout.Wrap(specMessage(m.Problem), min(w-8, 70)), chart.Bad
		}
		return append([]clean.Text{head}, layout.Card(m.Style, role, "sweep", text, w, h-1)...)
	}
	return append([]clean.Text{head}, m.editor.view(m.Style, w, h-1)...)
}

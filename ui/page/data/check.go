package data

import (
	"math"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/propose"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/sweepview"
)

// check is the pane of properties of the data that affect a sweep.
type check struct {
	found *findings
	focus *focus

	top int // first visible line
}

// Keys returns none: the pane scrolls by the keys that move a cursor.
func (ck *check) Keys() []page.Action { return nil }

// Update scrolls the lines.
func (ck *check) Update(_ *page.Scene, msg tea.Msg) tea.Cmd {
	if by, ok := msg.(move); ok {
		ck.top = max(ck.top+int(by), 0)
	}
	return nil
}

// View draws the lines from the first visible one on.
func (ck *check) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	lines := ck.lines(sc, w-1)
	room := max(h-1, 1)
	ck.top = max(min(ck.top, len(lines)-room), 0)
	detail := clean.Text("")
	if len(lines) > room {
		detail = clean.Sprintf("lines %d–%d of %d", ck.top+1, min(ck.top+room, len(lines)), len(lines))
	}
	head := ck.focus.header(sc, checkPane, "check", detail, w)
	return append([]clean.Text{head}, lines[ck.top:min(len(lines), ck.top+room)]...)
}

// height returns the number of lines of the whole pane, w cells wide.
func (ck *check) height(sc *page.Scene, w int) int { return 1 + len(ck.lines(sc, w-1)) }

// lines returns the lines of the check pane.
func (ck *check) lines(sc *page.Scene, w int) []clean.Text {
	var lines []clean.Text
	add := func(role chart.Role, sign, text clean.Text) {
		for i, line := range layout.Wrap(text, max(w-3, 8)) {
			if i > 0 {
				sign = " "
			}
			lines = append(lines, " "+sc.Style.Paint(role, sign)+" "+line)
		}
	}
	good := func(text clean.Text) { add(chart.Good, "✓", text) }
	warn := func(text clean.Text) { add(chart.Warn, "▲", text) }
	plain := func(text clean.Text) { add(chart.Faint, "·", text) }
	switch {
	case sc.Problem != nil:
		add(chart.Bad, "✗", clean.Of(sc.Problem.Error()))
	case ck.found.ctl.Data.Loading != nil:
		plain("reading the data…")
	}
	if ck.found.asProposed(sc) {
		plain("the checks below, the picture and the details preview all proposals (A); none is applied yet" + ck.found.previewLoss(sc))
	}
	if r := ck.found.report; r != nil && sc.Set != nil {
		ck.report(r, good, warn, plain)
	}
	checkSweep(sc, plain)
	if sc.Set != nil {
		for _, note := range sc.Set.Notes {
			plain(clean.Of(note))
		}
	}
	checkSession(sc, plain, warn)
	return lines
}

// previewLoss returns how many rows the proposals keep, as text, and the labels that
// they lose; "" without a survey.
func (f *findings) previewLoss(sc *page.Scene) clean.Text {
	if f.survey == nil {
		return ""
	}
	loss := propose.LossOf(f.survey, f.preview.options, sc.Set)
	if loss.Rows == 0 {
		return ""
	}
	text := "; they keep " + keptOf(loss)
	if len(loss.Labels) > 0 {
		text += clean.Sprintf(", and no sample of %s", clean.Of(message.List(loss.Labels)))
	}
	return text
}

// addLine adds a line to the check.
type addLine func(clean.Text)

// report adds the size, classes, groups, sampling and defects of the data, as warnings
// where they limit a sweep.
func (ck *check) report(r *inspect.Report, good, warn, plain addLine) {
	plain(clean.Counted(r.Samples, "sample") + " of " + clean.Counted(r.Inputs, "input") + " in " + clean.Counted(len(r.Segments), "segment"))
	switch n := len(r.Classes); {
	case n > 1:
		by := func(a, b inspect.Count) int { return a.Count - b.Count }
		least, most := slices.MinFunc(r.Classes, by), slices.MaxFunc(r.Classes, by)
		text := clean.Counted(n, "label") + clean.Sprintf(", of %d to %d samples", least.Count, most.Count)
		if most.Count > 2*least.Count {
			labelled := 0
			for _, c := range r.Classes {
				labelled += c.Count
			}
			warn(text + clean.Sprintf(": always answering %s is right for %.3g %%", clean.Of(most.Name), math.Floor(1000*float64(most.Count)/float64(labelled))/10))
		} else {
			good(text + ": even")
		}
	case n == 1:
		warn("one label: there are no classes to separate")
	case r.Target != nil:
		plain(clean.Sprintf("target %s from %s to %s", clean.Of(r.Target.Name), clean.Written("%.5g", r.Target.Min), clean.Written("%.5g", r.Target.Max)))
	default:
		plain("no labels and no target")
	}
	switch n := len(r.Groups); {
	case n == 1:
		warn("one group: it cannot be on both sides of a split, so segments are split instead")
	case n > 1 && n < 5:
		warn(clean.Counted(n, "group") + " are few: the ± will be wide")
	case n > 1:
		good(clean.Counted(n, "group") + ": enough for a standard error")
	}
	if len(r.Segments) == 1 && r.Target == nil && len(r.Classes) == 0 {
		plain("one segment: it is split into blocks of time")
	}
	if ck.found.splitText != "" {
		plain(clean.Of(ck.found.splitText))
	}
	switch {
	case r.Rate > 0:
		plain(clean.Of(message.Sampling(r.Rate)))
	case r.InTime:
		plain("sampling: rate not known")
	}
	if len(r.Found.Gaps) > 0 {
		for _, text := range r.GapTexts() {
			warn(clean.Of(text))
		}
	}
	if n := len(r.Constant); n > 0 {
		warn(clean.Counted(n, "constant input") + ": a constant input contains no information")
	}
	if n := len(r.Duplicates); n > 0 {
		warn(clean.Counted(n, "duplicate input") + ": a copy of another counts twice in distances")
	}
	if text := inspect.LabelCopyWarning(r.LabelCopies); text != "" {
		warn(clean.Of(text))
	}
}

// checkSweep adds the size and memory of the planned sweep and its axes.
func checkSweep(sc *page.Scene, plain addLine) {
	if sc.Plan == nil {
		return
	}
	folds := max(sc.FoldCount(), 1)
	text := clean.Sprintf("sweep: %s × %s = %s, about %s of memory with %s", clean.Counted(len(sc.Plan.Entries)/folds, "point"), clean.Counted(folds, "fold"),
		clean.Counted(len(sc.Plan.Entries), "fit"), sweep.FormatBytes(sc.Memory.Total()), clean.Counted(sc.Memory.Workers, "worker"))
	plain(text)
	if sc.Sweep.Validated() {
		plain("points are chosen by " + clean.Of(sc.Sweep.By.Name()) + " on " + clean.Of(sc.Sweep.By.On()))
	}
	symbol := sweepview.SymbolWidth(sc.Sweep.Axes)
	for _, a := range sc.Sweep.Axes {
		plain(layout.Pad(a.Symbol, symbol) + " " + sweepview.EnumerateAxis(a))
	}
}

// checkSession adds the origin and the damage of the session.
func checkSession(sc *page.Scene, plain, warn addLine) {
	if sc.Session == nil {
		return
	}
	h := sc.Session.Header
	for _, s := range h.Data.Sources {
		plain("file " + clean.Of(s.Path))
	}
	plain("session " + clean.Of(sc.Session.Dir))
	plain("made " + clean.Of(h.Created.Local().Format("2006-01-02 15:04:05")) + " on " + clean.Of(h.Host) + ", " + clean.Of(h.KernelPath) + ", engine " + clean.Of(h.Engine))
	for _, d := range sc.Session.Damage() {
		warn(clean.Of(d.String()))
	}
}

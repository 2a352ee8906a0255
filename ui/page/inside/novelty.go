package inside

import (
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/readout/normal"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
)

// Novelty shows the novelty of one point. Changes to the alarm affect the screen only, not the
// session.
type Novelty struct {
	page.Inside

	windowStart int // start of the visible window, in half windows
	zoom        int // number of times that the window is halved
	at          int // alarm under the cursor

	changed    bool    // the user changed share or alarmAfter
	share      float64 // share of the reference samples that should lie below the threshold
	alarmAfter int
	result     *run.NoveltyScores // result that the changes apply to
	score      *result.Detection
}

// NewNovelty returns the page.
func NewNovelty() *Novelty {
	return &Novelty{Inside: page.Inside{ID: "novelty", Place: 8, Key: "V", Kind: page.Watching, Lacks: lacksDetector,
		Long: "show the novelty of the test samples over time, with the alarm line"}}
}

// lacksDetector returns the reason why a row has no novelty; "" if it has.
func lacksDetector(row *choose.Row) clean.Text {
	if !readout.Detects(row.Config) {
		return "the readout " + clean.Of(readout.Name.Of(row.Config)) + " does not detect novelty: use --readout novelty"
	}
	return ""
}

// Actions returns the actions of the page.
func (p *Novelty) Actions() []page.Action {
	line := page.Action{ID: "line of alarm", Group: "Views", Who: page.Anyone, Keys: []string{"<", ">"}, Short: "line", Modes: page.AnyMode, Footer: 5,
		Long: "move the alarm line to a smaller or larger share of the training samples, on screen only"}
	after := page.Action{ID: "samples of alarm", Group: "Views", Who: page.Anyone, Keys: []string{"(", ")"}, Short: "after", Modes: page.AnyMode, Footer: 4,
		Long: "raise the alarm after fewer or more samples in a row, on screen only"}
	closer := page.Action{ID: "time of novelty", Group: "Views", Who: page.Anyone, Keys: []string{"=", "-"}, Short: "closer", Modes: page.AnyMode,
		Long: "show a shorter or longer stretch of the test part"}
	inData := page.Action{ID: "alarm in data", Group: "Views", Who: page.Anyone, Keys: []string{"enter"}, Short: "in data", Modes: page.AnyMode, Footer: 4,
		Long: "show the data at the alarm under the cursor"}
	return []page.Action{
		page.TurnFold,
		page.Around.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) { p.windowStart = max(p.windowStart+page.Sideways(key), 0) })),
		closer.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) {
			p.zoom = min(max(p.zoom+map[string]int{"=": 1, "-": -1}[key], 0), 20)
		})),
		line.With(page.NoRows, page.Keyed(p.moveLine)),
		after.With(page.NoRows, page.Keyed(p.moveAfter)),
		inData.With(page.NoRows, page.Doing(p.showInData)),
	}
}

// Move moves the cursor among the alarms.
func (p *Novelty) Move(_ *page.Scene, by int) { p.at = max(p.at+by, 0) }

// showInData shows the alarm under the cursor on the data page.
func (p *Novelty) showInData(sc *page.Scene) {
	answer, _ := sc.Answered(page.Watching)
	if answer == nil || sc.Set == nil {
		return
	}
	s := p.viewOf(answer)
	all := s.stretches()
	if all == nil {
		sc.Message = "there is no alarm"
		return
	}
	k := all[min(p.at, len(all)-1)]
	sc.Stretch = &page.Stretch{From: s.Rows[k.from], To: s.Rows[k.to-1] + 1}
	sc.Open(page.Data)
}

// shares are the selectable shares of samples below the threshold.
var shares = []float64{0.5, 0.7, 0.8, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.998, 1}

// moveLine moves the threshold to the next or previous of the shares.
func (p *Novelty) moveLine(sc *page.Scene, key string) {
	if !p.beginMove(sc) {
		return
	}
	i, found := slices.BinarySearch(shares, p.share)
	switch {
	case key == "<":
		i--
	case found:
		i++
	}
	answer, _ := sc.Answered(page.Watching)
	i = min(max(i, 0), len(shares)-1)
	for i > 0 && math.IsInf(readout.ThresholdAt(answer.Novelty.Drawn, answer.Of, shares[i]), 1) {
		i-- // too few held-out samples for this share
	}
	p.share = shares[i]
}

// moveAfter changes the number of samples in a row that raise the alarm.
func (p *Novelty) moveAfter(sc *page.Scene, key string) {
	if p.beginMove(sc) {
		p.alarmAfter = max(p.alarmAfter+map[string]int{"(": -1, ")": 1}[key], 1)
	}
}

// beginMove copies the point's settings before the first change; false if there is no result
// yet.
func (p *Novelty) beginMove(sc *page.Scene) bool {
	answer, _ := sc.Answered(page.Watching)
	if answer == nil {
		return false
	}
	x := answer.Novelty
	if !p.changed || p.result != x {
		at := answer.Of
		p.changed, p.result, p.alarmAfter, p.share = true, x, max(readout.AlarmAfter.Of(at), 1), thresholdShare(x, at)
	}
	p.score = nil
	return true
}

// belowLines is the height of the panels below the chart, besideWidth the width from which they
// are side by side, and listed the number of listed alarms otherwise.
const belowLines, besideWidth, listed = 10, 90, 2

// View draws the novelty over time, the error rates and the alarms.
func (p *Novelty) View(sc *page.Scene, size layout.Size) []clean.Text {
	return p.Draw(sc, size, func(answer *page.Probe, w, h int) []clean.Text {
		s := p.viewOf(answer)
		facts := func(w, _ int) []clean.Text { return s.facts(sc, w) }
		row := []layout.Panel{{Name: "alarms", Detail: "of the test part", Body: facts}}
		if below := min(belowLines, h/2); w >= besideWidth {
			row = append(row, layout.Panel{Name: "most novel", Detail: "alarms", Body: func(_, h int) []clean.Text { return p.alarmList(sc, s, h) }})
			return append(layout.Panels(sc.Style, [][]layout.Panel{{p.chart(sc, s, w)}}, w, h-below), layout.Panels(sc.Style, [][]layout.Panel{row}, w, below)...)
		}
		n := min(len(facts(w, h)), h/2-listed-1)
		row[0].Body = func(w, _ int) []clean.Text {
			head := layout.Header(sc.Style, "", "most novel", "alarms", w, false)
			return slices.Concat(layout.Fit(facts(w, n), w, n), []clean.Text{head}, p.alarmList(sc, s, listed))
		}
		below := n + listed + 2
		return append(layout.Panels(sc.Style, [][]layout.Panel{{p.chart(sc, s, w)}}, w, h-below), layout.Panels(sc.Style, [][]layout.Panel{row}, w, below)...)
	})
}

// chart returns the panel of the novelty over time.
func (p *Novelty) chart(sc *page.Scene, s *detectorView, w int) layout.Panel {
	n := len(s.Novelty)
	from, to := p.window(n)
	b := chart.Watch{
		XLabel: "sample of the test part", YLabel: "novelty", From: from + 1, Y: s.Novelty[from:to], New: s.isNew[from:to], Alarm: s.hasAlarm[from:to],
		Line: s.threshold, LineLabel: inPercent(s.share), ASCII: sc.Style.ASCII,
	}
	at := 0
	for _, length := range s.Spans {
		if at >= from && at < to {
			b.Borders = append(b.Borders, at-from)
		}
		at += length
	}
	of, short := clean.Text("training samples"), clean.Text("training")
	if s.byHeldOut {
		of, short = "held-out samples", "held-out samples"
	}
	name := clean.Sprintf("%s of %s are below the line", inPercent(s.share), of)
	if w < 110 { // leaves room for the legend
		name = clean.Sprintf("line: %s of %s", inPercent(s.share), short)
	}
	return layout.Panel{
		Name:   name,
		Detail: clean.Sprintf("%s–%s of %s · █ alarm · ░ fault · ┊ segment", clean.Count(from+1), clean.Count(to), clean.Count(n)),
		Body:   func(w, h int) []clean.Text { return sc.Draw("novelty · "+name, b, w, h) },
	}
}

// window returns the visible samples of n: all, unless the user zoomed.
func (p *Novelty) window(n int) (from, to int) {
	length := min(max(n>>p.zoom, 8), n)
	step := (length + 1) / 2
	if step > 0 && p.windowStart*step > n-length {
		p.windowStart = (n - length + step - 1) / step
	}
	from = max(min(p.windowStart*step, n-length), 0)
	return from, from + length
}

// alarmList lists the alarms around the one under the cursor.
func (p *Novelty) alarmList(sc *page.Scene, s *detectorView, most int) []clean.Text {
	all := s.stretches()
	if all == nil {
		return []clean.Text{sc.Style.Paint(chart.Faint, "no alarm")}
	}
	p.at = min(p.at, len(all)-1)
	from := max(min(p.at-most+1, len(all)-most), 0)
	var lines []clean.Text
	for i, k := range all[from:min(from+max(most, 0), len(all))] {
		what, mark := sc.Style.Paint(chart.Faint, "false"), clean.Text(" ")
		if k.new {
			what = "fault"
		}
		if from+i == p.at {
			mark = sc.Style.Paint(chart.Accent, "›")
		}
		lines = append(lines, mark+clean.Sprintf("%8.4g  ", k.highest)+what+"  "+segment(sc, s.Rows[k.from])+clean.Sprintf(", %s long", clean.Count(k.to-k.from)))
	}
	return lines
}

// viewOf returns the result to draw, with the user's changes.
func (p *Novelty) viewOf(answer *page.Probe) *detectorView {
	x, at := answer.Novelty, answer.Of
	if p.result != x {
		p.changed, p.result, p.score = false, x, nil
	}
	s := &detectorView{NoveltyScores: x, threshold: x.Threshold, share: thresholdShare(x, at), alarmAfter: max(readout.AlarmAfter.Of(at), 1), changed: p.changed, byHeldOut: readout.DrawnByHeld(at)}
	if p.changed {
		s.threshold, s.share, s.alarmAfter = readout.ThresholdAt(x.Drawn, at, p.share), p.share, p.alarmAfter
	}
	if p.score == nil {
		p.score = x.Score(s.threshold, s.alarmAfter)
	}
	s.score, s.isNew = p.score, make([]bool, len(x.State))
	for i, state := range x.State {
		s.isNew[i] = state == normal.New
	}
	s.hasAlarm = measure.Alarms(x.Novelty, x.Spans, s.threshold, s.alarmAfter)
	return s
}

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

// Novelty shows the novelty of one point. What is moved is on the screen alone, never in the
// session.
type Novelty struct {
	page.Inside

	from    int // the sample shown first, in half windows
	stretch int // the window is halved so many times
	at      int // the stretch with an alarm that is under the cursor

	moved bool    // the line is at share, and the alarm comes after so many samples
	share float64 // of the samples learnt from that are to stay below the line
	after int
	of    *run.Watched // that it was moved for
	score *result.Detection
}

func NewNovelty() *Novelty {
	return &Novelty{Inside: page.Inside{ID: "novelty", Digit: "7", Kind: page.Watching, Lacks: lacksDetector,
		Long: "how new the samples of the test part are over time, with the line of the alarm"}}
}

// lacksDetector says why there is nothing to see of a row.
func lacksDetector(row *choose.Row) clean.Text {
	if !readout.Detects(row.Config) {
		return "the readout " + clean.Of(readout.Name.Of(row.Config)) + " does not tell what is new: novelty does"
	}
	return ""
}

func (p *Novelty) Actions() []page.Action {
	line := page.Action{ID: "line of alarm", Group: "Views", Who: page.Anyone, Keys: []string{"<", ">"}, Short: "line", Modes: page.AnyMode, Footer: 5,
		Long: "move the line of the alarm to a smaller and a larger share of the training samples, on the screen alone"}
	after := page.Action{ID: "samples of alarm", Group: "Views", Who: page.Anyone, Keys: []string{"(", ")"}, Short: "after", Modes: page.AnyMode, Footer: 4,
		Long: "raise the alarm after fewer and after more samples in a row, on the screen alone"}
	closer := page.Action{ID: "time of novelty", Group: "Views", Who: page.Anyone, Keys: []string{"=", "-"}, Short: "closer", Modes: page.AnyMode,
		Long: "look at a shorter stretch of the test part, and a longer one"}
	inData := page.Action{ID: "alarm in data", Group: "Views", Who: page.Anyone, Keys: []string{"enter"}, Short: "in data", Modes: page.AnyMode, Footer: 4,
		Long: "the data of the stretch with an alarm that is under the cursor"}
	return []page.Action{
		page.TurnFold,
		page.Around.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) { p.from = max(p.from+page.Sideways(key), 0) })),
		closer.With(page.NoRows, page.Keyed(func(_ *page.Scene, key string) {
			p.stretch = min(max(p.stretch+map[string]int{"=": 1, "-": -1}[key], 0), 20)
		})),
		line.With(page.NoRows, page.Keyed(p.moveLine)),
		after.With(page.NoRows, page.Keyed(p.moveAfter)),
		inData.With(page.NoRows, page.Doing(p.showInData)),
	}
}

// Move moves the cursor among the stretches with an alarm.
func (p *Novelty) Move(_ *page.Scene, by int) { p.at = max(p.at+by, 0) }

// showInData shows the stretch under the cursor in the data place.
func (p *Novelty) showInData(sc *page.Scene) {
	answer, _ := sc.Answered(page.Watching)
	if answer == nil || sc.Set == nil {
		return
	}
	s := p.look(answer)
	all := s.stretches()
	if all == nil {
		sc.Message = "there is no alarm"
		return
	}
	k := all[min(p.at, len(all)-1)]
	sc.Stretch = &page.Stretch{From: s.Rows[k.from], To: s.Rows[k.to-1] + 1}
	sc.Open(page.Data)
}

// shares are where the line can be moved to.
var shares = []float64{0.5, 0.7, 0.8, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995, 0.998, 1}

// moveLine moves the line to the next of the shares.
func (p *Novelty) moveLine(sc *page.Scene, key string) {
	if !p.begin(sc) {
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
	for i > 0 && math.IsInf(readout.ThresholdAt(answer.Watched.Drawn, answer.Of, shares[i]), 1) {
		i-- // held-out samples are too few for it
	}
	p.share = shares[i]
}

func (p *Novelty) moveAfter(sc *page.Scene, key string) {
	if p.begin(sc) {
		p.after = max(p.after+map[string]int{"(": -1, ")": 1}[key], 1)
	}
}

// begin takes over what the point has before something is moved; false while nothing is
// known of it.
func (p *Novelty) begin(sc *page.Scene) bool {
	answer, _ := sc.Answered(page.Watching)
	if answer == nil {
		return false
	}
	x := answer.Watched
	if !p.moved || p.of != x {
		at := answer.Of
		p.moved, p.of, p.after, p.share = true, x, max(readout.AlarmAfter.Of(at), 1), shareOf(x, at)
	}
	p.score = nil
	return true
}

// belowLines are those of the panels below the chart, besideWidth is from where on they
// stand side by side, and listed how many alarms are listed where they do not.
const belowLines, besideWidth, listed = 10, 90, 2

func (p *Novelty) View(sc *page.Scene, size layout.Size) []clean.Text {
	return p.Draw(sc, size, func(answer *page.Probe, w, h int) []clean.Text {
		s := p.look(answer)
		facts := func(w, _ int) []clean.Text { return s.facts(sc, w) }
		row := []layout.Panel{{Name: "alarms", Detail: "of the test part", Body: facts}}
		if below := min(belowLines, h/2); w >= besideWidth {
			row = append(row, layout.Panel{Name: "most novel", Detail: "stretches with an alarm", Body: func(_, h int) []clean.Text { return p.newest(sc, s, h) }})
			return append(layout.Panels(sc.Style, [][]layout.Panel{{p.chart(sc, s, w)}}, w, h-below), layout.Panels(sc.Style, [][]layout.Panel{row}, w, below)...)
		}
		n := min(len(facts(w, h)), h/2-listed-1)
		row[0].Body = func(w, _ int) []clean.Text {
			head := layout.Header(sc.Style, "", "most novel", "stretches with an alarm", w, false)
			return slices.Concat(layout.Fit(facts(w, n), w, n), []clean.Text{head}, p.newest(sc, s, listed))
		}
		below := n + listed + 2
		return append(layout.Panels(sc.Style, [][]layout.Panel{{p.chart(sc, s, w)}}, w, h-below), layout.Panels(sc.Style, [][]layout.Panel{row}, w, below)...)
	})
}

// chart is the novelty over time.
func (p *Novelty) chart(sc *page.Scene, s *seen, w int) layout.Panel {
	n := len(s.Novelty)
	from, to := p.window(n)
	b := chart.Watch{
		XLabel: "sample of the test part", YLabel: "novelty", From: from + 1, Y: s.Novelty[from:to], New: s.state[from:to], Alarm: s.alarm[from:to],
		Line: s.line, LineLabel: inPercent(s.share), ASCII: sc.Style.ASCII,
	}
	at := 0
	for _, length := range s.Spans {
		if at >= from && at < to {
			b.Borders = append(b.Borders, at-from)
		}
		at += length
	}
	of, short := clean.Text("the samples learnt from"), clean.Text("training")
	if s.held {
		of, short = "held-out samples", "held-out samples"
	}
	name := clean.Sprintf("%s of %s are below the line", inPercent(s.share), of)
	if w < 110 { // so that the signs are told
		name = clean.Sprintf("line: %s of %s", inPercent(s.share), short)
	}
	return layout.Panel{
		Name:   name,
		Detail: clean.Sprintf("%s–%s of %s · █ alarm · ░ fault · ┊ segment", clean.Count(from+1), clean.Count(to), clean.Count(n)),
		Body:   func(w, h int) []clean.Text { return b.Render(w, h, sc.Style.Paint) },
	}
}

// window is the stretch of n samples that is shown: all, unless the user came closer.
func (p *Novelty) window(n int) (from, to int) {
	length := min(max(n>>p.stretch, 8), n)
	step := (length + 1) / 2
	if step > 0 && p.from*step > n-length {
		p.from = (n - length + step - 1) / step
	}
	from = max(min(p.from*step, n-length), 0)
	return from, from + length
}

// newest lists the stretches with an alarm around the one under the cursor.
func (p *Novelty) newest(sc *page.Scene, s *seen, most int) []clean.Text {
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

// look is what is drawn, with what was moved.
func (p *Novelty) look(answer *page.Probe) *seen {
	x, at := answer.Watched, answer.Of
	if p.of != x {
		p.moved, p.of, p.score = false, x, nil
	}
	s := &seen{Watched: x, line: x.Threshold, share: shareOf(x, at), after: max(readout.AlarmAfter.Of(at), 1), moved: p.moved, held: readout.DrawnByHeld(at)}
	if p.moved {
		s.line, s.share, s.after = readout.ThresholdAt(x.Drawn, at, p.share), p.share, p.after
	}
	if p.score == nil {
		p.score = x.Score(s.line, s.after)
	}
	s.score, s.state = p.score, make([]bool, len(x.State))
	for i, state := range x.State {
		s.state[i] = state == normal.New
	}
	s.alarm = measure.Alarms(x.Novelty, x.Spans, s.line, s.after)
	return s
}

package inside

import (
	"cmp"
	"math"
	"slices"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep/run"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"gonum.org/v1/gonum/stat"
)

// detectorView is a detector's result on the test part, with the user's changes to the alarm.
type detectorView struct {
	*run.NoveltyScores
	score              *result.Detection
	threshold          float64
	alarmAfter         int
	share              float64
	changed, byHeldOut bool   // changed by the user; threshold taken from held-out samples
	isNew, hasAlarm    []bool // of each sample: is new; has an alarm
}

// thresholdShare returns the share of the samples below the threshold that it was set for: the
// readout's offset, else the share of the samples it was set from.
func thresholdShare(x *run.NoveltyScores, at part.Point) float64 {
	if v := readout.Offset.Of(at); v.OK {
		return v.X
	}
	i, _ := slices.BinarySearchFunc(x.Drawn, x.Threshold, func(v, line float64) int {
		if v <= line {
			return -1
		}
		return 1
	})
	return float64(i) / float64(len(x.Drawn))
}

// facts returns the alarm's settings and its error rates.
func (s *detectorView) facts(sc *page.Scene, w int) []clean.Text {
	var lines []clean.Text
	entry := func(name, value clean.Text) { lines = append(lines, layout.Entry(sc.Style, name, value, w)...) }
	samples := clean.Text("each sample above the line")
	if s.alarmAfter > 1 {
		samples = clean.Sprintf("%d samples in a row above the line", s.alarmAfter)
	}
	entry("alarm", samples+clean.Sprintf(" %.4g", s.threshold))
	wrong := clean.Text("no samples of normal operation")
	if s.score.Normal > 0 {
		wrong = shareOfText(s.score.FalseAlarms, s.score.Normal, "samples of normal operation")
	}
	row, _ := sc.Inspected()
	if row != nil && !s.changed {
		wrong += validationText(row)
	}
	entry("false alarms", wrong)
	if s.score.New > 0 {
		entry("detected", shareOfText(s.score.Detected, s.score.New, "samples of faults"))
		entry("delay", s.delays(sc))
		if !math.IsNaN(float64(s.score.AUC)) {
			entry("AUC", clean.Sprintf("%.4f, for any threshold", s.score.AUC))
		}
	}
	if s.changed {
		lines = append(lines, sc.Style.Paint(chart.Warn, "changed by hand: expect other rates on new data"))
	}
	if row != nil {
		if v := row.Of(measure.Resolution).Mean; v > 1 {
			lines = append(lines, sc.Style.Paint(chart.Warn, clean.Sprintf("ε is %.2g times too large for the margin: lower --epsilon", v)))
		}
	}
	return lines
}

// validationText returns the mean false-alarm rate on validation parts with its standard error
// and the intended rate, "" if there are none.
func validationText(row *choose.Row) clean.Text {
	var rates []float64
	for _, r := range row.Results {
		rates = append(rates, measure.ValidationFalseAlarms.Of(r)...)
	}
	if rates == nil {
		return ""
	}
	mean, sd := stat.MeanStdDev(rates, nil)
	text := " · " + inPercent(mean)
	if n := len(rates); n > 1 {
		text += clean.Sprintf(" ± %.2g", 100*sd/math.Sqrt(float64(n)))
	}
	text += " on validation"
	if v := readout.Offset.Of(row.Config); v.OK {
		text += ", target " + inPercent(1-v.X)
	}
	return text
}

// shareOfText returns a share of n things as text.
func shareOfText[F ~float64](x F, n int, of clean.Text) clean.Text {
	return inPercent(float64(x)) + clean.Sprintf(" of %s ", clean.Count(n)) + of
}

// inPercent writes a share in percent.
func inPercent(x float64) clean.Text { return clean.Sprintf("%.3g %%", 100*x) }

// delays returns the detection delays of the first faults.
func (s *detectorView) delays(sc *page.Scene) clean.Text {
	const most = 4
	var out []clean.Text
	for _, f := range s.score.Faults[:min(len(s.score.Faults), most)] {
		out = append(out, delay(f)+" in "+segment(sc, f.Row))
	}
	text := clean.Join(out, ", ")
	if n := len(s.score.Faults); n > most {
		text += clean.Sprintf(" and %d more; the median is %.3g", n-most, s.score.Delay)
	}
	return text
}

// delay returns the detection delay of a fault in samples, as text.
func delay(f result.Fault) clean.Text {
	switch f.Delay {
	case -1:
		return "never"
	case 0:
		return "at once"
	case 1:
		return "1 sample"
	}
	return clean.Sprintf("%d samples", f.Delay)
}

// segment returns the segment of a row and the row's position in it.
func segment(sc *page.Scene, row int) clean.Text {
	g := sc.Set.Segments[sc.Set.SegmentAt(row)]
	return clean.Of(g.Name) + clean.Sprintf(" from %d", row-g.Start+1)
}

// stretch is an uninterrupted alarm.
type stretch struct {
	from, to int // samples of the test part; to is exclusive
	highest  float64
	new      bool
}

// stretches returns the alarms, those with the highest novelty first.
func (s *detectorView) stretches() (all []stretch) {
	at := 0
	for _, n := range s.Spans {
		for i := at; i < at+n; i++ {
			if !s.hasAlarm[i] {
				continue
			}
			if i == at || !s.hasAlarm[i-1] {
				all = append(all, stretch{from: i, highest: math.Inf(-1)})
			}
			k := &all[len(all)-1]
			k.to, k.highest, k.new = i+1, max(k.highest, s.Novelty[i]), k.new || s.isNew[i]
		}
		at += n
	}
	slices.SortStableFunc(all, func(a, b stretch) int { return cmp.Compare(b.highest, a.highest) })
	return all
}

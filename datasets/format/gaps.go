package format

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/message"
)

// Gaps is the treatment of gaps and backward steps in the times of rows.
type Gaps string

const (
	SplitGaps  Gaps = "split"  // a segment ends there; also ""
	IgnoreGaps Gaps = "ignore" // rows are joined across gaps
	RefuseGaps Gaps = "refuse" // the file is refused
)

// ParseGaps parses the value of --gaps.
func ParseGaps(written string) (Gaps, error) {
	switch g := Gaps(written); g {
	case "":
		return SplitGaps, nil
	case SplitGaps, IgnoreGaps, RefuseGaps:
		return g, nil
	}
	return "", message.Usagef("--gaps %s: choose split, ignore or refuse", message.Clean(written))
}

// gapFactor is the length of a gap, in usual steps.
const gapFactor = 1.5

// pace holds the sampling regularity of row times: the usual step and the
// deviations from it.
type pace struct {
	step        float64 // the usual step, the median; 0 if there is none
	regular     bool    // nine of ten steps are within a tenth of the usual one
	even        bool    // so are 95 of 100 forward steps: a longer one is a gap
	newestFirst bool    // the newest row comes first: nine of ten steps are backward
	gaps        int     // steps longer than one and a half of the usual one
	gapRow      int     // row before the first gap, from 1
	longest     float64 // the longest gap
	back        int     // backward steps
	backRow     int     // row before the first backward step, from 1
	doubled     int     // rows with the same time as the row before
	doubledRow  int     // row before the first of them, from 1
	breaks      []int   // rows, from 0, that do not continue the row before
}

// measure returns the pace of the times, divided into segments of the given
// lengths.
func (c *Clock) measure(lengths []int) pace {
	var p pace
	var forward, backward []float64
	total := 0
	c.eachStep(lengths, func(row, rows int, d float64) {
		total++
		switch {
		case d > 0:
			forward = append(forward, d/float64(rows))
		case d < 0:
			backward = append(backward, -d/float64(rows))
		default:
			if p.doubled++; p.doubled == 1 {
				p.doubledRow = row
			}
		}
	})
	sign := 1.0
	if p.newestFirst = len(backward) > 1 && len(backward) >= 9*len(forward); p.newestFirst {
		sign, forward = -1, backward
	}
	if len(forward) == 0 {
		return p
	}
	slices.Sort(forward)
	p.step = forward[len(forward)/2]
	near, sum := 0, 0.0
	for _, d := range forward {
		if math.Abs(d-p.step) <= p.step/10 {
			near++
			sum += d
		}
	}
	p.regular, p.even = 10*near >= 9*total, 100*near >= 95*len(forward)
	c.eachStep(lengths, func(row, rows int, d float64) { p.addBreak(row, float64(rows), sign*d) })
	if p.regular {
		p.step = roundStep(sum / float64(near))
	}
	return p
}

// addBreak counts a step of d seconds over the given number of rows as a gap or a
// backward step at the given row, from 0, if it is one.
func (p *pace) addBreak(row int, rows, d float64) {
	switch {
	case d < 0:
		if p.back++; p.back == 1 {
			p.backRow = row
		}
		p.breaks = append(p.breaks, row)
	case d > (rows-1+gapFactor)*p.step:
		if p.gaps++; p.gaps == 1 {
			p.gapRow = row
		}
		p.longest = max(p.longest, d)
		if p.even {
			p.breaks = append(p.breaks, row)
		}
	}
}

// eachStep calls f for each row of a segment whose time could be read, except
// the first. It passes the row's index from 0, the number of rows since the
// last such row, and the time between them.
func (c *Clock) eachStep(lengths []int, f func(row, rows int, d float64)) {
	at := 0
	for _, n := range lengths {
		last := -1
		for i := at; i < at+n && i < len(c.times); i++ {
			if math.IsNaN(c.times[i]) {
				continue
			}
			if last >= 0 {
				f(i, i-last, c.times[i]-c.times[last])
			}
			last = i
		}
		at += n
	}
}

// roundStep rounds a step to a whole number of seconds, or of samples per
// second, if it deviates from that by no more than rounding.
func roundStep(step float64) float64 {
	if r := math.Round(step); r >= 1 && math.Abs(step-r) < 2e-3*r {
		return r
	}
	if r := math.Round(1 / step); r >= 1 && math.Abs(1/step-r) < 2e-3*r {
		return 1 / r
	}
	return step
}

// duration returns a duration in words, with its unit if that is known.
func (c *Clock) duration(d float64) string {
	if c.Bare {
		return Units(d)
	}
	return message.Duration(d)
}

// Units returns a duration whose unit is unknown in words.
func Units(d float64) string {
	if d == 1 {
		return "1 unit"
	}
	return fmt.Sprintf("%.5g units", d)
}

// describe returns a note on the pace, and the rate in samples per second, 0 if
// there is none.
func (c *Clock) describe(base string, p pace, gaps Gaps) (note string, rate float64) {
	note = fmt.Sprintf("%s: the column %s is the time of each row, not an input", base, c.Column)
	if c.unread > 0 {
		note += fmt.Sprintf("; %s could not be read as times", message.Counted(c.unread, "row"))
	}
	switch {
	case p.step == 0:
		return note, 0
	case !p.regular:
		note += fmt.Sprintf("; the rows are not evenly spaced (usually by %s)", c.duration(p.step))
	default:
		note += fmt.Sprintf("; a row every %s", c.duration(p.step))
		rate = 1 / p.step
	}
	if c.Bare {
		rate = 0
		note += ", whose length is not known: " + OtherUnits(c.Column)
	}
	note += c.irregularities(p)
	switch {
	case len(p.breaks) == 0 && p.gaps > 0 && p.regular:
		note += "; no segment ends there, because fewer than 95 % of the steps are nearly equal"
	case len(p.breaks) == 0:
	case gaps == IgnoreGaps:
		note += "; rows follow each other across them (--gaps ignore)"
	default:
		note += "; segments end there (--gaps ignore joins the rows)"
	}
	return note + c.dayOrderNote(), rate
}

// irregularities returns the irregularities of the times, for a note.
func (c *Clock) irregularities(p pace) string {
	var note string
	if p.doubled > 0 {
		note += fmt.Sprintf("; %s the same time as the previous row, first after row %d", rowsHaving(p.doubled), p.doubledRow)
	}
	if p.newestFirst {
		note += fmt.Sprintf("; the newest row comes first: reverse the rows with --clock %s", message.Quote([]string{c.stated() + ":reverse"}))
	}
	if p.gaps > 0 && (p.regular || p.even) {
		note += fmt.Sprintf("; %s, the first after row %d, the longest of %s", message.Counted(p.gaps, "gap"), p.gapRow, c.duration(p.longest))
	}
	if p.back > 0 {
		note += fmt.Sprintf("; the time runs back %s, first after row %d", message.Counted(p.back, "time"), p.backRow)
	}
	return note
}

// dayOrderNote returns a note on the order of day and month if no row decides
// it.
func (c *Clock) dayOrderNote() string {
	if !c.ambiguous {
		return ""
	}
	guess, instead := "month", ":dmy"
	if c.DayFirst {
		guess, instead = "day", ":mdy"
	}
	return fmt.Sprintf("; the order of day and month is ambiguous, and the %s is read first: otherwise use --clock %s", guess, message.Quote([]string{c.stated() + instead}))
}

// stated returns the value of --clock that reads the same times: the first of the
// clock's columns, with what was stated of it.
func (c *Clock) stated() string {
	column, _, _ := strings.Cut(c.Column, " and ")
	return column + c.suffix
}

// rowsHaving returns "1 row has" or "n rows have".
func rowsHaving(n int) string {
	if n == 1 {
		return "1 row has"
	}
	return fmt.Sprintf("%d rows have", n)
}

// Tell notes the clock of a file's segments and sets the rate. Segments end at
// gaps and backward steps: their pieces replace the recordings, which must be
// the latest in the sink.
func (to *Sink) Tell(base string, c *Clock, recordings []*data.Recording) error {
	c.settleOrder()
	c.suffix = to.Columns.Clock.suffix
	if c.Bare && to.InSeconds {
		c.Bare = false
		to.Note("%s: because a rate in Hz is requested, %s is read as seconds; otherwise state its unit, as in --clock %s", base, c.Column, message.Quote([]string{c.stated() + ":ms"}))
	}
	p := c.measure(lengthsOf(recordings))
	if c.settleUnit(p) {
		p = c.measure(lengthsOf(recordings))
		p.step = 1 / c.Stated // without the rounding of the times
		to.Note("%s: the unit of %s follows from the rate that the file states, %s", base, c.Column, message.Sampling(c.Stated))
	}
	switch {
	case !to.Columns.Clock.Reverse:
	case p.newestFirst:
		c.reverseRows(recordings, len(to.Inputs))
		p = c.measure(lengthsOf(recordings))
		to.Note("%s: the rows are reversed, because the newest came first", base)
	default:
		to.Note("%s: the newest row does not come first; the rows stay as they are, and :reverse has no effect", base)
	}
	if len(p.breaks) > 0 && to.Gaps == RefuseGaps {
		return p.gapError(base, c)
	}
	note, rate := c.describe(base, p, to.Gaps)
	to.Notes = append(to.Notes, note)
	to.SetRate(base, rate)
	for _, r := range recordings {
		r.Rate = rate
	}
	found := data.Gap{File: base, Back: p.back, Doubled: p.doubled}
	if p.regular || p.even {
		found.Count, found.After = p.gaps, p.gapRow
		if !c.Bare {
			found.Longest = p.longest
		}
	}
	if to.Gaps != IgnoreGaps {
		found.Cuts = len(p.breaks)
		to.cutAt(p.breaks, recordings)
	}
	if found.Count > 0 || found.Back > 0 || found.Doubled > 0 {
		to.Found.Gaps = append(to.Found.Gaps, found)
	}
	return nil
}

// lengthsOf returns the number of rows of each recording.
func lengthsOf(recordings []*data.Recording) []int {
	lengths := make([]int, len(recordings))
	for i, r := range recordings {
		lengths[i] = r.Rows
	}
	return lengths
}

// gapError returns the error of the first gap or backward step.
func (p pace) gapError(base string, c *Clock) error {
	row := p.breaks[0]
	what := fmt.Sprintf("jumps by %s, but a row comes every %s", c.duration(math.Abs(c.times[row]-c.lastTimeBefore(row))), c.duration(p.step))
	if c.times[row] < c.lastTimeBefore(row) != p.newestFirst {
		what = fmt.Sprintf("runs back by %s", c.duration(math.Abs(c.times[row]-c.lastTimeBefore(row))))
	}
	return fmt.Errorf("%s: after row %d the time in %s %s, which --gaps refuse does not allow: with --gaps split a segment ends there, with --gaps ignore the rows follow each other", base, row, c.Column, what)
}

// keepTimes keeps the times of the recordings' rows only; starts holds the
// first row of each.
func (c *Clock) keepTimes(starts []int, recordings []*data.Recording) {
	if c.swapped != nil {
		c.swapped.keepTimes(starts, recordings)
	}
	kept := 0
	for i, r := range recordings {
		kept += copy(c.times[kept:], c.times[starts[i]:min(starts[i]+r.Rows, len(c.times))])
	}
	c.times = c.times[:kept]
}

// lastTimeBefore returns the last time that could be read before a row.
func (c *Clock) lastTimeBefore(row int) float64 {
	for row--; row > 0 && math.IsNaN(c.times[row]); row-- {
	}
	return c.times[row]
}

// cutAt divides the latest recordings before the given rows, counted over all
// of them from 0. The pieces of one recording form one series.
func (to *Sink) cutAt(rows []int, recordings []*data.Recording) {
	if len(rows) == 0 {
		return
	}
	whole := slices.Clone(recordings)
	to.Recordings = to.Recordings[:len(to.Recordings)-len(whole)]
	at := 0
	for _, r := range whole {
		from := 0
		d := len(r.X) / r.Rows
		if len(rows) > 0 && rows[0] < at+r.Rows && r.Series == 0 {
			r.Series = to.NumberSeries()
		}
		for k := 1; len(rows) > 0 && rows[0] < at+r.Rows; k++ {
			to.addPiece(r, from, rows[0]-at, d, k)
			from, rows = rows[0]-at, rows[1:]
			if len(rows) == 0 || rows[0] >= at+r.Rows {
				to.addPiece(r, from, r.Rows, d, k+1)
			}
		}
		if from == 0 {
			to.Recordings = append(to.Recordings, r)
		}
		at += r.Rows
	}
}

// addPiece adds the k-th piece of a recording, from 1, with d numbers per row.
func (to *Sink) addPiece(r *data.Recording, from, end, d, k int) {
	piece := r.Slice(from, end, d)
	if k > 1 {
		piece.Name += fmt.Sprintf("#%d", k)
	}
	to.Recordings = append(to.Recordings, piece)
}

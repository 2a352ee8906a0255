package data

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/inspect"
	"example.com/sfatui/datasets/message"
	"example.com/sfatui/datasets/survey"
	"example.com/sfatui/ui/chart"
	"example.com/sfatui/ui/clean"
	"example.com/sfatui/ui/layout"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// details draws what lies behind the row under the cursor.
type details struct {
	found   *findings
	columns *columns
	scatter *scatter

	inverted bool // inverts the default of showing details, which depends on the width
}

// Keys returns the key that shows or hides the details.
func (de *details) Keys() []page.Action {
	return []page.Action{onData(21, page.Action{ID: "detail", Who: page.Anyone, Keys: []string{"i"}, Short: "detail", Long: "show the column or file under the cursor: value counts by label, slowness of each column, correlations",
		Modes: page.AnyMode, Footer: 11, Do: page.Doing(func(*page.Scene) { de.inverted = !de.inverted })})}
}

// shown reports whether the details of the column under the cursor are shown: by default on
// wide screens only; the detail key inverts the default.
func (de *details) shown(w int) bool { return (w >= middling) != de.inverted }

// View draws the values of the column, file or segment under the cursor, then the slowness
// and the correlations of the inputs.
func (de *details) View(sc *page.Scene, size layout.Size) []clean.Text {
	w, h := size.W, size.H
	if sc.Set == nil || h < 2 {
		why := clean.Text("column details appear when the data is read")
		if sc.Problem != nil {
			why = "no column details: the data cannot be read; " + clean.Of(paneKeys[checkPane]) + " shows why"
		}
		return append([]clean.Text{layout.Header(sc.Style, "i", "details", "", w, false)}, layout.Waiting(sc.Style, why, w, h-1)...)
	}
	lines := de.describeCursor(sc, w)
	for _, more := range [][]clean.Text{de.drawSlowness(sc, w, h-len(lines)), de.drawCorrelations(sc, w, h)} {
		if len(more) > 1 {
			lines = append(lines, more...)
		}
	}
	return layout.Fit(lines, w, h)
}

// describeCursor draws the details of the row under the cursor.
func (de *details) describeCursor(sc *page.Scene, w int) []clean.Text {
	r, ok := de.columns.current(sc)
	j := de.scatter.inputAt(sc)
	switch {
	case ok && r.column != nil && inputIndex(sc, r.name) < 0:
		return de.describeColumn(sc, r.column, w)
	case ok && r.column == nil && r.set != nil:
		return append(describeSegment(sc, r, w), de.histogram(sc, j, w)...)
	}
	return de.histogram(sc, j, w)
}

// histogram draws the distribution of input j over all samples and by label.
func (de *details) histogram(sc *page.Scene, j, w int) []clean.Text {
	lines := []clean.Text{layout.Header(sc.Style, "i", clean.Of(sc.Set.Inputs[j]), "value counts by label", w, false)}
	h := de.found.histogram
	if h == nil || de.found.inputNumber != j {
		return append(lines, sc.Style.Paint(chart.Faint, " counting…"))
	}
	const names, counts = 10, 9
	bars := max(w-names-counts-2, 4)
	line := func(name clean.Text, of []float64, n int) clean.Text {
		return " " + layout.Pad(layout.Cut(name, names-1), names) + chart.Spark(averageBins(of, bars), bars) + layout.PadLeft(clean.Count(n), counts)
	}
	lines = append(lines, line("all", h.All, h.Total))
	const most = 6
	for k, of := range h.Classes[:min(len(h.Classes), most)] {
		lines = append(lines, line(clean.Of(sc.Set.Classes[k]), of, h.N[k]))
	}
	if more := len(h.Classes) - most; more > 0 {
		lines = append(lines, sc.Style.Paint(chart.Faint, " … "+clean.Counted(more, "more label")))
	}
	low, mid, high := clean.Written("%.4g", h.Low), clean.Written("%.4g", (h.Low+h.High)/2), clean.Written("%.4g", h.High)
	between := max(bars-layout.Width(low)-layout.Width(mid)-layout.Width(high), 2)
	axis := layout.Blanks(names+1) + low + layout.Blanks(between/2) + mid + layout.Blanks(between-between/2) + high
	return append(lines, sc.Style.Paint(chart.Faint, layout.Cut(axis, w)))
}

// averageBins averages neighbouring bins of a histogram so that at most the given number
// remain.
func averageBins(of []float64, parts int) []float64 {
	parts = min(parts, len(of))
	out, n := make([]float64, parts), make([]float64, parts)
	for i, v := range of {
		at := i * parts / len(of)
		n[at]++
		out[at] += (v - out[at]) / n[at]
	}
	return out
}

// describeColumn draws the details of a column that is not an input.
func (de *details) describeColumn(sc *page.Scene, c *survey.Column, w int) []clean.Text {
	word, _ := de.columns.roleWord(de.found.ctl.Data.Options(), c)
	lines := []clean.Text{layout.Header(sc.Style, "i", clean.Of(c.Name), word+": no input", w, false)}
	for _, note := range sc.Set.Notes {
		if _, says, ok := strings.Cut(note, "the column "+c.Name+" is "); ok && c.Texts > 0 {
			return append(lines, layout.Indent(layout.Wrap(clean.Of(says), w-2))...)
		}
	}
	switch {
	case word == "time" && c.Texts == 0 || c.Many && c.Texts == 0:
		text := clean.Sprintf("from %s to %s; %s up, %s of them by %.4g", clean.Written("%.6g", c.Min), clean.Written("%.6g", c.Max), clean.Counted(c.Rises, "step"), clean.Count(c.Even), c.Step)
		if c.Falls > 0 {
			text += clean.Sprintf(", %s down", clean.Count(c.Falls))
		}
		if sc.Set.Rate > 0 && word == "time" {
			text += "; " + clean.Of(message.Sampling(sc.Set.Rate))
		}
		return append(lines, layout.Indent(layout.Wrap(text, w-2))...)
	case c.Many:
		return append(lines, layout.Indent(layout.Wrap("more distinct texts than are counted", w-2))...)
	}
	values := slices.SortedStableFunc(slices.Values(c.Values), func(a, b survey.Value) int { return b.Rows - a.Rows })
	const most = 6
	for _, v := range values[:min(len(values), most)] {
		bar := chart.Progress(float64(v.Rows)/float64(values[0].Rows), max(w-24, 4))
		lines = append(lines, layout.Cut(" "+layout.Pad(layout.Cut(clean.Of(v.Text), 11), 12)+layout.PadLeft(clean.Count(v.Rows), 8)+"  "+bar, w))
	}
	if more := len(values) - most; more > 0 {
		lines = append(lines, sc.Style.Paint(chart.Faint, " … "+clean.Counted(more, "more value")))
	}
	return lines
}

// describeSegment draws the size, duration, label and group of a segment.
func describeSegment(sc *page.Scene, r row, w int) []clean.Text {
	s := r.set.Segments[r.at]
	frames := r.set.FramesOf(s)
	n, d := frames.Dims()
	text := clean.Counted(n, "sample") + " of " + clean.Counted(d, "input")
	if r.set.Rate > 0 {
		text += clean.Sprintf(", %.4g s", float64(n)/r.set.Rate)
	}
	for _, h := range segmentHeads()[:2] {
		if is := h.text(r); is != "–" {
			text += clean.Sprintf(" · %s %s", h.name, is)
		}
	}
	lines := []clean.Text{layout.Header(sc.Style, "i", clean.Of(s.Name), "", w, false)}
	return append(lines, layout.Indent(layout.Wrap(text, w-2))...)
}

// drawSlowness draws the slowness of each input, the slowest first. The input under the cursor is
// always included.
func (de *details) drawSlowness(sc *page.Scene, w, h int) []clean.Text {
	r := de.found.report
	if r == nil {
		return nil
	}
	var all []int
	for _, j := range drawnInputs(sc.Set, len(r.Columns)) {
		if r.Columns[j].Slowness != nil {
			all = append(all, j)
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(*r.Columns[a].Slowness, *r.Columns[b].Slowness) })
	detail := clean.Text("2 is white noise")
	room := max(min((h-1)/2, 8), 2)
	shown := all[:min(len(all), room)]
	if at := de.scatter.inputAt(sc); !slices.Contains(shown, at) && slices.Contains(all, at) {
		shown = append(slices.Clone(shown[:len(shown)-1]), at)
	}
	if len(shown) < len(all) {
		detail += clean.Sprintf(" · %d of %d, slowest first", len(shown), len(all))
	}
	lines := []clean.Text{layout.Header(sc.Style, "", "slowness of each column alone ↓", detail, w, false)}
	most, names := 0.0, make([]string, len(shown))
	for i, j := range shown {
		most, names[i] = math.Max(most, *r.Columns[j].Slowness), sc.Set.Inputs[j]
	}
	cells := nameWidth(names, w)
	for _, j := range shown {
		delta := *r.Columns[j].Slowness
		lines = append(lines, de.inputLabel(sc, j, cells)+layout.Pad(clean.Written("%.4g", delta), 9)+" "+chart.Progress(delta/most, max(w-13-cells, 4)))
	}
	return lines
}

// leastName is the least number of cells for names in the details.
const leastName = 10

// nameWidth returns the number of cells for names in lines of w cells: as many as the longest
// takes, at most a third of the line.
func nameWidth(names []string, w int) int {
	longest := 0
	for _, name := range names {
		longest = max(longest, layout.Width(clean.Of(name)))
	}
	return max(min(longest, w/3), leastName)
}

// inputLabel returns an input's name of at most w cells in a line of the details, marked if it is
// under the cursor.
func (de *details) inputLabel(sc *page.Scene, j, w int) clean.Text {
	name := layout.Pad(layout.Cut(clean.Of(sc.Set.Inputs[j]), w), w+1)
	if j == de.scatter.inputAt(sc) {
		return sc.Style.Paint(chart.Accent, "›") + sc.Style.Paint(theme.Strong, name)
	}
	return " " + name
}

// drawCorrelations draws the correlation matrix of the inputs, or where it does not fit, the
// correlations with the input under the cursor, strongest first.
func (de *details) drawCorrelations(sc *page.Scene, w, h int) []clean.Text {
	c := de.found.correlations
	if c == nil || len(c.Names) < 2 {
		return nil
	}
	n, cells := len(c.Names), nameWidth(c.Names, w)
	const first, each = leastName + 2, leastName
	head := layout.Header(sc.Style, "", "correlation of the inputs", clean.Sprintf("over %s", clean.Counted(c.Of, "sample")), w, false)
	if n*each+first <= w && n+2 <= h/2 {
		column := min(max(cells+1, each), (w-first)/n)
		return append([]clean.Text{head}, correlationMatrix(sc, c, min(cells+2, w-n*column), column)...)
	}
	at := slices.Index(c.Names, sc.Set.Inputs[de.scatter.inputAt(sc)])
	if at < 0 {
		return nil
	}
	order := make([]int, 0, n)
	for i := range c.Names {
		if i != at && !math.IsNaN(c.R[at][i]) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(c.R[at][b]), math.Abs(c.R[at][a])) })
	lines := []clean.Text{layout.Header(sc.Style, "", "correlation with "+clean.Of(c.Names[at]), "strongest first", w, false)}
	for _, i := range order {
		bar := chart.Progress(math.Abs(c.R[at][i]), max(w-13-cells, 4))
		lines = append(lines, " "+layout.Pad(layout.Cut(clean.Of(c.Names[i]), cells), cells+1)+layout.Pad(clean.Written("%+.2f", c.R[at][i]), 9)+" "+bar)
	}
	return lines
}

// correlationMatrix draws the correlation matrix; first and each are the widths of the first and the other
// columns.
func correlationMatrix(sc *page.Scene, c *inspect.Correlations, first, each int) []clean.Text {
	line := layout.Blanks(first)
	for _, name := range c.Names {
		line += layout.Pad(layout.Cut(clean.Of(name), each-1), each)
	}
	lines := []clean.Text{sc.Style.Paint(chart.Faint, line)}
	for i, name := range c.Names {
		line := " " + layout.Pad(layout.Cut(clean.Of(name), first-2), first-1)
		for j, r := range c.R[i] {
			text := clean.Written("%+.2f", r)
			switch {
			case i == j:
				text = "1"
			case math.IsNaN(r):
				text = "–"
			}
			line += layout.Pad(text, each)
		}
		lines = append(lines, line)
	}
	return lines
}

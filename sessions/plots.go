package sessions

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/drawing"
	"example.com/sfatui/sessions/export/svg"
)

// plots are the charts of a session over the first number that was varied; none
// where no number was.
func (s *Session) plots() []svg.Chart {
	rows, best := s.Rows()
	var out []svg.Chart
	for _, sub := range subjects(rows, s.Objective()) {
		if p, ok := plotOf(rows, best, sub); ok {
			out = append(out, p)
		}
	}
	return out
}

// subjects are what there is to plot: test slowness, the unit-variance check,
// what the best was chosen by, and the same of the test part.
func subjects(rows []choose.Row, objective string) []*measure.Measure {
	return have(rows, measure.In(measure.PageCharts, plotted(objective)))
}

// plotOf plots a measure over the first number that varies, with a line for
// each value of the second. All else is held as it is in the best row.
func plotOf(rows []choose.Row, best int, sub *measure.Measure) (svg.Chart, bool) {
	x, lines, held := firstAxes(rows, sub.Readout)
	if x == nil {
		return svg.Chart{}, false
	}
	return plotOver(rows, best, sub, x, lines, held)
}

// plotOver plots a measure over x, with a line for each value of lines, nil for
// one. What is held is as it is in the best row.
func plotOver(rows []choose.Row, best int, sub *measure.Measure, x, lines *sweep.Axis, held []sweep.Axis) (svg.Chart, bool) {
	base := rows[max(best, 0)].Config
	if _, ok := base.Number(x.Name); !ok {
		base = rows[slices.IndexFunc(rows, func(r choose.Row) bool { _, ok := r.Config.Number(x.Name); return ok })].Config
	}
	p := svg.Chart{X: cmp.Or(x.Symbol, x.Name), Limit: math.NaN()}
	at := map[string]int{}
	for i := range rows {
		r := &rows[i]
		v, ok := r.Config.Number(x.Name)
		stat := r.Of(sub)
		if !ok || stat.N == 0 || math.IsNaN(stat.Mean) || math.IsInf(stat.Mean, 0) || !shown(r.Config, base, held) {
			continue
		}
		name := lineName(r.Config, lines)
		k, ok := at[name]
		if !ok {
			k, at[name] = len(p.Curves), len(p.Curves)
			p.Curves = append(p.Curves, svg.Curve{Name: name})
		}
		c := &p.Curves[k]
		if slices.ContainsFunc(c.Points, func(q svg.Point) bool { return q.X == v }) {
			continue
		}
		c.Points = append(c.Points, svg.Point{
			X: v, Y: stat.Mean, SE: stat.SE, Bad: sub == measure.Deviation && !r.VarianceOK, Best: i == best,
			Text: message.Clean(strings.TrimSpace(fmt.Sprintf("%s=%g %s", p.X, v, name)) + ": " + stat.String()),
		})
	}
	settleChart(&p, rows, sub, x)
	p.Title = message.Clean(strings.Join(append([]string{sub.Label}, heldTexts(base, held)...), " · "))
	return p, len(p.Curves) > 0
}

// settleChart orders the points and chooses linear or logarithmic axes.
func settleChart(p *svg.Chart, rows []choose.Row, sub *measure.Measure, x *sweep.Axis) {
	var xs []float64
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, c := range p.Curves {
		slices.SortFunc(c.Points, func(a, b svg.Point) int { return cmp.Compare(a.X, b.X) })
		for _, q := range c.Points {
			xs = append(xs, q.X)
			lo, hi = min(lo, q.Y), max(hi, q.Y)
		}
	}
	p.LogX = spacedByFactors(xs, x.Log)
	p.LogY = sub == measure.Deviation || lo > 0 && hi > 10*lo
	if sub == measure.Deviation {
		p.Limit = rows[0].Config.Allowed()
		p.LimitName = fmt.Sprintf("tolerance %g", p.Limit)
	}
}

// firstAxes are the axis to plot over, that of the lines (nil for one line), and
// the other ones that vary; nil where no number does.
func firstAxes(rows []choose.Row, readout bool) (x, lines *sweep.Axis, held []sweep.Axis) {
	numbers, words, held := plotAxes(rows, readout)
	if len(numbers) == 0 {
		return nil, nil, nil
	}
	rest := append(numbers[1:len(numbers):len(numbers)], words...)
	if len(rest) > 0 {
		lines, rest = &rest[0], rest[1:]
	}
	return &numbers[0], lines, append(held, rest...)
}

// plotAxes are the axes that vary: of numbers, of words and, without a readout,
// those that only a readout depends on.
func plotAxes(rows []choose.Row, readout bool) (numbers, words, held []sweep.Axis) {
	for _, name := range choose.Varying(rows) {
		a, _ := sweep.AxisNamed(name)
		if a.Numeric() && !hasNumbers(rows, name) {
			continue // it goes with another: only one method has a λ
		}
		switch {
		case a.Readout && !readout:
			held = append(held, a)
		case a.Numeric():
			numbers = append(numbers, a)
		default:
			words = append(words, a)
		}
	}
	return numbers, words, held
}

// hasNumbers says that the rows have two values or more of a parameter.
func hasNumbers(rows []choose.Row, axis string) bool {
	first := ""
	for i := range rows {
		text := rows[i].Config.Text(axis)
		if first == "" {
			first = text
		}
		if text != "" && text != first {
			return true
		}
	}
	return false
}

// shown says that a configuration does not differ from base in what is held and
// what it has.
func shown(p, base part.Point, held []sweep.Axis) bool {
	for _, a := range held {
		if text := a.Of(&p); text != "" && text != a.Of(&base) {
			return false
		}
	}
	return true
}

// lineName is what the line that a configuration belongs to is called.
func lineName(p part.Point, lines *sweep.Axis) string {
	if lines == nil {
		return ""
	}
	return axisText(p, *lines)
}

func heldTexts(base part.Point, held []sweep.Axis) []string {
	var out []string
	for _, a := range held {
		out = append(out, axisText(base, a))
	}
	return out
}

// axisText names a value of an axis: λ=1e-7, lda, no λ.
func axisText(p part.Point, a sweep.Axis) string {
	name, text := cmp.Or(a.Symbol, a.Name), a.Of(&p)
	switch {
	case text == "":
		return "no " + name
	case a.Numeric() || a.Name == "shift":
		return name + "=" + drawing.ShortExponent(text)
	}
	return text
}

// spacedByFactors says that numbers stand more evenly on a logarithmic axis
// than on a linear one. Of two nobody can tell: usually decides.
func spacedByFactors(xs []float64, usually bool) bool {
	xs = slices.DeleteFunc(slices.Clone(xs), func(x float64) bool { return x == 0 })
	slices.Sort(xs)
	xs = slices.Compact(xs)
	if len(xs) == 0 || xs[0] < 0 {
		return false
	}
	if len(xs) < 3 {
		return usually
	}
	gaps := func(at func(float64) float64) float64 {
		lo, hi := math.Inf(1), 0.0
		for i := 1; i < len(xs); i++ {
			gap := at(xs[i]) - at(xs[i-1])
			lo, hi = min(lo, gap), max(hi, gap)
		}
		return hi / lo
	}
	return gaps(math.Log) < gaps(func(x float64) float64 { return x })
}

package view

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
	"example.com/sfatui/sessions/export/svg"
)

// firstChart draws a measure over the first number that varies, with a line for
// each value of the second parameter. All other parameters have their value in
// the best row.
func (sw sweepRows) firstChart(quantity *measure.Measure) (svg.Chart, bool) {
	l := sw.withNames(defaultLayout(sw.rows, quantity.Readout, false))
	if l.x == nil {
		return svg.Chart{}, false
	}
	return sw.chartOver(quantity, l)
}

// chartOver draws a measure over l.x, with a line for each value of l.lines, or
// a single one if that is nil. The held parameters have their value in the best
// row.
func (sw sweepRows) chartOver(quantity *measure.Measure, l layout) (svg.Chart, bool) {
	x := l.x
	rows, base := sw.rows, sw.base().Config
	if _, ok := base.Number(x.Name); !ok {
		base = rows[slices.IndexFunc(rows, func(r choose.Row) bool { _, ok := r.Config.Number(x.Name); return ok })].Config
	}
	p := svg.Chart{X: cmp.Or(x.Symbol, x.Name), Limit: math.NaN()}
	at := map[string]int{}
	for i := range rows {
		r := &rows[i]
		v, ok := r.Config.Number(x.Name)
		stat := sw.by.Of(r, quantity)
		if !ok || stat.N == 0 || math.IsNaN(stat.Mean) || math.IsInf(stat.Mean, 0) || !l.shows(r.Config, base) {
			continue
		}
		name := lineName(r.Config, l.lines)
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
			X: v, Y: stat.Mean, SE: stat.SE, Bad: quantity == measure.Deviation && !r.VarianceOK, Best: sw.starred(i), AsGood: sw.isAsGood(i),
			Text: message.Clean(strings.TrimSpace(fmt.Sprintf("%s=%g %s", p.X, v, name)) + ": " + sw.by.Text(r, quantity)),
		})
	}
	settleChart(&p, rows, quantity, x)
	p.Title = l.title(sw.heading(quantity), base)
	return p, len(p.Curves) > 0
}

// settleChart orders the points and chooses linear or logarithmic axes.
func settleChart(p *svg.Chart, rows []choose.Row, quantity *measure.Measure, x *part.Axis) {
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
	p.LogY = quantity == measure.Deviation || lo > 0 && hi > 10*lo
	if quantity == measure.Deviation {
		p.Limit = measure.VarianceTolerance(rows[0].Config)
		p.LimitName = fmt.Sprintf("tolerance %g", p.Limit)
	}
}

// lineName returns the name of the line to which a configuration belongs.
func lineName(p part.Point, lines *part.Axis) string {
	if lines == nil {
		return ""
	}
	return axisText(p, lines)
}

package sessions

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
)

// plot is a line chart of one measure of the rows of a sweep.
type plot struct {
	title, x   string
	logX, logY bool
	curves     []curve
	limit      float64 // drawn across, with its name; NaN for none
	limitName  string
}

// curve is one line of a plot, its points in the order of x.
type curve struct {
	name   string
	points []spot
}

// spot is a row of the sweep as a point of a plot; se is NaN without an error
// bar.
type spot struct {
	x, y, se float64
	bad      bool // violates unit variance
	best     bool
	text     string
}

// subject is what a plot shows of each row.
type subject struct {
	name    string
	of      func(*sweep.Row) sweep.Stat
	readout bool // depends on the readout
	checked bool // it is the unit-variance check
}

// plots are the charts of a session over the first number that was varied; none
// where no number was.
func (s *Session) plots() []plot {
	rows, best := s.Rows()
	var out []plot
	for _, sub := range subjects(rows, s.Objective()) {
		if p, ok := plotOf(rows, best, sub); ok {
			out = append(out, p)
		}
	}
	return out
}

// subjects are what there is to plot: test slowness, the unit-variance check,
// what the best was chosen by, and the same of the test part.
func subjects(rows []sweep.Row, objective string) []subject {
	var all []subject
	for _, v := range sweepViews {
		if v.name != "train-slowness" && v.name != "fourier" {
			all = append(all, v.of(objective))
		}
	}
	return slices.DeleteFunc(all, func(sub subject) bool {
		return !slices.ContainsFunc(rows, func(r sweep.Row) bool { return sub.of(&r).N > 0 })
	})
}

// deviation is the largest |variance − 1| of any training output.
func deviation(r *sweep.Row) sweep.Stat {
	return sweep.Stat{Mean: r.Deviation, SE: math.NaN(), N: len(r.Results) - r.Failed}
}

// plotOf plots a subject over the first number that varies, with a line for
// each value of the second. All else is held as it is in the best row.
func plotOf(rows []sweep.Row, best int, sub subject) (plot, bool) {
	x, lines, held := firstAxes(rows, sub.readout)
	if x == nil {
		return plot{}, false
	}
	return plotOver(rows, best, sub, x, lines, held)
}

// plotOver plots a subject over x, with a line for each value of lines, nil for
// one. What is held is as it is in the best row.
func plotOver(rows []sweep.Row, best int, sub subject, x, lines *sweep.Axis, held []sweep.Axis) (plot, bool) {
	base := rows[max(best, 0)].Config
	if _, ok := base.Number(x.Name); !ok {
		base = rows[slices.IndexFunc(rows, func(r sweep.Row) bool { _, ok := r.Config.Number(x.Name); return ok })].Config
	}
	p := plot{x: cmp.Or(x.Symbol, x.Name), limit: math.NaN()}
	at := map[string]int{}
	for i := range rows {
		r := &rows[i]
		v, ok := r.Config.Number(x.Name)
		stat := sub.of(r)
		if !ok || stat.N == 0 || math.IsNaN(stat.Mean) || math.IsInf(stat.Mean, 0) || !shown(r.Config, base, held) {
			continue
		}
		name := lineName(r.Config, lines)
		k, ok := at[name]
		if !ok {
			k, at[name] = len(p.curves), len(p.curves)
			p.curves = append(p.curves, curve{name: name})
		}
		c := &p.curves[k]
		if slices.ContainsFunc(c.points, func(q spot) bool { return q.x == v }) {
			continue
		}
		c.points = append(c.points, spot{
			x: v, y: stat.Mean, se: stat.SE, bad: sub.checked && !r.VarianceOK, best: i == best,
			text: datasets.Clean(strings.TrimSpace(fmt.Sprintf("%s=%g %s", p.x, v, name)) + ": " + stat.String()),
		})
	}
	p.settle(rows, sub, x)
	p.title = datasets.Clean(strings.Join(append([]string{sub.name}, heldTexts(base, held)...), " · "))
	return p, len(p.curves) > 0
}

// settle orders the points and chooses the kinds of axes.
func (p *plot) settle(rows []sweep.Row, sub subject, x *sweep.Axis) {
	var xs []float64
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, c := range p.curves {
		slices.SortFunc(c.points, func(a, b spot) int { return cmp.Compare(a.x, b.x) })
		for _, q := range c.points {
			xs = append(xs, q.x)
			lo, hi = min(lo, q.y), max(hi, q.y)
		}
	}
	p.logX = spacedByFactors(xs, x.Log)
	p.logY = sub.checked || lo > 0 && hi > 10*lo
	if sub.checked {
		p.limit = rows[0].Config.Allowed()
		p.limitName = fmt.Sprintf("tolerance %g", p.limit)
	}
}

// firstAxes are the axis to plot over, that of the lines (nil for one line), and
// the other ones that vary; nil where no number does.
func firstAxes(rows []sweep.Row, readout bool) (x, lines *sweep.Axis, held []sweep.Axis) {
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
func plotAxes(rows []sweep.Row, readout bool) (numbers, words, held []sweep.Axis) {
	for _, name := range sweep.Varying(rows) {
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
func hasNumbers(rows []sweep.Row, axis string) bool {
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
		return name + "=" + exponent.Replace(text)
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

package view

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/drawing"
)

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

// chosenAxes puts the parameters asked for in the places of those that would be
// taken. With words, the axis may be one of words, too.
func chosenAxes(rows []choose.Row, x, lines *sweep.Axis, held []sweep.Axis, p Plot, words bool) (*sweep.Axis, *sweep.Axis, []sweep.Axis, error) {
	all := []sweep.Axis{*x}
	if lines != nil {
		all = append(all, *lines)
	}
	all = append(all, held...)
	usable, err := usableAxes(rows, all, p, words)
	if err != nil {
		return nil, nil, nil, err
	}
	take := func(name string) *sweep.Axis {
		i := slices.IndexFunc(all, func(a sweep.Axis) bool { return a.Name == name })
		taken := all[i]
		all = slices.Delete(all, i, i+1)
		return &taken
	}
	first := p.Axis
	if first == "" { // the first that is not the series
		i := slices.IndexFunc(usable, func(name string) bool { return name != p.Series })
		if i < 0 {
			return nil, nil, nil, errorf("no other axis than %s varies in the sweep: take series none", p.Series)
		}
		first = usable[i]
	}
	x = take(first)
	switch {
	case p.Series == "none":
		return x, nil, all, nil
	case p.Series != "":
		return x, take(p.Series), all, nil
	case lines != nil && lines.Name != x.Name:
		return x, take(lines.Name), all, nil
	case len(all) > 0:
		return x, take(all[0].Name), all, nil
	}
	return x, nil, nil, nil
}

// usableAxes are the names of what can be plotted over, once what is asked for
// is among what varies.
func usableAxes(rows []choose.Row, all []sweep.Axis, p Plot, words bool) ([]string, error) {
	var names, usable []string
	for _, a := range all {
		names = append(names, a.Name)
		if words || a.Numeric() && hasNumbers(rows, a.Name) {
			usable = append(usable, a.Name)
		}
	}
	if p.Axis != "" && !slices.Contains(usable, p.Axis) {
		fault := "is no number that varies"
		if words {
			fault = "does not vary"
		}
		return nil, errorf("axis %q %s in the sweep: choose from %s", message.Clean(p.Axis), fault, strings.Join(usable, ", "))
	}
	if p.Series != "" && p.Series != "none" && !slices.Contains(names, p.Series) {
		return nil, errorf("series %q does not vary in the sweep: choose from none, %s", message.Clean(p.Series), strings.Join(names, ", "))
	}
	if p.Axis != "" && p.Axis == p.Series {
		return nil, errorf("axis and series are both %s: take another of %s", p.Axis, strings.Join(names, ", "))
	}
	return usable, nil
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

package advise

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
	"example.com/sfatui/engine/choose/search"
	"example.com/sfatui/engine/part"
)

// mostCandidates limits the configurations whose expected improvement is computed.
const mostCandidates = 1000

// expected proposes the configuration with the largest expected improvement, by a
// Gaussian process over the points of the sweep. The candidates are the grid of all
// values tried, of values between them, and of one step beyond each end. It returns
// false if no improvement is expected, or if ctx ends.
func (f *findings) expected(ctx context.Context) (Advice, bool) {
	if f.Missing > 0 || f.best == nil || !f.best.Sound() || f.perfect() {
		return Advice{}, false
	}
	var known []part.Point
	for _, r := range f.rows {
		known = append(known, r.Config)
	}
	candidates, axes := f.candidates()
	next, more, _, err := search.New(append(known, candidates...), 0, 1).Next(ctx, f.Rows, f.By)
	if err != nil || !more || len(axes) == 0 {
		return Advice{}, false
	}
	a := Advice{Kind: Expected, Evidence: f.scoreEvidence(f.best)}
	var at []string
	for _, axis := range axes {
		at = append(at, symbol(axis)+"="+axis.Of(&next.Config))
	}
	a.Do = "add the point " + message.Exponents(strings.Join(at, " "))
	a.Why = fmt.Sprintf("it has the largest expected improvement of the score near the computed points: %s, by a Gaussian process over %d points", formatNumber(next.EI), len(f.rows))
	for _, r := range f.best.Results {
		p := r.Point
		for _, axis := range axes {
			v, _ := axis.Number(&next.Config)
			p = axis.With(p, v)
		}
		a.Points = append(a.Points, p)
	}
	return a, true
}

// candidates returns the configurations of the refined grid and the axes on which they
// differ. While there are too many, it drops every other value of the axis with the
// most values.
func (f *findings) candidates() (out []part.Point, axes []*part.Axis) {
	var values [][]float64
	for _, axis := range f.axes {
		if v := f.values(axis); len(v) > 1 {
			axes, values = append(axes, axis), append(values, f.finer(axis, v))
		}
	}
	total := func() int {
		n := 1
		for _, v := range values {
			n *= len(v)
		}
		return n
	}
	for total() > mostCandidates {
		longest := slices.MaxFunc(values, func(a, b []float64) int { return len(a) - len(b) })
		i := slices.IndexFunc(values, func(v []float64) bool { return len(v) == len(longest) })
		values[i] = everyOther(values[i])
	}
	out = []part.Point{f.best.Config}
	for i, axis := range axes {
		var with []part.Point
		for _, p := range out {
			for _, v := range values[i] {
				with = append(with, axis.With(p, v))
			}
		}
		out = with
	}
	return out, axes
}

// everyOther returns every other value.
func everyOther(values []float64) (out []float64) {
	for i := 0; i < len(values); i += 2 {
		out = append(out, values[i])
	}
	return out
}

// finer returns the values of an axis with one more between distant neighbours, and one
// step beyond each end, within the bounds of the axis.
func (f *findings) finer(axis *part.Axis, values []float64) []float64 {
	lo, hi := bounds(axis, f.best)
	n := len(values)
	wished := slices.Clone(values)
	for i := 1; i < n; i++ {
		if values[i] > nearEnough(axis)*values[i-1] {
			wished = append(wished, middle(values[i-1], values[i]))
		}
	}
	wished = append(wished, nextStep(axis, values[0], values[1], -1, false), nextStep(axis, values[n-1], values[n-2], 1, false))
	for i, v := range wished {
		v = min(max(v, lo), hi)
		p := axis.With(f.best.Config, v)
		wished[i], _ = axis.Number(&p) // counts are rounded
	}
	slices.Sort(wished)
	return slices.Compact(wished)
}

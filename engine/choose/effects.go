package choose

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// effects says of each share of a grid what its axes do. Logs says that scores are
// logarithms; ratio is that of [Row.Ratio].
func (g fullGrid) effects(m *Importance, logs bool, ratio float64) {
	for i := range m.Shares {
		s := &m.Shares[i]
		var at []int
		for _, name := range s.Axes {
			at = append(at, slices.Index(m.Axes, name))
		}
		switch len(at) {
		case 1:
			s.Effect = g.effect(at[0], logs, ratio)
		case 2:
			s.Effect = g.joint(at[0], at[1])
		}
	}
}

// marginals are the scores of each value of an axis on each part, the means over all
// other axes.
func (g fullGrid) marginals(axis int) [][]float64 {
	out := make([][]float64, g.shape[axis])
	for v := range out {
		out[v] = make([]float64, len(g.scores))
		for k, scores := range g.scores {
			sum, n := 0.0, 0.0
			for i, u := range scores {
				if g.place(i, axis) == v {
					sum, n = sum+u, n+1
				}
			}
			out[v][k] = sum / n
		}
	}
	return out
}

// place is the value that the i-th cell of the grid has on an axis.
func (g fullGrid) place(i, axis int) int {
	for a := len(g.shape) - 1; a > axis; a-- {
		i /= g.shape[a]
	}
	return i % g.shape[axis]
}

// effect says which values of an axis do best on average over the others, and what the
// two worst lose: values count as the best that validation cannot tell from it.
func (g fullGrid) effect(axis int, logs bool, ratio float64) string {
	u := g.marginals(axis)
	best := 0
	for v := range u {
		if meanOver(u[v]) < meanOver(u[best]) {
			best = v
		}
	}
	var alike, worse []int
	for v := range u {
		if v == best || AsGood(u[v], u[best], ratio) {
			alike = append(alike, v)
		} else {
			worse = append(worse, v)
		}
	}
	if worse == nil {
		return fmt.Sprintf("%s: %s do alike", g.name(axis), g.values(axis, alike))
	}
	slices.SortStableFunc(worse, func(a, b int) int { return -compareMeans(u[a], u[b]) })
	var losses []string
	for _, v := range worse[:min(len(worse), 2)] {
		losses = append(losses, g.labels[axis][v]+" loses "+lost(BehindBy(u[v], u[best], ratio), logs))
	}
	return fmt.Sprintf("%s: %s best; %s", g.name(axis), g.values(axis, alike), strings.Join(losses, ", "))
}

func compareMeans(a, b []float64) int {
	switch x, y := meanOver(a), meanOver(b); {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// lost writes what a value is behind the best by, with its standard error.
func lost(b Behind, logs bool) string {
	mean, se, unit := b.Mean, b.SE, ""
	if logs {
		mean, se, unit = 100*(math.Exp(mean)-1), 100*math.Exp(mean)*se, " %"
	}
	digits := 3
	if logs {
		digits = 0
	}
	if math.IsNaN(se) {
		return fmt.Sprintf("%.*f%s", digits, mean, unit)
	}
	return fmt.Sprintf("%.*f±%.*f%s", digits, mean, digits, se, unit)
}

// joint says how the best value of an axis goes with another one, by the means over the
// rest and the parts.
func (g fullGrid) joint(a, b int) string {
	if !g.numeric[b] && g.numeric[a] {
		a, b = b, a // the best number of each word
	}
	best := make([]int, g.shape[a])
	for v := range best {
		sums := make([]float64, g.shape[b])
		for _, scores := range g.scores {
			for i, u := range scores {
				if g.place(i, a) == v {
					sums[g.place(i, b)] += u
				}
			}
		}
		for w := range sums {
			if sums[w] < sums[best[v]] {
				best[v] = w
			}
		}
	}
	up, down := true, true
	for v := 1; v < len(best); v++ {
		up, down = up && best[v] >= best[v-1], down && best[v] <= best[v-1]
	}
	last := len(best) - 1
	switch {
	case up && down:
		return fmt.Sprintf("%s×%s: %s is best at every %s, but not by as much", g.name(a), g.name(b), g.labels[b][best[0]], g.name(a))
	case (up || down) && g.numeric[a] && g.numeric[b]:
		size := map[bool]string{true: "larger", false: "smaller"}[up]
		return fmt.Sprintf("%s×%s: the larger %s, the %s the best %s: %s at %s, %s at %s", g.name(a), g.name(b), g.name(a), size, g.name(b),
			g.labels[b][best[0]], g.labels[a][0], g.labels[b][best[last]], g.labels[a][last])
	}
	var each []string
	for v, w := range best[:min(len(best), 4)] {
		each = append(each, g.labels[b][w]+" at "+g.labels[a][v])
	}
	if len(best) > 4 {
		each = append(each, "…")
	}
	return fmt.Sprintf("%s×%s: the best %s is %s", g.name(a), g.name(b), g.name(b), strings.Join(each, ", "))
}

// name is the sign of an axis of the grid.
func (g fullGrid) name(axis int) string { return Share{Axes: []string{g.axes[axis].Name}}.Name() }

// values lists values of an axis, numbers that follow each other from the first to the
// last.
func (g fullGrid) values(axis int, of []int) string {
	labels := g.labels[axis]
	n := len(of)
	if g.numeric[axis] && n > 2 && of[n-1]-of[0] == n-1 {
		return labels[of[0]] + " to " + labels[of[n-1]]
	}
	var names []string
	for _, v := range of {
		names = append(names, labels[v])
	}
	if n < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
}

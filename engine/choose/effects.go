package choose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/sfatui/datasets/message"
)

// describeEffect returns the sentence on the effect of one or two axes, given by their
// indices in the grid; "" for more. It mentions only differences that exceed their errors.
// logs reports whether scores are logarithms; ratio is that of [Row.Ratio]. A single part
// has no errors, and thus no effects.
func (g fullGrid) describeEffect(axes []int, logs bool, ratio float64) string {
	switch {
	case len(g.scores) < 2:
	case len(axes) == 1:
		return g.effect(axes[0], logs, ratio)
	case len(axes) == 2:
		return g.interaction(axes[0], axes[1], logs, ratio)
	}
	return ""
}

// marginals returns the scores of each value of an axis on each part, averaged over all
// other axes.
func (g fullGrid) marginals(axis int) [][]float64 {
	out := make([][]float64, g.shape[axis])
	for v := range out {
		out[v] = make([]float64, len(g.scores))
		for k, scores := range g.scores {
			sum, n := 0.0, 0.0
			for i, u := range scores {
				if g.valueIndex(i, axis) == v {
					sum, n = sum+u, n+1
				}
			}
			out[v][k] = sum / n
		}
	}
	return out
}

// valueIndex returns the index on an axis of the value of cell i.
func (g fullGrid) valueIndex(i, axis int) int {
	for a := len(g.shape) - 1; a > axis; a-- {
		i /= g.shape[a]
	}
	return i % g.shape[axis]
}

// effect returns a sentence with the values of an axis that do best, averaged over the
// others, and the losses of the two worst. Values that validation cannot distinguish
// from the best count as best.
func (g fullGrid) effect(axis int, logs bool, ratio float64) string {
	u := g.marginals(axis)
	best, _ := extremes(u)
	var alike, worse []int
	for v := range u {
		if v == best || AsGood(u[v], u[best], ratio) {
			alike = append(alike, v)
		} else {
			worse = append(worse, v)
		}
	}
	if worse == nil {
		return fmt.Sprintf("%s: no value differs from the best by more than its error", g.name(axis))
	}
	slices.SortStableFunc(worse, func(a, b int) int { return -compareMeans(u[a], u[b]) })
	var losses []string
	for _, v := range worse[:min(len(worse), 2)] {
		losses = append(losses, g.labels[axis][v]+" loses "+formatDeficit(DeficitOf(u[v], u[best], ratio), logs))
	}
	return fmt.Sprintf("%s: %s best; %s", g.name(axis), g.values(axis, alike), strings.Join(losses, ", "))
}

// extremes returns the first index of the smallest mean and the first of the largest.
func extremes(u [][]float64) (least, most int) {
	for v := range u {
		if compareMeans(u[v], u[least]) < 0 {
			least = v
		}
		if compareMeans(u[v], u[most]) > 0 {
			most = v
		}
	}
	return least, most
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

// formatDeficit returns the text of a deficit with its standard error; a deficit of
// logarithms is in percent.
func formatDeficit(b Deficit, logs bool) string {
	mean, se, unit := b.Mean, b.SE, ""
	if logs {
		mean, se, unit = 100*(math.Exp(mean)-1), 100*math.Exp(mean)*se, " %"
	}
	digits := 3
	if logs {
		digits = 0
	}
	if math.IsNaN(se) {
		return message.Numbers("%.*f%s", digits, mean, unit)
	}
	return message.Numbers("%.*f±%.*f%s", digits, mean, digits, se, unit)
}

// pairs returns the scores of each pair of values of two axes on each part, averaged
// over the other axes.
func (g fullGrid) pairs(a, b int) [][][]float64 {
	out := make([][][]float64, g.shape[a])
	rest := float64(g.points / g.shape[a] / g.shape[b])
	for v := range out {
		out[v] = make([][]float64, g.shape[b])
		for w := range out[v] {
			out[v][w] = make([]float64, len(g.scores))
		}
	}
	for k, scores := range g.scores {
		for i, u := range scores {
			out[g.valueIndex(i, a)][g.valueIndex(i, b)][k] += u / rest
		}
	}
	return out
}

// interaction returns a sentence on how axes a and b interact. If the best value of b
// depends on a, it states the loss of using one value of b for all a; otherwise how the
// loss of the worst value of b varies with a. It returns "" if no such difference
// exceeds its error.
func (g fullGrid) interaction(a, b int, logs bool, ratio float64) string {
	if !g.numeric[b] && g.numeric[a] {
		a, b = b, a // state the best number for each word
	}
	u, both := g.pairs(a, b), g.name(a)+"×"+g.name(b)+": "
	best := make([]int, g.shape[a])
	for v := range best {
		best[v], _ = extremes(u[v])
	}
	lowest, highest := extremes(g.marginals(b))
	if slices.Max(best) == slices.Min(best) {
		if text := g.worstAtEach(u, best[0], highest, a, b, logs, ratio); text != "" {
			return both + text
		}
		return ""
	}
	one := g.oneForAll(u, best, lowest, a, b, logs, ratio)
	if one == "" {
		return ""
	}
	last := len(best) - 1
	first, end := best[0], best[last]
	up, down := slices.IsSorted(best), slices.IsSortedFunc(best, func(x, y int) int { return y - x })
	if (up || down) && g.numeric[a] && g.numeric[b] && !AsGood(u[0][end], u[0][first], ratio) && !AsGood(u[last][first], u[last][end], ratio) {
		size := map[bool]string{true: "larger", false: "smaller"}[up]
		both += fmt.Sprintf("the larger %s, the %s the best %s: %s at %s, %s at %s; ", g.name(a), size, g.name(b),
			g.labels[b][first], g.labels[a][0], g.labels[b][end], g.labels[a][last])
	}
	return both + one
}

// worstAtEach returns the smallest and the largest loss of the worst value of b against
// the best, over the values of a at which it exceeds its error; "" if there are none.
func (g fullGrid) worstAtEach(u [][][]float64, best, worst, a, b int, logs bool, ratio float64) string {
	var losses []Deficit
	var means [][]float64
	var at []int
	for v := range u {
		if loss := DeficitOf(u[v][worst], u[v][best], ratio); !AsGood(u[v][worst], u[v][best], ratio) {
			losses, means, at = append(losses, loss), append(means, []float64{loss.Mean}), append(at, v)
		}
	}
	if at == nil {
		return ""
	}
	least, most := extremes(means)
	text := fmt.Sprintf("%s is worse than %s by ", g.value(b, worst), g.labels[b][best])
	if least == most && len(at) == len(u) && len(u) > 1 {
		return text + formatDeficit(losses[least], logs) + " at each " + g.name(a)
	}
	text += formatDeficit(losses[most], logs) + " at " + g.value(a, at[most])
	if least != most {
		text += ", " + formatDeficit(losses[least], logs) + " at " + g.value(a, at[least])
	}
	return text
}

// oneForAll returns the largest loss of using one value of b for all values of a, and
// where it occurs; "" if no loss exceeds its error.
func (g fullGrid) oneForAll(u [][][]float64, best []int, one, a, b int, logs bool, ratio float64) string {
	var most Deficit
	at := -1
	for v := range u {
		if loss := DeficitOf(u[v][one], u[v][best[v]], ratio); !AsGood(u[v][one], u[v][best[v]], ratio) && loss.Mean > most.Mean {
			most, at = loss, v
		}
	}
	if at < 0 {
		return ""
	}
	return g.value(b, one) + " at every " + g.name(a) + " loses up to " + formatDeficit(most, logs) + ", at " + g.value(a, at)
}

// value returns the name of a value of an axis; a number is preceded by the name of the
// axis.
func (g fullGrid) value(axis, v int) string {
	if g.numeric[axis] {
		return g.name(axis) + " " + g.labels[axis][v]
	}
	return g.labels[axis][v]
}

// name returns the symbol of an axis of the grid, or its name.
func (g fullGrid) name(axis int) string { return cmp.Or(g.axes[axis].Symbol, g.axes[axis].Name) }

// values returns the list of values of an axis; consecutive numbers are written as
// "first to last".
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

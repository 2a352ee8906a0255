package choose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// KendallTau returns Kendall's rank correlation τ-b of two scores of the same points:
// concordant minus discordant pairs, divided by the geometric mean of the numbers of
// pairs that are untied in x and in y (Kendall 1945). It takes O(n log n) time (Knight
// 1966). It returns NaN if all pairs of x or of y are tied, or if a score is NaN. It
// panics unless x and y have the same length.
func KendallTau(x, y []float64) float64 {
	if len(x) != len(y) {
		panic(fmt.Sprintf("choose: %d scores to rank against %d", len(x), len(y)))
	}
	if slices.ContainsFunc(x, math.IsNaN) || slices.ContainsFunc(y, math.IsNaN) {
		return math.NaN()
	}
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(x[i], x[j]), cmp.Compare(y[i], y[j])) })
	tiedX := tiedPairs(order, func(i, j int) bool { return x[i] == x[j] })
	tiedBoth := tiedPairs(order, func(i, j int) bool { return x[i] == x[j] && y[i] == y[j] })
	values := make([]float64, len(y))
	for i, o := range order {
		values[i] = y[o]
	}
	discordant := sortCounting(values, make([]float64, len(values)))
	tiedY := tiedPairs(values, func(a, b float64) bool { return a == b })
	all := pairsOf(len(x))
	numerator := float64(all - tiedX - tiedY + tiedBoth - 2*discordant)
	return numerator / math.Sqrt(float64(all-tiedX)*float64(all-tiedY))
}

func pairsOf(n int) int { return n * (n - 1) / 2 }

// tiedPairs returns the number of equal pairs in a sequence in which equal elements are
// adjacent.
func tiedPairs[T any](sorted []T, equal func(a, b T) bool) int {
	pairs, run := 0, 0
	for i := range sorted {
		if i > 0 && !equal(sorted[i-1], sorted[i]) {
			run = 0
		}
		pairs += run
		run++
	}
	return pairs
}

// sortCounting sorts values by merging and returns the number of inversions. buffer has
// the same length.
func sortCounting(values, buffer []float64) int {
	n := len(values)
	if n < 2 {
		return 0
	}
	half := n / 2
	count := sortCounting(values[:half], buffer[:half]) + sortCounting(values[half:], buffer[half:])
	copy(buffer, values)
	for i, j, k := 0, half, 0; k < n; k++ {
		if j == n || i < half && buffer[i] <= buffer[j] {
			values[k], i = buffer[i], i+1
		} else {
			values[k], j = buffer[j], j+1
			count += half - i
		}
	}
	return count
}

// MeanTau returns the mean of Kendall's τ-b over all pairs of parts: near 1 if the
// parts rank the points alike. points[i] holds the scores of point i on each part. It
// returns NaN if every pair of parts contains a part on which all points tie.
func MeanTau(points [][]float64) float64 {
	if len(points) == 0 {
		return math.NaN()
	}
	parts := make([][]float64, len(points[0]))
	for k := range parts {
		scores := make([]float64, len(points))
		for i, u := range points {
			scores[i] = u[k]
		}
		parts[k] = levels(scores)
	}
	var all []float64
	for i := range parts {
		for _, other := range parts[:i] {
			all = append(all, KendallTau(parts[i], other))
		}
	}
	return meanOver(all)
}

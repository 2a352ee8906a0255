package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
)

// scaling is a step at increasing sizes.
type scaling struct {
	step      string
	grows     string // n, m or k
	from      size
	doublings int // number of sizes, each twice the previous
	// time and memory are the exponents that the paper states; paper is its first author
	// and the place in it.
	time, memory float64
	paper        string
}

// unstated is the value of an exponent that the paper does not state.
var unstated = math.Inf(1)

// scalings holds the claims about all methods. Values under a graph are in memory in advance,
// and a copy is made of them; the papers stream them. For graphs that access values in their
// own order, sizes are small enough for the caches.
var scalings = []scaling{
	{"time", "n", size{N: 64000, M: 64}, 4, 1, unstated, "Escalante-B., 2.3: O(NI² + I³)"},
	{"time", "m", size{N: 4000, M: 128}, 4, 2, unstated, "Escalante-B., 2.3: O(NI² + I³)"},
	{"clustered", "n", size{N: 64000, M: 64}, 4, 1, unstated, "Escalante-B., Eq. 59: O(N)"},
	{"clustered", "m", size{N: 4000, M: 128}, 4, 2, unstated, "Escalante-B., 2.3: O(NI² + I³)"},
	{"serial", "n", size{N: 64000, M: 64}, 4, 1, unstated, "Escalante-B., Eq. 66: O(N)"},
	{"serial", "m", size{N: 4000, M: 128}, 4, 2, unstated, "Escalante-B., 2.3: O(NI² + I³)"},
	{"mixed", "n", size{N: 64000, M: 64}, 4, 1, unstated, "Escalante-B., 5.4: O(N)"},
	{"mixed", "m", size{N: 4000, M: 128}, 4, 2, unstated, "Escalante-B., 2.3: O(NI² + I³)"},
	{"window", "n", size{N: 32000, M: 16, K: 32}, 4, 1, unstated, "Escalante-B., 5.2: O(N) if square"},
	{"window", "k", size{N: 64000, M: 64, K: 32}, 4, 0, unstated, "Escalante-B., 5.2: O(N) if square"},
	{"window", "m", size{N: 4000, M: 128, K: 32}, 4, 2, unstated, "Escalante-B., 2.3: O(NI² + I³)"},
	{"reorder", "n", size{N: 32000, M: 16}, 4, 1, unstated, "Escalante-B., 5.1: standard SFA"},
	{"class-pairs", "n", size{N: 64000, M: 64}, 4, 2, unstated, "Böhmer, 6.4: quadratic in n"},
	{"drawn pairs", "n", size{N: 8000, M: 16, K: 16}, 4, 1, unstated, "Böhmer, 6.4: of drawn pairs"},
	{"drawn pairs", "k", size{N: 8000, M: 64, K: 8}, 4, 1, unstated, "Böhmer, 6.4: of drawn pairs"},
	{"gpfa1", "n", size{N: 1000, M: 16, K: 10}, 4, 2, unstated, "Weghenkel, 2.10.4: O(S²)"},
	{"gpfa1", "k", size{N: 2000, M: 16, K: 8}, 4, 2, unstated, "Weghenkel, 2.10.4: O(k²)"},
	{"gpfa2", "n", size{N: 1000, M: 16, K: 10}, 4, 2, unstated, "Weghenkel, 2.10.4: O(S²)"},
	{"gpfa2", "k", size{N: 2000, M: 16, K: 8}, 4, 1, unstated, "Weghenkel, 2.10.4: O(k)"},
	{"mp-mah", "n", size{N: 8000, M: 400}, 4, 1, 1, "Böhmer, 4.1: O(m²n), O(mn)"},
	{"mp-mah", "m", size{N: 16000, M: 200}, 4, 2, 1, "Böhmer, 4.1: O(m²n), O(mn)"},
	{"online-mah", "n", size{N: 4000, M: 200}, 4, 1, 0, "Böhmer, 4: O(m²n), O(m²)"},
	{"online-mah", "m", size{N: 8000, M: 100}, 4, 2, 2, "Böhmer, 4: O(m²n), O(m²)"},
	{"mp-kpca", "n", size{N: 1000, M: 50}, 4, 2, 2, "Böhmer, 4: O(n²m), O(n²)"},
	{"mp-kpca", "m", size{N: 3000, M: 50}, 4, 1, 0, "Böhmer, 4: O(n²m), O(n²)"},
	{"random", "n", size{N: 1000000, M: 1000}, 4, unstated, unstated, "Böhmer, 5.3"},
	{"kmeans", "n", size{N: 8000, M: 50}, 4, unstated, unstated, "Ma, 3.3"},
	{"kmeans", "m", size{N: 8000, M: 50}, 4, unstated, unstated, "Ma, 3.3"},
	{"moments", "n", size{N: 8000, M: 300}, 4, 1, 0, "Böhmer, 3.2: O(m²n), O(m²)"},
	{"moments", "m", size{N: 8000, M: 200}, 4, 2, 2, "Böhmer, 3.2: O(m²n), O(m²)"},
	{"solve", "m", size{M: 200}, 4, 3, unstated, "Escalante-B., 2.3: O(NI² + I³)"},
}

// exponentTolerance is the largest excess of a measured exponent over the paper's: caches and
// slower-growing terms bend a line that is straight in theory.
const exponentTolerance = 0.3

// methodsTable prints, for each graph, each selection and the steps that they share, the
// exponents of time and memory beside those in the papers.
func methodsTable(ctx context.Context, b *bench) error {
	fmt.Fprintf(b.out, "exponents of processor time and memory as n, m or k doubles; ✗ where one is more than %g above its paper's\n\n", exponentTolerance)
	fmt.Fprintf(b.out, "%-11s %-2s %-30s %-32s %6s %5s   %-27s %6s %5s   %s\n",
		"method", "", "sizes", "time", "is", "paper", "memory", "is", "paper", "paper, place")
	worse := 0
	for _, l := range scalings {
		line, faster, err := b.measureScaling(ctx, l)
		if err != nil {
			return fmt.Errorf("%s: %w", l.step, err)
		}
		if faster {
			worse++
		}
		fmt.Fprintln(b.out, line)
	}
	if worse == 0 {
		fmt.Fprintln(b.out, "\nnothing grows faster than its paper says")
	} else {
		fmt.Fprintf(b.out, "\n%d grow faster than their papers say\n", worse)
	}
	return nil
}

// measureScaling measures a scaling and returns its line. It reports whether an exponent
// exceeds the paper's.
func (b *bench) measureScaling(ctx context.Context, l scaling) (line string, faster bool, err error) {
	var at, times, grown []float64
	var sizes, timeText, grownText []string
	for doubling := range l.doublings {
		s, x := l.at(doubling, b.scale)
		taken, err := b.runStep(ctx, l.step, s)
		if err != nil {
			return "", false, err
		}
		at, times, grown = append(at, float64(x)), append(times, taken.Work), append(grown, float64(taken.Grown))
		sizes = append(sizes, fmt.Sprint(x))
		timeText, grownText = append(timeText, seconds(taken.Work)), append(grownText, bytesText(float64(taken.Grown)))
	}
	t, tooFast := formatExponent(at, times, leastSeconds, l.time)
	g, tooLarge := formatExponent(at, grown, leastBytes, l.memory)
	line = fmt.Sprintf("%-11s %-2s %-30s %-32s %6s %5s   %-27s %6s %5s   %s", l.step, l.grows, strings.Join(sizes, " "),
		strings.Join(timeText, " "), t, formatClaim(l.time), strings.Join(grownText, " "), g, formatClaim(l.memory), l.paper)
	return line, tooFast || tooLarge, nil
}

// at returns the size after some doublings, and the number that grows.
func (l scaling) at(doubling int, scale float64) (s size, x int) {
	s = l.from
	if scale < 1 {
		s.N, s.M = max(int(float64(s.N)*scale), 300), max(int(float64(s.M)*scale), 8)
	}
	switch l.grows {
	case "n":
		s.N <<= doubling
		return s, s.N
	case "m":
		s.M <<= doubling
		return s, s.M
	}
	s.K <<= doubling
	return s, s.K
}

// formatExponent returns the exponent of y over x, from the sizes where y is at least least,
// and reports whether it exceeds the claimed one.
func formatExponent(x, y []float64, least, claimed float64) (text string, above bool) {
	e := exponent(x, y, least)
	switch {
	case math.IsNaN(e):
		return "small", false
	case e > claimed+exponentTolerance:
		return fmt.Sprintf("%.2f ✗", e), true
	}
	return fmt.Sprintf("%.2f", e), false
}

// formatClaim returns the text of a paper's exponent.
func formatClaim(e float64) string {
	if e == unstated {
		return "–"
	}
	return fmt.Sprint(e)
}

// exponent returns the median of the slopes of log y over log x between consecutive sizes, so
// that the size where data exceed a cache does not decide. It returns NaN if no two consecutive
// sizes have y of at least least.
func exponent(x, y []float64, least float64) float64 {
	var slopes []float64
	for i := 1; i < len(x); i++ {
		if y[i-1] >= least && y[i] >= least {
			slopes = append(slopes, math.Log(y[i]/y[i-1])/math.Log(x[i]/x[i-1]))
		}
	}
	if len(slopes) == 0 {
		return math.NaN()
	}
	slices.Sort(slopes)
	return (slopes[(len(slopes)-1)/2] + slopes[len(slopes)/2]) / 2
}

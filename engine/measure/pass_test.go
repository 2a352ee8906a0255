package measure_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// plainDifferences are the mean squared first and second differences inside of
// spans, one number after the other.
func plainDifferences(phi *mat.Dense, lengths []int, j int) (slowness, curvature float64) {
	at, pairs, triples := 0, 0.0, 0.0
	x := func(t int) float64 { return phi.At(t, j) }
	for _, length := range lengths {
		for t := at + 1; t < at+length; t++ {
			d := x(t) - x(t-1)
			slowness += d * d
			pairs++
			if t > at+1 {
				c := d - (x(t-1) - x(t-2))
				curvature += c * c
				triples++
			}
		}
		at += length
	}
	return slowness / pairs, curvature / triples
}

// spansOf divides n rows into spans that end anywhere: in a block of rows, at its
// border, and many blocks behind.
func spansOf(n int) map[string][]int {
	short := []int{}
	for left, next := n, 1; left > 0; next = next%13 + 1 {
		short = append(short, min(next, left))
		left -= short[len(short)-1]
	}
	return map[string][]int{
		"one":     {n},
		"two":     {n / 3, n - n/3},
		"borders": {255, 1, 0, 254, 2, 510, n - 1022},
		"short":   short,
	}
}

// One pass in blocks and groups of them gives what plain loops over all rows give.
func TestPassAgainstPlainLoops(t *testing.T) {
	for _, shape := range [][2]int{{1400, 3}, {9001, 60}} {
		n, p := shape[0], shape[1]
		phi := normal(n, p, 7)
		for i := range n {
			phi.Set(i, 0, 1e3+2*phi.At(i, 0)+float64(i)/100) // a mean that moves
		}
		for name, lengths := range spansOf(n) {
			t.Run(fmt.Sprint(n, "x", p, " ", name), func(t *testing.T) {
				slowness, curvature := measure.UnitSlownessAndCurvature(phi, lengths)
				alone := measure.Slowness(phi, lengths)
				u, delta, err := measure.VarianceAndSlowness(t.Context(), phi, lengths)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(alone, delta) {
					t.Error("the slowness alone is another")
				}
				for j := range p {
					variance := stat.PopVariance(mat.Col(nil, j, phi), nil)
					slow, curved := plainDifferences(phi, lengths, j)
					for what, x := range map[string][2]float64{
						"variance": {u.Variances[j], variance}, "slowness": {delta[j], slow},
						"unit slowness": {slowness[j], slow / variance}, "unit curvature": {curvature[j], curved / variance},
					} {
						if !near(x[0], x[1], 1e-12) {
							t.Errorf("feature %d: %s %.16g, want %.16g", j, what, x[0], x[1])
						}
					}
				}
			})
		}
	}
}

func TestPassIsTheSameOnAnyNumberOfProcessors(t *testing.T) {
	const n, p = 7000, 100 // several groups
	phi := normal(n, p, 8)
	before := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(before)
	one, slow := variance(t, phi), measure.Slowness(phi, []int{n})
	runtime.GOMAXPROCS(4)
	four := variance(t, phi)
	if one.MaxAbsCorr != four.MaxAbsCorr || !slices.Equal(one.Variances, four.Variances) || !slices.Equal(slow, measure.Slowness(phi, []int{n})) {
		t.Error("not the same bits on four processors as on one")
	}
}

// BenchmarkVarianceAndSlowness measures the features of a point of a large sweep.
func BenchmarkVarianceAndSlowness(b *testing.B) {
	const n, p = 20000, 200
	phi := normal(n, p, 9)
	lengths := spansOf(n)["two"]
	b.SetBytes(8 * n * p)
	for b.Loop() {
		if _, _, err := measure.VarianceAndSlowness(context.Background(), phi, lengths); err != nil {
			b.Fatal(err)
		}
	}
}

// What lies far from the block that sums are relative to costs no digits, even where
// that block is all that is not constant.
func TestPassOfAFirstBlockApart(t *testing.T) {
	const n = 9001
	phi := normal(n, 60, 10)
	for i := range n {
		apart := 0.0
		if i < 256 {
			apart = 1e6
		}
		phi.Set(i, 0, apart)
		phi.Set(i, 1, 1e6+apart*phi.At(i, 1))
		phi.Set(i, 2, 0.1)
	}
	u := variance(t, phi)
	_, curvature := measure.UnitSlownessAndCurvature(phi, []int{n})
	for j := range 2 {
		want := stat.PopVariance(mat.Col(nil, j, phi), nil)
		_, curved := plainDifferences(phi, []int{n}, j)
		if !near(u.Variances[j], want, 1e-12) || !near(curvature[j], curved/want, 1e-12) {
			t.Errorf("feature %d: variance %.16g, want %.16g; curvature %.16g, want %.16g", j, u.Variances[j], want, curvature[j], curved/want)
		}
	}
	if u.Variances[2] != 0 {
		t.Errorf("a constant has variance %g", u.Variances[2])
	}
}

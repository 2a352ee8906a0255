package measure_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// plainDifferences returns the mean squared first and second differences inside of
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

// inBlocks returns a pass over uneven blocks in groups that end in another order.
func inBlocks(phi *mat.Dense, lengths []int, what measure.Sums) *measure.Pass {
	const groupRows = 512
	n, p := phi.Dims()
	pass := measure.NewPass(what, p, lengths)
	var groups []*measure.Group
	for start := 0; start < n; start += groupRows {
		g, end := pass.Group(start), min(n, start+groupRows)
		for at, size := start, 40; at < end; at, size = at+size, size*7%31+1 {
			size = min(size, end-at)
			g.Add(phi.Slice(at, at+size, 0, p).(*mat.Dense))
		}
		groups = append(groups, g)
	}
	for i := 1; i < len(groups); i += 2 {
		groups[i].End()
	}
	for i := 0; i < len(groups); i += 2 {
		groups[i].End()
	}
	return pass
}

// Neither the blocks that a group comes in nor other features are seen in the sums.
func TestSumsDependOnTheGroupsAlone(t *testing.T) {
	const n, p, few = 3000, 60, 25
	phi := normal(n, p, 11)
	lengths := spansOf(n)["short"]
	u := variance(t, phi)
	all := inBlocks(phi, lengths, measure.Products|measure.Steps)
	if got := all.UnitVariance(p); got.MaxAbsCorr != u.MaxAbsCorr || !slices.Equal(got.Variances, u.Variances) {
		t.Error("other blocks give other variances")
	}
	if !slices.Equal(all.Slowness(p), measure.Slowness(phi, lengths)) {
		t.Error("other blocks give another slowness")
	}
	first := mat.DenseCopyOf(phi.Slice(0, n, 0, few))
	v := variance(t, first)
	if got := all.UnitVariance(few); got.MaxAbsCorr != v.MaxAbsCorr || !slices.Equal(got.Variances, v.Variances) {
		t.Error("the first features vary otherwise among others")
	}
	tested := inBlocks(phi, lengths, measure.Steps|measure.Turns|measure.Deviations)
	slowness, curvature := tested.UnitSlownessAndCurvature(few)
	slow, curved := measure.UnitSlownessAndCurvature(first, lengths)
	for j := range few {
		if !near(slowness[j], slow[j], 1e-12) || !near(curvature[j], curved[j], 1e-12) {
			t.Errorf("feature %d: %g and %g, want %g and %g", j, slowness[j], curvature[j], slow[j], curved[j])
		}
	}
}

// A pass without all rows returns no measures.
func TestPassWithoutAllRows(t *testing.T) {
	pass := measure.NewPass(measure.Steps, 2, []int{10})
	g := pass.Group(3)
	g.Add(normal(7, 2, 12))
	g.End()
	defer func() {
		if recover() == nil {
			t.Error("the slowness of rows that were not added")
		}
	}()
	pass.Slowness(2)
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
				pass := inBlocks(phi, lengths, measure.Products|measure.Steps)
				u, delta := pass.UnitVariance(p), pass.Slowness(p)
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

package measure_test

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/engine/measure"
	"gonum.org/v1/gonum/mat"
)

// Spans that are no longer than a stretch stay whole; longer ones are cut evenly.
func TestStretchEnds(t *testing.T) {
	for _, c := range []struct {
		lengths []int
		rows    int
		want    []int
	}{
		{[]int{100}, 25, []int{25, 50, 75, 100}},
		{[]int{100}, 30, []int{33, 67, 100}},
		{[]int{100}, 66, []int{50, 100}},
		{[]int{100}, 67, nil},
		{[]int{10, 10, 10, 10, 10, 10}, 20, []int{20, 40, 60}},
		{[]int{10, 10, 10, 10, 10}, 20, []int{20, 30, 50}}, // 16.7 and 33.3 go to the nearer end
		{[]int{5, 90, 5}, 25, []int{25, 50, 75, 100}},
		{[]int{100}, 200, nil},
		{[]int{100}, 0, nil},
		{nil, 10, nil},
	} {
		if got := measure.StretchEnds(c.lengths, c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%v in stretches of %d: %v instead of %v", c.lengths, c.rows, got, c.want)
		}
	}
}

// Each stretch has the slowness of its rows alone, however blocks and groups are cut, and no
// step crosses from one stretch or span to the next.
func TestStretchesMeasureTheirRowsAlone(t *testing.T) {
	const n, p = 1500, 3
	lengths, ends := []int{400, 1100}, []int{300, 800, 1500}
	phi := mat.NewDense(n, p, nil)
	for i := range n {
		for j := range p {
			phi.Set(i, j, math.Sin(float64(i*(j+1))/17)+math.Cos(float64(i*i%101)))
		}
	}
	s := measure.NewStretches(measure.Steps|measure.Turns|measure.Deviations, p, lengths, ends)
	for start := 1024; start >= 0; start -= 512 { // groups in any order
		add, end := s.Group(start)
		for lo := start; lo < min(n, start+512); lo += 100 {
			add(phi.Slice(lo, min(n, start+512, lo+100), 0, p).(*mat.Dense))
		}
		end()
	}
	if first := mat.Col(nil, 0, phi); !slices.Equal(s.First, first) {
		t.Error("another first feature")
	}
	whole, _ := measure.UnitSlownessAndCurvature(phi, lengths)
	if got := s.Whole.UnitSlowness(p); math.Abs(got[1]-whole[1]) > 1e-12*whole[1] {
		t.Errorf("of all rows %v instead of %v", got, whole)
	}
	start := 0
	for i, end := range ends {
		within := [][]int{{300}, {100, 400}, {700}}[i]
		want, _ := measure.UnitSlownessAndCurvature(phi.Slice(start, end, 0, p).(*mat.Dense), within)
		for j, v := range s.Each[i].UnitSlowness(p) {
			if math.Abs(v-want[j]) > 1e-12*want[j] {
				t.Errorf("stretch %d, feature %d: %v instead of %v", i, j, v, want[j])
			}
		}
		start = end
	}
}

// The values are numpy's.
func TestMemoryAndSteps(t *testing.T) {
	x := make([]float64, 60)
	for i := range x {
		at := float64(i)
		x[i] = math.Cos(.07*at) + .3*math.Sin(at*at/5)
	}
	for _, c := range []struct {
		lengths []int
		want    float64
	}{{[]int{25, 35}, 26.263435678080153}, {[]int{60}, 8.344873796759632}} {
		if got := measure.Memory(x, c.lengths); math.Abs(got-c.want) > 1e-10 {
			t.Errorf("memory in %v: %.15g instead of %.15g", c.lengths, got, c.want)
		}
	}
	want := []float64{0.08906056236884827, 0.07628650965703566, 0.0588299320261395, 0.10316542437331093}
	got := measure.FirstSteps(x, []int{25, 35})
	for i, v := range got {
		if math.Abs(v-want[i]) > 1e-12 {
			t.Errorf("steps %v instead of %v", got, want)
		}
	}
	if got := measure.FirstSteps(x[:8], []int{4, 4}); got != nil {
		t.Errorf("six steps give %v", got)
	}
	if got := measure.Memory(make([]float64, 9), []int{9}); !math.IsNaN(got) {
		t.Errorf("a feature of 0 has a memory of %v", got)
	}
}

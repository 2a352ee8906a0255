package inspect_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"gonum.org/v1/gonum/mat"
)

// markersOf reports on columns of numbers, which repeat to 400 rows.
func markersOf(t *testing.T, columns ...[]float64) []inspect.Marker {
	t.Helper()
	x := mat.NewDense(400, len(columns), nil)
	s := &data.Set{X: x, Segments: []data.Segment{{Name: "a", End: 400}}}
	for j, c := range columns {
		s.Inputs = append(s.Inputs, fmt.Sprintf("x%d", j+1))
		for i := range 400 {
			x.Set(i, j, c[i%len(c)])
		}
	}
	r, err := inspect.ReportOf(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range r.Markers {
		if !slices.ContainsFunc(r.Lines(), func(l string) bool { return strings.Contains(l, m.String()) }) {
			t.Errorf("no line describes %v", m)
		}
	}
	return r.Markers
}

func TestMarkers(t *testing.T) {
	wave := func(scale float64, marker float64, every int) []float64 {
		x := make([]float64, 100)
		for i := range x {
			x[i] = scale * math.Sin(float64(i)/7)
			if every > 0 && i%every == 3 {
				x[i] = marker
			}
		}
		return x
	}
	got := markersOf(t, wave(5, -200, 10), wave(20, -200, 30), wave(1, 0, 0), wave(900, -200, 9))
	if len(got) != 1 || got[0].Value != -200 || !slices.Equal(got[0].Inputs, []string{"x1", "x2"}) || got[0].Rows != 40+16 {
		t.Errorf("-200 in many inputs: %+v", got)
	}
	if text := got[0].String(); !strings.HasPrefix(text, "--missing-value -200: in 2 of 4 inputs (x1, x2) it lies far from all other values, 56 times") {
		t.Error(text)
	}
	if got := markersOf(t, wave(5, -999.9, 25), wave(3, 0, 0)); len(got) != 1 || got[0].Value != -999.9 {
		t.Errorf("nines in one input: %+v", got)
	}
	for name, columns := range map[string][][]float64{
		"once in one input": {wave(5, -200, 10), wave(5, 0, 0)}, "clipped": {wave(3, 3.5, 10), wave(3, 3.5, 7)},
		"two values": {{0, 0, 0, 9, 9}, {0, 0, 0, 9, 9}}, "counts": {{0, 1, 2, 3, 9, 9}, {0, 1, 2, 3, 4, 9}}, "zero": {{5, 6, 7, 5.5, 0}, {50, 60, 70, 55, 0}},
		"different numbers": {wave(5, -200, 10), wave(5, -300, 10)}, "not repeated": {append(wave(5, 0, 0), make([]float64, 299)...), wave(5, 0, 0)},
	} {
		if got := markersOf(t, columns...); len(got) > 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

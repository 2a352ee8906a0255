package measure_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/result"
)

// The area is the share of pairs in which the new sample is above, ties counted half.
func TestAreaUnderTheCurveCountsPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for trial := range 50 {
		n := 2 + r.IntN(40)
		d := measure.Detected{Novelty: make([]float64, n), New: make([]bool, n), Unknown: make([]bool, n), Spans: []int{n}, After: 1}
		for i := range n {
			d.Novelty[i], d.New[i], d.Unknown[i] = float64(r.IntN(1+trial)), r.IntN(2) == 0, r.IntN(9) == 0
		}
		above, pairs := 0.0, 0.0
		for i := range n {
			for j := range n {
				if !d.New[i] || d.New[j] || d.Unknown[i] || d.Unknown[j] {
					continue
				}
				pairs++
				if d.Novelty[i] > d.Novelty[j] {
					above++
				} else if d.Novelty[i] == d.Novelty[j] {
					above += 0.5
				}
			}
		}
		got := float64(measure.Detect(d).AUC)
		if want := above / pairs; !(math.Abs(got-want) < 1e-12) && !(math.IsNaN(got) && pairs == 0) {
			t.Errorf("trial %d: %v, want %v", trial, got, want)
		}
	}
}

func TestDelaysToDetection(t *testing.T) {
	d := measure.Detected{
		Novelty: []float64{0, 2, 0, 2, 0, 2, 2, 2, 0, 2, 2, 0, 0, 0, 2, 2, 0},
		New:     []bool{false, false, false, true, true, true, true, true, false, false, true, true, true, true, false, true, true},
		Unknown: make([]bool, 17), Spans: []int{10, 4, 3}, Threshold: 1, After: 2,
	}
	got := measure.Detect(d)
	// The run of the second span begins with that: the sample before is of another.
	want := []result.Fault{{Row: 3, Length: 5, Delay: 3}, {Row: 10, Length: 4, Delay: -1}, {Row: 15, Length: 2, Delay: 0}}
	if !slices.Equal(got.Faults, want) || got.Delay != 3 || got.Normal != 6 || got.New != 11 {
		t.Errorf("%+v", got)
	}
	if math.Abs(float64(got.FalseAlarms)) > 0 || math.Abs(float64(got.Detected)-3./11) > 1e-15 {
		t.Errorf("%v of normal and %v of new samples raise the alarm", got.FalseAlarms, got.Detected)
	}
	if d.After = 1; measure.Detect(d).FalseAlarms != 3./6 {
		t.Errorf("%v of normal samples are above the line", measure.Detect(d).FalseAlarms)
	}
	d.New, d.Threshold = make([]bool, 17), 5
	if got = measure.Detect(d); !math.IsNaN(float64(got.Delay)) || !math.IsNaN(float64(got.AUC)) || got.FalseAlarms != 0 {
		t.Errorf("without a fault: %+v", got)
	}
	d.New = slices.Repeat([]bool{true}, 17)
	if got = measure.Detect(d); !math.IsInf(float64(got.Delay), 1) || got.Detected != 0 {
		t.Errorf("without an alarm: %+v", got)
	}
}

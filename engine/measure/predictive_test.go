package measure_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/measure"
)

func TestPredictiveDensityAndCoverage(t *testing.T) {
	mean, sd, target := []float64{0, 1, 5}, []float64{1, 2, 0.5}, []float64{1, 1, 6}
	want := (math.Log(2*math.Pi)*3/2 + 0.5 + math.Log(2) + math.Log(0.5) + 2) / 3
	if got := measure.NLPD(mean, sd, target); math.Abs(got-want) > 1e-12 {
		t.Errorf("nlpd %g instead of %g", got, want)
	}
	if got := measure.Coverage(mean, sd, target); math.Abs(got-2.0/3) > 1e-15 {
		t.Errorf("coverage %g instead of 2/3: the last target is 2 deviations away", got)
	}
	if got := measure.Coverage(nil, nil, nil); !math.IsNaN(got) {
		t.Errorf("coverage of nothing is %g", got)
	}
}

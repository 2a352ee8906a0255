package main

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/testenv"
)

// On noise the corrected t rejects no more often than its level, within three binomial errors,
// and the nested estimate is not too good, within three standard errors.
func TestNoiseHasNoDifferencesAndNoBias(t *testing.T) {
	sets := 6
	if testenv.Full() {
		sets = 200
	}
	n, rejected, sum, squares := float64(sets), 0., 0., 0.
	for seed := range uint64(sets) {
		p, _, err := nullTest(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		if p < noiseLevel {
			rejected++
		}
		_, nested, err := choiceBias(t.Context(), seed)
		if err != nil {
			t.Fatal(err)
		}
		sum, squares = sum+nested, squares+nested*nested
	}
	if rejected/n > noiseLevel+3*math.Sqrt(noiseLevel*(1-noiseLevel)/n) {
		t.Errorf("the corrected t rejects %.2f of true nulls", rejected/n)
	}
	mean := sum / n
	if e := math.Sqrt((squares/n - mean*mean) / (n - 1)); mean > 3*e || e == 0 {
		t.Errorf("the nested estimate is %.4f ± %.4f too good", mean, e)
	}
}

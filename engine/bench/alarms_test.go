package main

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/testenv"
)

// The line that held-out samples draw lets 1 % of new samples through, within 0.3 %; that of
// training samples far more.
func TestFalseAlarmsOfNewNormalData(t *testing.T) {
	draws := 4
	if testenv.Full() {
		draws = 8
	}
	training, _, err := falseAlarms(t.Context(), 8, 1, "0.99")
	if err != nil {
		t.Fatal(err)
	}
	held, e, err := falseAlarms(t.Context(), 8, draws, "held:0.99")
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(held-0.01) > 0.003 || !(e > 0 && e < 0.0015) || training < 0.02 {
		t.Errorf("%.4f ± %.4f by held-out samples, %.4f by training samples", held, e, training)
	}
}

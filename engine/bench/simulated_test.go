package main

import (
	"math"
	"testing"

	"example.com/sfatui/datasets/testenv"
)

// What is said of stationarity, the interval for one more part and the optimism of ★ hold on
// simulated data, within three binomial errors of the rates that are asked for.
func TestStatementsHoldOnSimulatedData(t *testing.T) {
	repeats := 60
	if testenv.Full() {
		repeats = 200
	}
	n := float64(repeats)
	within := func(p float64) float64 { return 3 * math.Sqrt(p*(1-p)/n) }
	for _, c := range []change{stationary, falling, growing} {
		s := simulation{mixture{groups: 1, rows: 1000, change: c}, "linear", 1}
		of, err := s.checkChoices(t.Context(), repeats)
		if err != nil {
			t.Fatal(err)
		}
		alarms, covered, optimism := 0., 0., 0.
		for _, j := range of {
			optimism += j.optimism / n
			if j.notStationary {
				alarms += 1 / n
			}
			if j.covered {
				covered += 1 / n
			}
		}
		switch {
		case c != stationary && alarms < .8-within(.8):
			t.Errorf("%s: %.2f are reported", c, alarms)
		case c == stationary && alarms > .05+within(.05):
			t.Errorf("%.2f of stationary series are reported", alarms)
		case c == stationary && math.Abs(covered-.9) > within(.9):
			t.Errorf("%.2f of new parts are covered", covered)
		case c == stationary && math.Abs(optimism) > .1:
			t.Errorf("the mean optimism is %.2f", optimism)
		}
	}
}

package main

import (
	"math"
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/testenv"
)

// What is said of stationarity, the interval for one more part and the optimism of ★ hold on
// simulated data, within three binomial errors of the rates that are asked for.
func TestStatementsHoldOnSimulatedData(t *testing.T) {
	repeats := 25
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
			covered += j.covered / n
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

// The interval for one more part covers new groups, whether or not the folds' validation parts
// share groups, within three binomial errors.
func TestIntervalCoversNewGroups(t *testing.T) {
	repeats := 25
	if testenv.Full() {
		repeats = 200
	}
	for _, folds := range []int{1, 3} {
		s := simulation{mixture{groups: 24, rows: 60, change: stationary}, "linear", folds}
		of, err := s.checkChoices(t.Context(), repeats)
		if err != nil {
			t.Fatal(err)
		}
		covered, n := 0., float64(repeats)
		for _, j := range of {
			covered += j.covered / n
		}
		if math.Abs(covered-.9) > 3*math.Sqrt(.9*.1/n) {
			t.Errorf("%d folds: %.2f of new parts are covered", folds, covered)
		}
	}
}

// The new groups are 16 that follow the 24 of the sweep, in four parts. ★ is fitted to the
// 12 groups of the first inner split.
func TestNewGroupsAreNotOfTheSweep(t *testing.T) {
	m := mixture{groups: 24, rows: 5, change: stationary, seed: 3}
	set, err := m.newGroups(simulatedSpec("linear", 3))
	if err != nil {
		t.Fatal(err)
	}
	old := m.set()
	if n, _ := set.X.Dims(); n != 28*5 || len(set.Segments) != 28 {
		t.Fatalf("%d rows of %d groups", n, len(set.Segments))
	}
	for i, segment := range set.Segments {
		at := slices.IndexFunc(old.Segments, func(s data.Segment) bool { return s.Group == segment.Group })
		if segment.Held != (i >= 12) || segment.Held != (at < 0) {
			t.Fatalf("%s: held out is %v, of the sweep is %v", segment.Group, segment.Held, at >= 0)
		}
		for row := range m.rows {
			if at >= 0 && !slices.Equal(set.X.RawRowView(segment.Start+row), old.X.RawRowView(old.Segments[at].Start+row)) {
				t.Errorf("%s: row %d differs from that of the sweep", segment.Group, row)
			}
		}
	}
}

package main

import (
	"math"
	"strings"
	"testing"
)

// Of five points with scores 0 to 4, two at random have as their best 0 in 4 of 10 cases, 1 in 3,
// 2 in 2 and 3 in 1: 1 in the mean, half of the median's 2. On test the order is reversed.
func TestRegretOfRandomPoints(t *testing.T) {
	task := &searchTask{score: []float64{3, 1, 0, 4, 2}, test: []float64{1, 3, 4, 0, 2}}
	task.scoreScale, task.testScale = medianOverBest(task.score), medianOverBest(task.test)
	r, err := task.atRandom(t.Context(), 2)
	if err != nil || math.Abs(r.score-0.5) > 1e-12 || math.Abs(r.test-1.5) > 1e-12 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, _ := task.atRandom(t.Context(), 5); r.score != 0 || r.test != 2 {
		t.Errorf("of all points: %+v", r)
	}
}

// A search that leaves half of what random points leave has the ratio 0.5 in every resample.
func TestLineOfSearch(t *testing.T) {
	line := lineOfSearch([]searchRegret{{.1, .2}, {.2, .3}, {.3, .4}}, []searchRegret{{.2, .1}, {.4, .2}, {.6, .3}})
	if !strings.Contains(line, "0.50 (0.50 to 0.50)") || !strings.HasPrefix(line, "0.200 ± 0.058") || !strings.HasSuffix(line, "0.100 ± 0.000") {
		t.Error(line)
	}
}

// A search of a whole grid comes near its best point before nothing more is expected, and none
// finds a worse one with more configurations than with fewer.
func TestSearchesOnOneTask(t *testing.T) {
	task := &searchTask{set: drawWords(searchSmall, 1)}
	task.by.Objective = "slowness"
	if err := task.compute(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(task.rows); n != searchWidths*searchLambdas*searchCounts {
		t.Fatalf("%d rows", n)
	}
	if r, err := task.bySearch(t.Context(), 90); err != nil || r.score > 0.05 {
		t.Errorf("of the whole grid: %+v, %v", r, err)
	}
	few, err := task.bySearch(t.Context(), 6)
	more, err2 := task.bySearch(t.Context(), 12)
	if err != nil || err2 != nil || more.score > few.score {
		t.Errorf("%+v, then %+v: %v %v", few, more, err, err2)
	}
	for _, n := range searchSizes {
		of := task.rowsWithin(map[int][3]int{12: {3, 2, 2}, 24: {4, 3, 2}}[n][0], map[int][3]int{12: {3, 2, 2}, 24: {4, 3, 2}}[n][1], 2)
		if len(of) != n {
			t.Errorf("the fixed grid of %d has %d points", n, len(of))
		}
	}
}

package view

import (
	"strings"
	"testing"

	"example.com/sfatui/datasets/split"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/sessiontest/recorded"
)

// Each width has different values of λ if multiples were requested: the curves
// are of multiples, and a map has no hole.
func TestMultiplesAreLaidOut(t *testing.T) {
	s, _ := recorded.WavesWith(t, sweep.Spec{Split: split.Options{Folds: 2, Validation: 0.25, Seed: 1}}.With("sigma", "rel:0.5,1,2", "lambda", "rel:0,0.1,1", "m", "10", "p", "2", "readout", "none"))
	sw := sweptOf(s)
	chart, ok := sw.firstChart(measure.TestSlowness)
	if !ok || len(chart.Curves) != 3 {
		t.Fatalf("%d curves", len(chart.Curves))
	}
	for i, want := range []string{"λ/λ*=0", "λ/λ*=0.1", "λ/λ*=1"} {
		if c := chart.Curves[i]; c.Name != want || len(c.Points) != 3 {
			t.Errorf("curve %d is %s with %d points, want %s with 3", i, c.Name, len(c.Points), want)
		}
	}
	m, ok := sw.mapOver(measure.TestSlowness, sw.withNames(defaultLayout(sw.rows, false, true)))
	if !ok || strings.Join(m.Rows, " ") != "1 0.1 0" || len(m.Columns) != 3 {
		t.Fatalf("a map of rows %v and columns %v", m.Rows, m.Columns)
	}
	for _, row := range m.Cells {
		for _, c := range row {
			if c.Text == "" {
				t.Error("a cell is empty")
			}
		}
	}
	if rows := s.Rows(); method.Lambda.X(rows[1].Config) == 0.1 {
		t.Error("the session's own points are at the multiples")
	}
}

package inspect_test

import (
	"math"
	"strings"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/datasets/inspect"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Batting averages of 18 players after 45 turns predict their season better
// when they are shrunk towards each other (Efron and Morris 1975).
func TestL60BattingAverages(t *testing.T) {
	hits := []float64{18, 17, 16, 15, 14, 14, 13, 12, 11, 11, 10, 10, 10, 10, 10, 9, 8, 7}
	season := []float64{.346, .298, .276, .222, .273, .270, .263, .210, .269, .230, .264, .256, .303, .264, .226, .285, .316, .200}
	for i := range hits {
		hits[i] /= 45
	}
	mean := stat.Mean(hits, nil)
	shrunk, factor := inspect.JamesStein(hits, mean*(1-mean)/45)
	errorOf := func(of []float64) (sum float64) {
		for i, v := range of {
			sum += (v - season[i]) * (v - season[i])
		}
		return sum
	}
	for name, c := range map[string][2]float64{
		"mean": {mean, 0.2654320988}, "factor": {factor, 0.2116534171}, "first estimate": {shrunk[0], 0.2939138549},
	} {
		if math.Abs(c[0]-c[1]) > 1e-10 {
			t.Errorf("%s: %.10f, want %.10f", name, c[0], c[1])
		}
	}
	if before, after := errorOf(hits), errorOf(shrunk); math.Abs(before-0.07531695) > 1e-8 || math.Abs(after-0.02130691) > 1e-8 {
		t.Errorf("squared error %.8f, moved %.8f", before, after)
	}
	if _, factor := inspect.JamesStein(hits, 1); factor != 0 {
		t.Errorf("means that differ by less than chance: factor %g", factor)
	}
	if same, factor := inspect.JamesStein([]float64{1, 2, 3}, 1); factor != 1 || same[2] != 3 {
		t.Errorf("three means: %v, factor %g", same, factor)
	}
}

// Four groups of three segments each: their means differ by more than segments
// within a group do.
func TestGroupMeans(t *testing.T) {
	s := &data.Set{Name: "t", X: mat.NewDense(24, 1, nil), Inputs: []string{"x"}, TargetName: "y"}
	for i := range 12 {
		group := string(rune('a' + i%4))
		s.Segments = append(s.Segments, data.Segment{Name: group, Group: group, Start: 2 * i, End: 2*i + 2})
		v := float64(i%4) + 0.3*float64(i/4-1)
		s.Target = append(s.Target, v-1, v+1)
	}
	r, err := inspect.ReportOf(t.Context(), s)
	if err != nil || r.TargetGroups == nil {
		t.Fatal(r, err)
	}
	// The variance of a mean is 0.09/3, the spread of the means 5.
	if want := 1 - 0.03/5; math.Abs(r.TargetGroups.Factor-want) > 1e-12 || len(r.TargetGroups.Groups) != 4 || r.TargetGroups.Groups[3].Samples != 6 {
		t.Errorf("%+v, want the factor %g", r.TargetGroups, want)
	}
	if lines := strings.Join(r.Lines(), "\n"); !strings.Contains(lines, "by group    means from 0 (a) to 3 (d)") {
		t.Error(lines)
	}
}

// The factor is numpy's, by the sums of squares within and between groups.
func TestGroupMeansOfRows(t *testing.T) {
	s := &data.Set{Name: "t", X: mat.NewDense(17, 1, nil), Inputs: []string{"x"}, TargetName: "y"}
	for i, rows := range [][]float64{{1, 2, 4}, {2, 3, 1, 4}, {5, 7}, {0, 1, 2, 1, 6}, {3, 3, 4.5}} {
		group, from := string(rune('a'+i)), len(s.Target)
		s.Target = append(s.Target, rows...)
		s.Segments = append(s.Segments, data.Segment{Name: group, Group: group, Start: from, End: len(s.Target)})
	}
	r, err := inspect.ReportOf(t.Context(), s)
	if err != nil || r.TargetGroups == nil || math.Abs(r.TargetGroups.Factor-0.821030080447709) > 1e-14 || !r.TargetGroups.OfRows {
		t.Fatalf("%+v, error %v", r.TargetGroups, err)
	}
	if lines := strings.Join(strings.Fields(strings.Join(r.Lines(), " ")), " "); !strings.Contains(lines, "if rows are independent") {
		t.Error(lines)
	}
	for _, seg := range s.Segments { // nothing varies within groups
		for i := seg.Start; i < seg.End; i++ {
			s.Target[i] = 0.1 + float64(seg.Start)/3
		}
	}
	if r, err = inspect.ReportOf(t.Context(), s); err != nil || r.TargetGroups != nil {
		t.Errorf("%+v, error %v", r.TargetGroups, err)
	}
}

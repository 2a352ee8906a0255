package sweepview_test

import (
	"strings"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/theme"
)

// Rows are in the order of choice, with ★ and ≈ before them, and an incomplete score shows its
// number of parts.
func TestTableShowsTheChoice(t *testing.T) {
	var plan []part.Point
	var results []*result.Result
	for i, s := range [][]part.Float{{.3, .31, .29, .33}, {.2, .25, .18, .3}, {.19, .4, .17, .28}, {.01, .01, .01}} {
		p := part.Point{Frame: part.Frame{Folds: 1, Validation: part.Num(.25)}}.With(kernel.Sigma.Is(float64(i+1)), method.P.Is(1))
		parts := make([]result.ValidationPart, 4)
		for k := range parts {
			parts[k] = result.ValidationPart{Inner: k, N: 100, Fit: 300, Error: "singular"}
			if k < len(s) {
				parts[k].Error, parts[k].Delta = "", s[k:k+1]
			}
		}
		plan = append(plan, p)
		results = append(results, &result.Result{Point: p, Variance: result.Variance{OK: true}, Validation: &result.Scores{Parts: parts}})
	}
	var sc sweepview.Sweep
	sc.SetPlan(sweepview.OutlineOf(plan), sweepview.CriterionOf(sweep.Spec{Objective: "slowness"}, plan))
	sc.Take(record.State{Results: results, Total: 4})
	var table sweepview.Table
	table.Arrange(&sc)
	var text []string
	for _, line := range table.View(&sc, &theme.Style{}, 80, 8, false) {
		text = append(text, string(line))
	}
	for i, want := range []string{"›★ 2 ", " ≈ 3 ", "   1 ", "   4 "} {
		if !strings.Contains(strings.Join(strings.Fields(text[i+1]), " "), strings.TrimSpace(strings.Join(strings.Fields(want), " "))) {
			t.Errorf("row %d is %q, want %q", i+1, text[i+1], want)
		}
	}
	if !strings.Contains(text[4], "0.0100 (3/4)") {
		t.Errorf("what lacks a part is %q", text[4])
	}
}

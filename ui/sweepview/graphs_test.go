package sweepview_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/sfatui/engine/graph"
	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/method"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/engine/sweep"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/sweepview"
)

// Slowness under two training graphs is not compared, in the table's order or in a chart.
func TestSlownessOfSeveralGraphs(t *testing.T) {
	var plan []part.Point
	var results []*result.Result
	for i, name := range []string{"time", "clustered", "time", "clustered"} {
		p := part.Point{Frame: part.Frame{Folds: 1}}.With(graph.Name.Is(name), kernel.Sigma.Is(float64(1+i/2)), method.P.Is(1))
		plan = append(plan, p)
		mean := []part.Float{.3, .02, .1, .4}[i]
		results = append(results, &result.Result{Point: p, NTest: 10, Variance: result.Variance{OK: true},
			Slowness: result.Slowness{Test: []part.Float{mean}, MeanTest: mean}})
	}
	var sc sweepview.Sweep
	sc.SetPlan(sweepview.OutlineOf(plan), sweepview.CriterionOf(sweep.Spec{Objective: "slowness"}, plan))
	sc.Take(record.State{Results: results, Total: 4})
	var table sweepview.Table
	table.Arrange(&sc)
	for sorted := 0; !strings.HasPrefix(string(table.SortCaption(&sc)), "by "+measure.TestSlowness.ID); sorted++ {
		if sorted == 30 {
			t.Fatalf("no column of slowness: %s", table.SortCaption(&sc))
		}
		table.SortNext(&sc)
	}
	var order []part.Float
	for _, i := range table.Order {
		order = append(order, sc.Row(i).Results[0].Slowness.MeanTest)
	}
	if want := []part.Float{.1, .3, .02, .4}; !slices.Equal(order, want) && !slices.Equal(order, []part.Float{.02, .4, .1, .3}) {
		t.Errorf("sorted %v, want %v, or the graphs the other way round", order, want)
	}
	if got := string(table.SortCaption(&sc)); !strings.HasSuffix(got, "in each graph") {
		t.Errorf("the caption is %q", got)
	}
	wish := sweepview.Wish{Xs: []string{"sigma"}, Lines: []string{"graph"}}
	for within, lines := range map[bool]bool{false: true, true: false} {
		wish.WithinGraph = within
		v := (sweepview.Slice{}).Aim(&sc, plan[0], wish)
		if (v.Lines != nil) != lines || v.OverGraphs() != lines || slices.Contains(sweepview.Choices(&sc, v), "graph") != lines {
			t.Errorf("within a graph %v: lines %v, choices %v", within, v.Lines, sweepview.Choices(&sc, v))
		}
	}
}

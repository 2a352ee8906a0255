package sweepview_test

import (
	"context"
	"slices"
	"testing"

	"example.com/sfatui/engine/kernel"
	"example.com/sfatui/engine/measure"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
	"example.com/sfatui/sessions/record"
	"example.com/sfatui/ui/sweepview"
	"example.com/sfatui/ui/uitest"
)

// roughness is a measure from outside the table.
var roughness = measure.Register(&measure.Measure{
	ID: "roughness", Label: "roughness on test", Better: measure.Lower,
	Take: func(context.Context, measure.Features) ([]float64, error) { return nil, nil },
})

// A registered measure gets a column, can be filtered and sorted by, and is on the map, without
// further code; if no row has it, it is not shown.
func TestRegisteredMeasureIsShown(t *testing.T) {
	var with, without sweepview.Sweep
	var state record.State
	for _, p := range uitest.Points() {
		state.Results = append(state.Results, uitest.Result(p))
	}
	without.Take(state)
	state.Results = nil
	for _, p := range uitest.Points() {
		r := uitest.Result(p)
		r.Measures = map[string][]part.Float{roughness.ID: {part.Float(kernel.Sigma.X(p))}}
		state.Results = append(state.Results, r)
	}
	with.Take(state)
	for sc, want := range map[*sweepview.Sweep]bool{&with: true, &without: false} {
		column := slices.ContainsFunc(sweepview.ColumnsOf(sc, sweepview.Terse), func(c sweepview.Column) bool { return c.ID == roughness.ID })
		mapped := slices.Contains(sc.Measures(measure.Maps), roughness)
		var table sweepview.Table
		f, err := table.ParseFilter(sc, "roughness<3 by:-roughness")
		if column != want || mapped != want || (err == nil) != want {
			t.Fatalf("with it %v: column %v, map %v, filter %v", want, column, mapped, err)
		}
		if !want {
			continue
		}
		n := 0
		for i := range sc.Rows {
			if f.Tests[0](&sc.Rows[i]) {
				n++
			}
		}
		if n != 24 { // σ 1 and 2, of three λ, two m and two readouts
			t.Errorf("%d points are less rough than 3", n)
		}
	}
}

// evenness is a measure from outside the table with higher values better.
var evenness = measure.Register(&measure.Measure{
	ID: "evenness", Label: "evenness on test", Better: measure.Higher,
	Take: func(context.Context, measure.Features) ([]float64, error) { return nil, nil },
})

// Sorting by a measure shows its best values first, in either better direction.
func TestSortShowsTheBestFirst(t *testing.T) {
	var sc sweepview.Sweep
	var state record.State
	for _, p := range uitest.Points() {
		r := uitest.Result(p)
		at := []part.Float{part.Float(kernel.Sigma.X(p))}
		r.Measures = map[string][]part.Float{roughness.ID: at, evenness.ID: at}
		state.Results = append(state.Results, r)
	}
	sc.Take(state)
	var table sweepview.Table
	table.Arrange(&sc)
	for id, want := range map[string]float64{roughness.ID: 1, evenness.ID: 20} {
		for table.Sort != id {
			table.SortNext(&sc)
		}
		if got := kernel.Sigma.X(sc.Row(table.Order[0]).Config); got != want {
			t.Errorf("by %s σ %g comes first, not %g", id, got, want)
		}
	}
}

// The number of determined features is shown beside p if some features are arbitrary.
func TestDeterminedIsShownBesideP(t *testing.T) {
	var sc sweepview.Sweep
	var state record.State
	shown := func() bool {
		sc = sweepview.Sweep{}
		sc.Take(state)
		return slices.ContainsFunc(sweepview.ColumnsOf(&sc, sweepview.Terse), func(c sweepview.Column) bool { return c.ID == "determined" })
	}
	for _, p := range uitest.Points() {
		r := uitest.Result(p)
		r.Features = 2
		state.Results = append(state.Results, r)
	}
	if shown() {
		t.Error("a column of what is determined where all is")
	}
	state.Results[0].Degenerate = &result.Degenerate{Determined: 1, Clusters: [][2]int{{2, 9}}, Cut: true}
	if !shown() {
		t.Error("no column of what is determined")
	}
	var table sweepview.Table
	f, err := table.ParseFilter(&sc, "determined<2 features>1")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i := range sc.Rows {
		if f.Tests[0](&sc.Rows[i]) && f.Tests[1](&sc.Rows[i]) {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d points have arbitrary features, want 1", n)
	}
}

package choose_test

import (
	"math"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/readout"
	"example.com/sfatui/engine/result"
)

// Inputs are named by the number of folds that chose them, larger weights first.
func TestDeciders(t *testing.T) {
	at := part.Point{}.With(readout.Name.Is("sfm"))
	var results []*result.Result
	for fold, chosen := range [][]result.ReadoutInput{
		{{Input: "flow", Class: "a", Weight: 1}, {Input: "level", Class: "a", Weight: -2}, {Input: "level", Class: "b", Weight: 4}},
		{{Input: "flow", Class: "a", Weight: 3}, {Input: "heat", Class: "a", Weight: 9}},
		{{Input: "flow", Class: "a", Weight: 2}, {Input: "level", Class: "b", Weight: 2}},
	} {
		at.Fold = fold
		results = append(results, &result.Result{Point: at, ReadoutInputs: chosen})
	}
	rows := choose.Summarize(results)
	r := (choose.By{Objective: "accuracy"}).BestSelective(rows)
	if r == nil {
		t.Fatal("no row chooses")
	}
	if got, want := r.SelectedLine(), "flow in all 3 folds; level in 2; heat in 1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	all := r.SelectedInputs()
	if len(all) != 4 || all[0].Weight != 2 || all[0].Folds != 3 || all[2].Class != "b" || math.Abs(all[2].Weight-3) > 1e-12 {
		t.Errorf("%+v", all)
	}
	if alone := choose.Summarize(results[1:2]); alone[0].SelectedLine() != "heat, flow" {
		t.Errorf("%q", alone[0].SelectedLine())
	}
	if (choose.By{}).BestSelective(choose.Summarize([]*result.Result{{Point: at}})) != nil {
		t.Error("a readout that names nothing chooses")
	}
}

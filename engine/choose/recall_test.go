package choose_test

import (
	"slices"
	"testing"

	"example.com/sfatui/engine/choose"
	"example.com/sfatui/engine/part"
	"example.com/sfatui/engine/result"
)

// Eight of ten are .490 to .943 with 95 % by scipy's Wilson interval, none of five 0 to .434; a
// class that nothing is of has no share. Two folds add up, and a second draw does not count.
func TestRecallsOfClasses(t *testing.T) {
	fold := func(fold, draw int, counts [][]int) *result.Result {
		return &result.Result{Point: part.Point{Frame: part.Frame{Folds: 2, Fold: fold, Draw: draw}}, Confusion: &result.Confusion{Sample: [][]int{{90}}, Segment: counts}}
	}
	row := choose.Summarize([]*result.Result{
		fold(0, 0, [][]int{{5, 0, 0}, {1, 0, 1}, {0, 0, 0}}), fold(1, 0, [][]int{{3, 2, 0}, {2, 0, 1}, {0, 0, 0}}), fold(1, 1, [][]int{{9, 9, 9}, {9, 9, 9}, {9, 9, 9}}),
	})[0]
	counts, segments := row.Confusion()
	if !segments || !slices.Equal(counts[0], []int{8, 2, 0}) || !slices.Equal(counts[1], []int{3, 0, 2}) {
		t.Fatalf("%v", counts)
	}
	all := choose.Recalls(counts)
	if len(all) != 2 || all[0].Right != 8 || all[0].N != 10 || all[1].Class != 1 || all[1].N != 5 {
		t.Fatalf("%+v", all)
	}
	wantNear(t, "low", float64(all[0].Low), 0.4901624715366418, 1e-12)
	wantNear(t, "high", float64(all[0].High), 0.9433178485456248, 1e-12)
	wantNear(t, "high of none", float64(all[1].High), 0.43448246478317476, 1e-12)
	if none := choose.Recalls(nil); len(none) != 0 {
		t.Errorf("%v", none)
	}
}

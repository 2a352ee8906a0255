package inside

import (
	"slices"
	"testing"

	"example.com/sfatui/datasets/data"
	"example.com/sfatui/engine/choose"
	"example.com/sfatui/ui/page"
	"example.com/sfatui/ui/theme"
)

// Rows 4, 1, 3 of the data have the targets 0.5, 2, −1 and the classes 1, 0, 1: by target they
// are the third, the first and the second, by class the second, then the first and the third.
func TestOrderOfSamples(t *testing.T) {
	set := &data.Set{Label: []int{0, 0, 0, 1, 1}, Classes: []string{"a", "b"}, Target: []float64{9, 2, 9, -1, 0.5}, Rate: 4,
		Segments: []data.Segment{{Name: "s", Start: 0, End: 3}, {Name: "t", Start: 3, End: 5}}}
	sc := &page.Scene{Set: set, Style: &theme.Style{}}
	sc.Sweep.Rows = make([]choose.Row, 1)
	rows := []int{4, 1, 3}
	if order, by := sortedBy(sc, rows); !slices.Equal(order, []int{2, 0, 1}) || by != "by target" {
		t.Errorf("order %v %s", order, by)
	}
	set.Target = nil
	order, by := sortedBy(sc, rows)
	if !slices.Equal(order, []int{1, 0, 2}) || by != "by class" {
		t.Errorf("order %v %s", order, by)
	}
	half := featurePart{rows: rows, spans: []int{1, 1, 1}}
	f := traceFoot(sc, half, nil, 1, 3)
	if f.Unit != "time s" || f.From != 0.25 || f.Step != 0.25 || !slices.Equal(f.Class, []int{0, 1}) || !slices.Equal(f.Borders, []int{1}) || f.Segments[0] != "s" || f.Segments[1] != "t" {
		t.Errorf("in time: %+v", f)
	}
	if f := traceFoot(sc, half, order, 0, 3); f.Segments != nil || f.Unit != "rank" || !slices.Equal(f.Class, []int{0, 1, 1}) {
		t.Errorf("by class: %+v", f)
	}
	set.Label = nil
	if noOrder(sc) == "" {
		t.Error("data without target and labels can be sorted")
	}
}
